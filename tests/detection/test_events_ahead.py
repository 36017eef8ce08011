"""Calls in a block of ordinary code are shown while they are written, and end with the block."""

from __future__ import annotations

from overlay.detection import StreamDetector
from overlay.detection.model import CallClosed, CallNamed, CallOpened, CallWithdrawn, Event
from tests.support.scene import call

CALLS = call(text="one") + call(text="two", call_id="2")


def fed(text: str, step: int) -> tuple[StreamDetector, list[Event]]:
    """Feed the content of a Python block in pieces; return what was told of it before its end."""
    detector = StreamDetector(fence="python")
    pieces = [text[at : at + step] for at in range(0, len(text), step)]
    return detector, [event for piece in pieces for event in detector.feed(piece)]


def of(kind: type[Event], events: list[Event]) -> list[int]:
    return [event.call for event in events if isinstance(event, kind)]


def test_a_call_in_ordinary_code_is_shown_before_its_block_ends() -> None:
    _, told = fed(CALLS, 7)
    assert of(CallOpened, told) == [0, 1]
    assert of(CallNamed, told) == [0, 1]
    assert of(CallClosed, told) == []


def test_a_call_in_ordinary_code_ends_with_its_block() -> None:
    for step in (7, len(CALLS)):
        detector, told = fed(CALLS, step)
        assert [type(event) for event in detector.finish()] == [CallClosed, CallClosed]
        assert of(CallWithdrawn, told) == []
        assert len(detector.calls) == 2


def test_calls_before_other_code_are_withdrawn() -> None:
    detector, told = fed(f"{CALLS}\nprint(1)\n", 7)
    assert of(CallWithdrawn, told) == [0, 1]
    assert detector.finish() == []
    assert detector.calls == []


def test_json_waits_for_its_end_if_only_white_space_follows() -> None:
    whole = '{"name": "f", "arguments": {"a": 1}}'
    waits: dict[str, bool] = {}
    for text in (
        whole,
        f"{whole}\n",
        f"[{whole}]",
        whole[:-1],
        f"{whole}\nand",
        f"[{whole}",
        f"{whole}\n" * 2,
    ):
        detector = StreamDetector(fence="json")
        detector.feed(text[:20])
        detector.feed(text[20:])
        waits[text] = detector.waits_for_end
    assert [text for text, wait in waits.items() if wait] == [
        whole,
        f"{whole}\n",
        f"[{whole}]",
        f"{whole}\n" * 2,
    ]


def test_a_block_waits_for_its_end_once_its_calls_are_complete() -> None:
    waits = {text: fed(text, 7)[0].waits_for_end for text in (CALLS, CALLS[:-30], f"{CALLS}print(1)\n")}
    assert waits == {CALLS: True, CALLS[:-30]: False, f"{CALLS}print(1)\n": False}
