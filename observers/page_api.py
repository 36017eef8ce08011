"""Typed calls to one document. injected_js/page_api.js defines them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError
from pydantic import ConfigDict, TypeAdapter, ValidationError

from observers.commands import Outline, Outlined, PartOutline
from observers.document import Document
from observers.input import click
from observers.protocol import PageVisibility, Relation, Sight, TurnTree

ASK = "function (name, args) { return this.ask(name, args); }"
T = TypeVar("T")
Point = dict[str, float]
"""`x` and `y` in CSS pixels, from the document's top left corner."""

LATER = ConfigDict(defer_build=True)
"""Makes pydantic build a validator at its first use, not at import."""
_TEXT: TypeAdapter[str | None] = TypeAdapter(str | None, config=LATER)
_VISIBILITY: TypeAdapter[PageVisibility | None] = TypeAdapter(PageVisibility | None, config=LATER)
_SIGHT: TypeAdapter[Sight] = TypeAdapter(Sight, config=LATER)
_POINT: TypeAdapter[Point | None] = TypeAdapter(Point | None, config=LATER)
_RELATIONS: TypeAdapter[list[Relation]] = TypeAdapter(list[Relation], config=LATER)
_UNITS: TypeAdapter[list[int]] = TypeAdapter(list[int], config=LATER)
_IDS: TypeAdapter[list[str]] = TypeAdapter(list[str], config=LATER)
_SIZE: TypeAdapter[int] = TypeAdapter(int, config=LATER)
_TREE: TypeAdapter[TurnTree | None] = TypeAdapter(TurnTree | None, config=LATER)
_COUNTS: TypeAdapter[list[int]] = TypeAdapter(list[int], config=LATER)
_OUTLINED = TypeAdapter(Outlined)
NOTHING: TypeAdapter[None] = TypeAdapter(None, config=LATER)
FLAG = TypeAdapter(bool, config=LATER)
TEXT = TypeAdapter(str, config=LATER)


class BadAnswer(PlaywrightError):
    """The page script returned a value of the wrong type."""


async def ask(
    document: Document, name: str, answer: TypeAdapter[T], *arguments: Any, gesture: bool = False
) -> T:
    """Call `name` of injected_js/page_api.js and return its result, validated by `answer`.

    With `gesture` the call has user activation: the page may do what a click allows. Raises playwright's
    Error when the document is gone or the call fails there, BadAnswer for a result of the wrong type.
    """
    call = document.gesture if gesture else document.ask
    found = await call(ASK, name, list(arguments))
    try:
        return answer.validate_python(found)
    except ValidationError as error:
        raise BadAnswer(f"{name}: {str(error)[:300]}") from error


