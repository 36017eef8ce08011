from typing import Any

from overlay.detection import StreamDetector
from tests.detection.helpers import found, streamed
from tests.support.table import for_each

CALL = "<tool:f>{}</tool>"
F: tuple[str, dict[str, Any]] = ("f", {})


@for_each(
    "text",
    [
        f"```\n{CALL}\n```",
        f"~~~xml\n{CALL}\n~~~",
        f"- item\n  ```json\n  {CALL}\n  ```",
        f"````\n```\n{CALL}\n```\n````",
        f"```xml\n{CALL}",
        f"a ` b\n{CALL}",
        f"a `` b ` c {CALL}",
        f"``` inline ``` {CALL}",
        f"```not a ` fence\n{CALL}",
        f"> quoted\n{CALL}",
    ],
)
def test_a_call_beside_markdown_counts(text: str) -> None:
    assert found(text) == [F]


@for_each(
    "text",
    [
        f"`{CALL}`",
        f"`` a ` {CALL} ``",
        f"``{CALL}``",
        f"  > {CALL}",
        f"```python\n{CALL}",
        f"```python\nx\n{CALL}\n```",
        f"```python\n{CALL}\nx\n```",
        f"~~~go\n```\n{CALL}\n```\n~~~",
    ],
)
def test_a_call_quoted_by_markdown_is_none(text: str) -> None:
    assert found(text) == []


@for_each("size", [1, 2, 5])
def test_inline_code_is_the_same_in_deltas(size: int) -> None:
    text = f"a `b` ``c ` d`` `{CALL}` ` {CALL}\n`x\n"
    assert [call.name for call in streamed(text, size)[1]] == ["f"]


def test_calls_in_a_block_of_code_are_held_back_until_it_ends() -> None:
    detector = StreamDetector()
    assert detector.feed(f"```python\n{CALL}\n") == []
    assert detector.pending_from == 10
    kinds = [type(event).__name__ for event in detector.feed("```\n")]
    assert kinds == ["CallOpened", "CallNamed", "CallClosed"]


def test_calls_after_a_block_of_code_are_numbered_on() -> None:
    events, _ = streamed(f"{CALL}\n```python\n{CALL}\n```\n{CALL}", 4)
    assert [event.call for event in events if type(event).__name__ == "CallClosed"] == [0, 1, 2]


def test_a_block_of_code_with_code_is_not_held() -> None:
    detector = StreamDetector(fence="python")
    detector.feed("import os\n")
    assert detector.pending_from is None
