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
    """`[[auto]]`: tools (patterns) that run automatically on this site, after `delay` seconds."""

    site: Site
    tools: list[str]
    delay: float | None = Field(default=None, ge=0, le=3600)


class Grant(PolicyTable):
    """`[[allow]]`: a tool that may run on this site without approval.

    `definition` is the tool's fingerprint and `server` that of its server's configuration; if either has
    changed, the permission does not apply. `arguments` is the hash of the only arguments it applies to (""
    for any), and `shown` those arguments in readable form.
    """

    tool: str
    site: Site
    definition: Sha256
    server: str = ""
    arguments: str = ""
    shown: str = ""
    since: date | None = None

    @property
    def key(self) -> GrantKey:
        """Tool, site and arguments. The file has at most one entry for each key."""
        return self.tool, self.site, self.arguments

    @property
    def id(self) -> str:
        """A short hash that identifies the permission."""
        return key_hash(self.key)


class CommandRule(PolicyTable):
    """`[[commands]]`: a command that the command tool may run on this site without approval.

    `words` are the program's name and its first arguments, exactly; only words of `options` may follow, each
    at most once. `program` is the absolute path that runs, `folder` the working folder in which the rule
    applies, both as they were approved. `sends_out`: the command can send data off this machine. The rule
    applies before `until` (a time without an offset is this machine's local time).
    """

    words: Words
    program: Absolute
    folder: Absolute
    site: Site
    options: list[str] = Field(default_factory=list[str])
    sends_out: bool = True
    until: datetime | None = None
    since: date | None = None

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
    """`[servers.NAME]`: `vouched` is the fingerprint of the configuration that the user trusts."""

    vouched: str = ""


class PolicyRules(PolicyTable):
    """The whole file.

    `deny` and `ask`: tools (patterns) that never run, or never automatically -> the reason. `pins`: tool ->
    the fingerprint with which it first ran automatically. `word` is shown in overlay's approval requests, so
    that the user can tell them from a page's.
    """

    word: Word = ""

    auto: list[Auto] = Field(default_factory=list[Auto])
    deny: dict[str, str] = Field(default_factory=dict[str, str])
    ask: dict[str, str] = Field(default_factory=dict[str, str])
    allow: list[Grant] = Field(default_factory=list[Grant])
    commands: list[CommandRule] = Field(default_factory=list[CommandRule])
    classes: dict[str, list[ClassChange]] = Field(default_factory=dict[str, list[ClassChange]])
    servers: dict[str, TrustedServer] = Field(default_factory=dict[str, TrustedServer])
    limits: Limits = Field(default_factory=Limits)
    pins: dict[str, Sha256] = Field(default_factory=dict[str, Sha256])
