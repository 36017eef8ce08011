"""A server asks the person something in the middle of a call (the protocol's "elicitation").

https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from overlay.tools.mcp.elicitation_forms import Value, secrets_in

Action = Literal["accept", "decline", "cancel"]


@dataclass(frozen=True, slots=True)
class Elicitation:
    """What is asked. All words but `server` are the server's own, and may say anything.

    `server` is the key of the configuration, `tool` the server's name for the tool that runs ("" where more
    than one does). A form: `schema`, as `forms.fields_of` takes it. A page to open: `url` (then there is no
    form, and an accept says that the person agreed to go there).
    """

    server: str
    tool: str
    message: str
    schema: dict[str, Any] = field(default_factory=dict[str, Any])
    url: str | None = None

    @property
    def warnings(self) -> list[str]:
        """What the person must be told with it, one sentence each.

        A server must not ask for a secret in a form (specification, "Security considerations"): what is
        typed there passes through the model's client, and may be kept.
        """
        named = secrets_in(self.schema)
        if not named:
            return []
        return [f"It asks for what looks like a secret ({', '.join(named)}). Do not give one in a form."]


@dataclass(frozen=True, slots=True)
class Answer:
    """`decline` is a no, `cancel` that no choice was made; `content` is what a form was filled with."""

    action: Action
    content: dict[str, Value] | None = None


class Elicitor(Protocol):
    """Asks the person where the page of a chat can't draw, with the server named first, what it says made
    safe to show, and the `warnings`. Cancelled while it asks: the call is over, and the question goes too.
    """

    async def __call__(self, elicitation: Elicitation, /) -> Answer: ...
