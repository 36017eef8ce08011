"""The structure and the calls of a page stay; the words of its users are masked."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Any

import pytest

from overlay.capture.model import Answered, Delta, LogLine, PageLine, Pressed, Ran, Recalled
from overlay.capture.record.anonymize import NO_IMAGE, Calls, input_line, log_lines, masked, rules_of
from overlay.capture.record.minimal_markup import MinimalMarkup
from overlay.capture.record.text_rewrite import rewritten
from overlay.capture.record.unfinished_calls import MOST_READINGS, unfinished_calls
from overlay.capture.tool_results import from_plain
from overlay.detection import ToolCall, detect, formats
from overlay.detection.results import encode_result, find_results
from overlay.sites.loader import load_profiles
from overlay.tools import ToolResult
from tests.capture.record.lines import element, opened, splice, states, step, text
from tests.support.scene import call

CALL = call(text="a letter").strip()
CALLS = Calls((CALL,))
SELECTORS = (
    """button[aria-label*="Stop" i], [placeholder^='Ask'] [title], [data-turn="user"], [data-test^='turn-']"""
)
PROFILE = (SELECTORS, "data-message-id", "/u?c/([0-9a-f-]{36})")
SHEETS = (
    r".wide, .md\\:flex { margin: 0 } #side::before { content: 'Ann' }",
    "/* annsmith */ p { background: url(/annface.png) }",
)


def delta(text: str) -> Delta:
    """A watched text that appears at once."""
    return Delta(at_ms=0, n=1, doc=1, unit=1, at=0, text=text, length=len(text))


def test_filler_keeps_the_kind_and_the_number_of_characters() -> None:
    assert masked("Dear Ann, 12 \u00c4pfel!\n") == "Xxxx Xxx, 00 Xxxxx!\n"
    assert masked("Copy 3 lines") == "Copy 0 xxxxx"
    wide = "\U0001d4d0 \U0001f600 a \U0001d7d7"
    assert len(masked(wide).encode("utf-16-le")) == len(wide.encode("utf-16-le"))


def test_only_calls_and_labels_of_code_blocks_are_not_masked() -> None:
    assert CALLS.masked(f"before {CALL} after {CALL}") == f"xxxxxx {CALL} xxxxx {CALL}"
    sizes = [3, 10, len(CALL) - 1]
    assert [size for size in sizes if CALLS.masked(f"word {CALL[:size]}") != f"xxxx {CALL[:size]}"] == []
    assert CALLS.masked("<function word") == "<xxxxxxxx xxxx"
    assert CALLS.masked("\n XML ") == "\n XML "
    lines = CALL.splitlines()
    assert [CALLS.masked(line) for line in lines] == lines
    assert CALLS.masked('<parameter name="text">a le') == '<parameter name="text">a le'


def test_calls_and_tags_of_results_are_found_in_all_watched_texts() -> None:
    other = call(text="other").strip()
    result = '<function_result call_id="1">\nmy letter\n</function_result>'
    texts = [f"say\n{CALL}", f"say\n{other}", result]
    found = Calls.of(map(delta, texts), [])
    assert found.masked(f"{CALL} {other} word") == f"{CALL} {other} xxxx"
    assert found.masked(result) == '<function_result call_id="1">\nxx xxxxxx\n</function_result>'


UNFINISHED = [
    (
        'Why?\n<invoke name="note">\n<parameter name="text">a\n</code> Dear Ann',
        'Xxx?\n<invoke name="note">\n<parameter name="xxxx">x\n</xxxx> Xxxx Xxx',
    ),
    (
        'Sure:\n```json\n{"name": "note", "arguments": {"text": "a \\u0416 \\n Ann", "n": 12, "ok": true',
        'Xxxx:\n```json\n{"name": "note", "arguments": {"xxxx": "x \\u0078 \\n Xxx", "x": 11, "xx": true',
    ),
    (
        "<function=note><parameter=text>Ann\n and Bob</par",
        "<function=note><parameter=xxxx>Xxx\n xxx Xxx</xxx",
    ),
    ('<tool:note>{"text": "Ann"\n and Bob', '<tool:note>{"xxxx": "Xxx"\n xxx Xxx'),
    # A call whose JSON can't be read is never complete, and Ann's words are in it.
    (
        '<tool_call>\n{"name": "note"\n\nDear Ann, it is "Rome 7": {x}.\n</tool_call>',
        '<tool_call>\n{"name": "note"\n\nXxxx Xxx, xx xx "Xxxx 1": {x}.\n</tool_call>',
    ),
]
EXAMPLES = [
    example.text
    for info in pkgutil.iter_modules(formats.__path__)
    for example in importlib.import_module(f"{formats.__name__}.{info.name}").EXAMPLES
]
PROSE = ' SecretAnn said: "Rome 7, {x}" and <b>SecretAnn</b> true\n\nDear SecretAnn, bye'


def found(text: str) -> list[tuple[object, ...]]:
    return [(call.span[0], call.name, call.format, call.complete, bool(call.error)) for call in detect(text)]


def test_of_a_call_that_never_ends_only_the_structure_is_kept() -> None:
    assert [Calls.of([delta(text)], []).masked(text) for text, _ in UNFINISHED] == [
        told for _, told in UNFINISHED
    ]


def test_a_call_of_any_format_that_was_cut_off_is_found_in_its_masked_text_too() -> None:
    wrong: list[object] = []
    for given in (f"Sure:\n{one[: len(one) * part // 4]}{PROSE}" for one in EXAMPLES for part in (1, 2, 3)):
        told = Calls.of([delta(given)], []).masked(given)
        cut_off = not all(call.complete for call in detect(given))
        if cut_off and (found(told) != found(given) or "SecretAnn" in told or len(told) != len(given)):
            wrong.append((given, told))
    assert wrong == []


def test_a_call_that_a_cut_off_call_quotes_is_not_found_in_the_masked_text() -> None:
    text = f"<function=save>\n<parameter=text>\nUse it like this:\n{CALL}\nDear Ann"
    calls = Calls.of([delta(CALL), delta(text)], [])
    assert found(calls.masked(text)) == found(text)


def test_a_call_that_never_ends_is_masked_alike_in_each_line_and_while_it_is_written() -> None:
    text, told = UNFINISHED[0]
    calls = Calls.of([delta(text)], [])
    assert [calls.masked(line) for line in text.splitlines()] == told.splitlines()
    sizes = range(text.index("<") + 3, len(text))
    assert [size for size in sizes if calls.masked(text[:size]) != told[:size]] == []


def test_a_long_cut_off_list_is_read_a_limited_number_of_times() -> None:
    reads: list[int] = []

    def counted(text: str) -> list[ToolCall]:
        reads.append(len(text))
        return detect(text)

    items = ", ".join(['{"id": 1, "name": "Ann", "ok": true}'] * 60)
    list(
        unfinished_calls(
            f'<tool_call>\n{{"name": "note", "arguments": {{"l": [{items}', [counted], masked, masked
        )
    )
    assert len(reads) < MOST_READINGS + 5


def test_a_call_with_half_of_an_emoji_keeps_its_text() -> None:
    half = CALL.replace("a letter", "half \ud83d emoji")
    assert Calls.of([delta(half)], []).masked(half) == half


def test_a_call_that_was_written_to_its_end_later_keeps_its_text() -> None:
    assert Calls.of([delta(CALL[:-20]), delta(CALL)], []).masked(CALL) == CALL


def test_the_log_has_what_was_read_of_a_call_only_once_it_is_whole() -> None:
    begun = LogLine(
        n=1, block=1, kind="detected", info={"name": "note", "arguments": {"a": "An"}, "call_id": "7"}
    )
    ended = LogLine(n=2, block=1, kind="ready", info={"arguments": {"a": "Ann"}, "complete": True})
    again = LogLine(n=3, block=1, kind="incomplete", info={"arguments": {"a": "Dear Ann"}, "complete": False})
    assert [line.info for line in log_lines([begun, ended, again], CALLS)] == [
        {"name": "note"},
        {"arguments": {"a": "Ann"}, "call_id": "7", "complete": True},
        {"complete": False},
    ]


def test_no_beginning_of_a_call_that_was_found_is_masked_while_it_is_written() -> None:
    found = Calls.of([delta(f"say\n{CALL}")], [])
    begun = CALL[CALL.index("<invoke") :]
    assert [
        begun[:size]
        for size in range(3, len(begun))
        if found.masked(f"say {begun[:size]}") != f"xxx {begun[:size]}"
    ] == []


def test_a_result_that_reports_a_failure_still_does_so_without_its_words() -> None:
    failed = encode_result("Ann is not at home", "Errors-1", error_code="tool_execution_failed")
    told = Calls.of([delta(failed)], []).masked(failed)
    assert "Ann" not in told
    assert [result.error for result in find_results(told)] == [True]
    assert Calls.of([delta(failed)], []).masked(failed.splitlines()[1]).startswith("Error (")


def test_a_page_keeps_its_calls_while_they_are_written() -> None:
    lines: list[PageLine] = [opened(element(2, "p", text(5, "Hi ")), title="Chat of Ann")]
    lines += [step(n + 1, splice(5, 3 + n, 0, letter)) for n, letter in enumerate(CALL)]
    told = list(rewritten(lines, rules_of(CALLS, markup())))
    assert states(told)[-1] == f"Xx {CALL}"
    assert "Ann" not in told[0].model_dump_json()


def markup() -> MinimalMarkup:
    return MinimalMarkup(PROFILE, SHEETS, masked, ["xml"], ["https://a.example/s/a.css?v=12ab"])


def test_attributes_that_selectors_sheets_and_the_structure_need_stay() -> None:
    table = [
        ("div", "data-turn", "user"),
        ("div", "class", "wide md:flex"),
        ("code", "class", "language-xml"),
        ("div", "class", "cm-content"),
        ("div", "id", "side"),
        ("div", "aria-hidden", "true"),
        ("div", "data-lexical-editor", "true"),
        ("input", "type", "text"),
        ("meta", "content", "width=device-width, initial-scale=1"),
    ]
    wrong = [row for row in table if markup().attribute(*row) != row[2]]
    assert wrong == []


def test_a_selector_for_a_blank_value_does_not_have_each_letter_replaced_on_its_own() -> None:
    blank = MinimalMarkup(PROFILE, ['i[data-owner=" "] { color: red }'], masked, ["xml"], [])
    assert len(set(blank.attribute("i", "data-owner", "a" * 16) or "")) > 1


def minimal_on(site: str) -> MinimalMarkup:
    profile = load_profiles()[site]
    texts = [profile.user, profile.assistant, profile.turn, profile.message_id]
    return MinimalMarkup(texts, [], masked, message_ids=profile.message_id.split(", "))


@pytest.mark.parametrize(
    ("site", "name", "value", "kept"),
    [
        ("duckai", "id", "ann7-assistant-message-5", "-assistant-message-"),
        ("grok", "id", "response-ann", "response-"),
        ("zai", "id", "message-ann", "message-"),
        ("copilot", "class", "UserMessage-module__ann", "UserMessage-module"),
        ("doubao", "class", "inner-item-ann", "inner-item-"),
    ],
)
def test_a_part_of_an_id_or_a_class_that_a_selector_looks_for_stays(
    site: str, name: str, value: str, kept: str
) -> None:
    told = minimal_on(site).attribute("div", name, value) or ""
    assert (kept in told, "ann" in told) == (True, False)


def test_a_label_refers_to_its_field_though_a_part_of_its_id_stays() -> None:
    one = minimal_on("grok")
    told = one.attribute("div", "id", "response-ann")
    assert one.attribute("label", "for", "response-ann") == told
    assert one.attribute("a", "href", "#response-ann") == f"#{told}"


def test_a_list_of_ids_keeps_its_first_id_while_it_grows() -> None:
    one = minimal_on("chatgpt")
    lists = ["ann-1", "ann-1 bob-2"]
    first, both = (one.attribute("div", "data-chatgpt-search-message-ids", ids) for ids in lists)
    assert (both or "").split()[:1] == [first]


def test_messages_that_have_their_place_as_their_id_have_ids_of_their_own() -> None:
    one = minimal_on("claude")
    assert len({one.attribute("div", "data-index", str(at)) for at in range(12)}) == 12


def test_a_call_of_an_earlier_run_has_the_id_that_its_message_has_in_the_page() -> None:
    one = minimal_on("mistral")
    line = Recalled(
        at=0,
        n=1,
        doc=1,
        name="note",
        arguments={},
        turn="ann-1",
        replies_to="2:1a2b3c4d-34",
        status="done",
    )
    told = input_line(line, one)
    assert isinstance(told, Recalled)
    assert told.turn == one.attribute("div", "data-message-id", "ann-1")
    assert told.replies_to.startswith("2:")
    assert told.replies_to != line.replies_to


def test_of_a_label_only_the_words_that_a_selector_looks_for_stay() -> None:
    assert markup().attribute("button", "aria-label", "Please stop Ann") == "Xxxxxx stop Xxx"
    assert markup().attribute("textarea", "placeholder", "Ask Ann") == "Ask Xxx"


def test_no_two_messages_have_one_id_and_no_heading_keeps_its_words() -> None:
    one = minimal_on("mistral")
    ids = {one.attribute("div", "data-message-id", f"m{number}") for number in range(1, 30)}
    assert len(ids) == 29
    assert one.attribute("h2", "id", "how-to-find-a-new-place") != "how-to-find-a-new-place"
    assert one.attribute("a", "href", "#after-the-end") != "#after-the-end"


def test_no_word_of_a_user_stays_in_the_markup() -> None:
    table = [
        ("button", "aria-label", "Chat with Ann"),
        ("p", "title", "Ann"),
        ("div", "data-user-email", "ann@a.example"),
        ("div", "data-turn", "Ann"),
        ("div", "data-test", "turn-Ann"),
        ("div", "data-message-id", "Ann"),
        ("div", "class", "user-Ann wide"),
        ("div", "class", "annsmith annface"),
        ("div", "id", "Ann"),
        ("label", "for", "Ann"),
        ("a", "href", "/c/Ann?q=Ann#Ann"),
        ("a", "href", "https://Ann:Ann@a.example/"),
        ("link", "href", "https://a.example/u/Ann?mail=Ann"),
        ("img", "src", "data:image/png;base64,Ann"),
        ("p", "style", "background: url('/Ann.png'); --name: 'Ann'"),
        ("meta", "content", "Ann"),
        ("div", "aria-valuetext", "Ann"),
        ("div", "onclick", "Ann()"),
    ]
    told = [markup().attribute(*row) or "" for row in table]
    assert [value for value in told if "ann" in value.lower()] == []


def test_only_names_that_something_looks_for_are_kept_as_attributes() -> None:
    names = ["data-turn", "data-message-id", "data-user-email", "data-api-key"]
    assert [markup().attribute("div", name, "x") is not None for name in names] == [True, True, False, False]


def test_a_name_is_replaced_by_the_same_one_wherever_it_is() -> None:
    one = markup()
    assert one.attribute("p", "id", "ann7") == one.attribute("label", "for", "ann7")
    assert one.attribute("p", "id", "ann7") != one.attribute("p", "id", "bob7")
    assert one.attribute("a", "href", "#ann7") == f"#{one.attribute('p', 'id', 'ann7')}"
    assert (one.tag("ann-card"), one.tag("p")) == (one.tag("ann-card"), "p")
    assert "ann" not in one.tag("ann-card")


def test_an_address_keeps_its_host_and_what_the_profile_reads_in_it() -> None:
    ident = "68f0aa11-0000-4000-8000-00000000000b"
    told = markup().address(f"https://a.example/c/{ident}?q=secret%20wish")
    assert re.fullmatch(r"https://a\.example/c/[0-9a-f-]{36}\?x=xxxxxx%00xxxx", told)
    assert ident not in told


def test_the_query_of_a_sheets_address_is_replaced_by_the_same_everywhere() -> None:
    one = markup()
    told = str(one.attribute("link", "href", "../s/a.css?v=12ab"))
    query = told.removeprefix("../s/a.css?")
    assert (len(query), query == "v=12ab") == (6, False)
    assert one.sheet_address("https://a.example/s/a.css?v=12ab") == f"https://a.example/s/a.css?{query}"
    assert one.sheet('@import url("a.css?v=12ab") print;') == f'@import url("a.css?{query}") print;'


def test_texts_in_any_declaration_of_a_sheet_are_replaced() -> None:
    css = """a { --hi: "Ann; {Bob}" 1px; quotes: "Ann" 'Bob'; content: counter(n) "Ann" attr(x) } b { top: 0 }"""
    told = """a { --hi: "Xxx; {Xxx}" 1px; quotes: "Xxx" 'Xxx'; content: counter(n) "Xxx" attr(x) } b { top: 0 }"""
    assert markup().sheet(css) == told


def test_the_slots_and_parts_that_a_page_names_are_replaced() -> None:
    one = markup()
    assert one.attribute("p", "slot", "ann") == one.attribute("slot", "name", "ann") != "ann"
    assert str(one.attribute("p", "part", "wide ann")).split()[0] == "wide"
    assert "ann" not in str(one.attribute("p", "part", "wide ann"))


def test_a_sheet_keeps_its_rules_and_no_text() -> None:
    assert (
        markup().sheet("p::after { content: 'Ann'; color: red }") == "p::after { content: 'Xxx'; color: red }"
    )
    css = '@import "a.css"; /* by Ann */ p { color: red; background: url( "/Ann.png" ) } i { fill: url(#g) }'
    told = '@import "a.css"; /* xx Xxx */ p { color: red; background: url( "/Xxx.xxx" ) } i { fill: url(#g) }'
    assert [markup().sheet(css), markup().sheet_file(css.encode() + b"\xe9")] == [
        told,
        told.encode() + b"\xe9",
    ]


def minimal_result(**result: object) -> dict[str, Any]:
    """Return the result of a run as a minimal recording has it."""
    ran = Ran(at=1, n=1, block=1, name="note", arguments={"a": "kept"}, took=1, result=result)
    told = input_line(ran, markup())
    assert isinstance(told, Ran)
    assert told.arguments == {"a": "kept"}
    return told.result


def test_a_result_keeps_its_form_and_none_of_its_words() -> None:
    told = minimal_result(
        text="my letter",
        structured={"code": "my word", "Ann Lee": [12.5, True, None], "data": "my key"},
        images=[{"data": "AAAA", "mime_type": "image/png"}],
        sounds=[{"data": "AAAA", "mime_type": "audio/wav"}],
        links=[{"uri": "file:///ann", "name": "ann", "mime_type": None}],
    )
    assert told == {
        "text": "xx xxxxxx",
        "structured": {"field1": "xx xxxx", "field2": [0, True, None], "field3": "xx xxx"},
        "images": [{"data": NO_IMAGE, "mime_type": "image/png"}],
        "sounds": [{"data": "", "mime_type": "audio/wav"}],
        "links": [{"uri": "xxxx:///xxx", "name": "xxx", "mime_type": None}],
    }
    assert isinstance(from_plain(told), ToolResult)


def test_an_error_keeps_its_code_and_none_of_its_words() -> None:
    error = {"code": "tool_timeout", "message": "Too slow", "data": {"code": "my word"}}
    told = minimal_result(error=error)["error"]
    assert told == {"code": "tool_timeout", "message": "Xxx xxxx", "data": {"field1": "xx xxxx"}}


def test_the_reason_of_an_answer_is_masked() -> None:
    answered = input_line(
        Answered(at=1, n=1, block=1, verdict={"scope": "deny", "reason": "Not now"}), markup()
    )
    assert isinstance(answered, Answered)
    assert answered.verdict == {"scope": "deny", "reason": "Xxx xxx"}
    pressed = Pressed(at=1, n=1, block=1, action="execute")
    assert input_line(pressed, markup()) is pressed


def test_the_log_keeps_calls_and_states() -> None:
    line = LogLine(
        n=1,
        block=1,
        kind="done",
        text="my letter",
        info={"status": "done", "result": "my letter", "arguments": {"a": "kept"}, "complete": True},
    )
    told = {"status": "done", "result": "xx xxxxxx", "arguments": {"a": "kept"}, "complete": True}
    assert [*log_lines([line], CALLS)] == [line.model_copy(update={"text": "xx xxxxxx", "info": told})]
