"""The form to change arguments: its fields from the schema, and what its texts mean."""

from __future__ import annotations

from typing import Any

import pytest

from overlay.calls.edit_form import Edit, EditError, edited, fields_of
from tests.support.table import for_each

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "description": "Where."},
        "count": {"type": "integer"},
        "force": {"type": "boolean"},
        "mode": {"enum": ["a", "b"]},
        "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "list": {"type": "array"},
        "pass": {"type": "string", "writeOnly": True},
    },
    "required": ["path"],
}


def test_each_argument_has_a_field_of_its_kind() -> None:
    kinds = {field.key: field.kind for field in fields_of(SCHEMA, {"path": "/a"})}
    assert kinds == {
        "path": "text",
        "count": "number",
        "force": "boolean",
        "mode": "choice",
        "maybe": "text",
        "list": "json",
        "pass": "text",
    }

    assert [field.kind for field in fields_of({}, {"a": "x", "b": [1]})] == ["text", "json"]

    assert [field.kind for field in fields_of({}, {"a": "x" * 50_000})] == ["kept"]


@for_each(
    ("key", "text", "value"),
    [("count", "3", 3), ("force", "true", True), ("mode", "b", "b"), ("list", "[1]", [1]), ("path", "", "")],
)
def test_a_text_means_what_its_field_says(key: str, text: str, value: Any) -> None:
    assert edited(SCHEMA, {"path": "/a"}, {key: text}) == {"path": "/a", key: value}


@for_each(
    ("key", "text"),
    [("count", "x"), ("count", "true"), ("force", "1"), ("mode", "c"), ("list", "[NaN]"), ("list", "[" * 90)],
)
def test_a_text_that_is_no_value_is_refused(key: str, text: str) -> None:
    with pytest.raises(EditError, match=key):
        edited(SCHEMA, {"path": "/a"}, {key: text})


def test_an_unchanged_text_keeps_the_value_and_an_empty_one_leaves_it_out() -> None:
    assert edited(SCHEMA, {"path": "/a", "count": 3}, {"count": "", "maybe": ""}) == {"path": "/a"}

    assert edited({}, {"a": {"b": 1}}, {"a": '{\n  "b": 1\n}'}) == {"a": {"b": 1}}

    assert Edit({"a": 1}, {"a": True}).changed == ["a"]


def test_the_line_for_the_model_says_what_ran_without_secrets() -> None:
    notice = Edit({"path": "/a", "count": 1}, {"path": "/b"}).notice(SCHEMA)
    assert notice == '[The user changed the arguments before this call ran: path = "/b"; count left out]'

    notice = Edit({"pass": ""}, {"pass": "hunter22"}).notice(SCHEMA)
    assert "hunter22" not in notice
