"""The tools of the demo: some of overlay's built-in tools, limited to one folder, and two of the demo."""

from __future__ import annotations

import asyncio
from pathlib import Path

from overlay.tools import ToolContext, ToolRegistry, tool
from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.builtin.calculator import calculator as calculate
from overlay.tools.builtin.clock import current_time
from overlay.tools.builtin.page_title import page_title
from overlay.tools.builtin.read_files import Files

FOLDER = Path(__file__).parent / "demo_folder"
STEPS = 4


def demo_registry(folder: Path) -> ToolRegistry:
    """Return the demo's tools; the file tools can access only `folder`."""
    files = Files(FolderAllowlist([folder]))
    return ToolRegistry(
        [current_time, page_title, files.list_files, files.read_file, calculator, delete_file]
    )


@tool(read_only=True)
async def calculator(expression: str, context: ToolContext) -> str:
    """Works out a sum, slowly enough to be watched.

    Args:
        expression: what to work out, such as (2 + 3) * 4
        context: takes the progress
    """
    for step in range(STEPS):
        context.progress(step / STEPS, "working it out")
        await asyncio.sleep(0.2)
    return calculate(expression).text


@tool(destructive=True)
def delete_file(path: str) -> str:
    """Would delete a file; the demo's policy never lets it run.

    Args:
        path: the file
    """
    raise PermissionError(f"{path} was not deleted: the demo deletes nothing")
