"""Whether the user is writing: by the browser's own key events, never by events that the page makes."""

from __future__ import annotations

from observers.cdp import call
from tests.injected.lab import Lab

START = (
    "globalThis.ending = new AbortController(); globalThis.watch = new typing_activity.Typing(ending.signal);"
)
BUSY = "return watch.busy(60_000);"
FIELDS = ["<textarea id=at></textarea>", "<div id=at contenteditable=true style='min-height: 20px'></div>"]


async def writes(lab: Lab, html: str, text: str = "ab") -> None:
    await lab.body(html)
    await lab(START)
    await lab.page.focus("#at")
    await lab.page.keyboard.type(text)


async def test_a_user_who_typed_a_moment_ago_is_writing(lab: Lab) -> None:
    wrong: list[object] = []
    for html in FIELDS:
        await lab.empty()
        await writes(lab, html)
        if not (await lab(BUSY)):
            wrong.append(html)
    assert wrong == []


async def test_a_user_who_stopped_typing_is_not_writing(lab: Lab) -> None:
    await writes(lab, FIELDS[0])
    assert not await lab("return watch.busy(0);")


async def test_no_one_is_writing_in_a_page_that_was_just_opened(lab: Lab) -> None:
    await lab.body(FIELDS[0])
    assert not await lab(f"{START} {BUSY}")


async def test_a_box_that_was_emptied_was_sent(lab: Lab) -> None:
    await writes(lab, FIELDS[0])
    assert not await lab(f"document.querySelector('#at').value = ''; {BUSY}")


async def test_a_user_does_not_write_in_a_box_that_left_the_page(lab: Lab) -> None:
    await writes(lab, FIELDS[0])
    assert not await lab(f"document.querySelector('#at').remove(); {BUSY}")


async def test_an_input_event_that_the_page_makes_is_no_typing(lab: Lab) -> None:
    await lab.body("<textarea id=at>text</textarea>")
    code = "document.querySelector('#at').dispatchEvent(new InputEvent('input', { bubbles: true }));"
    assert not await lab(f"{START} {code} {BUSY}")


async def test_text_that_overlay_typed_does_not_count_as_the_users_typing(lab: Lab) -> None:
    await writes(lab, FIELDS[0])
    assert not await lab(f"watch.forget(); {BUSY}")


async def test_typing_is_not_noticed_after_the_end(lab: Lab) -> None:
    await lab.body(FIELDS[0])
    await lab(f"{START} ending.abort();")
    await lab.page.focus("#at")
    await lab.page.keyboard.type("ab")
    assert not await lab(BUSY)


async def composes(lab: Lab) -> None:
    await lab.body(FIELDS[0])
    await lab(START)
    await lab.page.focus("#at")
    session = await lab.page.context.new_cdp_session(lab.page)
    await call(session, "Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2})
    await session.detach()


async def test_a_word_that_is_being_composed_is_writing_however_long_it_takes(lab: Lab) -> None:
    await composes(lab)
    assert await lab("return watch.busy(0);")


async def test_a_composition_ends_with_its_word(lab: Lab) -> None:
    await composes(lab)
    await lab.page.keyboard.insert_text("\u4f60")
    assert not await lab("return watch.busy(0);")


async def test_a_composition_ends_when_the_box_is_left(lab: Lab) -> None:
    await composes(lab)
    await lab("document.querySelector('#at').blur();")
    assert not await lab("return watch.busy(0);")