class PageApi:
    """Calls about a document's units and blocks. Each method raises what `ask` raises."""

    def __init__(self, document: Document) -> None:
        self._document = document

    async def context(self, unit: int) -> PageVisibility | None:
        """Return how the page shows the unit now, None if the unit is not in the page."""
        return await ask(self._document, "unit.visibility", _VISIBILITY, unit)

    async def scrolled(self, unit: int) -> str | None:
        """Return the whole text of a code view, read by scrolling it; None if it can't be read so."""
        return await ask(self._document, "unit.scrolled", _TEXT, unit)

    async def sight(self, unit: int, block: str) -> Sight:
        """Return whether the user can see the call of a block now; may scroll to the block and back."""
        await self._document.flushed()
        return await ask(self._document, "block.sight", _SIGHT, unit, block)

    async def expected(self, blocks: Sequence[str]) -> list[str]:
        """Return the ids of the blocks that the user may see now, or that may be scrolled to."""
        return await ask(self._document, "block.expected", _IDS, blocks)

    async def outer_height(self) -> int:
        """Return the height of the page's window in pixels, according to the page's own frame."""
        return await ask(self._document, "page.outer", _SIZE)

    async def text_before(self, unit: int) -> str | None:
        """Return the text of the unit's message before it, None if the unit is not in the page.

        A code block before it is U+FFFC. The text is "" outside messages.
        """
        return await ask(self._document, "unit.before", _TEXT, unit)

    async def misplaced(self, text: str) -> bool:
        """Return whether the user sent the text lately, and the page shows it as no message of the user."""
        return await ask(self._document, "composer.misplaced", FLAG, text)

    async def node(self, unit: int) -> str | None:
        """Return the CDP object id of the unit's element in the page's main world, None if there is none."""
        return await self._document.node(ASK, "unit.node", [unit])

    async def relations(self, unit: int, others: Sequence[int]) -> list[Relation]:
        """Return the unit's relation to each of `others`, which show an equal call."""
        answer = await ask(self._document, "unit.relations", _RELATIONS, unit, list(others))
        if len(answer) != len(others):
            raise BadAnswer(f"unit.relations: {len(answer)} answers about {len(others)} units")
        return answer

    async def order(self, units: Sequence[int]) -> list[int]:
        """Return the units in the order of the page."""
        return await ask(self._document, "unit.order", _UNITS, list(units))

    async def locate(self, block: str, part: str = "", *, scroll: bool = False) -> Point | None:
        """Return the centre of a block, or of its part with class name `part`; None if it isn't shown.

        `scroll` scrolls the block into view first.
        """
        await self._document.flushed()
        return await ask(self._document, "block.place", _POINT, block, part, scroll)

    async def press(self, block: str, part: str) -> str | None:
        """Scroll a part of a block into view and click it with mouse input.

        Returns why the press did not count, "" if it did, None if the part wasn't shown. A press that makes
        the page leave counts.
        """
        if await self.locate(block, part, scroll=True) is None:
            return None
        where = await self.locate(block, part)
        if where is None:
            return None
        await ask(self._document, "block.expect", NOTHING, block)
        await click(self._document, where["x"], where["y"])
        try:
            return await ask(self._document, "block.answer", TEXT, block)
        except BadAnswer:
            raise
        except PlaywrightError:
            return ""

    async def raise_frame(self, number: int) -> bool:
        """Show the block of comparison `number` above everything in the page; return whether it worked."""
        return await ask(self._document, "face.raise", FLAG, number)

    async def judge(self, number: int, before: Sequence[str], after: str) -> None:
        """Pass screenshots to the page: some from before `raise_frame` and one from after it (PNG in base64).

        `after` is "" if there is none.
        """
        await ask(self._document, "face.judge", NOTHING, number, list(before), after)

    async def has_closed_tree(self, number: int, index: int) -> bool:
        """Return whether an element that question `number` of the page is about has a closed shadow tree."""
        return await self._document.has_closed_tree(ASK, "popups.element", [number, index])

    async def look_for_hosts(self) -> int:
        """Look for elements that may have a closed shadow tree; return their number."""
        return await ask(self._document, "trees.look", _SIZE)

    async def take_closed_tree(self, index: int) -> bool:
        """Give the page script the closed tree of an element of the last look; return whether it has one."""
        return await self._document.take_closed_tree(ASK, "trees.host", [index])

    async def answer_trees(self, number: int, closed: bool) -> None:
        """Answer question `number` of the page: whether one of its elements has a closed shadow tree."""
        await ask(self._document, "popups.answer", NOTHING, number, closed)

    async def outline(self, wanted: Outline) -> Sequence[str]:
        """Outline the spots in the page; return for each why it could not be outlined, "" if it was."""
        answer = await ask(self._document, "page.outline", _OUTLINED, wanted.model_dump())
        if len(answer.problems) != len(wanted.spots):
            raise BadAnswer(f"page.outline: {len(answer.problems)} answers to {len(wanted.spots)} spots")
        return answer.problems

    async def turn_tree(self, number: int) -> TurnTree | None:
        """Return the page's elements at the end of its last turn; None if `number` is not that turn."""
        return await ask(self._document, "turn.tree", _TREE, number)

    async def outline_parts(self, parts: Sequence[PartOutline]) -> list[int]:
        """Outline all elements that the selectors find; return for each how many were found."""
        return await ask(self._document, "turn.outline", _COUNTS, [part.model_dump() for part in parts])
