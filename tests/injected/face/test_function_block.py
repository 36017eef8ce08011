"""One block, drawn as its commands say."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
document.body.innerHTML = "<div id=root class=blocks></div>";
const root = document.getElementById("root");
globalThis.told = [];
const wires = {
  press: (...what) => told.push(["press", ...what]), down: () => {}, touch: () => told.push(["touch"]),
  raw: () => c.showRaw("raw"), ui: (...what) => told.push(["ui", ...what]),
};
const c = new function_block.FunctionBlock("b1", wires, { inert: () => "not here" });
root.append(c.block);
const $ = (selector) => c.block.querySelector(selector);
"""


STYLED = f"{SCENE} const style = new CSSStyleSheet(); style.replaceSync(block_styles.SHEET); document.adoptedStyleSheets = [style];"
RESULT = {"text": "found", "error": False}


async def test_a_block_is_drawn_as_text_in_the_named_parts(lab: Lab) -> None:
    cases = {
        "the tree has the names that the design gives": Case(
            """c.draw({ name: "f", status: "streaming", buttons: [] }); c.append("x", "1", false);
    return [".function-block[data-block-id=b1]", ".language-tag", ".function-name > .function-name-left > .function-name-row > .function-name-text",
        ".function-name-row > .spinner", ".function-name-right > .call-id", ".function-name-right > .expand-button",
        ".expandable-content > .function-params > .param-name[data-param-id]",
        ".param-value[data-param-id][data-streaming=true] > .content-wrapper > pre", ".function-buttons", ".function-result"]
        .filter((selector) => !root.querySelector(selector));""",
            [],
        ),
        "a field that is not told keeps its value": Case(
            "c.draw({ name: 'f', call_id: '7' }); c.draw({ status: 'ready' }); return [$('.function-name-text').textContent, $('.call-id').textContent];",
            ["f", "7"],
        ),
        "markup in a name is text": Case(
            "c.draw({ name: '<b>f</b>' }); return [$('.function-name-text').textContent, $('.function-name-text').children.length];",
            ["<b>f</b>", 0],
        ),
        "a block stops spinning when the call is over": Case(
            "c.draw({ status: 'running' }); c.draw({ status: 'done' }); return $('.spinner');", None
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_block_spins_while_its_call_is_under_way(lab: Lab) -> None:
    wrong: list[object] = []
    for status, spins in [("streaming", 1), ("running", 1), ("ready", 0), ("done", 0)]:
        await lab.empty()
        code = "c.draw({ status: given }); c.draw({ label: 'x' }); return c.block.querySelectorAll('.spinner').length;"
        if (found := await lab(SCENE + code, status)) != spins:
            wrong.append((status, found))
    assert wrong == []


async def test_the_arguments_are_in_sight_until_the_person_has_decided(lab: Lab) -> None:
    wrong: list[object] = []
    for status in ["streaming", "ready", "scheduled"]:
        await lab.empty()
        code = "c.append('x', '1', true); c.draw({ status: given }); return $('.expandable-content').style.display;"
        if (found := await lab(SCENE + code, status)) != "block":
            wrong.append((status, found))
    assert wrong == []


async def test_a_result_takes_the_place_of_the_arguments_and_the_height_stays(lab: Lab) -> None:
    cases = {
        "a call without arguments has nothing to open": Case(
            SCENE + "c.draw({ status: 'ready' }); return c.folding.open;", False
        ),
        "a call that ended before it was drawn stays closed": Case(
            SCENE + "c.append('x', '1', true); c.draw({ status: 'done' }); return c.folding.open;", False
        ),
        "the result takes the place of the arguments and the height stays": Case(
            f"""{STYLED} c.append("x", "1", true); c.draw({{ name: "f", status: "ready", buttons: ["edit", "execute"], nonce: "n" }});
    const before = [c.folding.open, c.block.offsetHeight];
    c.draw({{ status: "running", label: "Running", buttons: ["cancel"] }}); const running = [c.folding.open, c.block.offsetHeight];
    c.draw({{ status: "done", label: "Done", buttons: ["insert", "submit"], result: given }});
    return [before[0], running[0], c.folding.open, running[1] - before[1], c.block.offsetHeight - before[1]];""",
            [True, True, False, 0, 0],
            given=RESULT,
        ),
        "a block without arguments keeps a place for the result": Case(
            f"""{STYLED} c.draw({{ name: "f", status: "ready", buttons: ["execute"], nonce: "n" }}); const before = c.block.offsetHeight;
    c.draw({{ status: "done", label: "Done", buttons: ["insert", "submit"], result: given }}); return c.block.offsetHeight - before;""",
            0,
            given=RESULT,
        ),
        "at the end of the chat a result may be taller": Case(
            f"""{STYLED} c.folding.last = true; c.draw({{ name: "f", status: "ready" }}); const before = c.block.offsetHeight;
    c.draw({{ status: "done", result: given }}); return c.block.offsetHeight > before;""",
            True,
            given={"text": "line\n" * 60, "error": False},
        ),
        "a block that a person touched stays as it is": Case(
            SCENE
            + """c.append("x", "1", true); c.draw({ status: "ready" }); c.folding.touched = true; c.draw({ status: "done", result: given });
    return c.folding.open;""",
            True,
            given=RESULT,
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_result_that_does_not_fit_is_shown_whole_after_a_press(lab: Lab) -> None:
    code = f"""{STYLED} c.draw({{ name: "f", status: "ready" }}); const before = c.block.offsetHeight;
    c.draw({{ status: "done", result: given }}); globalThis.taller = () => c.block.offsetHeight - before;"""
    await lab(code, {"text": "line\n" * 60, "error": False})
    assert await lab("return taller();") == 0
    await lab.page.get_by_role("button", name="Show all of the result: f").click()
    assert await lab("return taller() > 0;") is True


async def test_arguments_with_the_pointer_on_them_stay_open(lab: Lab) -> None:
    await lab(f"{STYLED} c.append('x', '1', true); c.draw({{ status: 'ready' }}); globalThis.c = c;")
    await lab.page.locator(".param-value").hover()
    code = "globalThis.c.draw({ status: 'done', result: given }); return globalThis.c.folding.open;"
    assert await lab(code, RESULT) is True


async def test_arguments_grow_until_their_call_ends(lab: Lab) -> None:
    cases = {
        "arguments grow and end": Case(
            SCENE
            + """c.draw({ status: "streaming" }); c.append("x", "1", false); c.append("x", "2", true); c.append("y", "3", false);
    return [...c.block.querySelectorAll(".param-value")].map((value) => [value.textContent, value.dataset.streaming]);""",
            [["12", "false"], ["3", "true"]],
        ),
        "arguments end with the call": Case(
            SCENE
            + """c.draw({ status: "streaming" }); c.append("x", "1", false); c.draw({ status: "incomplete" });
    return $(".param-value").dataset.streaming;""",
            "false",
        ),
        "a long argument that is being written is followed": Case(
            f"{STYLED} c.draw({{ status: 'streaming' }}); c.append('x', {LONG}, false); {SEEN}",
            [True, False, True],
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_arguments_of_a_closed_block_are_made_when_it_opens(lab: Lab) -> None:
    code = "c.draw({ status: 'done' }); c.append('x', '1', true); return $('.param-value');"
    assert await lab(SCENE + code) is None
    await lab.page.locator(".expand-button").click()
    assert await lab.page.locator(".param-value").text_content() == "1"


LONG = "Array.from({ length: 3000 }, (_, at) => `line ${at}`).join('\\n')"
SEEN = """const box = $(".param-value"); const rows = box.textContent.split("\\n");
    const top = box.scrollTop - parseFloat(box.querySelector("pre").style.paddingTop);
    return [top >= 0 && top < rows.length * 18, rows.includes("line 0"), rows.includes("line 2999")];"""
"""Which rows are where the user looks, if any."""


async def test_a_long_argument_that_came_whole_is_read_from_its_beginning(lab: Lab) -> None:
    await lab(f"{STYLED} c.draw({{ status: 'done' }}); c.append('x', {LONG}, true); globalThis.$ = $;")
    await lab.page.locator(".expand-button").click()
    assert await lab(SEEN) == [True, True, False]


async def test_an_argument_may_have_any_name(lab: Lab) -> None:
    wrong: list[object] = []
    for key in ["__proto__", "constructor", "<b>"]:
        await lab.empty()
        code = "c.draw({ status: 'streaming' }); c.append(given, 'v', true); return [$('.param-name').textContent, $('.param-value').textContent];"
        if (found := await lab(SCENE + code, key)) != [key, "v"]:
            wrong.append((key, found))
    assert wrong == []


async def test_buttons_are_made_anew_only_for_a_new_nonce(lab: Lab) -> None:
    cases = {
        "the buttons are those it is told": Case(
            """c.draw({ status: "done", buttons: ["insert", "submit"], nonce: "n", span: [0, 3] });
    return [...c.block.querySelectorAll(".function-buttons button")].map((button) => [button.className, button.textContent]);""",
            [
                ["raw-toggle", "Show raw"],
                ["insert-button", "Insert"],
                ["submit-button", "Submit"],
            ],
        ),
        "buttons that stay the same are not made anew": Case(
            """const look = { status: "ready", buttons: ["execute"], nonce: "n", span: [0, 3] };
    c.draw(look); const first = $(".execute-button"); c.draw({ ...look, note: "x" }); return first === $(".execute-button");""",
            True,
        ),
        "a new nonce makes new buttons": Case(
            """const look = { status: "ready", buttons: ["execute"], span: [0, 3] };
    c.draw({ ...look, nonce: "n" }); const first = $(".execute-button"); c.draw({ ...look, nonce: "m" }); return first === $(".execute-button");""",
            False,
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_cancel_says_so_with_its_nonce(lab: Lab) -> None:
    await lab(f"{SCENE} c.draw({{ status: 'running', buttons: ['cancel'], nonce: 'n7' }});")
    await lab.page.locator(".cancel-button").click()
    assert await lab("return told") == [["press", "cancel", "n7", {"at": 0, "boxes": []}]]


async def test_the_raw_text_is_shown_and_hidden(lab: Lab) -> None:
    await lab(f"{SCENE} c.draw({{ status: 'ready', buttons: [], nonce: 'n', span: [4, 7] }});")
    await lab.page.locator(".raw-toggle").click()
    assert await lab.page.locator(".raw").text_content() == "raw"
    await lab.page.locator(".raw-toggle").click()
    assert not await lab.page.locator(".raw").is_visible()


async def test_a_result_is_shown_as_what_it_is(lab: Lab) -> None:
    cases = {
        "a result is shown": Case(
            "c.draw({ result: { text: '<b>42</b>', error: false } }); return [$('.result-label').textContent, $('.result-value').textContent];",
            ["Result", "<b>42</b>"],
        ),
        "a denial is no error": Case(
            "c.draw({ status: 'denied', result: { text: 'no', error: true, head: 'Not allowed' } }); return [$('.function-result').className, $('.result-label').textContent];",
            ["function-result", "Not allowed"],
        ),
        "a block of a result says once that it is one": Case(
            "c.draw({ status: 'result', label: 'Result', result: { text: '1', error: false } }); return $('.result-label').hidden;",
            True,
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_result_in_json_can_be_read_as_text_too(lab: Lab) -> None:
    await lab(f"""{SCENE} c.draw({{ status: "done", result: {{ text: '{{"a": 1}}', error: false }} }});""")
    assert await lab.page.locator(".result-value").is_hidden()
    await lab.page.locator(".plain-toggle").click()
    assert await lab.page.locator(".result-value").inner_text() == '{"a": 1}'


async def test_a_result_is_copied_to_the_clipboard_as_it_is(lab: Lab) -> None:
    await lab(
        f"{SCENE} document.body.append(document.createElement('textarea')); c.draw({{ status: 'done', result: {{ text: 'a\\n  b', error: false }} }});"
    )
    await lab.page.locator(".copy-button").click()
    await lab.page.locator("body > textarea").focus()
    await lab.page.keyboard.press("Control+V")
    assert await lab.page.locator("body > textarea").input_value() == "a\n  b"


UNDECIDED = "c.draw({ name: 'rm', status: 'ready', danger: true, effects: ['can delete or overwrite'], buttons: ['execute'], nonce: 'n' });"


async def test_a_block_says_what_its_tool_may_do_and_how_it_ended(lab: Lab) -> None:
    cases = {
        "the effects of the tool stay shown when it has run": Case(
            STYLED + f"{UNDECIDED} c.draw({{ status: 'done' }}); return $('.effects').checkVisibility();",
            True,
        ),
        "a call that ended before it was drawn shows no effects": Case(
            SCENE
            + "c.draw({ name: 'rm', status: 'done', effects: ['can delete or overwrite'] }); return $('.effects').hidden;",
            True,
        ),
        "a dangerous call is marked as one": Case(
            SCENE + f"{UNDECIDED} return c.block.classList.contains('danger');", True
        ),
        "a button says of which call it is": Case(
            SCENE + f"{UNDECIDED} return $('.execute-button').getAttribute('aria-label');", "Execute: rm"
        ),
        "a failure is shown as one": Case(
            SCENE
            + "c.draw({ result: { text: 'no', error: true, head: 'Error' } }); return [$('.function-result').className, $('.result-label').textContent];",
            ["function-result error", "Error"],
        ),
        "pictures of a result stand below it with what they are": Case(
            SCENE
            + "c.draw({ result: { text: 'x', error: false, pictures: [{ type: 'image/png', data: '', width: 3000, height: 1500, alt: 'A plot' }] } }); const p = $('.function-result > canvas.picture'); return [p.getAttribute('aria-label'), p.width, p.height];",
            ["A plot", 1600, 800],
        ),
        "a result that is drawn again keeps its elements": Case(
            SCENE
            + "const r = () => ({ text: 'x', error: false, pictures: [{ type: 'image/png', data: '', width: 3, height: 1, alt: 'A plot' }] }); c.draw({ result: r() }); const p = $('canvas'); c.draw({ result: r() }); const same = p === $('canvas'); c.draw({ result: { ...r(), text: 'y' } }); return [same, p === $('canvas')];",
            [True, False],
        ),
        "a result can be taken back": Case(
            SCENE
            + "c.draw({ result: { text: 'x', error: false } }); c.draw({ result: null }); return [$('.function-result').hidden, $('.function-result').textContent];",
            [True, ""],
        ),
    }
    assert await lab.differing("", cases) == {}


SENT = "c.draw({ name: 'f', status: 'done', result: { text: 'x', error: false }, buttons: ['insert'], nonce: 'n', sent: true });"


async def test_a_result_that_was_sent_is_one_line_that_opens(lab: Lab) -> None:
    await lab(SCENE + SENT)
    quiet = lab.page.locator(".function-block.quiet")
    assert await quiet.count() == 1
    await lab.page.locator(".expand-button").click()
    assert await quiet.count() == 0
    assert await lab.page.locator(".insert-button").inner_text() == "Insert again"


async def test_a_countdown_is_shown_in_words_until_it_ends(lab: Lab) -> None:
    cases = {
        "a countdown is shown in words": Case(
            "c.draw({ status: 'scheduled', countdown: { left: 5000, total: 5000 } }); const told = $('.countdown').textContent; c.dispose(); return told;",
            "Runs automatically in 5.0 s. Click or touch here to stop it.",
        ),
        "a countdown that has ended is gone": Case(
            "c.draw({ countdown: { left: 50, total: 50 } }); c.draw({ countdown: null }); return $('.countdown').textContent;",
            "",
        ),
        "a refused press stops the countdown": Case(
            f"{COUNTING} c.refuse('execute', 'x'); return told;", [["touch"]]
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


COUNTING = "c.draw({ status: 'scheduled', name: 'f', buttons: ['execute'], nonce: 'n', span: [0, 3], countdown: { left: 9e5, total: 9e5 } });"


async def test_a_touch_of_the_block_stops_the_countdown(lab: Lab) -> None:
    await lab(SCENE + COUNTING)
    await lab.page.locator(".function-name-text").click()
    assert await lab("return told") == [["touch"]]


async def test_a_key_in_the_block_stops_the_countdown(lab: Lab) -> None:
    await lab(SCENE + COUNTING)
    await lab.page.locator(".expand-button").focus()
    await lab.page.keyboard.press("ArrowDown")
    assert await lab("return told") == [["touch"]]


async def test_a_script_that_touches_the_block_stops_nothing(lab: Lab) -> None:
    await lab(
        f"{SCENE} {COUNTING} c.block.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true }}));"
    )
    assert await lab("return told") == []


async def test_without_a_countdown_a_touch_says_nothing(lab: Lab) -> None:
    await lab(f"{SCENE} c.draw({{ name: 'f' }});")
    await lab.page.locator(".function-name-text").click()
    assert await lab("return told") == []


async def test_a_refused_press_says_why_and_where_else_the_call_can_be_run(lab: Lab) -> None:
    wrong: list[object] = []
    for action, panel, said in [
        ("execute", "true", "Not run: x. Look at it, then click again, or run it from overlay's own window."),
        ("execute", "false", "Not run: x. Look at it, then click again."),
        ("insert", "true", "Not done: x. Look at it, then click again."),
    ]:
        await lab.empty()
        code = f"c.hasPanel = {panel}; c.refuse('{action}', 'x'); return $('.guard-note').textContent;"
        if (found := await lab(SCENE + code)) != said:
            wrong.append((action, panel, found))
    assert wrong == []


async def test_a_block_that_is_not_in_a_frame_takes_no_press_and_says_why(lab: Lab) -> None:
    await lab(f"{SCENE} c.draw({{ status: 'ready', buttons: ['execute'], nonce: 'n' }});")
    await lab.page.locator(".execute-button").click()
    assert await lab("return [told, document.querySelector('.guard-note').textContent]") == [[], "not here"]


async def test_a_call_that_runs_is_not_said_to_be_refused(lab: Lab) -> None:
    note = "$('.guard-note').textContent"
    before = "c.draw({ status: 'ready' }); c.refuse('execute', 'x'); c.draw({ status: 'running' });"
    after = "c.draw({ status: 'running' }); c.refuse('execute', 'x');"
    assert await lab(f"{SCENE} {before} return {note};") == ""
    await lab.empty()
    assert await lab(f"{SCENE} {after} return {note};") == ""


async def test_a_block_that_is_drawn_again_is_as_it_was_left(lab: Lab) -> None:
    cases = {
        "a long argument says its size": Case(
            SCENE
            + "c.append('x', 'y'.repeat(12345), true); c.draw({ status: 'ready' }); return $('.param-name').dataset.size;",
            "12,345 characters",
        ),
        "a block that was shown elsewhere is shown as it was left": Case(
            SCENE
            + """c.restore({ id: "b1", view: { status: "ready", name: "f" }, params: [{ key: "x", text: "1", done: true }], open: false, touched: true });
    return [c.folding.open, told];""",
            [False, []],
        ),
        "a block that was disposed of is gone": Case(SCENE + "c.dispose(); return root.children.length;", 0),
        "a button says how many results it sends": Case(
            SCENE
            + "c.draw({ name: 'f', status: 'done', buttons: ['insert', 'submit'], nonce: 'n', sends: 3 }); return $('.submit-button').getAttribute('aria-label');",
            "Send 3 results: f",
        ),
        "arguments that come after the state take the place kept for the result": Case(
            f"""{STYLED} c.draw({{ name: "f", status: "ready" }}); const before = c.block.offsetHeight; c.append("x", "1", true);
    return [c.folding.open, c.block.offsetHeight - before];""",
            [True, 0],
        ),
        "a block that is drawn again is as tall as before": Case(
            f"""{STYLED} let height = 0; wires.held = (given) => {{ height = given; }};
    c.append("x", "1\\n2\\n3\\n4\\n5\\n6", true); c.draw({{ name: "f", status: "ready" }}); c.draw({{ status: "done", result: given }});
    const other = new function_block.FunctionBlock("b2", wires, {{}}); root.append(other.block);
    other.restore({{ view: c.view, params: [], open: false, touched: false, held: height }});
    return [height > 84, other.block.offsetHeight - c.block.offsetHeight];""",
            [True, 0],
            given=RESULT,
        ),
        "the share of a run that is done is a bar": Case(
            SCENE
            + """c.draw({ name: 'f', status: 'running', progress: 0.4 });
        const bar = $('.progress'), shown = !bar.hidden, now = bar.getAttribute('aria-valuenow');
        c.draw({ status: 'done', progress: null }); return [shown, now, bar.hidden];""",
            [True, "40", True],
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_private_result_is_a_size_and_first_words_until_it_is_opened(lab: Lab) -> None:
    text = "first words " + "z" * 100 + "\nsecret"
    code = "c.draw({ status: 'done', result: { text: given, error: false, folded: true } }); return $('.function-result').textContent;"
    shown = await lab(SCENE + code, text)
    assert ("secret" in shown, "119 characters" in shown, shown.startswith("Resultfirst words")) == (
        False,
        True,
        True,
    )
    await lab.page.locator(".result-toggle").click()
    assert "secret" in (await lab.page.locator(".result-value").text_content() or "")


async def test_a_character_that_is_not_seen_is_drawn_as_its_code_point(lab: Lab) -> None:
    wrong: list[object] = []
    for given, drawn in [
        ("secret\u202etxt.exe", "secret⟨U+202E⟩txt.exe"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("a\ufe0fb", "a⟨U+FE0F⟩b"),
        ("a\u180bb\u3164", "a⟨U+180B⟩b⟨U+3164⟩"),
        ("a\x1b[2Jb", "a⟨U+001B⟩[2Jb"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\u263a\ufe0f\U000e0101\U000e0102", "\u263a\ufe0f⟨U+E0101⟩⟨U+E0102⟩"),
        ("a\ufff9b\ufffc\u2800\u2066\u00ad", "a⟨U+FFF9⟩b⟨U+FFFC⟩⟨U+2800⟩⟨U+2066⟩⟨U+00AD⟩"),
        ("a/\u05d7/b", "a\u200e/\u200e\u05d7\u200e/\u200eb"),
        ("two\n\tlines", "two\n\tlines"),
        ("\u2764\ufe0f \U0001f468\u200d\U0001f469", "\u2764\ufe0f \U0001f468\u200d\U0001f469"),
    ]:
        await lab.empty()
        code = "c.append(given, given, true); c.draw({ name: given, status: 'ready' }); return [$('.function-name-text').textContent, $('.param-name').textContent, $('.param-value').textContent];"
        if (found := await lab(SCENE + code, given)) != [drawn, drawn, drawn]:
            wrong.append((given, found))
    assert wrong == []


async def test_a_running_call_says_how_long_it_has_been_running(lab: Lab) -> None:
    wrong: list[object] = []
    for elapsed, words in [(400, ""), (4_200, "4 s"), (125_000, "2:05 min"), (None, "")]:
        await lab.empty()
        code = "c.draw({ status: 'running', elapsed: given }); return $('.elapsed').textContent;"
        if (found := await lab(SCENE + code, elapsed)) != words:
            wrong.append((elapsed, found))
    assert wrong == []
