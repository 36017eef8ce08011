"""overlay: a companion for web chats that shows and runs the tool calls a model prints.

The names in `__all__` are the public API: `overlay help api` describes each, and says how it may change. All
modules below `overlay` are internal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overlay.common.imports import import_for_run
from overlay.common.version import VERSION

if TYPE_CHECKING:
    from overlay.calls.approvals import Answer, Approver, Question
    from overlay.calls.events import BlockInfo, Event
    from overlay.calls.ledger import Ledger, LedgerError
    from overlay.common.errors import BrowserNotFound, CheckFailed, OverlayError, UsageError
    from overlay.companion.click_result import ClickResult
    from overlay.companion.companion import Companion
    from overlay.companion.config import Config
    from overlay.detection import (
        ArgumentClosed,
        ArgumentDelta,
        CallClosed,
        CallNamed,
        CallOpened,
        CallWithdrawn,
        StreamDetector,
        ToolCall,
        ToolIndex,
        detect,
    )
    from overlay.policy import Policy, PolicyConfig, PolicyFile, Taints
    from overlay.policy.store import PolicyStore
    from overlay.policy.tool_effects import ToolEffects
    from overlay.sites.profile import SiteProfile
    from overlay.tools import (
        LoadProblem,
        ToolAudio,
        ToolContext,
        ToolDefinition,
        ToolDefinitionError,
        ToolError,
        ToolHints,
        ToolImage,
        ToolLink,
        ToolRegistry,
        ToolResult,
        tool,
    )
    from overlay.tools.context import OutlineTarget
    from overlay.tools.definition import CommandPlace
    from overlay.tools.errors import ErrorCode
    from overlay.tools.mcp import ServerConfig

__version__ = VERSION

_HOMES = {
    "Answer": "overlay.calls.approvals",
    "Approver": "overlay.calls.approvals",
    "Question": "overlay.calls.approvals",
    "BlockInfo": "overlay.calls.events",
    "Event": "overlay.calls.events",
    "Ledger": "overlay.calls.ledger",
    "LedgerError": "overlay.calls.ledger",
    "BrowserNotFound": "overlay.common.errors",
    "CheckFailed": "overlay.common.errors",
    "OverlayError": "overlay.common.errors",
    "UsageError": "overlay.common.errors",
    "ClickResult": "overlay.companion.click_result",
    "Companion": "overlay.companion.companion",
    "Config": "overlay.companion.config",
    "ArgumentClosed": "overlay.detection",
    "ArgumentDelta": "overlay.detection",
    "CallClosed": "overlay.detection",
    "CallNamed": "overlay.detection",
    "CallOpened": "overlay.detection",
    "CallWithdrawn": "overlay.detection",
    "StreamDetector": "overlay.detection",
    "ToolCall": "overlay.detection",
    "ToolIndex": "overlay.detection",
    "detect": "overlay.detection",
    "Policy": "overlay.policy",
    "PolicyConfig": "overlay.policy",
    "PolicyFile": "overlay.policy",
    "Taints": "overlay.policy",
    "PolicyStore": "overlay.policy.store",
    "ToolEffects": "overlay.policy.tool_effects",
    "SiteProfile": "overlay.sites.profile",
    "LoadProblem": "overlay.tools",
    "ToolAudio": "overlay.tools",
    "ToolContext": "overlay.tools",
    "ToolDefinition": "overlay.tools",
    "ToolDefinitionError": "overlay.tools",
    "ToolError": "overlay.tools",
    "ToolHints": "overlay.tools",
    "ToolImage": "overlay.tools",
    "ToolLink": "overlay.tools",
    "ToolRegistry": "overlay.tools",
    "ToolResult": "overlay.tools",
    "tool": "overlay.tools",
    "OutlineTarget": "overlay.tools.context",
    "CommandPlace": "overlay.tools.definition",
    "ErrorCode": "overlay.tools.errors",
    "ServerConfig": "overlay.tools.mcp",
}
"""Where each public name is defined."""

__all__ = [
    "Answer",
    "Approver",
    "ArgumentClosed",
    "ArgumentDelta",
    "BlockInfo",
    "BrowserNotFound",
    "CallClosed",
    "CallNamed",
    "CallOpened",
    "CallWithdrawn",
    "CheckFailed",
    "ClickResult",
    "CommandPlace",
    "Companion",
    "Config",
    "ErrorCode",
    "Event",
    "Ledger",
    "LedgerError",
    "LoadProblem",
    "OutlineTarget",
    "OverlayError",
    "Policy",
    "PolicyConfig",
    "PolicyFile",
    "PolicyStore",
    "Question",
    "ServerConfig",
    "SiteProfile",
    "StreamDetector",
    "Taints",
    "ToolAudio",
    "ToolCall",
    "ToolContext",
    "ToolDefinition",
    "ToolDefinitionError",
    "ToolEffects",
    "ToolError",
    "ToolHints",
    "ToolImage",
    "ToolIndex",
    "ToolLink",
    "ToolRegistry",
    "ToolResult",
    "UsageError",
    "__version__",
    "detect",
    "tool",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: detection alone must not pay for a browser."""
    if name not in _HOMES:
        raise AttributeError(f"module 'overlay' has no attribute {name!r}")
    return getattr(import_for_run(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names too that are not imported yet."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
