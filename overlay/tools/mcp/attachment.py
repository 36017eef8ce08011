"""A server's prompts and resources: what the user can attach to a message. All their texts are untrusted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from overlay.tools.binary_text import without_binary
from overlay.tools.errors import clip
from overlay.tools.mcp.convert import add_content, add_resource
from overlay.tools.mcp.elicitation_forms import MAX_FIELDS, Field
from overlay.tools.result import ToolResult

if TYPE_CHECKING:
    import mcp.types as types

NAME = 200
DESCRIPTION = 2_000
ADDRESS = 4_000
MOST_PARTS = 200
"""Maximum number of parts of a resource, or messages of a prompt, that are read."""
VARIABLE = re.compile(r"\{(\+?)(\w{1,100})\}")
RESERVED = ":/?#[]@!$&'()*+,;="


class Unusable(ValueError):
    """A prompt or resource that can't be offered. The message begins with its name."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """One prompt or resource.

    `name` is the server's own name of a prompt, or the address of a resource. The user first fills in
    its `fields`: a prompt's arguments, or the variables of an address. `type` is a resource's media type,
    `size` its bytes (None: unknown).
    """

    kind: Literal["prompt", "resource"]
    name: str
    title: str
    description: str = ""
    type: str = ""
    size: int | None = None
    fields: tuple[Field, ...] = ()

    @property
    def id(self) -> str:
        """A short hash that identifies it among those of its server."""
        return hashlib.sha256(f"{self.kind} {self.name}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def prompt_of(prompt: types.Prompt) -> Attachment:
    """Return a prompt as the server lists it. Raises Unusable."""
    named = prompt.arguments or []
    if len(named) > MAX_FIELDS:
        raise Unusable(f"{clip(prompt.name, NAME)}: it has more than {MAX_FIELDS} arguments")
    fields = tuple(
        Field(
            each.name,
            "text",
            clip(each.name, NAME),
            clip(each.description or "", DESCRIPTION),
            bool(each.required),
        )
        for each in named
    )
    return Attachment("prompt", prompt.name, *_words(prompt), fields=fields)


def resource_of(item: types.Resource) -> Attachment:
    """Return a resource as the server lists it. Raises Unusable."""
    size = item.size if item.size is not None and item.size >= 0 else None
    return Attachment(
        "resource", _address(str(item.uri)), *_words(item), type=clip(item.mime_type or "", NAME), size=size
    )


def template_of(item: types.ResourceTemplate) -> Attachment:
    """Return a resource whose address has variables: `{name}`, or `{+name}` for a part that may have slashes.

    Raises Unusable for any other kind of variable (RFC 6570 has more).
    """
    address = _address(item.uri_template)
    names = list(dict.fromkeys(found[2] for found in VARIABLE.finditer(address)))
    if re.search(r"[{}]", VARIABLE.sub("", address)) or len(names) > MAX_FIELDS:
        raise Unusable(f"{clip(item.name, NAME)}: overlay can't fill in its address {clip(address, NAME)}")
    fields = tuple(Field(name, "text", name, required=True) for name in names)
    return Attachment(
        "resource", address, *_words(item), type=clip(item.mime_type or "", NAME), fields=fields
    )


def address_with(address: str, values: Mapping[str, object]) -> str:
    """Return the address of a resource with its variables filled in."""
    return VARIABLE.sub(
        lambda found: quote(str(values.get(found[2], "")), safe=RESERVED if found[1] else ""), address
    )


def read_resource(parts: Sequence[Any]) -> ToolResult:
    """Return the content of a resource. With several parts, each text begins with its address."""
    if len(parts) == 1 and isinstance(text := getattr(parts[0], "text", None), str):
        return ToolResult(without_binary(text))
    texts: list[str] = []
    made = ToolResult()
    for part in parts[:MOST_PARTS]:
        add_resource(part, texts, made)
    return replace(made, text=without_binary("\n".join(texts + _left_out(len(parts)))))


def read_prompt(messages: Sequence[types.PromptMessage]) -> ToolResult:
    """Return a prompt's messages as one text. Unless all are the user's, each begins with its role."""
    texts: list[str] = []
    made = ToolResult()
    mixed = any(message.role != "user" for message in messages)
    for message in messages[:MOST_PARTS]:
        lines: list[str] = []
        add_content(message.content, lines, made)
        lines += [f"{link.name}: {link.uri}" for link in made.links]
        made.links.clear()
        speaker = f"{message.role.capitalize()}: " if mixed else ""
        texts.append(speaker + "\n".join(lines))
    return replace(made, text=without_binary("\n\n".join(texts + _left_out(len(messages)))))


def usable(items: Iterable[Any], make: Any) -> tuple[list[Attachment], list[str]]:
    """Return `make(item)` for each item, and the reasons why others can't be used."""
    found: list[Attachment] = []
    problems: list[str] = []
    for item in items:
        try:
            found.append(make(item))
        except Unusable as error:
            problems.append(str(error))
    return found, problems


def _words(item: types.Prompt | types.Resource | types.ResourceTemplate) -> tuple[str, str]:
    return clip(item.title or item.name, NAME), clip(item.description or "", DESCRIPTION)


def _address(address: str) -> str:
    if len(address) > ADDRESS:
        raise Unusable(f"{clip(address, NAME)}: its address is longer than {ADDRESS} characters")
    return address


def _left_out(count: int) -> list[str]:
    return [f"[{count - MOST_PARTS} more parts were left out]"] if count > MOST_PARTS else []
