"""MCP servers out of the configuration people already have, their tools in the registry."""

from overlay.tools.servers.config import ServerConfig
from overlay.tools.servers.config_file import read_config
from overlay.tools.servers.elicitation import Answer, Elicitation, Elicitor
from overlay.tools.servers.fleet import McpServers
from overlay.tools.servers.person import Person, Prompt, SignInRequest
from overlay.tools.servers.settings import Settings
from overlay.tools.servers.status import ServerStatus

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
