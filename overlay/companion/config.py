"""The settings of overlay, from one file and from options; validated together, with each error's place."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from overlay.chat.message_boxes import ReturnConfig
from overlay.common.errors import UsageError
from overlay.common.field_faults import faults, names_advice
from overlay.common.input_files import NotText, parse_toml, read_text
from overlay.policy import PolicyConfig
from overlay.tools.builtin.wordpress.settings import WordPressSettings

MOST_OWN = 8_000
"""Characters of all of the user's own instructions: they leave room for the tools in any chat."""


class ToolsConfig(BaseModel):
    """Settings of tools in general."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    retired: dict[str, str] = Field(default_factory=dict[str, str])
    """Name of a removed tool -> the tool to use instead."""
    time_limits: dict[str, Annotated[float, Field(gt=0, le=86_400)]] = Field(default_factory=dict[str, float])
    """Name of a tool, or pattern (`files.*`) -> seconds that a call may take, in place of the tool's own
    limit. The first that matches is used.
    """

    def limit_of(self, name: str) -> float | None:
        """Return the user's own time limit for the tool, None if there is none."""
        return next(
            (limit for pattern, limit in self.time_limits.items() if fnmatchcase(name, pattern)), None
        )

    @field_validator("retired")
    @classmethod
    def _leads_somewhere(cls, retired: dict[str, str]) -> dict[str, str]:
        for name, instead in retired.items():
            if instead in retired:
                raise ValueError(f"{name!r} leads to {instead!r}, which is retired too: name one that is not")
        return retired


class LedgerConfig(BaseModel):
    """How long calls are kept."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    days: int = Field(default=365, ge=0, le=36_500)
    """How many days a call is kept; 0: no limit."""
    rows: int = Field(default=0, ge=0)
    """How many calls are kept, the newest; 0: no limit."""

    @property
    def words(self) -> str:
        """The limits as text for the user."""
        parts = [f"older than {self.days} days" if self.days else ""]
        parts.append(f"more than {self.rows}" if self.rows else "")
        return " or ".join(filter(None, parts))


class InstructionsConfig(BaseModel):
    """Settings of the instructions for the model."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    auto: bool = False
    """Insert the instructions into the message box of each new chat, on sites where you did so once."""
    text: str = ""
    """Your own instructions for the model, for all chats."""
    sites: dict[str, str] = Field(default_factory=dict[str, str])
    """Name of a site, or beginning of an address without `https://` -> more instructions for the chats there.
    """

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if len(self.text) + sum(map(len, self.sites.values())) > MOST_OWN:
            raise ValueError(f"the texts have more than {MOST_OWN} characters together: shorten them")
        return self

    def text_for(self, site: str, url: str) -> str:
        """Return the user's own instructions for a chat of `site` at the address `url`."""
        address = url.partition("://")[2]
        own_texts = [text for key, text in self.sites.items() if key == site or _begins(address, key)]
        return "\n".join(filter(None, [self.text, *own_texts]))


class Config(BaseModel):
    """The whole configuration of a run."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    profile: str | None = None
    """Browser profile of `overlay launch`: `shared`, `site`, or a folder. Not set: `shared`."""
    policy: PolicyConfig = Field(default_factory=PolicyConfig)
    """Which calls may run, in this run."""
    returns: ReturnConfig = Field(default_factory=ReturnConfig)
    """How results get back to the model."""
    ledger: LedgerConfig = Field(default_factory=LedgerConfig)
    """How long calls are kept."""
    tools: ToolsConfig = Field(default_factory=ToolsConfig)
    """Settings of tools in general."""
    instructions: InstructionsConfig = Field(default_factory=InstructionsConfig)
    """The instructions for the model."""
    wordpress: WordPressSettings | None = None
    """Switches on the WordPress tools."""
    time_limit: float = Field(default=120.0, gt=0)
    """Seconds that a call may take, for a tool without its own limit."""
    fallbacks: bool = False
    """If an answer contains no call, the tools' own patterns search it for calls in plain words. Such a call
    never runs automatically.
    """
    whole_history: bool = False
    """Read the calls far from the view of a long chat when it opens, not when you scroll near them."""
    fail_open: float = Field(default=0.32, ge=0.2, le=60)
    """Seconds without a message from overlay after which the page shows everything as the site made it."""


def _begins(address: str, start: str) -> bool:
    """Return whether the address begins with whole parts of `start`: `a.example/p` is not `a.example/pq`."""
    rest = address.removeprefix(start.rstrip("/"))
    return rest != address and (not rest or rest[0] in "/?#")


def load_config(source: Path | Mapping[str, Any] | None) -> Config:
    """Return the configuration in a TOML file or a mapping; the defaults for None.

    Raises UsageError that names the file, the field and the error.
    """
    if source is None:
        return Config()
    try:
        plain = source if isinstance(source, Mapping) else parse_toml(read_text(source))
        return Config.model_validate(plain)
    except OSError as error:
        raise UsageError(
            f"{source} can't be read: {error.strerror}", advice="Give another --config file."
        ) from error
    except (tomllib.TOMLDecodeError, NotText) as error:
        raise UsageError(f"{source} is not TOML: {error}", advice="Correct the line it names.") from error
    except ValidationError as error:
        origin = "the configuration" if isinstance(source, Mapping) else str(source)
        found = error.errors()
        advice = names_advice(Config, found) or "Correct that value."
        raise UsageError(f"{origin}: {faults(found)}", advice=advice) from error
