"""Which button beside the message box of an unknown page sends; a wrong press could delete a chat."""

from __future__ import annotations

from overlay.sites.loader import load_profiles
from tests.injected.lab import Case, Lab

BOX = "<input id=box placeholder='Type a message'>"
AREA = "<textarea id=box></textarea>"
ICON = "<svg width=9 height=9></svg>"
NAMED = {
    "a button with a text": f"<div>{BOX}<button id=it>Send</button></div>",
    "an element with a label": f"<div>{BOX}<div role=button aria-label='Send message' id=it>+</div></div>",
    "a button in another language": f"<div>{BOX}<button id=it>Nachricht senden</button></div>",
    "a button with others": f"<div><button>Upload</button>{BOX}<button>Clear</button><button>Foo</button><button id=it>Send</button></div>",
    "a button outside of the frame of the box": f"<div><div><button title=Attach>+</button>{BOX}</div><button id=it>Send</button></div>",
    "a search button elsewhere": f"<header><form><input type=search><button type=submit>+</button></form></header><div>{BOX}<button id=it>Send</button></div>",
    "a button far in the form": f"<form><p><i><b>{BOX}</b></i></p><p><button type=button id=it>Send</button></p></form>",
    "a button right outside of the form": f"<div><form>{BOX}</form><button id=it>Send</button></div>",
    "a button in a footer with the box": f"<footer>{BOX}<button id=it>Send</button></footer>",
    "a button that is off": f"<div>{BOX}<button id=it disabled>Send</button></div>",
}
KNOWN = {
    "a button some lines below": f"<div>{BOX}<p style='height: 100px'></p><button aria-label=Send id=it>+</button></div>",
    "a label that goes on": f"<form>{AREA}<button type=submit id=it aria-label='Send message to model'>+</button></form>",
    "a button with a menu": f"<form>{AREA}<button type=submit id=it aria-label='Send message' aria-haspopup=dialog>+</button></form>",
    "a class of something else": f"<form>{AREA}<button type=submit id=it class='input-group-append more'>{ICON}</button></form>",
    "a test id": f"<div>{AREA}<button data-testid=send-button id=it class=stop-hidden>{ICON}</button></div>",
    "an id, whatever the label": "<form><textarea id=box></textarea><button type=submit data-testid=send-button id=it title='Send or stop'>+</button></form>",
    "a mode before it": f"<form>{AREA}<div><button type=button>Ask</button><button type=button>Agent</button><button type=submit id=it>{ICON}</button></div></form>",
    "a button that names its form": f"<form id=f1>{AREA}</form><div><button type=submit form=f1 id=it>Go now</button></div>",
    "a box that names its form": "<div><textarea id=box form=f></textarea><form id=f><button type=submit id=it aria-label=Send>+</button></form></div>",
    "the only one of the form": f"<form>{AREA}<button type=submit id=it>Search</button></form>",
    "a label with another word": f"<form>{AREA}<button type=button>B</button><button type=submit id=it>Ask the model</button></form>",
    "a bar beside the box": "<div><div id=box contenteditable=true role=textbox></div><form><button type=submit id=it aria-label='Send message'>+</button></form></div>",
    "an unknown language": f"<div>{AREA}<p style='height:60px'>Models</p><button type=submit id=it title='Küldés'>+</button></div>",
}
NONE = {
    "one to delete": f"<div>{BOX}<button>Delete chat</button></div>",
    "one to buy": f"<div>{BOX}<a href=/buy>➤</a><button>Upgrade</button></div>",
    "one with a menu": f"<div>{BOX}<button aria-haspopup=menu>Send</button></div>",
    "one with feedback": f"<div>{BOX}<button>Send feedback</button></div><form><button type=submit>Send</button></form>",
    "a sign": f"<div>{BOX}<button>➤</button></div>",
    "an icon": f"<div>{BOX}<button>{ICON}</button></div>",
    "an icon with a class": f"<div>{BOX}<button class=send-icon>{ICON}</button></div>",
    "an element like a button": f"<div>{BOX}<div class=btn onclick=1 style='cursor: pointer'>Send</div></div>",
    "two that send": f"<div>{BOX}<button>Send</button><button>Senden</button></div>",
    "one before the box": f"<div><button>Send</button>{BOX}</div>",
    "one far below": f"<div>{BOX}<p style='height: 60px'></p><button>Send</button></div>",
    "one far aside": f"<div>{BOX}<button style='margin-left: 250px'>Send</button></div>",
    "one far in the page": f"<div><div><div>{BOX}</div></div><button>Send</button></div>",
    "a mode": f"<div>{AREA}<button>Ask</button></div>",
    "one of a message above": f"<div><div><p>Hi <button>Reply</button><button>Send</button></p>{AREA}</div></div>",
    "one of another field": f"<div><div>{BOX}</div><div><input placeholder='Search'><button>Send</button></div></div>",
    "one of another form": f"<div>{BOX}<form><button type=button>Send</button></form></div>",
    "a newsletter": f"<div>{BOX}<footer><button>Send</button></footer></div>",
    "one to log out": f"<div id=app><main><div>{AREA}</div></main><aside><button>{ICON}</button></aside></div>",
    "one of a notice": f"<div><div>{BOX}</div><div>We use cookies. <button>OK</button></div></div>",
    "two of forms elsewhere": f"<div>{BOX}</div><p></p><button type=submit>Subscribe</button><button type=submit>Log in</button>",
    "one that is left of several": f"<div>{AREA}<button>{ICON}</button></div><button type=submit>Log in</button><button type=submit>Go premium</button>",
    "feedback, beside a search": f"<header><form><input type=search><button type=submit>+</button></form></header><div>{AREA}</div><button aria-label='Send feedback'>+</button>",
    "one that sends something else": f"<div>{BOX}</div><button type=submit>Donate</button>",
    "one of the search in the header": f"<header><form><input type=search><button type=submit>+</button></form></header><div>{BOX}</div>",
    "too many elements": f"<div>{BOX}{'<i></i>' * 200}<button>Send</button></div>",
}
CODE = """const roots = new shadow_roots.Roots();
    const { sendButton } = new composer.Composer(selectors.resolveSelectors(given, roots), roots);
    const told = [sendButton.element()?.id ?? ""];
    addEventListener("click", (event) => { event.preventDefault(); told.push(event.target.id); }, { once: true, capture: true });
    told.push(await sendButton.press());
    return told;"""


