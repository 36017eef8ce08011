import base64
from typing import Any

import mcp_types as types
import pytest

from overlay.tools.definition import ToolHints
from overlay.tools.errors import ToolDefinitionError
from overlay.tools.mcp.convert import (
    answer_to,
    fraction,
    prefix,
    to_definition,
    to_hints,
    to_result,
    tool_name,
    unique,
)
from overlay.tools.mcp.elicitation import FormAnswer
from overlay.tools.result import ToolAudio, ToolImage, ToolLink
from tests.support.table import for_each

PNG = "iVBORw0KGgo="


def answer(*blocks: Any, **more: Any) -> types.CallToolResult:
    return types.CallToolResult(content=list(blocks), **more)


def test_a_taken_name_gets_a_number():
    assert unique("a", ["b"]) == "a"

    assert unique("a", ["a", "a_2"]) == "a_3"

    assert tool_name("s", "a b", ["s.a_b"]) == "s.a_b_2"

    assert len(tool_name("s", "x" * 500, [])) < 128


@for_each(
    ("key", "first"),
    [
        ("time", "time"),
        ("my server", "my_server"),
        ("a.b/c", "a_b_c"),
        ("@scope/x", "scope_x"),
        ("日本", "server"),
        ("x" * 99, "x" * 40),
    ],
)
def test_a_servers_key_becomes_the_first_part_of_names(key: str, first: str):
    assert prefix(key) == first


@for_each(
    ("own", "name"),
    [("read_file", "s.read_file"), ("a.b/c", "s.a.b/c"), ("odd name!", "s.odd_name_"), ("日", "s._")],
)
def test_a_tools_name_keeps_what_a_name_may_have(own: str, name: str):
    assert tool_name("s", own, []) == name


def test_a_servers_tool_becomes_a_definition_if_its_name_can_be_used():
    tool = types.Tool(name="t", description="d", input_schema={"type": "object"})
    definition = to_definition(tool, "s.t", "s", 5)
    assert definition.name == "s.t"
    assert definition.description == "d"
    assert definition.parameters == {"type": "object"}
    assert definition.server == "s"
    assert definition.timeout == 5

    tool = types.Tool(name="t", input_schema={"type": "object"})
    with pytest.raises(ToolDefinitionError):
        to_definition(tool, "not a name", "s", 5)


@for_each(("title", "description"), [("T", "T"), (None, "")])
def test_a_tool_without_description_is_reported_by_its_title(title: str | None, description: str):
    tool = types.Tool(name="t", title=title, input_schema={"type": "object"})
    assert to_definition(tool, "s.t", "s", 5).description == description


@for_each(
    ("said", "hints"),
    [
        (None, ToolHints(destructive=True, sends_out=True, private=True, untrusted=True)),
        ({}, ToolHints(destructive=True, sends_out=True, private=True, untrusted=True)),
        ({"read_only_hint": True}, ToolHints(read_only=True, sends_out=True, private=True, untrusted=True)),
        (
            {"read_only_hint": True, "open_world_hint": False},
            ToolHints(read_only=True, private=True, untrusted=True),
        ),
        (
            {"read_only_hint": True, "open_world_hint": True},
            ToolHints(read_only=True, sends_out=True, untrusted=True),
        ),
        ({"destructive_hint": False, "open_world_hint": False}, ToolHints(private=True, untrusted=True)),
        (
            {"destructive_hint": True, "open_world_hint": False},
            ToolHints(destructive=True, private=True, untrusted=True),
        ),
    ],
)
def test_a_tool_that_says_nothing_may_do_anything(said: dict[str, bool] | None, hints: ToolHints):
    annotations = None if said is None else types.ToolAnnotations.model_validate(said)
    assert to_hints(annotations) == hints


def test_texts_data_and_failures_become_a_result():
    result = to_result(answer(types.TextContent(text="a"), types.TextContent(text="b")))
    assert result.text == "a\nb"
    assert not result.is_error

    assert to_result(answer(types.TextContent(text="a"), is_error=True)).is_error

    result = to_result(answer(structured_content={"a": 1}))
    assert result.text == '{"a": 1}'
    assert result.structured == {"a": 1}

    result = to_result(answer(types.TextContent(text="one"), structured_content={"a": 1}))
    assert result.text == "one"
    assert result.structured == {"a": 1}


