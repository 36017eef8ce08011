"""How servers reach the person, where one is there."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.tools.servers.elicitation import Elicitor
from overlay.tools.servers.signin.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Person:
    """`elicit` shows what a server asks in a call; without it a server is declined. `sign_in` says where to
    sign in; without it a server that wants that fails.
    """

    elicit: Elicitor | None = None
    sign_in: Prompt | None = None
