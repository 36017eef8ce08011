"""Outlines in the page what the model names: an element by its text, or a box on the newest picture.

Boxes are Gemini's `box_2d`: `[ymin, xmin, ymax, xmax]` in thousandths of the picture's height and width
(Google's documentation of image understanding).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from overlay.tools.context import OutlineTarget, ToolContext
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError
from overlay.tools.result import ToolResult

MOST = 20
Thousandth = Annotated[float, Field(ge=0, le=1000)]
Box2d = Annotated[
    list[Thousandth],
    Field(min_length=4, max_length=4, description="[ymin, xmin, ymax, xmax], 0 to 1000; newest picture"),
]
Label = Annotated[str, Field(max_length=200)]


class LabelledBox(BaseModel):
    """One of several boxes."""

    model_config = ConfigDict(extra="ignore")

    box_2d: Box2d
    label: Label = ""


@tool(read_only=True, timeout=15)
async def highlight_object(
    context: ToolContext,
    object: Annotated[
        str, Field(max_length=200, description="text of an element of the page; with box_2d its label")
    ] = "",
    box_2d: Box2d | None = None,
    boxes: Annotated[list[LabelledBox], Field(max_length=MOST)] = [],  # noqa: B006 - never changed
    seconds: Annotated[float, Field(ge=1, le=60)] = 8,
) -> ToolResult:
    """Outlines something for the user for some seconds: an element of the page by its text, or boxes on the
    newest picture of the chat.
    """
    if context.highlight is None:
        raise ToolError("tool_execution_failed", "There is no page to outline anything in")
    marks = [_mark(box.box_2d, box.label) for box in boxes]
    if box_2d is not None:
        marks.insert(0, _mark(box_2d, object))
    elif object.strip():
        marks.insert(0, OutlineTarget(text=object))
    if not marks:
        raise ToolError("tool_invalid", "Nothing is named: give object (text), box_2d or boxes")
    problems = await context.highlight(marks, seconds)
    return _result(marks, problems)


def _mark(box: list[float], label: str) -> OutlineTarget:
    top, left, bottom, right = box
    if top >= bottom or left >= right:
        raise ToolError(
            "tool_invalid", f"The box {box} is empty: give [ymin, xmin, ymax, xmax], the smaller first"
        )
    return OutlineTarget(box=(top, left, bottom, right), label=label)


def _result(marks: list[OutlineTarget], problems: list[str]) -> ToolResult:
    named: list[dict[str, Any]] = [
        {"what": mark.text or mark.label or "box", "problem": problem}
        for mark, problem in zip(marks, problems, strict=True)
    ]
    shown = [each["what"] for each in named if not each["problem"]]
    lines = [f"Outlined: {', '.join(shown)}"] if shown else []
    lines += [f"Not outlined: {each['what']} ({each['problem']})" for each in named if each["problem"]]
    return ToolResult(text="\n".join(lines), structured=named, is_error=not shown)
