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


def test_a_call_in_a_message_has_the_role_of_the_message() -> None:
    inner = (FENCE, f"<p>{ESCAPED}</p>", f"<span>{ESCAPED}</span>", ELEMENT, CALL)
    found = {
        (role, one): [said for _, said in read(f'<div data-role="{role}">{one}</div>')]
        for role in ("user", "assistant")
        for one in inner
    }
    assert {cell: roles for cell, roles in found.items() if roles != [cell[0]]} == {}


def test_outside_of_messages_code_blocks_are_read_and_prose_is_not() -> None:
    for inner in (FENCE, ELEMENT):
        assert [role for _, role in read(f'<div data-role="user">q</div>{inner}')] == ["unknown"]
    assert read(f'<div data-role="user">q</div><p>{ESCAPED}</p>') == []


def test_a_page_without_messages_is_read_as_one() -> None:
    assert read(f"<h1>x</h1><p>{ESCAPED}</p>{FENCE}") == [("f", "unknown"), ("f", "unknown")]


def test_quotes_and_code_of_other_languages_have_no_calls() -> None:
    pages = [
        f'<div data-role="assistant"><blockquote>{inner}</blockquote></div>'
        for inner in (FENCE, f"<p>{ESCAPED}</p>", ELEMENT)
    ]
    pages += [f'<div data-role="user">q</div><blockquote>{inner}</blockquote>' for inner in (FENCE, ELEMENT)]
    pages.append(f'<pre><code class="language-python">print("""{ESCAPED}""")</code></pre>')
    assert [page for page in pages if read(page)] == []


def test_a_call_in_prose_counts_as_repaired_since_markdown_changed_it() -> None:
    found = calls(*messages(f"<p>{ESCAPED}</p>{FENCE}".encode()))
    assert [one.call.confidence for one in found] == ["repaired", "structured"]


def test_the_content_of_a_call_element_belongs_to_it() -> None:
    inner = ELEMENT.replace("Processing", ESCAPED + FENCE + ELEMENT)
    assert names(*messages(f'<div data-role="assistant">{inner}</div>'.encode())) == ["e"]


def test_calls_have_their_lines_in_the_order_of_the_page() -> None:
    page = f'<div data-role="assistant">\n{FENCE}\n{ELEMENT}\n<p>{ESCAPED}</p></div>'
    assert [one.line for one in calls(*messages(page.encode()))] == [2, 3, 4]
    found = calls(*messages(f"<p>x</p>\n<pre>one\ntwo\n{ESCAPED}</pre>".encode()))
    assert [(one.line, one.line_in) for one in found] == [(4, "file")]


def test_a_line_is_that_of_the_message_if_the_line_in_the_file_is_unknown() -> None:
    other = messages(f"\n\n\n<pre>one\n{ESCAPED}</pre>".encode(), lines=False)
    far = messages(b"<p>" + b"\n" * 70_000 + b"</p>" + FENCE.encode())  # more lines than the parser counts
    assert [one.line_in for found in (other, far) for one in calls(*found)] == ["message", "message"]


def test_a_declared_entity_is_neither_fetched_nor_written_out() -> None:
    page = f'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///dev/null"><!ENTITY y "{ESCAPED}">]><p>&x;&y;</p>'
    found = [piece.text for one in messages(page.encode()) for piece in one.pieces]
    assert "&y;" in "".join(found)


def test_the_encoding_of_a_page_is_found() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        head = f'<meta charset="{encoding}">' if encoding == "cp1252" else ""
        page = f"{head}<pre>{ESCAPED.replace('&gt;v&lt;', '&gt;Zürich&lt;')}</pre>"
        found = calls(*messages(page.encode(encoding)))
        assert [one.call.arguments for one in found] == [{"k": "Zürich"}], encoding
    for given in ("cp1252", "no-such-encoding", None):
        page = f"<pre>é {ESCAPED}</pre>"
        assert len(calls(*messages(page.encode("cp1252"), encoding=given))) == 1, given


def test_data_that_is_not_a_page_or_nested_too_deeply_is_reported() -> None:
    for page in (b"", b"  ", b"\0\1\2"):
        with pytest.raises(Unreadable, match="not a web page"):
            list(messages(page))
    with pytest.raises(Unreadable, match="only in part"):
        list(messages(FENCE.encode() + b"<div>" * 5000))
    assert len(read("<div>" * 1500 + ESCAPED + "</div>" * 1500)) == 1


SHOWN = '<pre><code>&lt;tool:look&gt;{{"zebra": "{}"}}&lt;/tool&gt;</code></pre>'
THOUGHT = f"""<!-- saved from url=(0040)https://chat.deepseek.com/a/chat/s/{"0" * 8}-0000-0000-0000-{"0" * 12} -->
<div class="ds-message"><div class="ds-think-content"><p>hm</p>{SHOWN.format("thought")}</div>
<div class="ds-markdown"><p>so</p>{SHOWN.format("said")}</div></div>"""


def test_the_reasoning_of_a_model_is_a_separate_message() -> None:
    found = [(one.role, [piece.text for piece in one.pieces]) for one in messages(THOUGHT.encode())]
    assert found == [
        ("reasoning", ["\ufffc", '<tool:look>{"zebra": "thought"}</tool>']),
        ("assistant", ["so\n\ufffc", '<tool:look>{"zebra": "said"}</tool>']),
    ]


def test_reasoning_within_an_answer_is_not_part_of_the_answer() -> None:
    page = f"""<!-- saved from url=(0020)https://grok.com/c/1 --><div data-testid="assistant-message">
    <div class="thinking-container"><p>hm</p>{SHOWN.format("thought")}</div><p>so</p></div>"""
    found = [(one.role, [piece.text for piece in one.pieces]) for one in messages(page.encode())]
    assert found == [
        ("assistant", ["so"]),
        ("reasoning", ["hm\n\ufffc", '<tool:look>{"zebra": "thought"}</tool>']),
    ]
