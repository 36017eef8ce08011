from datetime import UTC, datetime

import pytest

from overlay.tools.builtin.clock import current_time, tell
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from tests.support.table import for_each

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


def test_the_time_is_reported_with_offset_weekday_and_parts():
    assert tell(NOON, "Europe/Vienna").text == "2026-01-31T13:00:00+01:00 (Saturday)"

    assert tell(NOON, "UTC").structured == {
        "time": "2026-01-31T12:00:00+00:00",
        "weekday": "Saturday",
        "timezone": "UTC",
        "unix": 1769860800,
    }

    assert datetime.fromisoformat(tell(NOON, "").structured["time"]) == NOON  # type: ignore[index]


def test_an_unknown_zone_is_refused_with_the_nearest():
    with pytest.raises(ToolError, match="did you mean Europe/Vienna") as caught:
        tell(NOON, "Europe/Viena")
    assert caught.value.code == "tool_invalid"


@for_each("zone", ["xyzzy", "../../etc/passwd", "x" * 10_000])
def test_a_zone_like_none_is_refused_with_an_example(zone: str):
    with pytest.raises(ToolError, match="There is no time zone"):
        tell(NOON, zone)


async def test_the_tool_tells_the_time_that_is():
    result = await ToolRegistry([current_time]).call_tool("current_time", {"timezone": "UTC"})
    told = datetime.fromisoformat(str(result.structured["time"]))  # type: ignore[index]
    assert abs((datetime.now(UTC) - told).total_seconds()) < 600
