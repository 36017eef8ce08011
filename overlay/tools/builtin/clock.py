"""The tool that tells the time, in this machine's or another time zone."""

from __future__ import annotations

import difflib
from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError, clip
from overlay.tools.result import ToolResult


@tool(read_only=True)
def current_time(
    timezone: Annotated[
        str, Field(description="IANA name such as Europe/Vienna or UTC; empty for this machine's own")
    ] = "",
) -> ToolResult:
    """Tells the date, time and weekday."""
    return tell(datetime.now(UTC), timezone)


def tell(now: datetime, timezone: str) -> ToolResult:
    """Return `now` as `2026-01-31T09:30:00+01:00 (Saturday)`, with its parts in `structured`.

    Raises ToolError tool_invalid for a time zone that is not known, with the nearest names.
    """
    local = now.astimezone(_zone(timezone) if timezone else None)
    text = local.isoformat(timespec="seconds")
    weekday = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[local.weekday()]
    parts = {
        "time": text,
        "weekday": weekday,
        "timezone": timezone or str(local.tzname()),
        "unix": int(now.timestamp()),
    }
    return ToolResult(text=f"{text} ({weekday})", structured=parts)


def _zone(name: str) -> ZoneInfo:
    # Check the list first: ZoneInfo uses its key as a path, and the key comes from the model.
    known = available_timezones()
    if name in known:
        return ZoneInfo(name)
    ends = {zone.rpartition("/")[2].lower(): zone for zone in sorted(known)}
    close = [ends[end] for end in difflib.get_close_matches(name.rpartition("/")[2][:64].lower(), ends, 3)]
    advice = f"did you mean {', '.join(close)}?" if close else "give an IANA name such as Europe/Vienna"
    raise ToolError("tool_invalid", f"There is no time zone {clip(name, 64)!r}: {advice}", {"nearest": close})