def test_data_that_repeats_a_picture_a_sound_or_a_link_is_not_text():
    repeated = {"content": [{"type": "image", "data": PNG}]}
    link = types.ResourceLink(uri="file:///a", name="a")
    for block in (types.ImageContent(data=PNG, mime_type="image/png"), link):
        result = to_result(answer(block, structured_content=repeated))
        assert result.text == ""
        assert result.structured == repeated


def test_an_address_of_a_server_stays_in_one_line_and_is_cut():
    resource = types.TextResourceContents(uri="file:///etc/shadow\nroot:x" + "y" * 5_000, text="t")
    text = to_result(answer(types.EmbeddedResource(resource=resource))).text
    assert text.startswith("(text that the server names 'file:///etc/shadow\\nroot:xyyy")
    assert len(text.splitlines()) == 2
    assert len(text) < 700


def test_a_picture_is_known_by_its_bytes_and_not_by_its_name():
    result = to_result(answer(types.ImageContent(data=PNG, mime_type="image/svg+xml")))
    assert result.images == [ToolImage(b"\x89PNG\r\n\x1a\n", "image/png")]


@for_each(
    ("data", "label", "kind"),
    [
        (b"RIFF....WAVEfmt ", "audio/x-wav", "audio/wav"),
        (b"\xff\xfb\x90", "audio/mpeg", "audio/mpeg"),
        (b"....ftypM4A ", "audio/m4a", "audio/mp4"),
        (b"OggS", "audio/ogg", "audio/ogg"),
    ],
)
def test_a_sound_is_known_by_its_bytes_if_the_server_calls_it_one(data: bytes, label: str, kind: str):
    encoded = base64.b64encode(data).decode()
    heard = to_result(answer(types.AudioContent(data=encoded, mime_type=label)))
    other = types.BlobResourceContents(uri="file:///a", blob=encoded, mime_type="application/x")
    assert heard.sounds == [ToolAudio(data, kind)]
    assert to_result(answer(types.EmbeddedResource(resource=other))).sounds == []


@for_each(
    ("block", "text"),
    [
        (types.ImageContent(data="AAAA", mime_type="image/svg+xml"), "(3 bytes of image/svg+xml)"),
        (types.ImageContent(data="%", mime_type="image/png"), "(image/png that is not valid base64)"),
        (types.AudioContent(data="AAAA", mime_type="audio/wav"), "(3 bytes of audio/wav)"),
        (
            types.EmbeddedResource(resource=types.TextResourceContents(uri="file:///a", text="t")),
            "(text that the server names 'file:///a'; overlay read nothing there)\nt",
        ),
        (
            types.EmbeddedResource(resource=types.BlobResourceContents(uri="file:///a", blob="AAAA")),
            "(what the server names 'file:///a': 3 bytes of unknown type)",
        ),
    ],
)
def test_content_of_other_kinds_is_reported_as_text(block: Any, text: str):
    assert to_result(answer(block)).text == text


def test_a_link_is_kept_and_not_followed():
    link = types.ResourceLink(uri="file:///a", name="a", description="d", mime_type="text/plain")
    assert to_result(answer(link)).links == [ToolLink("file:///a", "a", "d", "text/plain")]


@for_each(("progress", "total", "share"), [(1, 4, 0.25), (1, None, None), (1, 0, None)])
def test_progress_is_a_share_where_the_total_is_known(
    progress: float, total: float | None, share: float | None
):
    assert fraction(progress, total) == share


def test_an_answer_of_the_user_is_accepted_or_declined():
    assert answer_to(FormAnswer("accept", {"a": "b"})) == types.ElicitResult(
        action="accept", content={"a": "b"}
    )

    assert answer_to(FormAnswer("decline")) == types.ElicitResult(action="decline")
