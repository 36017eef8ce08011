from collections.abc import Sequence
from typing import Any

import pytest

from overlay.tools.builtin.highlight import highlight_object
from overlay.tools.context import OutlineTarget, ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from tests.support.table import for_each

CUP = {"box_2d": [10, 20, 300, 400], "label": "cup"}


class Page:
    """A page that outlines everything except what the test excludes."""

    def __init__(self, **problems: str) -> None:
        self.problems = problems
        self.marks: list[OutlineTarget] = []
        self.seconds = 0.0

    async def highlight(self, marks: Sequence[OutlineTarget], seconds: float) -> list[str]:
        self.marks, self.seconds = list(marks), seconds
        return [self.problems.get(mark.text or mark.label or "box", "") for mark in marks]


async def outline(page: Page | None, **arguments: Any) -> ToolResult:
    context = ToolContext(highlight=page.highlight if page else None)
    return await ToolRegistry([highlight_object]).call_tool("highlight_object", arguments, context=context)


async def refusal(page: Page | None = None, **arguments: Any) -> str:
    with pytest.raises(ToolError) as caught:
        await outline(page, **arguments)
    return caught.value.message


@pytest.mark.parametrize(
    ("arguments", "marks"),
    [
        ({"object": "Send"}, [OutlineTarget("Send")]),
        ({"object": "cup", "box_2d": [10, 20, 300, 400]}, [OutlineTarget(box=(10, 20, 300, 400), label="cup")]),
        ({"box_2d": "[10, 20, 300, 400]"}, [OutlineTarget(box=(10, 20, 300, 400))]),
        ({"boxes": [CUP, {"box_2d": [0, 0, 1000, 1000]}]}, [OutlineTarget(box=(10, 20, 300, 400), label="cup"), OutlineTarget(box=(0, 0, 1000, 1000))]),
        ({"object": "Send", "boxes": [CUP]}, [OutlineTarget("Send"), OutlineTarget(box=(10, 20, 300, 400), label="cup")]),
    ],
)  # fmt: skip
async def test_the_named_place_is_outlined(arguments: dict[str, Any], marks: list[OutlineTarget]):
    page = Page()
    await outline(page, **arguments)
    assert page.marks == marks


async def test_an_outline_stays_for_some_seconds():
    page = Page()
    await outline(page, object="Send", seconds=3)
    assert page.seconds == 3


async def test_the_model_is_told_what_was_outlined_and_what_was_not():
    result = await outline(Page(), object="Send", boxes=[CUP])
    assert result.text == "Outlined: Send, cup"
    assert not result.is_error

    result = await outline(Page(Send="nothing says that"), object="Send", boxes=[CUP])
    assert result.text == "Outlined: cup\nNot outlined: Send (nothing says that)"
    assert not result.is_error

    result = await outline(Page(box="there is no picture"), box_2d=[1, 2, 3, 4])
    assert result.text == "Not outlined: box (there is no picture)"
    assert result.is_error


async def test_outside_of_a_page_nothing_can_be_outlined():
    assert await refusal(object="Send") == "There is no page to outline anything in"


async def test_a_highlight_without_a_target_is_refused_with_the_arguments_to_give():
    assert "give object (text), box_2d or boxes" in await refusal(Page(), object=" ")


@for_each(
    "box", [[300, 0, 300, 10], [0, 10, 9, 9], [0, 0, 1, 1001], [-1, 0, 1, 1], [0, 0, 1], ["a", 0, 1, 1]]
)
async def test_an_invalid_box_is_refused(box: list[Any]):
    assert await refusal(Page(), box_2d=box)


async def test_outlines_have_no_business_with_the_policy():
    hints = ToolRegistry([highlight_object]).find("highlight_object").hints
    assert hints.read_only
    assert not hints.destructive
    assert not hints.sends_out
