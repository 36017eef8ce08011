"""The chat's input box, read and filled."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

BOX = """
const c = new composer.Composer({ composer: given?.composer ?? "#box", send: given?.send ?? "" });
const box = document.querySelector("#box");
"""
RICH = "<div id=box contenteditable=true style='min-height:20px'>{}</div>"


async def test_the_text_of_the_message_box_is_read(lab: Lab) -> None:
    wrong: list[object] = []
    for html, state in [
        ("", {"kind": "none", "text": ""}),
        ("<textarea id=box>a\nb</textarea>", {"kind": "textarea", "text": "a\nb"}),
        ("<input id=box value=a>", {"kind": "input", "text": "a"}),
        (RICH.format("<p>a</p><p>b</p>"), {"kind": "rich", "text": "a\nb"}),
        (RICH.format("a<br>b"), {"kind": "bare", "text": "a\nb"}),
        (RICH.format("<p>a<br></p><p><br></p><p>b</p>"), {"kind": "rich", "text": "a\n\nb"}),
        (RICH.format("<p>a&nbsp;b\u200b\ufeff</p>"), {"kind": "rich", "text": "a b"}),
        (RICH.format("<p>a <b>b</b></p>"), {"kind": "rich", "text": "a b"}),
        ("<textarea id=box style='display:none'>a</textarea>", {"kind": "none", "text": ""}),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{BOX} return c.state();")) != state:
            wrong.append((html, found))
    assert wrong == []


async def test_without_a_selector_there_is_no_box(lab: Lab) -> None:
    await lab.body("<textarea id=box></textarea>")
    assert (await lab(f"{BOX} return c.state();", {"composer": ""}))["kind"] == "none"


async def test_the_last_box_that_is_seen_counts(lab: Lab) -> None:
    await lab.body("<textarea>a</textarea><textarea>b</textarea><textarea hidden>c</textarea>")
    assert (await lab(f"{BOX} return c.state();", {"composer": "textarea"}))["text"] == "b"


async def test_a_text_is_set_past_a_framework_that_watches_the_value(lab: Lab) -> None:
    wrong: list[object] = []
    for html in ["<textarea id=box></textarea>", "<input id=box>"]:
        await lab.empty()
        await lab.body(html)
        code = """let heard = ""; let own = 0;
        Object.defineProperty(box, "value", { configurable: true,
            get: () => Object.getPrototypeOf(box).constructor.prototype.__lookupGetter__("value").call(box), set: () => { own += 1; } });
        box.addEventListener("input", () => { heard = box.value; });
        c.set("new text"); return [heard, own];"""
        if (found := await lab(BOX + code)) != ["new text", 0]:
            wrong.append((html, found))
    assert wrong == []


async def test_a_box_is_written_and_emptied_at_its_end(lab: Lab) -> None:
    cases = {
        "a rich box is not set from here": Case(
            f"{BOX} c.set('b'); return c.state();", {"kind": "bare", "text": "a"}, html=RICH.format("a")
        ),
        "inserted text is added at the end": Case(
            BOX + "const came = await c.put('type', 'c', false); return [came, box.textContent];",
            ["", "abc"],
            html=RICH.format("<p>ab</p>"),
        ),
        "the box is emptied": Case(
            f"{BOX} await c.clear(); return c.state().text;", "", html=RICH.format("<p>ab</p>")
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_without_a_box_nothing_is_put_in(lab: Lab) -> None:
    wrong: list[object] = []
    for way in ["type", "paste", "line"]:
        await lab.empty()
        await lab.body("<input id=other autofocus>")
        code = "document.querySelector('#other').focus(); return [await c.put(given.way, 'a', false), document.querySelector('#other').value];"
        if (found := await lab(BOX + code, {"way": way})) != ["box", ""]:
            wrong.append((way, found))
    assert wrong == []


async def test_the_last_box_that_a_user_can_use_goes_before_one_that_is_only_seen(lab: Lab) -> None:
    await lab.body(
        "<textarea>a</textarea><textarea style='opacity:0'>b</textarea><textarea readonly>c</textarea>"
    )
    assert (await lab(f"{BOX} return c.state();", {"composer": "textarea"}))["text"] == "a"


SEND = "<form><textarea id=box></textarea><button type=button id=s style='position:fixed;left:10px;top:60px;width:40px;height:20px'>S</button></form>"
PRESSED = """let heard = []; for (const button of document.querySelectorAll("button"))
    button.onclick = () => heard.push(button.id); """


async def test_the_send_button_of_the_boxs_form_is_pressed_unless_it_is_covered(lab: Lab) -> None:
    cases = {
        "the send button is pressed": Case(
            f"{BOX} {PRESSED} return [c.sendButton.state(), await c.sendButton.press(), heard];",
            [
                "on",
                "known",
                ["s"],
            ],
            given={"send": "#s"},
            html=SEND,
        ),
        "a send button that is covered is not pressed": Case(
            f"{BOX} {PRESSED} return [c.sendButton.state(), await c.sendButton.press(), heard];",
            ["covered", "", []],
            given={"send": "#s"},
            html=SEND + "<div style='position:fixed;inset:0'></div>",
        ),
        "the send button of the boxs own form is taken": Case(
            f"{BOX} {PRESSED} await c.sendButton.press(); return heard;",
            ["s"],
            given={"send": "button"},
            html=SEND + "<form><button id=other>Other</button></form>",
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_send_button_that_is_off_or_hidden_is_not_pressed(lab: Lab) -> None:
    wrong: list[object] = []
    for state, says in [("disabled", "off"), ("aria-disabled=true", "off"), ("hidden", "none")]:
        await lab.empty()
        await lab.body(SEND.replace("<button", f"<button {state}"))
        code = f"{BOX} {PRESSED} return [c.sendButton.state(), await c.sendButton.press(), heard];"
        if (found := await lab(code, {"send": "#s"})) != [says, "", []]:
            wrong.append((state, found))
    assert wrong == []


async def test_without_selector_or_box_there_is_nothing_to_press(lab: Lab) -> None:
    wrong: list[object] = []
    for given in [{"send": ""}, {"send": "#s", "composer": "#nowhere"}]:
        await lab.empty()
        await lab.body(SEND)
        if (found := await lab(f"{BOX} return c.sendButton.state();", given)) != "none":
            wrong.append((given, found))
    assert wrong == []


BARE = "document.adoptedStyleSheets = []; " + BOX
FOLDED = "<div id=box contenteditable=true style='min-height:20px;white-space:normal'>draft</div>"
SPACES = "a:\n\n\n    four,   three\n\tone\tand more\nend  "


async def test_a_bare_box_is_written_so_that_spaces_stay(lab: Lab) -> None:
    cases = {
        # What a site has is `innerText`: folded spaces are lost to it, and blocks count as line ends twice.
        "a bare box is written so that its site reads the same text": Case(
            f"{BARE} let heard = 0; box.addEventListener('input', () => {{ heard += 1; }}); c.write(given.text); const state = c.state(); return [state, box.innerText, heard];",
            [
                {"kind": "bare", "text": SPACES},
                SPACES,
                1,
            ],
            given={"text": SPACES},
            html=FOLDED,
        ),
        "the rule that keeps spaces is set once and gone at the end": Case(
            f"{BARE} const count = () => document.adoptedStyleSheets.length; const before = count(); c.write('a'); c.write('b'); const during = count(); c.spaces.end(); return [during - before, count() - before];",
            [1, 0],
            html=FOLDED,
        ),
        "a box that keeps its spaces gets no rule": Case(
            f"{BARE} const before = document.adoptedStyleSheets.length; c.write('a'); return document.adoptedStyleSheets.length - before;",
            0,
            html=FOLDED.replace("normal", "pre-wrap"),
        ),
        "without a box nothing is written": Case(
            f"{BARE} c.write('b'); return c.state();", {"kind": "none", "text": ""}, html=""
        ),
        "each box has a number of its own": Case(
            BOX
            + """const again = () => { document.querySelector('#box').outerHTML = '<textarea id=box></textarea>'; };
        const numbers = [c.finder.number(), c.finder.number()]; again(); numbers.push(c.finder.number());
        document.querySelector('#box').remove(); return [...numbers, c.finder.number()];""",
            [1, 1, 2, 0],
            html="<textarea id=box></textarea>",
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_typing_goes_on_behind_what_was_written_in_a_bare_box(lab: Lab) -> None:
    await lab.body(FOLDED)
    await lab(f"{BARE} c.write('ab');")
    await lab.page.keyboard.insert_text("c")
    assert await lab("return document.querySelector('#box').textContent") == "abc"


async def test_a_box_with_an_editor_behind_it_is_never_written_over(lab: Lab) -> None:
    wrong: list[object] = []
    for html in [
        RICH.format("<p>a</p>"),
        RICH.format("a").replace("id=box", "id=box class=ProseMirror"),
        RICH.format("a").replace("id=box", "id=box data-lexical-editor=true"),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := (await lab(f"{BARE} c.write('b'); return c.state();"))["text"]) != "a":
            wrong.append((html, found))
    assert wrong == []


async def test_the_last_code_block_in_the_box_is_read(lab: Lab) -> None:
    wrong: list[object] = []
    for html, code in [
        (
            "<div id=box contenteditable=true style='min-height:20px'><pre>a</pre><p>b</p><pre>c\nd</pre></div>",
            "c\nd",
        ),
        ("<div id=box contenteditable=true style='min-height:20px'><p>b</p></div>", ""),
        ("", ""),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab("return new composer.Composer({ composer: '#box' }).code();")) != code:
            wrong.append((html, found))
    assert wrong == []


HELD = (
    "globalThis.ending?.abort(); globalThis.ending = new AbortController(); "
    "globalThis.c = new composer.Composer({ composer: '#box', send: '' }, new shadow_roots.Roots(), ending.signal); "
    "document.querySelector('#box').focus(); globalThis.held = await c.hold(given ?? 0); await c.put('type', '', false);"
)


async def test_a_user_who_is_writing_is_not_held_up(lab: Lab) -> None:
    await lab.body("<textarea id=box></textarea>")
    await lab(HELD)
    await lab("await c.release();")
    await lab.page.keyboard.type("ab")
    assert await lab("return [await c.hold(60_000) !== null, await c.hold(0) !== null];") == [False, True]


async def test_an_insertion_reports_what_interrupted_it(lab: Lab) -> None:
    wrong: list[object] = []
    for act, came in [
        ("", ""),
        ("document.querySelector('#box').outerHTML = '<textarea id=box></textarea>';", "box"),
        ("document.querySelector('#box').remove();", "box"),
        ("document.querySelector('#find').focus();", "person"),
        ("document.querySelector('button').focus();", ""),
    ]:
        await lab.empty()
        await lab.body("<input id=find><button>B</button><textarea id=box></textarea>")
        if (found := await lab(f"{HELD} {act} return c.interruption();")) != came:
            wrong.append((act, found))
    assert wrong == []


async def test_held_back_letters_count_as_an_interruption_by_the_user(lab: Lab) -> None:
    await lab.body("<textarea id=box></textarea>")
    await lab(HELD)
    await lab.page.keyboard.type("ab")
    assert await lab("return [c.interruption(), await c.settle(), c.state().text];") == ["person", False, ""]


async def test_letters_that_waited_are_typed_once_at_the_end(lab: Lab) -> None:
    await lab.body("<textarea id=box></textarea>")
    await lab(HELD)
    await lab.page.keyboard.type("ab")
    assert await lab("await c.release(); await c.release(); return c.state().text;") == "ab"


async def test_keys_are_given_back_at_once_after_an_insertion_without_interruption(lab: Lab) -> None:
    await lab.body("<textarea id=box></textarea>")
    assert await lab(f"{HELD} return await c.settle();")
    await lab.page.keyboard.type("ab")
    assert await lab("return c.state().text;") == "ab"


async def test_held_back_letters_go_into_the_message_box_if_nothing_has_the_focus(lab: Lab) -> None:
    await lab.body("<textarea id=box></textarea>")
    await lab(HELD)
    await lab.page.keyboard.type("ab")
    await lab("document.querySelector('#box').blur(); await c.release();")
    assert await lab("return c.state().text;") == "ab"


async def test_the_send_button_is_found_by_the_selector_that_fits_the_page_now(lab: Lab) -> None:
    """A profile with several selectors uses the first that matches, until it stops matching."""
    await lab.body("<form><textarea id=box></textarea><button class=later>Send</button></form>")
    code = """
        let send = ".earlier";
        const c = new composer.Composer({ composer: "#box", get send() { return send; } });
        const before = c.sendButton.state();
        send = ".later";
        return [before, c.sendButton.state()];
    """
    assert await lab(code) == ["none", "on"]