async def test_a_button_is_pressed_only_if_it_is_clearly_the_one_that_sends(lab: Lab) -> None:
    profile = load_profiles()["generic"].for_page()
    wanted = {
        **{html: ["it", "it", "named"] for html in NAMED.values()},
        **{html: ["it", "it", "known"] for html in KNOWN.values()},
        **{html: ["", ""] for html in NONE.values()},
    }
    wanted[NAMED["a button that is off"]] = ["it", ""]
    names = NAMED | KNOWN | NONE
    cases = {name: Case(CODE, wanted[html], given=profile, html=html) for name, html in names.items()}
    assert await lab.differing("", cases) == {}


async def test_a_button_in_the_shadow_tree_of_the_row_is_found(lab: Lab) -> None:
    profile = load_profiles()["generic"].for_page()
    await lab.body(f"<div>{BOX}<x-send></x-send></div>")
    code = """const tree = document.querySelector("x-send").attachShadow({ mode: "open" });
        tree.innerHTML = "<button id=it>Send</button>";
        const roots = new shadow_roots.Roots();
        roots.add(tree);
        const made = new composer.Composer(selectors.resolveSelectors(given, roots), roots);
        return made.sendButton.element()?.id;"""
    assert await lab(code, profile) == "it"


async def test_the_answer_of_the_page_to_an_earlier_press_does_not_count_for_the_next_message(
    lab: Lab,
) -> None:
    profile = load_profiles()["generic"].for_page()
    await lab.body(f"<div>{AREA}<button>Send</button></div>")
    code = """const roots = new shadow_roots.Roots();
        const end = new AbortController();
        const made = new composer.Composer(selectors.resolveSelectors(given, roots), roots, end.signal);
        made.box().value = "the first result";
        await made.sendButton.press();
        document.body.append(made.box().value);
        const before = made.readiness(0).going;
        await made.hold(0);
        const after = made.readiness(0).going;
        end.abort();
        return [before, after];"""
    assert await lab(code, profile) == [True, False]
