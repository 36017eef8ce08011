"""One block, drawn from what it is told."""

from __future__ import annotations

from tests.injected.lab import Lab

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


async def test_the_tree_has_the_names_that_the_design_gives(lab: Lab) -> None:
    code = """c.draw({ name: "f", status: "streaming", buttons: [] }); c.append("x", "1", false);
    return [".function-block[data-block-id=b1]", ".language-tag", ".function-name > .function-name-left > .function-name-row > .function-name-text",
        ".function-name-row > .spinner", ".function-name-right > .call-id", ".function-name-right > .expand-button",
        ".expandable-content > .function-params > .param-name[data-param-id]",
        ".param-value[data-param-id][data-streaming=true] > .content-wrapper > pre", ".function-buttons", ".function-result"]
        .filter((selector) => !root.querySelector(selector));"""
    assert await lab(SCENE + code) == []


async def test_a_field_that_is_not_told_keeps_its_value(lab: Lab) -> None:
    code = "c.draw({ name: 'f', call_id: '7' }); c.draw({ status: 'ready' }); return [$('.function-name-text').textContent, $('.call-id').textContent];"
    assert await lab(SCENE + code) == ["f", "7"]


async def test_markup_in_a_name_is_text(lab: Lab) -> None:
    code = "c.draw({ name: '<b>f</b>' }); return [$('.function-name-text').textContent, $('.function-name-text').children.length];"
    assert await lab(SCENE + code) == ["<b>f</b>", 0]


async def test_it_spins_while_something_is_under_way(lab: Lab) -> None:
    wrong: list[object] = []
    for status, spins in [("streaming", 1), ("running", 1), ("ready", 0), ("done", 0)]:
        await lab.empty()
        code = "c.draw({ status: given }); c.draw({ label: 'x' }); return c.block.querySelectorAll('.spinner').length;"
        if (found := await lab(SCENE + code, status)) != spins:
            wrong.append((status, found))
    assert wrong == []


async def test_it_stops_spinning_when_that_is_over(lab: Lab) -> None:
    assert (
        await lab(
            f"{SCENE} c.draw({{ status: 'running' }}); c.draw({{ status: 'done' }}); return $('.spinner');"
        )
        is None
    )


async def test_the_arguments_are_in_sight_until_the_person_has_decided(lab: Lab) -> None:
    wrong: list[object] = []
    for status in ["streaming", "ready", "scheduled"]:
        await lab.empty()
        code = "c.append('x', '1', true); c.draw({ status: given }); return $('.expandable-content').style.display;"
        if (found := await lab(SCENE + code, status)) != "block":
            wrong.append((status, found))
    assert wrong == []


async def test_a_call_without_arguments_has_nothing_to_open(lab: Lab) -> None:
    assert await lab(f"{SCENE} c.draw({{ status: 'ready' }}); return c.open;") is False


async def test_a_call_that_ended_before_it_was_drawn_stays_closed(lab: Lab) -> None:
    code = "c.append('x', '1', true); c.draw({ status: 'done' }); return c.open;"
    assert await lab(SCENE + code) is False


async def test_the_result_takes_the_place_of_the_arguments_and_the_height_stays(lab: Lab) -> None:
    code = f"""{STYLED} c.append("x", "1", true); c.draw({{ name: "f", status: "ready", buttons: ["edit", "execute"], nonce: "n" }});
    const before = [c.open, c.block.offsetHeight];
    c.draw({{ status: "running", label: "Running", buttons: ["cancel"] }}); const running = [c.open, c.block.offsetHeight];
    c.draw({{ status: "done", label: "Done", buttons: ["insert", "submit"], result: given }});
    return [before[0], running[0], c.open, running[1] - before[1], c.block.offsetHeight - before[1]];"""
    assert await lab(code, RESULT) == [True, True, False, 0, 0]


async def test_a_block_without_arguments_keeps_a_place_for_the_result(lab: Lab) -> None:
    code = f"""{STYLED} c.draw({{ name: "f", status: "ready", buttons: ["execute"], nonce: "n" }}); const before = c.block.offsetHeight;
    c.draw({{ status: "done", label: "Done", buttons: ["insert", "submit"], result: given }}); return c.block.offsetHeight - before;"""
    assert await lab(code, RESULT) == 0


async def test_a_result_that_does_not_fit_is_shown_whole_after_a_press(lab: Lab) -> None:
    code = f"""{STYLED} c.draw({{ name: "f", status: "ready" }}); const before = c.block.offsetHeight;
    c.draw({{ status: "done", result: given }}); globalThis.taller = () => c.block.offsetHeight - before;"""
    await lab(code, {"text": "line\n" * 60, "error": False})
    assert await lab("return taller();") == 0
    await lab.page.get_by_role("button", name="Show all of the result: f").click()
    assert await lab("return taller() > 0;") is True


