"""The recorder keeps the events of a run; with a browser: tests/injected/recording."""

from __future__ import annotations

import time
from typing import Any, cast

import pytest
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from observers.protocol import Batch, BlockOpened, TextDelta
from observers.recording_protocol import PageInfo
from overlay.calls.approvals import Answer
from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import ApprovalAnswered, ButtonPressed, ToolRan
from overlay.capture.model import Answered, Closed, Delta, Looked, Opened, Pressed, Put, Ran, Step
from overlay.capture.record.recorder import Recorder, browser_of
from overlay.chat.document_events import DocumentClosed, DocumentOpened, MessageReceived
from overlay.detection.model import ToolCall
from overlay.tools import ToolError, ToolResult
from tests.capture.record.told import begin, document, event, moment, put, record, unopened
from tests.support.scene import Person, Scene, call


def listening(scene: Scene) -> Recorder:
    """A recorder of what happens in the scene."""
    recorder = Recorder()
    recorder.begin(unopened(), scene.events)
    return recorder


def test_the_clock_of_a_page_goes_forward_and_never_ahead() -> None:
    recorder = Recorder()
    now = time.time() * 1000
    told = [recorder.at(epoch) for epoch in (now, now - 5000, now + 1e9, 0)]
    assert told == sorted(told)
    assert told[-1] < 60_000


def test_pieces_of_watched_texts_are_kept_with_their_place() -> None:
    recorder, page = Recorder(), document()
    recorder.received(MessageReceived(page, record(begin(), moment(put(1, 2, tag="p")), moment())))
    found = BlockOpened(
        k="open", id=4, kind="fence", role="assistant", language="", turn=0, message="", live=True, held=False
    )
    text = TextDelta(k="text", id=4, at=0, text="abc", length=3)
    recorder.received(MessageReceived(page, Batch(t="batch", items=[found, text], streaming=True)))
    [delta] = list(recorder.streams)
    assert delta == Delta(at_ms=delta.at_ms, n=1, doc=1, unit=4, at=0, text="abc", length=3)


def test_texts_and_presses_of_unknown_documents_and_blocks_are_not_kept() -> None:
    recorder = Recorder()
    text = TextDelta(k="text", id=4, at=0, text="abc", length=3)
    recorder.received(MessageReceived(document(), Batch(t="batch", items=[text], streaming=True)))
    recorder.pressed(ButtonPressed(Block(1, 0), "execute"))
    assert recorder.streams.count == 0
    assert recorder.inputs == []


async def test_a_press_a_run_and_an_answer_are_kept_by_the_number_of_the_block() -> None:
    scene = Scene({"policy": {"attended": True}})
    recorder = listening(scene)
    page = scene.page()
    page.stream(call(text="a"))
    page.press()
    await scene.clock.pass_()
    first, *kept = recorder.inputs
    assert isinstance(first, Looked)
    assert [type(line) for line in kept] == [Pressed, Ran]
    assert [line.block for line in kept if isinstance(line, Pressed | Ran)] == [1, 1]
    assert isinstance(kept[1], Ran)
    assert kept[1].name == "note"
    assert kept[1].arguments == {"text": "a"}
    assert kept[1].result == {"text": "noted a"}


async def test_the_answer_of_a_user_is_kept() -> None:
    scene = Scene({}, person=Person("not now"))
    recorder = listening(scene)
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(page.block.call)
    await scene.clock.pass_()
    assert [line.verdict for line in recorder.inputs if isinstance(line, Answered)] == [
        {"scope": "deny", "reason": "not now"}
    ]


async def test_the_insertion_and_the_sending_of_a_result_are_kept() -> None:
    scene = Scene({"policy": {"auto_execute": ["*"], "delay": 0}, "returns": {"auto_submit": True}})
    recorder = listening(scene)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    await scene.clock.pass_()
    puts = [line for line in recorder.inputs if isinstance(line, Put)]
    assert [(line.blocks, line.sent, line.exact, line.problem) for line in puts] == [
        ([1], False, True, ""),
        ([1], True, True, ""),
    ]


