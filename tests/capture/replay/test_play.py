"""Complete recordings are replayed in a real browser."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator

from overlay.capture.dom_tree import Tree
from overlay.capture.model import LogLine, Opened
from overlay.capture.recording import Expected, Recording
from overlay.capture.replay import Moment, Played, play
from overlay.capture.replay.documents import ReplayDocument
from overlay.capture.shortcuts import Shortcuts
from tests.capture.made import NOTE, URL, Made, add, append, call, element, text
from tests.capture.tree_lines import lines_of

AUTO: dict[str, Any] = {
    "policy": {"auto_execute": ["note"], "delay": 0.5},
    "returns": {"auto_insert": True, "auto_submit": True},
}
EAGER = {**NOTE, "hints": {"read_only": True, "sends_out": True}}


def answer(said: str = "", config: dict[str, Any] | None = None) -> Made:
    """A chat in which the model streams one call, whose result is shown for a while."""
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
    """All that a replay gives, without its duration."""
    return "\n".join(
        [
            *(line.model_dump_json() for line in played.log),
            *(drawn.model_dump_json() for drawn in played.blocks),
            played.dom,
        ]
    )


def as_expected(played: Played, **changed: Any) -> Expected:
    """The accepted result of a replay."""
    accepted = Expected(played.log, played.blocks, played.dom, Path(), played.shortcuts)
    return replace(accepted, **changed)


def kinds(played: Played, block: int = 1) -> list[str]:
    told = [line.kind for line in played.log if line.block == block and line.kind != "named"]
    return list(dict.fromkeys(told))


def first(played: Played, kind: str) -> LogLine:
    return next(line for line in played.log if line.kind == kind)


def expected_dom(recording: Recording) -> str:
    """The tree of the one document, by the steps alone."""
    trees: list[Tree] = []

    def begin(opened: Opened) -> Tree:
        trees.append(Tree(opened))
        return trees[0]

    assert len(list(recording.page(begin))) > 0
    lines = lines_of(trees[0].root)
    return "\n".join([f"#document 1 {URL}", *lines]) + "\n"


FIELDS = [
    element(31, "textarea"),
    element(32, "input", type="text"),
    element(33, "div", text(34, "typed"), contenteditable="true"),
    element(35, "textarea", style="caret-color: red"),
    {**element(36, "x-box"), "shadow": {"id": 37, "kids": [element(38, "textarea")]}},
]
LONG = "kept " + "long " * 2000


@dataclass(frozen=True)
class Once:
    """A recording of one call with a long result, in a page with boxes of all kinds, and its replay."""

    recording: Recording
    played: Played
    moments: list[Moment]


@pytest.fixture(scope="module")
async def once(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Once:
    made = Made()
    made.manifest["config"] = AUTO
    made.open(element(10, "h1", text(11, "A chat")), *FIELDS)
    made.step(*({"o": "value", "id": number, "value": "typed"} for number in (31, 32, 35)))
    made.stream(call("hello \U0001f600"))
    made.length = made.at + 3000
    recording = ran(made, result=LONG).write(tmp_path_factory.mktemp("once") / "one")
    moments: list[Moment] = []

    async def keep(moment: Moment) -> None:
        moments.append(moment)

    return Once(recording, await play(recording, browser=browser, on_step=keep), moments)


def test_a_replay_finds_and_runs_a_call_and_puts_its_result_back(once: Once) -> None:
    assert kinds(once.played) == ["detected", "scheduled", "running", "done", "inserted", "submitted"]
    assert first(once.played, "scheduled").info["arguments"] == {"text": "hello \U0001f600"}
    assert "kept" in first(once.played, "done").info["result"]


def test_a_replay_draws_each_state_of_a_block_without_anything_random(once: Once) -> None:
    blocks = once.played.blocks
    assert [drawn.status for drawn in blocks] == ["streaming", "scheduled", "running", "done"]
    assert all(drawn.dom.startswith("#host hides pre\n") for drawn in blocks)
    assert 'button "Cancel: note"' in blocks[2].aria
    assert '"Runs automatically in 0.5 s.' in blocks[1].dom
    assert "data-block-id" not in blocks[0].dom
    assert 'data-param-id="text"' in blocks[-1].dom


def test_a_replay_reports_each_event_with_what_came_of_it(once: Once) -> None:
    assert [line for moment in once.moments for line in moment.lines] == once.played.log
    assert once.moments[-1].what is None
    assert len(once.moments) == once.recording.manifest.steps + 2


@pytest.mark.parametrize(
    "again",
    [
        "slowly",
        *(pytest.param(how, marks=pytest.mark.thorough) for how in ("with pauses", "on a busy machine")),
    ],
)
async def test_the_same_recording_gives_the_same_at_any_speed(
    once: Once, browser: Browser, again: str
) -> None:
    over = False

    async def busy() -> None:
        while not over:
            sum(range(20_000))
            await asyncio.sleep(0)

    async def pause(moment: Moment) -> None:
        await asyncio.sleep(0.02 * (len(str(moment.what)) % 3))

    work = asyncio.create_task(busy()) if again == "on a busy machine" else None
    speed = 4.0 if again == "slowly" else None
    on_step = pause if again == "with pauses" else None
    second = await play(once.recording, browser=browser, speed=speed, on_step=on_step)
    over = True
    if work:
        await work
    assert whole(second) == whole(once.played)


async def test_known_replies_make_a_replay_faster_and_change_nothing_even_if_they_are_wrong(
    once: Once, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drives: list[str] = []
    drive = ReplayDocument.drive

    async def counted(self: ReplayDocument, *given: Any) -> Any:
        drives.append("drive")
        return await drive(self, *given)

    monkeypatch.setattr(ReplayDocument, "drive", counted)
    before = once.played
    replies = before.shortcuts.replies or {}
    known = await play(once.recording, browser=browser, known=as_expected(before))
    fast = len(drives)
    assert whole(known) == whole(before)
    assert known.shortcuts == before.shortcuts
    wrong = await play(
        once.recording, browser=browser, known=as_expected(before, shortcuts=Shortcuts({1: replies[1][-1:]}))
    )
    assert whole(wrong) == whole(before)
    assert fast < len(drives) - fast


@pytest.fixture
def trees_made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The accessibility trees that the browser makes, as they are made."""
    made: list[str] = []
    aria_snapshot = Locator.aria_snapshot

    async def counted(self: Locator, **given: Any) -> str:
        made.append(await aria_snapshot(self, **given))
        return made[-1]

    monkeypatch.setattr(Locator, "aria_snapshot", counted)
    return made


