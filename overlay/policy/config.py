"""Policy settings of one run: command-line options and the `[policy]` table of a --config file."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from overlay.policy.rate_limits import Limits


class PolicyConfig(BaseModel):
    """Policy settings of one run.

    `auto_execute` and the keys of `deny` are tool names, in which `*` matches any text. `auto_execute`
    applies to the site that was opened (see `Policy.limit_auto_execute`). `limits` replaces the limits in the
    user's file.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    auto_execute: list[str] = Field(default_factory=list[str])
    delay: float = Field(default=2.0, ge=0, le=3600, description="seconds before a call runs automatically")
    deny: dict[str, str] = Field(
        default_factory=dict[str, str], description="tool -> reason that the model gets"
    )
    attended: bool = Field(default=True, description="a user is present to ask")
    limits: Limits | None = None
