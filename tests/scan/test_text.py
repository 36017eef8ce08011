from __future__ import annotations

import pytest

from overlay.scan.model import Unreadable
from overlay.scan.text import decoded, messages
from tests.scan.helpers import CALL, calls, said


def test_a_line_with_the_name_of_a_speaker_begins_a_turn() -> None:
    begins = [
        "## User",
        "# User:",
        "### **User**",
        "## User (10:31)",
        "#### You said:",
        "**User:**",
        "**You**:",
        "You said:",
        "human:",
    ]
    assert [line for line in begins if said(messages(f"{line}\nhello")) != [("user", "hello")]] == []
    mentions = [
        "## User guide",
        "User",
        "The user: is king",
        "**User** does it",
        "user: likes it",
        "Model: T-800",
        "1. User:",
    ]
    assert [line for line in mentions if said(messages(line)) != [("unknown", line)]] == []


def test_a_dialogue_is_split_into_its_turns() -> None:
    assert said(messages("Human: a\nb\nAssistant: c")) == [("user", "a\nb\n"), ("assistant", "c")]
    assert said(messages("intro\n## Assistant\nx")) == [("unknown", "intro\n"), ("assistant", "x")]
    assert list(messages(" \n\n")) == []


def test_a_name_in_a_code_block_begins_no_turn() -> None:
    for marker in ("```", "~~~", "````"):
        text = f"## Assistant\n{marker}\n## User\n``\n{marker}\nx"
        assert [role for role, _ in said(messages(text))] == ["assistant"]
    assert len(said(messages("```a``` b\n## User\nx"))) == 2


def test_a_call_has_its_line_in_the_file() -> None:
    found = calls(*messages(f"# Title\n\n## User\nhi\n\n## Assistant\nwell\n{CALL}\n"))
    assert [(one.line, one.line_in, one.role, one.message) for one in found] == [
        (8, "file", "assistant", "2")
    ]


def test_a_text_is_decoded_by_its_byte_order_mark_and_binary_data_is_refused() -> None:
    encodings = ("utf-8", "utf-8-sig", "utf-16")
    assert [name for name in encodings if decoded("é🙂".encode(name)) != "é🙂"] == []
    assert decoded(b"a\xffb") == "a\ufffdb"
    with pytest.raises(Unreadable, match="NUL"):
        decoded(b"\x89PNG\0\0")
