from __future__ import annotations

from dataclasses import replace

import pytest

from overlay.detection import detect
from overlay.tools.definition import ToolDefinition, ToolHints
from overlay.tools.prompt.changes import write_changes
from tests.tools.prompt.tools import definition, many

OLD = [definition("stays"), definition("goes"), definition("changes", "As it was.")]
NEW = [definition("stays"), definition("changes", "As it is."), definition("comes")]


def test_only_changed_tools_are_reported() -> None:
    lines = write_changes(OLD, NEW).text.splitlines()
    assert [line for line in lines if line and line[0] not in "{"] == [
        "The tools have changed; how they are called has not.",
        "No longer there: goes",
        "New: comes",
        "Changed: changes",
        "## comes",
        "Looks something up in the great catalogue of all things that there are. It takes its time.",
        "## changes",
        "As it is.",
    ]


def test_only_a_difference_that_the_model_is_told_makes_a_text() -> None:
    prompt = write_changes(OLD, OLD)
    assert prompt.text == ""
    assert prompt.tokens == 0

    before = ToolDefinition("a", "A.", timeout=5)
    after = replace(before, hints=ToolHints(destructive=True), timeout=9)
    assert write_changes([before], [after]).text == ""

    assert "Changed: a" in write_changes([definition("a")], [definition("a", x={"type": "string"})]).text


def test_the_budget_holds_and_omissions_are_named() -> None:
    prompt = write_changes([], many(300), budget=1000)
    assert prompt.tokens <= 1000
    assert len(prompt.omitted) > 200


def test_many_removed_tools_are_counted() -> None:
    prompt = write_changes(many(300), [], budget=300)
    assert prompt.tokens <= 300
    assert " more\n" in prompt.text


def test_a_budget_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="a budget of 9 tokens is too small"):
        write_changes(OLD, NEW, budget=9)


def test_a_text_of_changes_holds_no_call() -> None:
    tools = [definition("a", '<invoke name="a"></invoke>')]
    text = write_changes([], tools).text
    assert detect(text) + detect(text, fence="") == []
