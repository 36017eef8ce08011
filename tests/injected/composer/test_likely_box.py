"""Which field of an unknown page is its message box."""

from __future__ import annotations

from overlay.sites.loader import load_profiles
from tests.injected.lab import Case, Lab

SEARCH = "<input type=search><input placeholder='Search chats'><form role=search><input type=text><button type=submit>Go</button></form>"
LOGIN = "<form><input name=user><input type=password><button type=submit>Log in</button></form>"
SEND = "<button aria-label='Send message'>+</button>"
PLAIN = "<button>Send</button>"
CHAT = "<p data-role=user>Hello</p><p data-role=assistant>Good day</p>"
FOUND = {
    "a field with a button": (f"<div><input id=box placeholder=Message>{SEND}</div>", "box"),
    "a field in a form": ("<form><input id=box type=text><button type=submit>+</button></form>", "box"),
    "a field whose button has no name": ("<div><input id=box><button>+</button></div>", "box"),
    "a field beside others": (f"{SEARCH}{LOGIN}<div><input id=box>{SEND}</div>{SEARCH}", "box"),
    "a field below the box of another text": (
        f"<p><textarea>Answer shortly.</textarea></p><div><input id=box>{SEND}</div>",
        "box",
    ),
    "a box above a field of a dialog": (
        f"<div><textarea id=box></textarea>{SEND}</div><dialog open><input><button type=submit>Rename</button></dialog>",
        "box",
    ),
    "a box above a field without a button": (
        f"<div><textarea id=box></textarea>{SEND}</div><input type=text>",
        "box",
    ),
    "a box below a field with a button": (
        f"<div><input>{SEND}</div><p><textarea id=box></textarea></p>",
        "box",
    ),
    "a field that asks for an address too": (
        f"<p><textarea>Answer shortly.</textarea></p><form><input id=box placeholder='Ask about any URL'>{SEND}</form>",
        "box",
    ),
    "a label with a word that a search has in another language": (
        f"<form><input id=box placeholder='Posez une question ou lancez une recherche'>{SEND}</form>",
        "box",
    ),
    "a newsletter below a box": (
        "<div><textarea id=box></textarea></div><footer><div><input placeholder='Your email'><button>→</button></div></footer>",
        "box",
    ),
    "a newsletter below a box, with a button that sends": (
        "<div><textarea id=box></textarea></div><div><input placeholder='Your e-mail'><button type=submit>Send</button></div>",
        "box",
    ),
    "a field with a sign below a box": (
        "<div><textarea id=box></textarea></div><div><input placeholder=Coupon><button>→</button></div>",
        "box",
    ),
    "a field that sends below the box of another text": (
        f"<p><textarea>Answer shortly.</textarea></p><div><input id=box>{PLAIN}</div>",
        "box",
    ),
    "a field with 'research' in its class": (
        f"<div><input id=box class=research-input name=researchChat>{PLAIN}</div>",
        "box",
    ),
    "a field with a switch in its label": (
        "<label class=input><input id=box placeholder=Message><span>Web search</span></label>",
        "box",
    ),
    "a field with a label that searches": ("<label for=x>Search</label><input id=x>", None),
    "a field that offers models": (f"{CHAT}<div><input role=combobox>{PLAIN}</div>", None),
    "a search in the header": (f"{CHAT}<header><input type=search>{PLAIN}</header>", None),
    "a search of another language": (
        f"{CHAT}<div><input placeholder='Nachrichten durchsuchen'>{PLAIN}</div><div><input placeholder='搜索消息'>{PLAIN}</div>",
        None,
    ),
    "a page with a search alone": (SEARCH, None),
    "a page with a login alone": (LOGIN, None),
}

DOUBTFUL = {
    "a dialog with a button that sends": (
        f"{CHAT}<div role=dialog aria-label='Chat with us'><input id=box>{PLAIN}</div>",
        "box",
    ),
    "a dialog with the messages": (f"<dialog open>{CHAT}<input id=box></dialog>", "box"),
    "a dialog with an empty log": (
        "<div role=dialog><div role=log></div><input id=box type=text></div>",
        "box",
    ),
    "a field with 'search' in its class": (f"<div><input id=box class=searchInput>{PLAIN}</div>", "box"),
    "a field of the type search": (
        f"{SEARCH}<form><input id=box type=search><button type=submit>Send</button></form>",
        "box",
    ),
    "a dialog to name a prompt": (
        f"{CHAT}<div role=dialog><input placeholder='Prompt name'>{PLAIN}</div>",
        None,
    ),
    "a dialog to rename": (f"{CHAT}<dialog open><input><button>Rename</button></dialog>", None),
    "a dialog to search chats": (
        f"{CHAT}<div role=dialog><input placeholder='Search messages'>{PLAIN}</div>",
        None,
    ),
    "a dialog to give feedback": (
        f"{CHAT}<dialog open><input><button>Send feedback</button></dialog>",
        None,
    ),
    "a search below the messages": (
        f"{CHAT}<footer><form><input type=search placeholder=Keywords><button type=submit>Go</button></form></footer>",
        None,
    ),
    "a search that also answers": (
        f"<div><input type=search placeholder='Search or ask a question'>{PLAIN}</div>",
        None,
    ),
    "a search whose button sends a form": (
        f"{SEARCH}<form><input name=q><button type=submit>Go</button></form>",
        None,
    ),
}
CODE = """const roots = new shadow_roots.Roots();
    const made = new composer.Composer(selectors.resolveSelectors(given, roots), roots);
    const name = () => made.box()?.id ?? null;
    const likely = name();
    made.doubt();
    const doubtful = name();"""


async def test_a_field_of_one_line_is_the_message_box_if_the_page_has_no_likelier_one(lab: Lab) -> None:
    profile = load_profiles()["generic"].for_page()
    cases = {
        name: Case(f"{CODE} return [likely, doubtful];", [wanted, wanted], given=profile, html=html)
        for name, (html, wanted) in FOUND.items()
    }
    assert await lab.differing("", cases) == {}


async def test_a_doubtful_field_counts_only_if_there_was_no_other_for_long(lab: Lab) -> None:
    profile = load_profiles()["generic"].for_page()
    later = "document.body.insertAdjacentHTML('afterbegin', '<textarea id=real></textarea>'); const real = name();"
    ends = "document.getElementById('real').remove(); return [likely, doubtful, real, name()];"
    cases = {
        name: Case(CODE + later + ends, [None, wanted, "real", None], given=profile, html=html)
        for name, (html, wanted) in DOUBTFUL.items()
    }
    assert await lab.differing("", cases) == {}
