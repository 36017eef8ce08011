"""Who is shown everything of a run as it happens: the recorder, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from observers.document import Document
from observers.protocol import Action, Hello, Message
from overlay.calls.call import Block
from overlay.calls.events import Event
from overlay.calls.store import Record
from overlay.tools import ToolError, ToolResult
from overlay.ui.terminal.approver import Answer

if TYPE_CHECKING:
    from overlay.companion.companion import Companion


class Witness:
    """Sees each thing before anyone acts on it, and can change nothing. This one looks away.

    `watches` is whether the page's side is to tell how the page changes.
    """

    watches = False

    def begun(self, companion: Companion) -> None:
        """Its browser is there; no page was opened in it by overlay yet."""

    async def ending(self) -> None:
        """The companion is about to close; its pages still stand."""

    def opened(self, document: Document, hello: Hello) -> None:
        """A document began."""

    def said(self, document: Document, message: Message) -> None:
        """A document's isolated world said something."""

    def closed(self, document: Document) -> None:
        """A document went away."""

    def told(self, event: Event) -> None:
        """Something happened to a block."""

    def pressed(self, block: Block, action: Action) -> None:
        """A person pressed a button of a block, and it counts."""

    def answered(self, record: Record, answer: Answer) -> None:
        """A person was asked about a call, and said so."""

    def ran(self, record: Record, seconds: float, result: ToolResult | ToolError) -> None:
        """A tool ran for so long, and this came of it."""

    def put(self, blocks: Sequence[Block], *, sent: bool, exact: bool = True, problem: str = "") -> None:
        """The results of blocks were put into the composer, or (`sent`) what stands there was sent; or not,
        because of `problem`.
        """


NOBODY = Witness()
