from __future__ import annotations

from overlay.tools import ToolRegistry, tool
from overlay.tools.prompt.conversation_prompts import ConversationPrompts


@tool
def one() -> None:
    """The first."""


@tool
def two() -> None:
    """The second."""


def test_the_full_text_names_each_tool() -> None:
    text = ConversationPrompts(ToolRegistry([one, two])).whole()
    assert "one" in text
    assert "two" in text


def test_a_conversation_hears_once_what_changed_since_it_was_told() -> None:
    registry = ToolRegistry([one])
    instructions = ConversationPrompts(registry)
    instructions.mark_told("chat")
    registry.add(two)
    assert "New: two" in instructions.pending_changes("chat")

    registry = ToolRegistry([one])
    instructions = ConversationPrompts(registry)
    instructions.mark_told("chat")
    registry.add(two)
    instructions.mark_told("chat")
    assert instructions.pending_changes("chat") == ""


def test_a_tool_that_was_switched_off_is_taken_back() -> None:
    registry = ToolRegistry([one, two])
    instructions = ConversationPrompts(registry)
    instructions.mark_told("chat")
    registry.enable("two", False)
    assert "No longer there: two" in instructions.pending_changes("chat")


def test_a_conversation_that_was_never_told_hears_nothing() -> None:
    registry = ToolRegistry([one])
    instructions = ConversationPrompts(registry)
    registry.add(two)
    assert instructions.pending_changes("chat") == ""

    instructions = ConversationPrompts(ToolRegistry([one]))
    instructions.mark_told("new")
    instructions.renamed("new", "chat")
    assert [instructions.was_told(chat) for chat in ("new", "chat", "other")] == [False, True, False]


def test_a_conversation_that_got_its_address_is_the_same() -> None:
    registry = ToolRegistry([one])
    instructions = ConversationPrompts(registry)
    instructions.mark_told("")
    instructions.renamed("", "chat")
    instructions.renamed("other", "another")
    registry.add(two)
    assert instructions.pending_changes("chat")
    assert instructions.pending_changes("") == ""


def test_a_tool_that_is_off_in_one_chat_is_left_out_there() -> None:
    instructions = ConversationPrompts(ToolRegistry([one, two]))
    instructions.switches.switch("chat", "two", on=False)
    assert ["two" in instructions.whole(chat) for chat in ("chat", "other", "")] == [False, True, True]


def test_a_chat_hears_that_a_tool_was_switched_off_in_it_and_on_again() -> None:
    instructions = ConversationPrompts(ToolRegistry([one, two]))
    for chat in ("chat", "other"):
        instructions.mark_told(chat)
    instructions.switches.switch("chat", "two", on=False)
    assert "No longer there: two" in instructions.pending_changes("chat")
    assert instructions.pending_changes("other") == ""
    instructions.mark_told("chat")
    instructions.switches.switch("chat", "two", on=True)
    assert "New: two" in instructions.pending_changes("chat")


def test_a_chat_that_got_its_address_keeps_what_is_off_in_it() -> None:
    instructions = ConversationPrompts(ToolRegistry([one, two]))
    instructions.switches.switch("new", "two", on=False)
    instructions.renamed("new", "chat")
    assert "two" not in instructions.whole("chat")


def test_the_text_is_written_once_until_the_tools_change() -> None:
    instructions = ConversationPrompts(ToolRegistry([one, two]))
    assert instructions.prompt("chat") is instructions.prompt("other")

    registry = ToolRegistry([one])
    instructions = ConversationPrompts(registry)
    before = instructions.prompt("chat")
    registry.add(two)
    changed = instructions.prompt("chat")
    instructions.switches.switch("chat", "one", on=False)
    texts = [before.text, changed.text, instructions.prompt("chat").text]
    assert [("## one" in text, "## two" in text) for text in texts] == [
        (True, False),
        (True, True),
        (False, True),
    ]