async def test_an_accessibility_tree_is_not_made_again_if_nothing_changed_that_it_depends_on(
    once: Once, browser: Browser, trees_made: list[str]
) -> None:
    again = await play(once.recording, browser=browser, known=as_expected(once.played))
    assert whole(again) == whole(once.played)
    assert trees_made == []


async def test_an_expected_accessibility_tree_that_was_edited_is_made_again(
    once: Once, browser: Browser, trees_made: list[str]
) -> None:
    one, *others = once.played.blocks
    edited = [one.model_copy(update={"aria": "- button"}), *others]
    again = await play(once.recording, browser=browser, known=as_expected(once.played, blocks=edited))
    assert whole(again) == whole(once.played)
    assert trees_made == [one.aria]


@pytest.mark.thorough
async def test_pictures_of_each_state_change_nothing_else(
    once: Once, browser: Browser, tmp_path: Path
) -> None:
    """The picture of a block once left `style=""` on every box: the recording failed its own check."""
    folder = tmp_path / "pictures"
    played = await play(once.recording, browser=browser, pictures=folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(drawn.picture for drawn in played.blocks)
    assert len(played.blocks) == 4
    assert played.dom == expected_dom(once.recording)
    assert played.dom == once.played.dom
    assert played.log == once.played.log
    assert [drawn.dom for drawn in played.blocks] == [drawn.dom for drawn in once.played.blocks]


async def test_a_page_of_thousands_of_nested_elements_is_built_and_written(
    browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.open()
    above = 5
    for first in range(1000, 4000, 50):
        node = element(first + 49, "span")
        for number in range(first + 48, first - 1, -1):
            node = element(number, "span", node)
        made.step(add(above, node))
        above = first + 49
    dom = (await play(made.write(tmp_path / "one"), browser=browser)).dom
    assert dom.count("<span>") == 3000


@pytest.mark.thorough
async def test_a_page_ends_as_its_steps_say_however_far_apart_they_are(
    browser: Browser, tmp_path: Path
) -> None:
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
    made.step({"o": "url", "url": "https://chat.example.test/c/two"})
    for at in range(50):
        made.step(append(11, at, "x"), after=60_000)
    recording = made.write(tmp_path / "one")
    dom = (await play(recording, browser=browser)).dom
    assert dom == expected_dom(recording).replace(URL, "https://chat.example.test/c/two")


@pytest.mark.thorough
async def test_a_user_presses_as_when_it_was_recorded(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.input("press", after=300, block=2, action="execute")
    made.input("answer", after=100, block=1, verdict={"scope": "once"})
    made.input("press", after=300, block=1, action="execute")
    ran(made)
    made.input("press", after=1000, block=1, action="insert")
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert kinds(played) == ["detected", "ready", "missed", "running", "done", "inserted"]
    assert [line.text for line in played.log if line.kind == "missed"] == [
        "execute was pressed on a block that is not there",
        "a question was answered that is not asked",
    ]


async def test_a_question_gets_the_recorded_answer(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.manifest["tools"] = [EAGER]
    made.input("press", after=700, block=1, action="execute")
    made.input("answer", after=700, block=1, verdict={"scope": "deny", "reason": "not today"})
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert "not today" in first(played, "denied").info["result"]


async def test_only_a_call_that_comes_after_the_start_runs_also_in_a_shadow_tree(
    browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.manifest["config"] = AUTO
    old = element(
        20, "div", element(21, "pre", element(22, "code", text(23, call("old", "0")))), class_="assistant"
    )
    host = {**element(30, "x-chat"), "shadow": {"id": 31, "kids": [element(32, "div")]}}
    made.open(old, host)
    made.step(after=3000)
    ran(made, block=2)
    made.stream(call(), parent=32)
    made.step(after=2000)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert kinds(played, 1) == ["detected", "ready"]
    assert kinds(played, 2)[:4] == ["detected", "scheduled", "running", "done"]


@pytest.mark.thorough
async def test_a_page_that_is_left_makes_room_for_the_next(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    made.close(1)
    second = made.open(element(30, "p", text(31, "second")), url="https://other.example.test/c/x", after=100)
    made.step(after=300, doc=second)
    made.stream(call("again", "2"), doc=second)
    made.step(after=2000, doc=second)
    made.close(second)
    made.open(element(30, "p", text(31, "third")), url=f"{URL}#part", after=100)
    recording = made.write(tmp_path / "one")
    played = await play(recording, browser=browser)
    assert kinds(played, 1) == ["detected", "ready"]
    assert kinds(played, 2) == ["detected", "ready"]
    assert played.dom.startswith(f"#document 3 {URL}#part\n")
    assert '"third"' in played.dom
    assert whole(await play(recording, browser=browser)) == whole(played)


@pytest.mark.thorough
async def test_two_pages_are_replayed_side_by_side(browser: Browser, tmp_path: Path) -> None:
    made = answer(config={})
    second = made.open(element(30, "p"), url="https://chat.example.test/c/two", after=100, page=2)
    made.step(after=500, doc=second)
    made.stream(call("two", "2"), doc=second)
    made.stream(call("three", "3"), doc=1)
    made.step(after=2000, doc=second)
    played = await play(made.write(tmp_path / "one"), browser=browser)
    assert [first(played, "ready").block, played.log[-1].block] == [1, 3]
    assert played.dom.count("#document") == 2


@pytest.mark.thorough
async def test_a_call_in_a_frame_is_shown_and_never_runs_automatically(
    browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.manifest["config"] = AUTO
    made.open(element(40, "iframe"), element(41, "iframe"), element(42, "iframe"))
    urls = {2: "https://chat.example.test/inner", 3: "about:blank"}
    for frame, url in urls.items():
        assert made.open(element(30, "p"), url=url, after=100, frame=(1, 39 + frame)) == frame
    for frame in urls:
        made.step(after=500, doc=frame)
        made.stream(call("hello", str(frame)), doc=frame)
    made.step(after=2000)
    going = made.open(text(30, "one"), url="https://chat.example.test/a", after=100, frame=(1, 40))
    made.close(going)
    made.open(text(30, "two"), url="https://chat.example.test/b", after=100, frame=(1, 40))
    played = await play(made.write(tmp_path / "one"), browser=browser)
    for block, (frame, url) in enumerate(urls.items(), 1):
        assert kinds(played, block) == ["detected", "ready"]
        assert f"#document {frame} {url}\n" in played.dom
    assert played.blocks[-1].aria
    assert '"two"' in played.dom
    assert '"one"' not in played.dom
