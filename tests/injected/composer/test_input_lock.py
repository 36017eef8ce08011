"""The user's keys while a text is inserted: none reaches the page, and no letter is lost."""

from __future__ import annotations

from observers.cdp import call
from tests.injected.lab import Lab

START = """globalThis.ending?.abort();
globalThis.ending = new AbortController();
globalThis.p = new input_lock.InputLock("#send", ending.signal);
globalThis.heard = [];
for (const name of ["keydown", "click", "paste"])
    document.querySelector("main").addEventListener(name, (event) => heard.push(event.key ?? name));
document.querySelector("#at").focus();"""
BODY = "<main><textarea id=at></textarea><button id=send>Send</button><button id=other>Other</button></main>"
SAID = "return [document.querySelector('#at').value, p.disturbed, p.end()];"


async def paused(lab: Lab, then: str = "p.begin();") -> None:
    await lab.body(BODY)
    await lab(START + then)


async def test_typed_letters_are_held_back(lab: Lab) -> None:
    await paused(lab)
    await lab.page.keyboard.type("a B?")
    assert await lab(SAID) == ["", True, "a B?"]


async def test_the_page_gets_no_event_of_held_back_letters(lab: Lab) -> None:
    await paused(lab)
    await lab.page.keyboard.type("ab")
    assert await lab("return heard;") == []


async def test_a_letter_that_is_taken_back_is_not_given_back(lab: Lab) -> None:
    await paused(lab)
    await lab.page.keyboard.type("ab")
    await lab.page.keyboard.press("Backspace")
    assert await lab(SAID) == ["", True, "a"]


async def test_keys_that_send_or_move_the_caret_do_nothing(lab: Lab) -> None:
    wrong: list[object] = []
    for key in ["Enter", "Control+Enter", "Delete", "Tab", "ArrowLeft", "Home"]:
        await lab.empty()
        await paused(lab)
        await lab.page.keyboard.press(key)
        code = "return [heard.filter((key) => key !== 'Control'), p.disturbed, p.end()];"
        if (found := await lab(code)) != [[], False, ""]:
            wrong.append((key, found))
    assert wrong == []


async def test_a_typed_line_end_is_held_back_too(lab: Lab) -> None:
    await paused(lab)
    await lab.page.keyboard.type("a")
    await lab.page.keyboard.press("Shift+Enter")
    assert await lab(SAID) == ["", True, "a\n"]


async def test_keys_that_write_nothing_reach_the_page(lab: Lab) -> None:
    wrong: list[object] = []
    for key in ["Control+End", "Control+a", "Escape"]:
        await lab.empty()
        await paused(lab)
        await lab.page.keyboard.press(key)
        if key.split("+")[-1] not in await lab("return heard;"):
            wrong.append(key)
    assert wrong == []


async def test_text_that_comes_without_a_key_is_not_a_users_typing(lab: Lab) -> None:
    await paused(lab)
    await lab.page.keyboard.insert_text("a result")
    assert await lab(SAID) == ["a result", False, ""]


async def test_the_send_button_does_nothing_and_another_does(lab: Lab) -> None:
    await paused(lab)
    await lab.page.click("#send")
    assert await lab("return heard;") == []
    await lab.page.click("#other")
    assert await lab("return heard;") == ["click"]


async def test_text_that_the_user_pastes_is_held_back_too(lab: Lab) -> None:
    await paused(
        lab, "document.querySelector('#at').value = 'copied'; document.querySelector('#at').select();"
    )
    await lab.page.keyboard.press("Control+c")
    await lab("document.querySelector('#at').value = ''; p.begin();")
    await lab.page.keyboard.press("Control+v")
    assert await lab(SAID) == ["", True, "copied"]


async def test_a_word_that_is_composed_is_given_back_at_its_end(lab: Lab) -> None:
    await paused(lab)
    session = await lab.page.context.new_cdp_session(lab.page)
    await call(session, "Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2})
    await session.detach()
    await lab("document.querySelector('#at').blur();")
    assert await lab("return [p.disturbed, p.end()];") == [True, "ni"]


async def test_before_after_and_when_python_has_gone_keys_are_the_users(lab: Lab) -> None:
    wrong: list[object] = []
    for then in ["", "p.begin(); p.end();", "p.begin(); p.until = performance.now() - 1;"]:
        await lab.empty()
        await paused(lab, then)
        await lab.page.keyboard.type("ab")
        if (found := await lab(SAID)) != ["ab", False, ""]:
            wrong.append((then, found))
    assert wrong == []


async def test_the_input_lock_lasts_longer_while_python_is_there(lab: Lab) -> None:
    await paused(lab, "p.begin(); p.until = performance.now() - 1; p.renew();")
    await lab.page.keyboard.type("ab")
    assert await lab(SAID) == ["", True, "ab"]


async def test_a_key_event_that_the_page_makes_is_not_the_users_typing(lab: Lab) -> None:
    await paused(lab)
    code = "document.querySelector('#at').dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));"
    assert await lab(f"{code} return [heard, p.disturbed];") == [["a"], False]


async def test_no_letters_are_held_back_after_the_end(lab: Lab) -> None:
    await paused(lab, "p.begin(); ending.abort();")
    await lab.page.keyboard.type("ab")
    assert await lab(SAID) == ["ab", False, ""]
