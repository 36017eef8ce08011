from __future__ import annotations

from typing import Any

from rich.cells import cell_len

from overlay.cli.call_table import call_lines
from tests.calls.ledger.helpers import row

LONG: dict[str, Any] = {
    "id": "0123456789abcdef",
    "tool": "a_server_with_a_long_name.and_a_tool_with_an_even_longer_name_that_goes_on",
    "status": "done",
    "inserted": 5.0,
    "decided_by": "the rule for https://chat.example.org in policy.toml",
    "site": "https://a-very-long-name-of-a-site.in-a-long-domain.example.org",
    "arguments": {"問い": "天気はどうですか" * 20, "e": "🎉" * 40},
}


def test_no_line_is_wider_than_the_terminal() -> None:
    lines = {width: call_lines([row(1), row(2, **LONG)], width) for width in (40, 80, 149, 150, 200)}
    wide = [(width, line) for width in lines for line in lines[width] if cell_len(line) > width]
    assert wide == []


def test_a_call_has_two_lines_at_80_columns() -> None:
    first, second = call_lines([row(1, **LONG)], 80)
    assert first.startswith("01234567  1970-01-01 ")
    assert first.endswith("…  done, inserted")
    assert second.startswith("          …a-site.in-a-long-domain.example.org · the rule for https:… · {")
    lines = call_lines([row(1, status="denied", decided_by="policy", arguments={"a": "b"})], 80)
    assert lines[1] == '          https://chat.example · policy · {"a": "b"}'
    assert lines[0].split()[-2:] == ["note", "denied"]
