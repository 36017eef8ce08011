"""MCP servers from the user's existing configuration files; their tools are added to the registry."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overlay.tools.mcp.config import ServerConfig
    from overlay.tools.mcp.config_file import read_config
    from overlay.tools.mcp.elicitation import Elicitation, Elicitor, FormAnswer
    from overlay.tools.mcp.manager import ServerManager
    from overlay.tools.mcp.prompts import SignInPrompt, SignInRequest, UserPrompts
    from overlay.tools.mcp.status import ServerStatus
    from overlay.tools.mcp.timeouts import ServerTimeouts

_HOMES = {
    "ServerConfig": "overlay.tools.mcp.config",
    "read_config": "overlay.tools.mcp.config_file",
    "FormAnswer": "overlay.tools.mcp.elicitation",
    "Elicitation": "overlay.tools.mcp.elicitation",
    "Elicitor": "overlay.tools.mcp.elicitation",
    "ServerManager": "overlay.tools.mcp.manager",
    "UserPrompts": "overlay.tools.mcp.prompts",
    "SignInPrompt": "overlay.tools.mcp.prompts",
    "SignInRequest": "overlay.tools.mcp.prompts",
    "ServerStatus": "overlay.tools.mcp.status",
    "ServerTimeouts": "overlay.tools.mcp.timeouts",
}

__all__ = [
    "Elicitation",
    "Elicitor",
    "FormAnswer",
    "ServerConfig",
    "ServerManager",
    "ServerStatus",
    "ServerTimeouts",
    "SignInPrompt",
    "SignInRequest",
    "UserPrompts",
    "read_config",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that users without servers don't load the server code."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