async def test_at_the_end_of_the_chat_a_result_may_be_taller(lab: Lab) -> None:
    code = f"""{STYLED} c.last = true; c.draw({{ name: "f", status: "ready" }}); const before = c.block.offsetHeight;
    c.draw({{ status: "done", result: given }}); return c.block.offsetHeight > before;"""
    assert await lab(code, {"text": "line\n" * 60, "error": False}) is True


async def test_arguments_with_the_pointer_on_them_stay_open(lab: Lab) -> None:
    await lab(f"{STYLED} c.append('x', '1', true); c.draw({{ status: 'ready' }}); globalThis.c = c;")
    await lab.page.locator(".param-value").hover()
    code = "globalThis.c.draw({ status: 'done', result: given }); return globalThis.c.open;"
    assert await lab(code, RESULT) is True


async def test_a_block_that_a_person_touched_stays_as_it_is(lab: Lab) -> None:
    code = """c.append("x", "1", true); c.draw({ status: "ready" }); c.touched = true; c.draw({ status: "done", result: given });
    return c.open;"""
    assert await lab(SCENE + code, RESULT) is True


async def test_arguments_grow_and_end(lab: Lab) -> None:
    code = """c.draw({ status: "streaming" }); c.append("x", "1", false); c.append("x", "2", true); c.append("y", "3", false);
    return [...c.block.querySelectorAll(".param-value")].map((value) => [value.textContent, value.dataset.streaming]);"""
    assert await lab(SCENE + code) == [["12", "false"], ["3", "true"]]


async def test_arguments_end_with_the_call(lab: Lab) -> None:
    code = """c.draw({ status: "streaming" }); c.append("x", "1", false); c.draw({ status: "incomplete" });
    return $(".param-value").dataset.streaming;"""
    assert await lab(SCENE + code) == "false"


async def test_arguments_of_a_closed_block_are_made_when_it_opens(lab: Lab) -> None:
    code = "c.draw({ status: 'done' }); c.append('x', '1', true); return $('.param-value');"
    assert await lab(SCENE + code) is None
    await lab.page.locator(".expand-button").click()
    assert await lab.page.locator(".param-value").text_content() == "1"


LONG = "Array.from({ length: 3000 }, (_, at) => `line ${at}`).join('\\n')"
SEEN = """const box = $(".param-value"); const rows = box.textContent.split("\\n");
    const top = box.scrollTop - parseFloat(box.querySelector("pre").style.paddingTop);
    return [top >= 0 && top < rows.length * 18, rows.includes("line 0"), rows.includes("line 2999")];"""
"""Whether rows stand where the person looks, and which."""


async def test_a_long_argument_that_came_whole_is_read_from_its_beginning(lab: Lab) -> None:
    await lab(f"{STYLED} c.draw({{ status: 'done' }}); c.append('x', {LONG}, true); globalThis.$ = $;")
    await lab.page.locator(".expand-button").click()
    assert await lab(SEEN) == [True, True, False]


async def test_a_long_argument_that_is_being_written_is_followed(lab: Lab) -> None:
    code = f"{STYLED} c.draw({{ status: 'streaming' }}); c.append('x', {LONG}, false); {SEEN}"
    assert await lab(code) == [True, False, True]


async def test_an_argument_may_have_any_name(lab: Lab) -> None:
    wrong: list[object] = []
    for key in ["__proto__", "constructor", "<b>"]:
        await lab.empty()
        code = "c.draw({ status: 'streaming' }); c.append(given, 'v', true); return [$('.param-name').textContent, $('.param-value').textContent];"
        if (found := await lab(SCENE + code, key)) != [key, "v"]:
            wrong.append((key, found))
    assert wrong == []


async def test_the_buttons_are_those_it_is_told(lab: Lab) -> None:
    code = """c.draw({ status: "done", buttons: ["insert", "submit"], nonce: "n", span: [0, 3] });
    return [...c.block.querySelectorAll(".function-buttons button")].map((button) => [button.className, button.textContent]);"""
    assert await lab(SCENE + code) == [
        ["raw-toggle", "Show raw"],
        ["insert-button", "Insert"],
        ["submit-button", "Submit"],
    ]


async def test_buttons_that_stay_the_same_are_not_made_anew(lab: Lab) -> None:
    code = """const look = { status: "ready", buttons: ["execute"], nonce: "n", span: [0, 3] };
    c.draw(look); const first = $(".execute-button"); c.draw({ ...look, note: "x" }); return first === $(".execute-button");"""
    assert await lab(SCENE + code) is True


