"""The life of a call: what was read of it, where it stands, and which earlier call it is."""

from overlay.blocks.block import Block, IllegalMove
from overlay.blocks.book import Book, Record
from overlay.blocks.changes import BlockAdded, BlockGone, BlockRead, ParamReset, ParamText, ReaderEvent
from overlay.blocks.reader import Reader

__all__ = [
    "Block",
    "BlockAdded",
    "BlockGone",
    "BlockRead",
    "Book",
    "IllegalMove",
    "ParamReset",
    "ParamText",
    "Reader",
    "ReaderEvent",
    "Record",
]
