"""Converts between MCP types and overlay's: tools to definitions, results, and answers of the user."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from overlay.tools.definition import ToolDefinition, ToolHints
from overlay.tools.errors import clip
from overlay.tools.mcp.elicitation import FormAnswer
from overlay.tools.result import ToolAudio, ToolImage, ToolLink, ToolResult, as_text, audio_type, image_type

if TYPE_CHECKING:
    import mcp.types as types

MAX_ADDRESS = 500
UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
UNFIT_IN_TOOL = re.compile(r"[^A-Za-z0-9_.:/-]+")


def unique(wanted: str, taken: Iterable[str]) -> str:
    """Return the name `wanted`, or `wanted_2`, `wanted_3` … if it is taken."""
    used = set(taken)
    name, count = wanted, 1
    while name in used:
        count += 1
        name = f"{wanted}_{count}"
    return name


def prefix(key: str) -> str:
    """Return a server's key as the prefix of its tools' names: letters, digits, `_` and `-`, at most 40
    characters.
    """
    return UNFIT.sub("_", key).strip("_-")[:40] or "server"


def tool_name(server: str, name: str, taken: Iterable[str]) -> str:
    """Return `server.name`, reduced to the characters valid in a tool name and different
    from all in `taken`.
    """
    valid = UNFIT_IN_TOOL.sub("_", name)[: 120 - len(server)] or "tool"
    return unique(f"{server}.{valid}", taken)


def to_definition(tool: types.Tool, name: str, server: str, timeout: float | None) -> ToolDefinition:
    """Convert a server's tool. Raises ToolDefinitionError if its name or schema can't be used."""
    return ToolDefinition(
        name=name,
        description=tool.description or tool.title or "",
        parameters=tool.input_schema,
        server=server,
        hints=to_hints(tool.annotations),
        timeout=timeout,
    )


def to_hints(given: types.ToolAnnotations | None) -> ToolHints:
    """Convert annotations; for missing ones, use the protocol's defaults: the tool may do anything.

    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations: a tool is destructive and
    open-world unless it says otherwise. A closed-world tool reads the user's own data; a tool that says
    nothing may do both. In either case others may have written what it returns, such as a mail or a received
    file.
    """
    read_only = given is not None and given.read_only_hint is True
    closed_world = given is not None and given.open_world_hint is False
    open_world = given is not None and given.open_world_hint is True
    return ToolHints(
        read_only=read_only,
        destructive=not read_only and not (given is not None and given.destructive_hint is False),
        sends_out=not closed_world,
        private=not open_world,
        untrusted=True,
    )


def to_result(answer: types.CallToolResult) -> ToolResult:
    """Convert a tool's result. Linked resources are named and never fetched; binary data other than
    pictures and sounds is only described.

    The data is the text only if there is nothing else: it may repeat a picture in another form.
    """
    texts: list[str] = []
    made = ToolResult(structured=answer.structured_content, is_error=answer.is_error)
    for block in answer.content:
        add_content(block, texts, made)
    if made.structured is not None and not (texts or made.images or made.sounds or made.links):
        texts.append(as_text(made.structured))
    return replace(made, text="\n".join(texts))


def add_content(block: types.ContentBlock, texts: list[str], made: ToolResult) -> None:
    """Add one part of a result or of a prompt's message to `texts`, or to the list in `made` for its kind."""
    match block.type:
        case "text":
            texts.append(block.text)
        case "image" | "audio":
            _add_bytes(block.data, block.mime_type, "", texts, made)
        case "resource_link":
            made.links.append(ToolLink(str(block.uri), block.name, block.description or "", block.mime_type))
        case _:
            add_resource(block.resource, texts, made)


def add_resource(resource: Any, texts: list[str], made: ToolResult) -> None:
    """Add what a resource holds to `texts`, or to the pictures or sounds in `made`."""
    text = getattr(resource, "text", None)
    if isinstance(text, str):
        texts.append(f"(text that the server names {_claimed(resource)}; overlay read nothing there)\n{text}")
    else:
        source = f"what the server names {_claimed(resource)}: "
        _add_bytes(resource.blob, resource.mime_type or "", source, texts, made)


def _claimed(resource: Any) -> str:
    """Return the address in quotes: the server may name any, also one that it never read."""
    return repr(clip(str(resource.uri), MAX_ADDRESS))


def _add_bytes(data: str, kind: str, source: str, texts: list[str], made: ToolResult) -> None:
    try:
        raw = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        texts.append(f"({source}{kind} that is not valid base64)")
        return
    # Check the bytes, not the server's label: only formats that can be decoded may be drawn.
    if picture := image_type(raw):
        made.images.append(ToolImage(raw, picture))
    elif kind.startswith("audio/") and (sound := audio_type(raw)):
        made.sounds.append(ToolAudio(raw, sound))
    else:
        texts.append(f"({source}{len(raw)} bytes of {kind or 'unknown type'})")


def fraction(progress: float, total: float | None) -> float | None:
    """Return progress as 0 to 1; None if the total is unknown."""
    return progress / total if total else None


def answer_to(answer: FormAnswer) -> types.ElicitResult:
    """Convert the user's answer. An accepted page has no content."""
    import mcp.types as types

    return types.ElicitResult(action=answer.action, content=cast("Any", answer.content))