async def test_a_new_nonce_makes_new_buttons(lab: Lab) -> None:
    code = """const look = { status: "ready", buttons: ["execute"], span: [0, 3] };
    c.draw({ ...look, nonce: "n" }); const first = $(".execute-button"); c.draw({ ...look, nonce: "m" }); return first === $(".execute-button");"""
    assert await lab(SCENE + code) is False


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


async def test_a_result_is_shown(lab: Lab) -> None:
    code = "c.draw({ result: { text: '<b>42</b>', error: false } }); return [$('.result-label').textContent, $('.result-value').textContent];"
    assert await lab(SCENE + code) == ["Result", "<b>42</b>"]


async def test_a_denial_is_no_error(lab: Lab) -> None:
    code = "c.draw({ status: 'denied', result: { text: 'no', error: true, head: 'Not allowed' } }); return [$('.function-result').className, $('.result-label').textContent];"
    assert await lab(SCENE + code) == ["function-result", "Not allowed"]


async def test_a_block_of_a_result_says_once_that_it_is_one(lab: Lab) -> None:
    code = "c.draw({ status: 'result', label: 'Result', result: { text: '1', error: false } }); return $('.result-label').hidden;"
    assert await lab(SCENE + code) is True


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


async def test_what_the_tool_may_do_stays_shown_when_it_has_run(lab: Lab) -> None:
    code = f"{UNDECIDED} c.draw({{ status: 'done' }}); return $('.effects').checkVisibility();"
    assert await lab(STYLED + code) is True


async def test_a_call_that_ended_before_it_was_drawn_shows_no_effects(lab: Lab) -> None:
    code = "c.draw({ name: 'rm', status: 'done', effects: ['can delete or overwrite'] }); return $('.effects').hidden;"
    assert await lab(SCENE + code) is True


async def test_a_dangerous_call_is_marked_as_one(lab: Lab) -> None:
    assert await lab(f"{SCENE} {UNDECIDED} return c.block.classList.contains('danger');") is True


async def test_a_button_says_of_which_call_it_is(lab: Lab) -> None:
    assert (
        await lab(f"{SCENE} {UNDECIDED} return $('.execute-button').getAttribute('aria-label');")
        == "Execute: rm"
    )


SENT = "c.draw({ name: 'f', status: 'done', result: { text: 'x', error: false }, buttons: ['insert'], nonce: 'n', sent: true });"


async def test_a_result_that_was_sent_is_one_line_that_opens(lab: Lab) -> None:
    await lab(SCENE + SENT)
    quiet = lab.page.locator(".function-block.quiet")
    assert await quiet.count() == 1
    await lab.page.locator(".expand-button").click()
    assert await quiet.count() == 0
    assert await lab.page.locator(".insert-button").inner_text() == "Insert again"


async def test_a_failure_is_shown_as_one(lab: Lab) -> None:
    code = "c.draw({ result: { text: 'no', error: true, head: 'Error' } }); return [$('.function-result').className, $('.result-label').textContent];"
    assert await lab(SCENE + code) == ["function-result error", "Error"]


async def test_pictures_of_a_result_stand_below_it_with_what_they_are(lab: Lab) -> None:
    picture = "{ type: 'image/png', data: '', width: 3000, height: 1500, alt: 'A plot' }"
    code = f"c.draw({{ result: {{ text: 'x', error: false, pictures: [{picture}] }} }}); const p = $('.function-result > canvas.picture'); return [p.getAttribute('aria-label'), p.width, p.height];"
    assert await lab(SCENE + code) == ["A plot", 1600, 800]


async def test_a_result_that_is_drawn_again_keeps_its_elements(lab: Lab) -> None:
    picture = "{ type: 'image/png', data: '', width: 3, height: 1, alt: 'A plot' }"
    code = f"const r = () => ({{ text: 'x', error: false, pictures: [{picture}] }}); c.draw({{ result: r() }}); const p = $('canvas'); c.draw({{ result: r() }}); const same = p === $('canvas'); c.draw({{ result: {{ ...r(), text: 'y' }} }}); return [same, p === $('canvas')];"
    assert await lab(SCENE + code) == [True, False]


async def test_a_result_can_be_taken_back(lab: Lab) -> None:
    code = "c.draw({ result: { text: 'x', error: false } }); c.draw({ result: null }); return [$('.function-result').hidden, $('.function-result').textContent];"
    assert await lab(SCENE + code) == [True, ""]


