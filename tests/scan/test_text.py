from __future__ import annotations

import pytest

from overlay.scan.model import Unreadable
from overlay.scan.text import decoded, messages
from tests.scan.helpers import CALL, calls, said


@pytest.mark.parametrize(
    "line",
    [
        "## User",
        "# User:",
        "### **User**",
        "## User (10:31)",
        "#### You said:",
        "**User:**",
        "**You**:",
        "You said:",
        "human:",
    ],
)
def test_a_line_with_a_speakers_name_begins_a_turn(line: str) -> None:
    assert said(messages(f"{line}\nhello")) == [("user", "hello")]


@pytest.mark.parametrize(
    "line",
    [
        "## User guide",
        "User",
        "The user: is king",
        "**User** does it",
        "user: likes it",
        "Model: T-800",
        "1. User:",
    ],
)
def test_a_line_that_only_mentions_one_does_not(line: str) -> None:
    assert said(messages(line)) == [("unknown", line)]


def test_a_dialogue_may_go_on_behind_the_name() -> None:
    assert said(messages("Human: a\nb\nAssistant: c")) == [("user", "a\nb\n"), ("assistant", "c")]


def test_text_before_the_first_speaker_is_a_message_of_no_ones() -> None:
    assert said(messages("intro\n## Assistant\nx")) == [("unknown", "intro\n"), ("assistant", "x")]


@pytest.mark.parametrize("marker", ["```", "~~~", "````"])
def test_a_name_in_a_code_block_begins_nothing(marker: str) -> None:
    text = f"## Assistant\n{marker}\n## User\n``\n{marker}\nx"
    assert [role for role, _ in said(messages(text))] == ["assistant"]


def test_a_line_of_code_with_back_ticks_in_it_opens_no_block() -> None:
    assert len(said(messages("```a``` b\n## User\nx"))) == 2


def test_a_call_has_its_line_in_the_file() -> None:
    found = calls(*messages(f"# Title\n\n## User\nhi\n\n## Assistant\nwell\n{CALL}\n"))
    assert [(one.line, one.line_in, one.role, one.message) for one in found] == [
        (8, "file", "assistant", "2")
    ]


def test_a_blank_text_has_no_message() -> None:
    assert list(messages(" \n\n")) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_says_the_encoding(encoding: str) -> None:
    assert decoded("é🙂".encode(encoding)) == "é🙂"


def test_what_is_not_valid_shows_as_such() -> None:
    assert decoded(b"a\xffb") == "a\ufffdb"


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(Unreadable, match="NUL"):
        decoded(b"\x89PNG\0\0")
