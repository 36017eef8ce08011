from __future__ import annotations

from overlay.tools.conversation_tools import ConversationTools


def test_a_tool_is_on_until_it_is_switched_off_and_elsewhere_all_the_same() -> None:
    switches = ConversationTools()
    switches.switch("here", "note", on=False)
    assert switches.off("here") == {"note"}
    assert switches.off("there") == set()


def test_a_tool_is_switched_on_again() -> None:
    switches = ConversationTools()
    for on in (False, True, True):
        switches.switch("here", "note", on=on)
    assert switches.off("here") == set()


def test_a_chat_that_gets_its_address_keeps_what_is_off_in_it() -> None:
    switches = ConversationTools()
    switches.switch("new", "a", on=False)
    switches.switch("chat", "b", on=False)
    switches.renamed("new", "chat")
    switches.renamed("other", "chat")
    switches.renamed("chat", "chat")
    assert switches.off("chat") == {"a", "b"}
    assert switches.off("new") == set()
