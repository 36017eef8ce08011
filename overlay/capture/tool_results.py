"""Converts tool results and errors to the JSON of a recording, and back."""

from __future__ import annotations

import base64
from typing import Any, cast

from overlay.tools import ToolAudio, ToolError, ToolImage, ToolLink, ToolResult


def as_plain(result: ToolResult | ToolError) -> dict[str, Any]:
    """Return a result as JSON: `text`, and if not empty `structured`, `images` and `sounds` (`data` in
    base64, `mime_type`), `links`, `is_error`, `private`. An error is `{"error": {code, message, data}}`.
    """
    if isinstance(result, ToolError):
        return {"error": result.as_dict()}
    plain: dict[str, Any] = {"text": result.text}
    if result.structured is not None:
        plain["structured"] = result.structured
    if result.images:
        plain["images"] = [{"data": image.base64, "mime_type": image.mime_type} for image in result.images]
    if result.sounds:
        plain["sounds"] = [{"data": sound.base64, "mime_type": sound.mime_type} for sound in result.sounds]
    if result.links:
        plain["links"] = [
            {
                "uri": link.uri,
                "name": link.name,
                "description": link.description,
                "mime_type": link.mime_type,
            }
            for link in result.links
        ]
    if result.is_error:
        plain["is_error"] = True
    if result.private:
        plain["private"] = True
    return plain


def from_plain(plain: dict[str, Any]) -> ToolResult | ToolError:
    """Return the result or error that `as_plain` wrote. Raises KeyError if a field is missing."""
    if "error" in plain:
        error = cast("dict[str, Any]", plain["error"])
        return ToolError(error["code"], error["message"], error.get("data"))
    return ToolResult(
        text=plain.get("text", ""),
        structured=plain.get("structured"),
        images=[
            ToolImage(base64.b64decode(image["data"]), image["mime_type"])
            for image in plain.get("images", [])
        ],
        sounds=[
            ToolAudio(base64.b64decode(sound["data"]), sound["mime_type"])
            for sound in plain.get("sounds", [])
        ],
        links=[ToolLink(**link) for link in plain.get("links", [])],
        is_error=plain.get("is_error", False),
        private=plain.get("private", False),
    )
