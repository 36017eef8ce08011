"""Policy settings of one run: command-line options and the `[policy]` table of a --config file."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from overlay.policy.rate_limits import Limits


class PolicyConfig(BaseModel):
    """The settings that say what may run in one run."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    auto_execute: list[str] = Field(default_factory=list[str])
    """Tools that run automatically on the site that was opened; `*` matches any text."""
    delay: float = Field(default=2.0, ge=0, le=3600)
    """Seconds of the countdown before a call runs automatically."""
    deny: dict[str, str] = Field(default_factory=dict[str, str])
    """Tools that never run -> the reason that the model gets; `*` matches any text."""
    attended: bool = True
    """A user is present, whom overlay can ask."""
    limits: Limits | None = None
    """How many calls may run. Not set: the limits in policy.toml."""
