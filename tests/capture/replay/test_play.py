"""Whole recordings in a real browser."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from overlay.capture.model import LogLine
from overlay.capture.recording import Recording
from overlay.capture.replay import Moment, Played, play
from overlay.capture.replay.dom import doms_of
from tests.capture.made import NOTE, URL, Made, add, append, call, element, text
from tests.support.effort import corners

AUTO: dict[str, Any] = {
    "policy": {"auto_execute": ["note"], "delay": 0.5},
    "returns": {"auto_insert": True, "auto_submit": True},
}
EAGER = {**NOTE, "hints": {"read_only": True, "sends_out": True}}


def answer(said: str = "", config: dict[str, Any] | None = None) -> Made:
    """A chat in which the model streams one call, and what it came to stands for a while."""
    made = Made()
    made.manifest["config"] = AUTO if config is None else config
    made.open(element(10, "h1", text(11, "A chat")))
    made.stream(said or call("hello \U0001f600"))
    made.length = made.at + 3000
    return made


def ran(made: Made, result: str = "kept", took: float = 200, **more: Any) -> Made:
    given: dict[str, Any] = {"name": "note", "arguments": {}, "took": took, "result": {"text": result}}
    made.input("ran", **{"block": 1, **given, **more})
    return made


def whole(played: Played) -> str:
    """All that a replay gives, but for how long it took."""
    return "\n".join(
        [
            *(line.model_dump_json() for line in played.log),
            *(drawn.model_dump_json() for drawn in played.blocks),
            played.dom,
        ]
    )


def kinds(played: Played, block: int = 1) -> list[str]:
    told = [line.kind for line in played.log if line.block == block and line.kind != "named"]
    return list(dict.fromkeys(told))


def first(played: Played, kind: str) -> LogLine:
    return next(line for line in played.log if line.kind == kind)


def expected_dom(recording: Recording) -> str:
    """The tree of the one document, by the steps alone."""
    lines = doms_of(recording.page())[1].lines()
    return "\n".join([f"#document 1 {URL}", *lines]) + "\n"


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    return ran(answer()).write(tmp_path / "one")


async def test_a_call_is_found_run_and_its_result_put_back(recording: Recording, browser: Browser) -> None:
    played = await play(recording, browser=browser)
    assert kinds(played) == ["detected", "scheduled", "running", "done", "inserted", "submitted"]
    assert first(played, "scheduled").info["arguments"] == {"text": "hello \U0001f600"}
    assert "kept" in first(played, "done").info["result"]


SPEEDS = ["at once", "slowly", "with pauses", "on a busy machine"]


async def test_each_state_of_a_block_is_drawn(recording: Recording, browser: Browser) -> None:
    played = await play(recording, browser=browser)
    assert [drawn.status for drawn in played.blocks] == ["streaming", "scheduled", "running", "done"]
    assert all(drawn.dom.startswith("#host hides pre\n") for drawn in played.blocks)
    assert 'button "Cancel: note"' in played.blocks[2].aria
    assert '"Runs automatically in 0.5 s.' in played.blocks[1].dom


async def test_nothing_made_by_chance_is_drawn(recording: Recording, browser: Browser) -> None:
    played = await play(recording, browser=browser)
    assert "data-block-id" not in played.blocks[0].dom
    assert 'data-param-id="text"' in played.blocks[-1].dom


@pytest.mark.parametrize("again", corners(SPEEDS, "slowly", "on a busy machine"))
async def test_the_same_recording_gives_the_same_at_any_speed(
    recording: Recording, browser: Browser, again: str
) -> None:
    once = whole(await play(recording, browser=browser))
    over = False

    async def busy() -> None:
        while not over:
            sum(range(20_000))
            await asyncio.sleep(0)

    async def pause(moment: Moment) -> None:
        await asyncio.sleep(0.02 * (hash(str(moment.what)) % 3))

    work = asyncio.create_task(busy()) if again == "on a busy machine" else None
    speed = 1.0 if again == "slowly" else None
    second = await play(
        recording, browser=browser, speed=speed, on_step=pause if again == "with pauses" else None
    )
    over = True
    if work:
        await work
    assert whole(second) == once


async def test_the_page_ends_as_the_steps_say(browser: Browser, tmp_path: Path) -> None:
    made = answer()
    made.step(
        add(5, element(50, "svg"), before=10),
        add(
            5,
            {"id": 51, "tag": "svg", "ns": "svg", "kids": [{"id": 52, "tag": "foreignObject", "ns": "svg"}]},
        ),
        add(5, {"id": 53, "comment": "a comment"}),
        add(
            5, {**element(54, "x-open"), "shadow": {"id": 55, "kids": [text(56, "dark")], "sheets": ["p {}"]}}
        ),
        add(
            5,
            element(
                57, "form", element(58, "input", name="attributes"), element(59, "input", name="childNodes")
            ),
        ),
        add(5, text(60, "half \ud83d a character")),
        add(5, element(61, "script", text(62, "throw 1"))),
        add(5, {"id": 63, "tag": "input", "attrs": [["type", "checkbox"], ["@click", "x"]], "value": "true"}),
    )
    made.step(
        {"o": "del", "id": 50},
        {"o": "attr", "id": 10, "name": "class", "value": 'a "b"'},
        {"o": "shadow", "id": 10, "shadow": {"id": 70, "kids": [element(71, "slot")]}},
        {"o": "text", "id": 11, "at": 2, "cut": 4, "text": "talk \U0001f600"},
        {"o": "sheets", "sheets": ["h1 { color: red }"]},
        {"o": "value", "id": 58, "value": "typed"},
        add(54, {"id": 57}),
        add(55, element(72, "p"), before=56),
    )
    recording = made.write(tmp_path / "one")
    assert (await play(recording, browser=browser)).dom == expected_dom(recording)


async def test_a_user_presses_as_they_did(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.input("press", after=700, block=1, action="execute")
    ran(made)
    made.input("press", after=1000, block=1, action="insert")
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert kinds(played) == ["detected", "ready", "running", "done", "inserted"]


async def test_a_press_on_what_is_not_there_is_reported(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.input("press", after=700, block=2, action="execute")
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert first(played, "missed").text == "execute was pressed on a block that is not there"


async def test_a_question_gets_the_answer_it_got(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.manifest["tools"] = [EAGER]
    made.input("press", after=700, block=1, action="execute")
    made.input("answer", after=700, block=1, verdict={"scope": "deny", "reason": "not today"})
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert "not today" in first(played, "denied").info["result"]


async def test_an_answer_to_nothing_is_reported(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.input("answer", after=700, block=1, verdict={"scope": "once"})
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert first(played, "missed").text == "a question was answered that is not asked"


async def test_a_long_result_is_taken_in_before_the_next_thing(browser: Browser, tmp_path: Path) -> None:
    recording = ran(answer(), result="long " * 2000).write(tmp_path / "one")
    once = await play(recording, browser=browser)
    assert kinds(once)[-1] == "submitted"
    assert whole(await play(recording, browser=browser)) == whole(once)


async def test_a_call_that_was_there_at_the_start_does_not_run_automatically(
    browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.manifest["config"] = AUTO
    made.open(
        element(20, "div", element(21, "pre", element(22, "code", text(23, call()))), class_="assistant")
    )
    made.step(after=3000)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert kinds(played) == ["detected", "ready"]


async def test_an_answer_in_a_shadow_tree_is_read(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.manifest["config"] = AUTO
    made.open({**element(20, "x-chat"), "shadow": {"id": 21, "kids": [element(22, "div")]}})
    made.step(after=500)
    ran(made)
    made.stream(call(), parent=22)
    made.step(after=2000)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert kinds(played)[:4] == ["detected", "scheduled", "running", "done"]


async def test_a_new_address_without_a_new_document_is_taken(browser: Browser, tmp_path: Path) -> None:
    made = answer()
    made.step({"o": "url", "url": "https://chat.example.test/c/two"})
    made.step(after=500)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert played.dom.startswith("#document 1 https://chat.example.test/c/two\n")


async def test_a_page_that_is_left_makes_room_for_the_next(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.close(1)
    second = made.open(element(30, "p", text(31, "second")), url="https://other.example.test/c/x", after=100)
    made.step(after=300, doc=second)
    made.stream(call("again", "2"), doc=second)
    made.step(after=2000, doc=second)
    recording = made.write(tmp_path / "one")
    played = await play(recording, browser=browser)
    assert kinds(played, 1) == ["detected", "ready"]
    assert kinds(played, 2) == ["detected", "ready"]
    assert played.dom.startswith("#document 2 https://other.example.test/c/x\n")
    assert whole(await play(recording, browser=browser)) == whole(played)


async def test_the_same_address_may_be_opened_again(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.close(1)
    made.open(element(30, "p", text(31, "second")), url=f"{URL}#part", after=100)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert '"second"' in played.dom


async def test_two_pages_are_side_by_side(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    second = made.open(element(30, "p"), url="https://chat.example.test/c/two", after=100, page=2)
    made.step(after=500, doc=second)
    made.stream(call("two", "2"), doc=second)
    made.stream(call("three", "3"), doc=1)
    made.step(after=2000, doc=second)
    recording = made.write(tmp_path / "one")
    played = await play(recording, browser=browser)
    assert [first(played, "ready").block, played.log[-1].block] == [1, 3]
    assert played.dom.count("#document") == 2
    assert whole(await play(recording, browser=browser)) == whole(played)


@pytest.mark.parametrize("url", ["https://chat.example.test/inner", "about:blank"])
async def test_a_call_in_a_frame_is_shown_and_never_runs_automatically(
    browser: Browser, tmp_path: Path, url: str
) -> None:
    made = Made()
    made.manifest["config"] = AUTO
    made.open(element(40, "iframe"), element(41, "iframe"))
    inner = made.open(element(30, "p"), url=url, after=100, frame=(1, 41))
    made.step(after=500, doc=inner)
    made.stream(call(), doc=inner)
    made.step(after=2000, doc=inner)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert kinds(played) == ["detected", "ready"]
    assert f"#document 2 {url}\n" in played.dom
    assert played.blocks[-1].aria


async def test_a_frame_may_go_on_to_another_document(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.open(element(40, "iframe"))
    made.open(text(30, "one"), url="https://chat.example.test/a", after=100, frame=(1, 40))
    made.close(2)
    made.open(text(30, "two"), url="https://chat.example.test/b", after=100, frame=(1, 40))
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert '"two"' in played.dom
    assert '"one"' not in played.dom


async def test_pictures_are_taken_of_each_state(
    recording: Recording, browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "pictures"
    played = await play(recording, browser=browser, pictures=folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(drawn.picture for drawn in played.blocks)


FIELDS = {
    "textarea": element(12, "textarea"),
    "input": element(12, "input", type="text"),
    "contenteditable": element(12, "div", text(13, "typed"), contenteditable="true"),
    "with a style": element(12, "textarea", style="caret-color: red"),
    "in a shadow tree": {**element(12, "x-box"), "shadow": {"id": 15, "kids": [element(14, "textarea")]}},
}


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
async def test_pictures_leave_the_boxes_of_the_page_as_they_were(
    field: dict[str, Any], browser: Browser, tmp_path: Path
) -> None:
    """The picture of a block once left `style=""` on every box: the recording failed its own check."""
    made = Made()
    made.manifest["config"] = AUTO
    made.open(element(10, "h1", text(11, "A chat")), field)
    if field["tag"] in ("textarea", "input"):
        made.step({"o": "value", "id": 12, "value": "typed"})
    made.stream(call("hello"))
    made.length = made.at + 3000
    recording = ran(made).write(tmp_path / "one")
    with_them = await play(recording, browser=browser, pictures=tmp_path / "pictures")
    assert with_them.dom == expected_dom(recording)


async def test_pictures_change_nothing_else(recording: Recording, browser: Browser, tmp_path: Path) -> None:
    with_them = await play(recording, browser=browser, pictures=tmp_path / "pictures")
    without = await play(recording, browser=browser)
    assert with_them.log == without.log
    assert with_them.dom == without.dom
    assert [drawn.dom for drawn in with_them.blocks] == [drawn.dom for drawn in without.blocks]


async def test_each_event_is_reported_with_what_came_of_it(recording: Recording, browser: Browser) -> None:
    moments: list[Moment] = []

    async def keep(moment: Moment) -> None:
        moments.append(moment)

    played = await play(recording, browser=browser, on_step=keep)
    assert [line for moment in moments for line in moment.lines] == played.log
    assert moments[-1].what is None
    assert len(moments) == recording.manifest.steps + 2


async def test_steps_far_apart_are_played_in_no_time(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "p", text(21, "")))
    for at in range(200):
        made.step(append(21, at, "x"), after=60_000)
    recording = made.write(tmp_path / "one")
    assert (await play(recording, browser=browser)).dom == expected_dom(recording)