WHAT = ToolCall(name="note", call_id="1", format="xml", span=(0, 1), raw="x")


def ran(recorder: Recorder, result: Any = None) -> Ran:
    recorder.ran(ToolRan(Call("c", "t", WHAT), 0.25, result or ToolResult("x")))
    [line] = recorder.inputs
    assert isinstance(line, Ran)
    return line


def test_a_run_is_kept_for_the_block_that_began_it_and_with_its_failure() -> None:
    recorder = Recorder()
    recorder.happened(event("detected", "other", name="look"))
    recorder.happened(event("running", "gone"))
    assert ran(recorder).block == 2
    line = ran(Recorder(), result=ToolError("tool_timeout", "too slow"))
    assert line.block == 0
    assert line.took == 250
    assert line.result["error"]["code"] == "tool_timeout"


class _Page:
    """A document that answers, or is gone."""

    def __init__(self, *, gone: bool = False) -> None:
        self.played = document()
        self.gone = gone
        self.played.ask = self.ask  # type: ignore[method-assign]

    async def ask(self, function: str, *arguments: Any) -> Any:
        if self.gone:
            raise PlaywrightError("gone")
        return {"width": 800, "height": 600, "dark": True}


async def test_at_the_end_each_page_is_asked_for_the_last_of_it() -> None:
    recorder = Recorder()
    events = EventStream()
    recorder.begin(unopened(), events)
    for page in (_Page(), _Page(gone=True)):
        events.publish(DocumentOpened(page.played, cast("Any", None)))
        recorder.received(MessageReceived(page.played, record(begin(), moment())))
    await recorder.finish()
    assert recorder.pages.about == PageInfo(width=800, height=600, dark=True)


async def test_after_the_end_a_recorder_keeps_nothing() -> None:
    recorder, page = Recorder(), document()
    recorder.received(MessageReceived(page, record(begin(), moment())))
    recorder.closed(DocumentClosed(page))
    await recorder.finish()
    recorder.received(MessageReceived(page, record(begin(), moment())))
    recorder.happened(event("detected"))
    recorder.answered(ApprovalAnswered(Call("c", "t", WHAT), Answer("once")))
    recorder.closed(DocumentClosed(page))
    assert [type(line) for line in recorder.page] == [Opened, Closed]
    assert recorder.live.count == 0
    assert recorder.inputs == []


@pytest.mark.parametrize(
    ("order", "read", "unread"),
    [
        ("step batch", [1], {}),
        ("step batch step step", [1], {1: 2}),
        ("batch step", [1], {1: 1}),
        ("step part", [], {}),
        ("step", [], {}),
    ],
)
def test_a_page_that_was_closed_is_read_as_far_as_overlay_had_read_it(
    order: str, read: list[int], unread: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    recorder, page = Recorder(), document()
    recorder.received(MessageReceived(page, record(begin(), moment())))
    text = TextDelta(k="text", id=7, at=0, text="abc", length=3)
    for name in order.split():
        now[0] += 1
        batch = Batch(t="batch", items=[text], streaming=True, more=name == "part")
        message = record(moment(at=now[0] * 1000)) if name == "step" else batch
        recorder.received(MessageReceived(page, message))
    recorder.closed(DocumentClosed(page))
    assert recorder.read == read
    assert recorder.unread == unread


async def test_the_browser_is_named_with_its_version(context: BrowserContext) -> None:
    await context.new_page()
    assert "/" in await browser_of(context)


def test_the_recorder_counts_page_changes_and_events() -> None:
    recorder = Recorder()
    recorder.received(MessageReceived(document(), record(begin(), moment(), moment())))
    recorder.happened(event("detected"))
    assert recorder.count == 2
    assert [type(line) for line in recorder.page] == [Opened, Step]
