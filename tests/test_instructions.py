from __future__ import annotations

from overlay.instructions import Instructions
from overlay.tools import ToolRegistry, tool


@tool
def one() -> None:
    """The first."""


@tool
def two() -> None:
    """The second."""


def test_the_whole_text_names_each_tool() -> None:
    text = Instructions(ToolRegistry([one, two])).whole()
    assert ("one" in text, "two" in text) == (True, True)


def test_a_conversation_that_was_told_hears_of_what_changed_since() -> None:
    registry = ToolRegistry([one])
    instructions = Instructions(registry)
    instructions.were_told("chat")
    registry.add(two)
    assert "New: two" in instructions.news("chat")


def test_a_tool_that_was_switched_off_is_taken_back() -> None:
    registry = ToolRegistry([one, two])
    instructions = Instructions(registry)
    instructions.were_told("chat")
    registry.enable("two", False)
    assert "No longer there: two" in instructions.news("chat")


def test_it_hears_it_once() -> None:
    registry = ToolRegistry([one])
    instructions = Instructions(registry)
    instructions.were_told("chat")
    registry.add(two)
    instructions.were_told("chat")
    assert instructions.news("chat") == ""


def test_a_conversation_that_was_never_told_hears_nothing() -> None:
    registry = ToolRegistry([one])
    instructions = Instructions(registry)
    registry.add(two)
    assert instructions.news("chat") == ""


def test_a_conversation_that_got_its_address_is_the_same() -> None:
    registry = ToolRegistry([one])
    instructions = Instructions(registry)
    instructions.were_told("")
    instructions.renamed("", "chat")
    instructions.renamed("other", "another")
    registry.add(two)
    assert (bool(instructions.news("chat")), instructions.news("")) == (True, "")
