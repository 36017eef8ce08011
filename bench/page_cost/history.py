"""A finished conversation as sites draw it: prose, plain code, a call and, in the next message, a result."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from overlay.sites.loader import SiteProfile

PROFILE = SiteProfile(
    name="bench",
    title="bench",
    user='[data-turn="user"]',
    assistant='[data-turn="assistant"]',
    composer="textarea",
)
CALL = (
    '<function_calls>\n<invoke name="search_web" call_id="{n}">\n'
    '<parameter name="query">number {n}</parameter>\n</invoke>\n</function_calls>'
)
RESULT = (
    '<function_result call_id="{n}">\nThe answer to number {n} is in the second report, on page {n}.\n'
    "Three further reports mention it.\n</function_result>"
)
CODE = "def total(rows):\n    return sum(row.count for row in rows if row.number == {n})"
BEFORE = (
    "I look number {n} up now. The reports are long, so I search them for the word, and read what is found."
)
AFTER = "The code above adds the counts; the search tells which reports to read. I wait for the result."
STYLE = (
    "body { margin: 0; font: 16px/1.5 sans-serif; } main { width: 760px; margin: auto; } "
    "[data-turn] { padding: 8px 0; } [data-turn=user] div { background: #eee; white-space: pre-wrap; } "
    "pre { background: #f7f7f7; padding: 8px; }"
)


def page(calls: int, script: str) -> str:
    """Return the page of a conversation with `calls` calls, scrolled to its end; `script` follows it."""
    return (
        f'<!doctype html><meta charset="utf-8"><title>bench</title><style>{STYLE}</style>'
        f'<main id="chat">{"".join(_turns(calls))}</main>'
        f"<script>scrollTo(0, document.documentElement.scrollHeight)</script>{script}"
    )


def _turns(calls: int) -> Iterator[str]:
    yield _message("user", "<p>Please look up some numbers.</p>")
    for n in range(calls):
        yield _message(
            "assistant",
            f"<p>{BEFORE.format(n=n)}</p><pre><code>{escape(CODE.format(n=n))}</code></pre><p>{AFTER}</p>"
            f'<pre data-raw="call"><code>{escape(CALL.format(n=n))}</code></pre>',
        )
        yield _message("user", f'<div data-raw="result">{escape(RESULT.format(n=n))}</div>')
    yield _message("assistant", "<p>All numbers are in the reports.</p>")


def _message(role: str, body: str) -> str:
    return f'<div data-turn="{role}">{body}</div>'