async def test_a_countdown_is_told_in_words(lab: Lab) -> None:
    code = "c.draw({ status: 'scheduled', countdown: { left: 5000, total: 5000 } }); const told = $('.countdown').textContent; c.dispose(); return told;"
    assert await lab(SCENE + code) == "Runs automatically in 5.0 s. Click or touch here to stop it."


async def test_a_countdown_that_is_over_is_gone(lab: Lab) -> None:
    code = "c.draw({ countdown: { left: 50, total: 50 } }); c.draw({ countdown: null }); return $('.countdown').textContent;"
    assert await lab(SCENE + code) == ""


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


async def test_a_refused_press_stops_the_countdown(lab: Lab) -> None:
    assert await lab(f"{SCENE} {COUNTING} c.refuse('execute', 'x'); return told;") == [["touch"]]


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


async def test_a_long_argument_says_its_size(lab: Lab) -> None:
    code = "c.append('x', 'y'.repeat(12345), true); c.draw({ status: 'ready' }); return $('.param-name').dataset.size;"
    assert await lab(SCENE + code) == "12,345 characters"


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
        ("a/\u05d7/b", "a\u200e/\u200e\u05d7\u200e/\u200eb"),
        ("two\n\tlines", "two\n\tlines"),
        ("\u2764\ufe0f \U0001f468\u200d\U0001f469", "\u2764\ufe0f \U0001f468\u200d\U0001f469"),
    ]:
        await lab.empty()
        code = "c.append(given, given, true); c.draw({ name: given, status: 'ready' }); return [$('.function-name-text').textContent, $('.param-name').textContent, $('.param-value').textContent];"
        if (found := await lab(SCENE + code, given)) != [drawn, drawn, drawn]:
            wrong.append((given, found))
    assert wrong == []


async def test_what_was_shown_elsewhere_is_shown_as_it_was_left(lab: Lab) -> None:
    code = """c.restore({ id: "b1", look: { status: "ready", name: "f" }, params: [{ key: "x", text: "1", done: true }], open: false, touched: true });
    return [c.open, told];"""
    assert await lab(SCENE + code) == [False, []]


async def test_a_block_that_was_disposed_of_is_gone(lab: Lab) -> None:
    assert await lab(f"{SCENE} c.dispose(); return root.children.length;") == 0


async def test_a_button_says_how_many_results_it_sends(lab: Lab) -> None:
    code = "c.draw({ name: 'f', status: 'done', buttons: ['insert', 'submit'], nonce: 'n', sends: 3 }); return $('.submit-button').getAttribute('aria-label');"
    assert await lab(SCENE + code) == "Send 3 results: f"


async def test_arguments_that_come_after_the_state_take_the_place_kept_for_the_result(lab: Lab) -> None:
    code = f"""{STYLED} c.draw({{ name: "f", status: "ready" }}); const before = c.block.offsetHeight; c.append("x", "1", true);
    return [c.open, c.block.offsetHeight - before];"""
    assert await lab(code) == [True, 0]


async def test_a_block_that_is_drawn_again_is_as_tall_as_before(lab: Lab) -> None:
    code = f"""{STYLED} let height = 0; wires.held = (given) => {{ height = given; }};
    c.append("x", "1\\n2\\n3\\n4\\n5\\n6", true); c.draw({{ name: "f", status: "ready" }}); c.draw({{ status: "done", result: given }});
    const other = new function_block.FunctionBlock("b2", wires, {{}}); root.append(other.block);
    other.restore({{ look: c.look, params: [], open: false, touched: false, held: height }});
    return [height > 84, other.block.offsetHeight - c.block.offsetHeight];"""
    assert await lab(code, RESULT) == [True, 0]


async def test_a_running_call_says_how_long_it_has_been_running(lab: Lab) -> None:
    wrong: list[object] = []
    for elapsed, words in [(400, ""), (4_200, "4 s"), (125_000, "2:05 min"), (None, "")]:
        await lab.empty()
        code = "c.draw({ status: 'running', elapsed: given }); return $('.elapsed').textContent;"
        if (found := await lab(SCENE + code, elapsed)) != words:
            wrong.append((elapsed, found))
    assert wrong == []


async def test_the_share_of_a_run_that_is_done_is_a_bar(lab: Lab) -> None:
    code = """c.draw({ name: 'f', status: 'running', progress: 0.4 });
        const bar = $('.progress'), shown = !bar.hidden, now = bar.getAttribute('aria-valuenow');
        c.draw({ status: 'done', progress: null }); return [shown, now, bar.hidden];"""
    assert await lab(SCENE + code) == [True, "40", True]
