"""Elicitation: an MCP server asks the user something during a call.

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from overlay.tools.mcp.elicitation_forms import Value, secrets_in

Action = Literal["accept", "decline", "cancel"]


@dataclass(frozen=True, slots=True)
class Elicitation:
    """A server's question to the user. All texts except `server` come from the server and are not trusted.

    `server` is the key of the configuration, `tool` the server's name for the running tool ("" if several are
    running). A form has `schema`, as `fields_of` takes it. A page to open has `url` and no form; accepting it
    means that the user agrees to go there.
    """

    server: str
    tool: str
    message: str
    schema: dict[str, Any] = field(default_factory=dict[str, Any])
    url: str | None = None

    @property
    def warnings(self) -> list[str]:
        """Warnings that the user must see with the question, one sentence each.

        A server must not ask for a secret in a form (specification, "Security considerations"): the answer
        passes through the model's client, and may be stored.
        """
        named = secrets_in(self.schema)
        if not named:
            return []
        return [f"It asks for what looks like a secret ({', '.join(named)}). Do not give one in a form."]


@dataclass(frozen=True, slots=True)
class FormAnswer:
    """The user's answer: `decline` refuses, `cancel` makes no choice, and `content` holds the values of an
    accepted form.
    """

    action: Action
    content: dict[str, Value] | None = None


class Elicitor(Protocol):
    """Asks the user outside the chat's page, naming the server first, with its texts made safe to show and
    the `warnings`.

    If it is cancelled, the call has ended and the question must disappear.
    """

    async def __call__(self, elicitation: Elicitation, /) -> FormAnswer: ...
