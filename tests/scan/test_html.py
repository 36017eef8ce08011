from __future__ import annotations

import pytest

from overlay.scan.html import messages
from overlay.scan.model import Unreadable
from tests.scan.helpers import CALL, ESCAPED, calls, names

FENCE = f'<pre><code class="language-xml">{ESCAPED}</code></pre>'
ELEMENT = """<div data-tool-name="e" data-tool-parameters='{"a": 1}'>Processing</div>"""


def read(page: str) -> list[tuple[str, str]]:
    """Name and role of each call."""
    return [(one.call.name, one.role) for one in calls(*messages(page.encode()))]


@pytest.mark.parametrize("inner", [FENCE, f"<p>{ESCAPED}</p>", f"<span>{ESCAPED}</span>", ELEMENT, CALL])
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_call_in_a_message_has_the_messages_role(inner: str, role: str) -> None:
    assert [said for _, said in read(f'<div data-role="{role}">{inner}</div>')] == [role]


@pytest.mark.parametrize("inner", [FENCE, ELEMENT])
def test_a_code_block_outside_of_the_messages_belongs_to_no_message(inner: str) -> None:
    assert [role for _, role in read(f'<div data-role="user">q</div>{inner}')] == ["unknown"]


def test_prose_outside_of_the_messages_is_the_sites_own() -> None:
    assert read(f'<div data-role="user">q</div><p>{ESCAPED}</p>') == []


def test_a_page_without_messages_is_read_as_one() -> None:
    assert read(f"<h1>x</h1><p>{ESCAPED}</p>{FENCE}") == [("f", "unknown"), ("f", "unknown")]


@pytest.mark.parametrize("inner", [FENCE, f"<p>{ESCAPED}</p>", ELEMENT])
def test_quotes_are_left_out(inner: str) -> None:
    assert read(f'<div data-role="assistant"><blockquote>{inner}</blockquote></div>') == []


@pytest.mark.parametrize("inner", [FENCE, ELEMENT])
def test_quotes_outside_of_the_messages_are_left_out(inner: str) -> None:
    assert read(f'<div data-role="user">q</div><blockquote>{inner}</blockquote>') == []


def test_a_code_block_of_another_language_that_mentions_a_call_has_none() -> None:
    page = f'<pre><code class="language-python">print("""{ESCAPED}""")</code></pre>'
    assert read(page) == []


def test_prose_went_through_markdown_and_is_never_exact() -> None:
    found = calls(*messages(f"<p>{ESCAPED}</p>{FENCE}".encode()))
    assert [one.call.confidence for one in found] == ["repaired", "structured"]


def test_what_an_element_shows_inside_belongs_to_it() -> None:
    inner = ELEMENT.replace("Processing", ESCAPED + FENCE + ELEMENT)
    assert names(*messages(f'<div data-role="assistant">{inner}</div>'.encode())) == ["e"]


def test_calls_come_in_the_order_of_the_page() -> None:
    page = f'<div data-role="assistant">\n{FENCE}\n{ELEMENT}\n<p>{ESCAPED}</p></div>'
    assert [one.line for one in calls(*messages(page.encode()))] == [2, 3, 4]


def test_a_call_far_down_a_code_block_has_its_line_in_the_file() -> None:
    found = calls(*messages(f"<p>x</p>\n<pre>one\ntwo\n{ESCAPED}</pre>".encode()))
    assert [(one.line, one.line_in) for one in found] == [(4, "file")]


def test_where_the_page_is_not_the_file_the_line_is_the_messages() -> None:
    found = calls(*messages(f"\n\n\n<pre>one\n{ESCAPED}</pre>".encode(), lines=False))
    assert [one.line_in for one in found] == ["message"]


def test_a_line_past_what_the_parser_counts_is_not_given_as_the_files() -> None:
    found = calls(*messages(b"<p>" + b"\n" * 70_000 + b"</p>" + FENCE.encode()))
    assert [one.line_in for one in found] == ["message"]


def test_a_declared_entity_is_neither_fetched_nor_written_out() -> None:
    page = f'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///dev/null"><!ENTITY y "{ESCAPED}">]><p>&x;&y;</p>'
    found = [piece.text for one in messages(page.encode()) for piece in one.pieces]
    assert "&y;" in "".join(found)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_is_found(encoding: str) -> None:
    head = f'<meta charset="{encoding}">' if encoding == "cp1252" else ""
    page = f"{head}<pre>{ESCAPED.replace('&gt;v&lt;', '&gt;Zürich&lt;')}</pre>"
    assert [one.call.arguments for one in calls(*messages(page.encode(encoding)))] == [{"k": "Zürich"}]


@pytest.mark.parametrize("encoding", ["cp1252", "no-such-encoding", None])
def test_an_encoding_told_from_outside_helps_where_it_can(encoding: str | None) -> None:
    page = f"<pre>é {ESCAPED}</pre>".encode("cp1252")
    assert len(calls(*messages(page, encoding=encoding))) == 1


@pytest.mark.parametrize("page", [b"", b"  ", b"\0\1\2"])
def test_what_is_no_page_is_reported(page: bytes) -> None:
    with pytest.raises(Unreadable, match="not a web page"):
        list(messages(page))


def test_a_page_nested_past_what_the_parser_takes_is_reported() -> None:
    with pytest.raises(Unreadable, match="only in part"):
        list(messages(FENCE.encode() + b"<div>" * 5000))


def test_a_page_nested_deeper_than_python_is_read() -> None:
    assert len(read("<div>" * 1500 + ESCAPED + "</div>" * 1500)) == 1


SHOWN = '<pre><code>&lt;tool:look&gt;{{"zebra": "{}"}}&lt;/tool&gt;</code></pre>'
THOUGHT = f"""<!-- saved from url=(0040)https://chat.deepseek.com/a/chat/s/{"0" * 8}-0000-0000-0000-{"0" * 12} -->
<div class="ds-message"><div class="ds-think-content"><p>hm</p>{SHOWN.format("thought")}</div>
<div class="ds-markdown"><p>so</p>{SHOWN.format("said")}</div></div>"""


def test_what_a_model_thought_is_a_message_of_its_own_kind() -> None:
    found = [(one.role, [piece.text for piece in one.pieces]) for one in messages(THOUGHT.encode())]
    assert found == [
        ("reasoning", ["\ufffc", '<tool:look>{"zebra": "thought"}</tool>']),
        ("assistant", ["so\n\ufffc", '<tool:look>{"zebra": "said"}</tool>']),
    ]


def test_what_a_model_thought_within_its_answer_is_no_part_of_the_answer() -> None:
    page = f"""<!-- saved from url=(0020)https://grok.com/c/1 --><div data-testid="assistant-message">
    <div class="thinking-container"><p>hm</p>{SHOWN.format("thought")}</div><p>so</p></div>"""
    found = [(one.role, [piece.text for piece in one.pieces]) for one in messages(page.encode())]
    assert found == [
        ("assistant", ["so"]),
        ("reasoning", ["hm\n\ufffc", '<tool:look>{"zebra": "thought"}</tool>']),
    ]
