"""Makes docs/events.md: the events of a run with their fields."""

from __future__ import annotations

from typing import get_args

from overlay.calls.events import BlockInfo, Event, Kind
from tools.reference.field_texts import fields_of, row, table

HEAD = '''\
# Events

`Companion.events()` yields what happens in the chats. `Companion.listen()` returns a queue of the same
events, and `Companion.blocks()` the blocks that are in the pages now. `overlay launch --json` prints the
events as JSON lines.

```python
import asyncio

from overlay import Companion, tool


@tool(read_only=True)
def current_time(timezone: str = "UTC") -> str:
    """Returns the current time."""
    return "noon"


async def main() -> None:
    async with Companion("demo", tools=[current_time], headless=True) as companion:
        events = companion.events()
        await companion.page.locator("#composer").fill("What can you do with my machine?")
        await companion.page.keyboard.press("Enter")
        async for event in events:
            print(event.kind, event.block.name if event.block else event.text)
            if event.kind in ("ready", "failed"):
                break


asyncio.run(main())
```

## Kinds
'''
ORDER = """\
A call goes from `detected` over `named` and `streaming` to `ready`, `incomplete` or `invalid`; then to
`scheduled` if it runs automatically, `running`, and one of `done`, `failed`, `denied`, `cancelled` and
`unknown`. Later `inserted` and `submitted` may follow. New kinds and new fields may come in any version:
ignore those that you don't know.
"""
KINDS: dict[Kind, str] = {
    "detected": "The text of a call begins.",
    "named": "The name of its tool is known.",
    "streaming": "Its arguments are being written.",
    "incomplete": "Its text ended too early; it can't run.",
    "invalid": "It can't be read, for example because its JSON is broken. `block.note` says why.",
    "ready": "It is complete, and waits for a press.",
    "scheduled": "It runs automatically when its countdown ends.",
    "running": "Its tool runs.",
    "done": "Its tool gave a result.",
    "failed": "Its tool failed or doesn't exist, or the arguments don't fit: see `block.error_code`.",
    "denied": "It was not allowed.",
    "cancelled": "It was stopped before it was done.",
    "unknown": "overlay died while it ran, so nobody knows whether it was done.",
    "result": "The page shows a result that was sent before.",
    "withdrawn": "The text turned out not to be a call, or the page removed it.",
    "inserted": "Its result is in the message box.",
    "submitted": "The message with its result was sent.",
    "asked": "overlay asked the model to write an incomplete or invalid call again.",
    "limit": "Something was not sent automatically; `text` says why.",
    "trouble": "Something went wrong; `text` says what.",
}


def text() -> str:
    """Return the page. Raises KeyError for a kind without a meaning."""
    lines = [
        HEAD,
        *table(("kind", "meaning"), (row(f"`{kind}`", KINDS[kind]) for kind in get_args(Kind))),
        "",
        ORDER,
    ]
    for model in (Event, BlockInfo):
        lines += [f"## {model.__name__}", "", f"{model.__doc__ or ''}", ""]
        lines += [
            *table(("field", "type", "default", "meaning"), (each.row for each in fields_of(model))),
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"
