"""Schema of `policy.toml`."""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from overlay.policy.origins import checked_site
from overlay.policy.rate_limits import Limits
from overlay.policy.tool_effects import checked_change


def checked_word(word: str) -> str:
    """Return `word` if all its characters are visible. Raises ValueError."""
    if not word.isprintable():
        raise ValueError("the word has an invisible character: use letters, digits and spaces")
    return word.strip()


Site = Annotated[str, AfterValidator(checked_site)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
ClassChange = Annotated[str, AfterValidator(checked_change)]
Word = Annotated[str, Field(max_length=60), AfterValidator(checked_word)]
Words = Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]
Absolute = Annotated[str, Field(pattern=r"^/")]
GrantKey = tuple[str, str, str]
"""Key of a permission: tool, site, and the hash of the arguments ("" for any)."""
CommandKey = tuple[str, str, tuple[str, ...]]
"""Key of a command rule: site, folder, words."""


class PolicyTable(BaseModel):
    """A table of the file. An unknown key is an error, because it may be a misspelt rule."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class Auto(PolicyTable):
    """`[[auto]]`: tools that run automatically on a site."""

    site: Site
    """Origin of the chat (`https://chat.example`), or `*` for all."""
    tools: list[str]
    """Names of tools, or patterns."""
    delay: float | None = Field(default=None, ge=0, le=3600)
    """Seconds of the countdown. Not set: the run's `--delay`."""


class Grant(PolicyTable):
    """`[[allow]]`: a tool that may run on this site without approval. Written by your answers."""

    tool: str
    """The tool."""
    site: Site
    """Origin of the chat, or `*` for all."""
    definition: Sha256
    """Fingerprint of the tool's definition. If the definition changes, the permission does not apply."""
    server: str = ""
    """Fingerprint of its server's configuration; empty: not a server's tool."""
    arguments: str = ""
    """Hash of the only arguments to which it applies; empty: any."""
    shown: str = ""
    """Those arguments as text, for you to read."""
    since: date | None = None
    """The day on which you allowed it."""

    @property
    def key(self) -> GrantKey:
        """Tool, site and arguments. The file has at most one entry for each key."""
        return self.tool, self.site, self.arguments

    @property
    def id(self) -> str:
        """A short hash that identifies the permission."""
        return key_hash(self.key)


class CommandRule(PolicyTable):
    """`[[commands]]`: a command that `run_command` may run on this site without approval."""

    words: Words
    """Name of the program and its first arguments, exactly."""
    program: Absolute
    """Absolute path of the program."""
    folder: Absolute
    """The working folder in which the rule applies."""
    site: Site
    """Origin of the chat, or `*` for all."""
    options: list[str] = Field(default_factory=list[str])
    """Words that may follow, each at most once."""
    sends_out: bool = True
    """The command can send data off this machine."""
    until: datetime | None = None
    """When the rule ends; a time without an offset is this machine's local time. Not set: never."""
    since: date | None = None
    """The day on which you allowed it."""

    @property
    def key(self) -> CommandKey:
        """Site, folder and words. The file has at most one entry for each key."""
        return self.site, self.folder, tuple(self.words)

    @property
    def id(self) -> str:
        """A short hash that identifies the rule."""
        return key_hash(self.key)

    def has_ended(self, now: datetime) -> bool:
        """Return whether `until` has passed; `now` has an offset."""
        return self.until is not None and now >= self.until.astimezone(now.tzinfo)

    def reach(self, now: datetime) -> str:
        """The rule's limits as text: which options may follow, whether it sends data, how long it applies."""
        parts = [f"also with {' '.join(self.options)}" if self.options else ""]
        parts.append("asked about in chats that have read private data" if self.sends_out else "")
        parts.append(f"since {self.since}" if self.since else "")
        if self.until is not None:
            parts.append(f"{'ended at' if self.has_ended(now) else 'until'} {self.until}")
        return ", ".join(filter(None, parts))


def key_hash(key: GrantKey | CommandKey) -> str:
    """Return a short hash of a permission's key."""
    return hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]


class TrustedServer(PolicyTable):
    """`[servers.NAME]`: a server that you trust. Written by `overlay servers trust`."""

    vouched: str = ""
    """Fingerprint of the configuration that you trust."""


class PolicyRules(PolicyTable):
    """The whole file."""

    word: Word = ""
    """Your word, which the panel and the terminal show with each question, so that you can tell them from a
    page's.
    """

    auto: list[Auto] = Field(default_factory=list[Auto])
    """Tools that run automatically on a site."""
    deny: dict[str, str] = Field(default_factory=dict[str, str])
    """Tools that never run -> the reason that the model gets."""
    ask: dict[str, str] = Field(default_factory=dict[str, str])
    """Tools that never run automatically -> the reason."""
    allow: list[Grant] = Field(default_factory=list[Grant])
    """Tools that may run without approval."""
    commands: list[CommandRule] = Field(default_factory=list[CommandRule])
    """Commands that may run without approval."""
    classes: dict[str, list[ClassChange]] = Field(default_factory=dict[str, list[ClassChange]])
    """Tool -> changes of what it may do: `+` or `-` and `private`, `untrusted`, `sends_out` or `destructive`.
    """
    servers: dict[str, TrustedServer] = Field(default_factory=dict[str, TrustedServer])
    """Servers that you trust."""
    limits: Limits = Field(default_factory=Limits)
    """How many calls may run."""
    pins: dict[str, Sha256] = Field(default_factory=dict[str, Sha256])
    """Tool -> fingerprint of the definition with which it first ran automatically."""
