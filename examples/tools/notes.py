"""Tools to copy and change: put such a file into overlay's `tools` folder, or give its folder by --folder."""

import asyncio
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from overlay.tools import ToolContext, ToolError, tool

NOTES = Path.home() / "overlay-notes.txt"


class Task(BaseModel):
    """Nested types become nested JSON Schema."""

    title: str
    due: date | None = None
    priority: Literal["low", "high"] = "low"


@tool(destructive=True, private=True)
def add_tasks(tasks: list[Task]) -> str:
    """Adds tasks to the list.

    Args:
        tasks: The new tasks, each with a title.
    """
    with NOTES.open("a", encoding="utf-8") as file:
        file.writelines(f"{task.priority}\t{task.due or ''}\t{task.title}\n" for task in tasks)
    return f"{len(tasks)} added"


@tool(read_only=True, private=True)
def list_tasks(
    text: Annotated[str, Field(description="only tasks with this text in them")] = "",
) -> list[str]:
    """Lists the tasks."""
    if not NOTES.exists():
        raise ToolError("tool_execution_failed", "There is no list yet: call add_tasks first")
    return [line for line in NOTES.read_text(encoding="utf-8").splitlines() if text in line]


@tool(read_only=True, timeout=120)
async def countdown(seconds: Annotated[int, Field(ge=1, le=60)], context: ToolContext) -> str:
    """Waits, and reports its progress."""
    for passed in range(seconds):
        context.progress(passed / seconds, f"{seconds - passed} to go")
        await asyncio.sleep(1)
    return "done"
