"""Detects the tool calls that a model prints as text, in every known format, while the text streams in."""

from .detector import StreamDetector, detect
from .model import (
    ArgumentClosed,
    ArgumentDelta,
    CallClosed,
    CallNamed,
    CallOpened,
    CallWithdrawn,
    Confidence,
    Event,
    ToolCall,
)
from .registry import openers
from .tool_index import ToolIndex
from .whole_texts import WholeTextDetector

__all__ = [
    "ArgumentClosed",
    "ArgumentDelta",
    "CallClosed",
    "CallNamed",
    "CallOpened",
    "CallWithdrawn",
    "Confidence",
    "Event",
    "StreamDetector",
    "ToolCall",
    "ToolIndex",
    "WholeTextDetector",
    "detect",
    "openers",
]
