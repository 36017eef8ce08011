"""The structure and the calls of a page stay; the words of its users are masked."""

from __future__ import annotations

from overlay.capture.model import Answered, Delta, LogLine, PageLine, Pressed, Ran
from overlay.capture.record.anonymize import Calls, address, input_line, log_line, masked, rules_of
from overlay.capture.record.text_rewrite import rewritten
from tests.capture.record.lines import element, opened, splice, states, step, text
from tests.support.scene import call

CALL = call(text="a letter").strip()
CALLS = Calls((CALL,))
SELECTORS = """button[aria-label*="Stop" i], [placeholder^='Ask'] [title]"""


def test_filler_keeps_the_kind_and_the_number_of_characters() -> None:
    assert masked("Dear Ann, 12 \u00c4pfel!\n") == "Xxxx Xxx, 00 Xxxxx!\n"
    wide = "\U0001d4d0 \U0001f600 a"
    assert len(masked(wide).encode("utf-16-le")) == len(wide.encode("utf-16-le"))


def test_only_calls_and_labels_of_code_blocks_are_not_masked() -> None:
    assert CALLS.masked(f"before {CALL} after {CALL}") == f"xxxxxx {CALL} xxxxx {CALL}"
    sizes = [3, 10, len(CALL) - 1]
    assert [size for size in sizes if CALLS.masked(f"word {CALL[:size]}") != f"xxxx {CALL[:size]}"] == []
    assert CALLS.masked("<function word") == "<xxxxxxxx xxxx"
    assert CALLS.masked("\n XML ") == "\n XML "


def test_calls_and_tags_of_results_are_found_in_all_watched_texts() -> None:
    other = call(text="other").strip()
    result = '<function_result call_id="1">\nmy letter\n</function_result>'
    texts = [f"say\n{CALL}", f"say\n{other}", result]
    deltas = [Delta(at_ms=0, n=1, doc=1, unit=1, at=0, text=text, length=len(text)) for text in texts]
    found = Calls.of(deltas, [])
    assert found.masked(f"{CALL} {other} word") == f"{CALL} {other} xxxx"
    assert found.masked(result) == '<function_result call_id="1">\nxx xxxxxx\n</function_result>'


def test_a_page_keeps_its_calls_while_they_are_written() -> None:
    lines: list[PageLine] = [opened(element(2, "p", text(5, "Hi ")), title="Chat of Ann")]
    lines += [step(n + 1, splice(5, 3 + n, 0, letter)) for n, letter in enumerate(CALL)]
    told = list(rewritten(lines, rules_of(CALLS, "")))
    assert states(told)[-1] == f"Xx {CALL}"
    assert "Ann" not in told[0].model_dump_json()


def test_only_attributes_with_words_of_a_user_are_masked() -> None:
    table: list[tuple[str, str, str, str]] = [
        ("button", "aria-label", "Stop generating", "Stop generating"),
        ("button", "aria-label", "Chat with Ann", "Xxxx xxxx Xxx"),
        ("textarea", "placeholder", "Ask me", "Ask me"),
        ("p", "title", "Stop", "Xxxx"),
        ("p", "class", "name of a class", "name of a class"),
        ("a", "href", "/c/12?q=letter#ann", "/c/12?x=xxxxxx#xxx"),
        ("img", "src", "data:image/png;base64,AAAA", "data:,"),
        ("link", "href", "/a.css?v=12ab", "/a.css?v=12ab"),
        ("meta", "content", "width=device-width", "width=device-width"),
    ]
    wrong = [
        (tag, name, value, got)
        for tag, name, value, after in table
        if (got := rules_of(CALLS, SELECTORS).attribute(tag, name, value)) != after
    ]
    assert wrong == []


def test_an_address_keeps_its_host_and_path() -> None:
    assert address("https://a.example/c/1?q=secret%20wish") == "https://a.example/c/1?x=xxxxxx%00xxxx"


def test_results_and_reasons_are_masked() -> None:
    ran = Ran(
        at=1,
        n=1,
        block=1,
        name="note",
        arguments={"a": "kept"},
        took=1,
        result={
            "text": "my letter",
            "images": [{"data": "AAAA", "mime_type": "image/png"}],
            "error": {"code": "tool_timeout", "message": "Too slow"},
            "n": 1,
        },
    )
    told = input_line(ran)
    assert isinstance(told, Ran)
    assert told.arguments == {"a": "kept"}
    assert told.result == {
        "text": "xx xxxxxx",
        "images": [{"mime_type": "image/png"}],
        "error": {"code": "tool_timeout", "message": "Xxx xxxx"},
        "n": 1,
    }
    answered = input_line(Answered(at=1, n=1, block=1, verdict={"scope": "deny", "reason": "Not now"}))
    assert isinstance(answered, Answered)
    assert answered.verdict == {"scope": "deny", "reason": "Xxx xxx"}
    pressed = Pressed(at=1, n=1, block=1, action="execute")
    assert input_line(pressed) is pressed


def test_the_log_keeps_calls_and_states() -> None:
    line = LogLine(
        n=1,
        block=1,
        kind="done",
        text="my letter",
        info={"status": "done", "result": "my letter", "arguments": {"a": "kept"}},
    )
    assert log_line(line, CALLS) == LogLine(
        n=1,
        block=1,
        kind="done",
        text="xx xxxxxx",
        info={"status": "done", "result": "xx xxxxxx", "arguments": {"a": "kept"}},
    )
