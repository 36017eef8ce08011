"""MCP servers out of the configuration people already have, their tools in the registry."""

from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.config_file import read_config
from overlay.tools.mcp.elicitation import Answer, Elicitation, Elicitor
from overlay.tools.mcp.manager import McpServers
from overlay.tools.mcp.prompts import Person, Prompt, SignInRequest
from overlay.tools.mcp.status import ServerStatus
from overlay.tools.mcp.timeouts import Settings

__all__ = [
    "Answer",
    "Elicitation",
    "Elicitor",
    "McpServers",
    "Person",
    "Prompt",
    "ServerConfig",
    "ServerStatus",
    "Settings",
    "SignInRequest",
    "read_config",
]
