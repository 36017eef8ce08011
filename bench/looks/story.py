"""The chat of the gallery: the model's answers, and the tools that it calls."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from overlay.demo.script import Answer, Pause, Said, Script, Turn
from overlay.tools import ToolContext, ToolImage, ToolRegistry, ToolResult, tool

LONG = 3600.0
"""Seconds: longer than the whole run."""
FAST = 4000.0
MARKDOWN = """## Tapirs

They live in **forests** near water; see `notes/tapir.md` and [the zoo](https://zoo.example/tapir).

- plants and fruit
- good swimmers

> Shy, but curious.

| Kind | Weight |
|---|---|
| Malayan | 300 kg |
| Mountain | 200 kg |
"""
SPOOFED = "/home/ada/חוזים/2026/annual\u202efdp.exe"
"""A path with Hebrew words, and a character that reverses the text after it."""


@tool(read_only=True)
def search_notes(query: str) -> str:
    """Looks for words in your notes."""
    return f"3 notes mention “{query}”: tapir.md, zoo.md and shopping.md."


@tool(read_only=True)
def read_note(path: str) -> str:  # noqa: ARG001
    """Reads one note."""
    return MARKDOWN


@tool(read_only=True)
def weather(city: str) -> dict[str, Any]:
    """Tells the weather of a city."""
    wind = {"speed": 14, "unit": "km/h", "from": "west"}
    return {"city": city, "temperature": 21.5, "sunny": True, "wind": wind, "warnings": []}


@tool(read_only=True)
def list_orders(year: int) -> list[dict[str, Any]]:  # noqa: ARG001
    """Lists the orders of a year."""
    return [
        {"number": 1041, "customer": "Café Zürich", "total": 118.4, "paid": True},
        {"number": 1042, "customer": "Donaudampfschifffahrtsgesellschaft", "total": 2310.0, "paid": False},
        {"number": 1043, "customer": "山田商店", "total": 64.95, "paid": True},
    ]


@tool(read_only=True)
def draw_chart(title: str) -> ToolResult:
    """Draws a chart."""
    picture = Image.new("RGB", (360, 160), "#f4f1ea")
    pen = ImageDraw.Draw(picture)
    for number, height in enumerate((30, 70, 55, 110, 90, 130)):
        pen.rectangle((24 + number * 54, 145 - height, 60 + number * 54, 145), fill="#3a7d6b")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return ToolResult(f"A chart: {title}", images=[ToolImage(file.getvalue())])


@tool(read_only=True)
def open_page(url: str) -> str:
    """Reads a page."""
    raise TimeoutError(f"{url} did not answer within 30 seconds. Check the address, or try again later.")


@tool(read_only=True)
async def back_up(folder: str, context: ToolContext) -> str:  # noqa: ARG001
    """Copies a folder to the backup disk."""
    context.progress(0.4, "312 of 780 files")
    await asyncio.sleep(LONG)
    return "copied"


@tool(destructive=True, sends_out=True)
def send_mail(to: str, text: str) -> str:  # noqa: ARG001
    """Sends a mail."""
    return f"sent to {to}"


@tool(destructive=True, sends_out=True)
def run_command(command: str, folder: str) -> str:
    """Runs a command."""
    return f"ran {command} in {folder}"


@tool(destructive=True)
def delete_folder(path: str) -> str:
    """Deletes a folder and all in it."""
    return f"deleted {path}"


def registry() -> ToolRegistry:
    """Return the tools of the gallery's chat."""
    return ToolRegistry(
        [
            search_notes,
            read_note,
            weather,
            list_orders,
            draw_chart,
            open_page,
            back_up,
            send_mail,
            run_command,
            delete_folder,
        ]
    )


def call(name: str, call_id: str, **arguments: str) -> str:
    """Return a call as the model prints it."""
    given = "".join(f'<parameter name="{key}">{value}</parameter>\n' for key, value in arguments.items())
    return f'<invoke name="{name}" call_id="{call_id}">\n{given}</invoke>\n'


def said(*calls: str) -> Answer:
    """Return an answer that consists of these calls."""
    return [Said(f"```xml\n<function_calls>\n{''.join(calls)}</function_calls>\n```\n", FAST)]


def cut(text: str) -> Answer:
    """Return an answer that pauses after `text`."""
    return [Said(f"```xml\n<function_calls>\n{text}", FAST), Pause(LONG), Said(" ")]


ANSWERS: dict[str, Answer] = {
    "detected": cut('<invoke name="weather" call_id="n">\n'),
    "streaming": cut(
        '<invoke name="send_mail" call_id="s">\n<parameter name="to">ada@example.org</parameter>\n'
        '<parameter name="text">Dear Ada,\nthe tapirs are'
    ),
    "ready": said(call("search_notes", "r", query="tapir")),
    "dangerous": said(call("run_command", "d", command="rm -r ~/photos/2019", folder="/home/ada")),
    "hidden-signs": said(call("run_command", "h", command=f"open {SPOOFED}", folder="/home/ada")),
    "together": said(call("search_notes", "t1", query="tapir"), call("weather", "t2", city="Zürich")),
    "text": said(call("search_notes", "1", query="zoo")),
    "markdown": said(call("read_note", "2", path="notes/tapir.md")),
    "json": said(call("weather", "3", city="Zürich")),
    "table": said(call("list_orders", "4", year="2026")),
    "picture": said(call("draw_chart", "5", title="Visits a month")),
    "failed": said(call("open_page", "6", url="https://slow.example/report")),
    "denied": said(call("delete_folder", "7", path="/")),
    "cancelled": said(call("back_up", "8", folder="/home/ada")),
    "sent": said(call("search_notes", "9", query="shopping")),
    "after": [Said("Thank you.", FAST)],
    "countdown": said(call("list_orders", "c", year="2025")),
    "asked": said(call("send_mail", "q", to="ada@example.org", text="The tapirs are well.")),
    "running": said(call("back_up", "b", folder="/home/ada/documents")),
}
"""The model's answers, by the user's message."""


def script() -> Script:
    """Return the model: it answers a message that is a key of ANSWERS."""

    def reply(turns: Sequence[Turn]) -> Answer:
        last = turns[-1].text.strip()
        return ANSWERS.get(last, ANSWERS["after"])

    return Script(reply)
