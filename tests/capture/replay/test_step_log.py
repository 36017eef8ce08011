from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.model import INPUT_LINE, LogLine
from overlay.capture.replay.player import Moment
from overlay.capture.replay.step_log import describe
from tests.capture.page_line import PAGE_LINE


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        (
            {"t": "document", "doc": 1, "url": "https://a.test/c/1?x", "tree": []},
            "document 1 opened: a.test/c/1",
        ),
        (
            {"t": "document", "doc": 2, "frame": [1, 9], "url": "about:blank", "tree": []},
            "frame 2 opened: blank",
        ),
        ({"t": "closed", "doc": 1}, "document 1 closed"),
        ({"t": "step", "doc": 1, "n": 3, "ops": []}, "step 3: nothing"),
        (
            {
                "t": "step",
                "doc": 1,
                "n": 3,
                "ops": [{"o": "del", "id": 1}, {"o": "del", "id": 2}, {"o": "url", "url": "x"}],
            },
            "step 3: 2 removed, 1 address",
        ),
        ({"t": "press", "n": 1, "block": 2, "action": "execute"}, "the user presses execute on block 2"),
        (
            {"t": "answer", "n": 1, "block": 2, "verdict": {"scope": "once"}},
            "the user answers once for block 2",
        ),
        ({"t": "answer", "n": 1, "block": 2, "verdict": {}}, "the user answers deny for block 2"),
    ],
)
def test_what_happened_is_one_line(plain: dict[str, Any], said: str) -> None:
    kind = INPUT_LINE if plain["t"] in ("press", "answer") else PAGE_LINE
    what: Any = kind.validate_python({"at": 1500, **plain})
    assert describe(Moment(what, 1500, 1)) == f"    1.50 s  {said}"


def test_what_overlay_made_of_it_comes_after() -> None:
    lines = [
        LogLine(n=1, block=1, kind="detected", info={"name": "note"}),
        LogLine(n=1, block=None, kind="trouble"),
    ]
    assert describe(Moment(None, 0, 1, lines)) == "    0.00 s  the end  →  block 1 detected note; trouble"


def test_what_a_page_wrote_can_not_draw_in_the_terminal() -> None:
    line = LogLine(n=1, block=1, kind="detected", info={"name": "\x1b[2Jnote"})
    assert "\x1b" not in describe(Moment(None, 0, 1, [line]))
