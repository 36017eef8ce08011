"""The profile of a chat site: its selectors, its hosts, and the pattern of its conversations' addresses."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

SELECTORS = (
    *("user", "assistant", "reasoning", "streaming", "code", "fence", "header", "faded", "turn"),
    *("composer", "send", "file", "detect"),
)
"""The fields with selectors: one, or a list of which the first that finds something is used."""
FOR_PAGE = (
    *("user", "assistant", "reasoning", "streaming", "code", "fence", "header", "faded", "turn"),
    *("message_id", "composer", "send", "conversation"),
)
PICKED = ("user", "assistant", "composer", "send")
"""For these fields the page script uses one selector at a time, for the others all selectors together: each
further match of `reasoning` or `streaming` only makes overlay more careful.
"""
BUNDLED = "overlay"
SELECTORS_ARE_CHECKED = "selectors are checked"
"""Key of the validation context: True for profiles that the tests have checked."""
KINDS = ("textarea", "input", "contenteditable", "prosemirror", "tiptap", "lexical", "quill")
LISTS = (*SELECTORS, "message_id", "kind")
"""The fields that may be a list: a site may have several generations of its page in use at a time."""
ROLES = ("user", "assistant")
_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+(/[\w./~-]+)?")


class SiteProfile(BaseModel):
    """Selectors and properties of one site. An empty string: there is none, or none is known.

    A selector field also accepts a list: the field then holds all of them, joined, and `selectors` returns
    them in order.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: str
    """The name by which commands take it."""
    title: str
    """Its name for the user."""
    url: str = ""
    """The address of a new chat."""
    hosts: tuple[str, ...] = ()
    """Its host names, each with or without the beginning of a path (`x.com/i/grok`)."""
    detect: str = ""
    """Selector that recognises an application by its page, on any host."""
    user: str = ""
    """Selector of the user's messages."""
    assistant: str = ""
    """Selector of the model's messages."""
    reasoning: str = ""
    """Selector of the model's thinking, inside or next to its message."""
    streaming: str = ""
    """Selector of what is there only while an answer is written."""
    code: str = ""
    """Selector of the element of a code block."""
    fence: str = ""
    """Selector of a frame around a code block that is hidden with it."""
    header: str = ""
    """Selector of a bar right before a code block."""
    faded: str = ""
    """Selector of an element around blocks with less than full opacity."""
    turn: str = ""
    """Selector of the element around a message that has its id, if the message does not have it."""
    message_id: str = ""
    """Attribute with a message's id; if its name ends in `ids`, the first of several ids."""
    composer: str = ""
    """Selector of the message box."""
    kind: str = ""
    """The message box's editor."""
    send: str = ""
    """Selector of the button that sends."""
    file: str = ""
    """Selector of the input for files."""
    conversation: str = ""
    """Pattern whose group finds the conversation's key in an address."""
    guessed: bool = False
    """The site is not known, so calls in its answers need the user's approval."""
    settle: Annotated[float, Field(ge=0, le=60)] = 0.0
    """Seconds after an answer in which the site still changes its message box."""
    rewrites: bool = False
    """The site reads its box as Markdown, which loses blank lines and tabs outside of code blocks."""
    notes: str = ""
    """A remark for the user."""
    learned: Literal["", "watched"] = ""
    """`watched`: overlay found selectors by watching a chat."""
    held: Annotated[str, Field(pattern=r"^(20\d\d(-(0[1-9]|1[0-2]))?)?$")] = ""
    """The month (2026-09), or only the year, in which it was last compared with a page of the real site."""
    guesses: tuple[str, ...] = ()
    """The fields that nobody has seen on a real page; if one of them is a role, the whole profile is
    guessed.
    """
    english: tuple[str, ...] = ()
    """The fields that are found only on an English page."""
    source: str = BUNDLED
    """The profile's file."""
    alternatives: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    """Field -> its selectors, for a field that was given a list."""

    @model_validator(mode="before")
    @classmethod
    def _join(cls, given: Any) -> Any:
        """Join each list of selectors, and keep the list in `alternatives`."""
        if not isinstance(given, dict):
            return given
        fields = cast("dict[str, Any]", given)
        lists = {name: tuple(fields[name]) for name in LISTS if isinstance(fields.get(name), list | tuple)}
        joined = {name: ", ".join(str(one) for one in several) for name, several in lists.items()}
        return fields | joined | {"alternatives": {**fields.get("alternatives", {}), **lists}}

    @field_validator("alternatives")
    @classmethod
    def _no_empty_one(cls, value: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        for name, several in value.items():
            if not all(one.strip() for one in several):
                raise ValueError(f"{name}: one of its selectors is empty")
        return value

    @field_validator(*SELECTORS)
    @classmethod
    def _a_selector(cls, value: str, info: ValidationInfo) -> str:
        if value and not (info.context and info.context[SELECTORS_ARE_CHECKED]):
            import cssselect

            try:
                cssselect.parse(value)
            except cssselect.SelectorSyntaxError as error:
                raise ValueError(f"this is not a valid CSS selector: {value} ({error})") from error
        return value

    @field_validator("kind")
    @classmethod
    def _kinds(cls, value: str) -> str:
        for kind in value.split(", ") if value else ():
            if kind not in KINDS:
                raise ValueError(f"{kind!r} is not one of {', '.join(KINDS)}")
        return value

    @field_validator("guesses", "english")
    @classmethod
    def _fields(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            if name not in (*LISTS, "conversation"):
                raise ValueError(f"{name!r} is not a field with a selector")
        return value

    @field_validator("hosts")
    @classmethod
    def _hosts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for host in value:
            if not _HOST.fullmatch(host):
                raise ValueError(f"{host!r} is not a valid host: {_fault_of(host)}")
        return value

    @field_validator("conversation")
    @classmethod
    def _a_pattern(cls, value: str) -> str:
        try:
            groups = re.compile(value).groups
        except re.error as error:
            raise ValueError(f"this is not a valid pattern: {value} ({error})") from error
        if value and groups < 1:
            raise ValueError("the pattern needs one group: the conversation's key")
        return value

    @model_validator(mode="after")
    def _hosts_or_a_sign(self) -> Self:
        if self.hosts and self.detect:
            raise ValueError(
                "a site has hosts or `detect`, not both: any page can show what `detect` looks for"
            )
        return self

    @model_validator(mode="after")
    def _guessed_roles(self) -> Self:
        if set(self.guesses) & set(ROLES) and not self.guessed:
            raise ValueError("guessed must be true: the author of a message is a guess")
        return self

    def selectors(self, field: str) -> tuple[str, ...]:
        """Return the selectors of a field in the order in which they are tried; it may have none."""
        whole: str = getattr(self, field)
        return self.alternatives.get(field) or ((whole,) if whole else ())

    def for_page(self) -> dict[str, Any]:
        """Internal: return the part that the page script needs (`Profile` in config_types.js)."""
        several = {name: list(self.alternatives[name]) for name in PICKED if name in self.alternatives}
        return {name: getattr(self, name) for name in FOR_PAGE} | {"guessed": self.guessed, "pick": several}

    def match(self, host: str, path: str) -> int:
        """Return how closely an address fits: the length of the longest host entry that fits, else 0."""
        return max((len(entry) for entry in self.hosts if _fits(entry, host, path)), default=0)

    @property
    def origins(self) -> set[str]:
        """The origins of the hosts."""
        return {f"https://{entry.partition('/')[0]}" for entry in self.hosts}

    def conversation_key(self, url: str) -> str:
        """Return the key of the conversation in `url`; "" for a new one, or if addresses have no key."""
        found = re.search(self.conversation, url) if self.conversation else None
        return str(found[1]) if found else ""


def first_id(attribute: str, value: str) -> str:
    """Return a message's id: the attribute's value, of an attribute with a list of ids the first."""
    return (value.split() or [""])[0] if attribute.endswith("ids") else value


def _fault_of(host: str) -> str:
    """Return what is wrong with an entry of `hosts`."""
    name = host.partition("/")[0]
    if "://" in host:
        return "leave out the scheme, such as https://"
    if ":" in name:
        return "leave out the port: an entry is for every port of the host"
    if "*" in host:
        return "leave out the *: an entry is for the host and its subdomains"
    if host != host.lower():
        return "write it in small letters"
    if "." not in name:
        return "a host has a dot, such as chat.example; for a server on this machine write 127.0.0.1"
    return "write it such as chat.example or x.example/chat"


def _fits(entry: str, host: str, path: str) -> bool:
    name, slash, start = entry.partition("/")
    if host != name and not host.endswith("." + name):
        return False
    return not slash or (path.rstrip("/") + "/").startswith(f"/{start.rstrip('/')}/")
