from typing import Any

from overlay.demo.results import clock_time, file_names, first_line, last_number, parse_results


def test_results_are_read_with_their_ids_and_texts() -> None:
    wanted: dict[str, list[tuple[str, str]]] = {
        'before <function_result call_id="7">\nline\n\nend\n</function_result> after': [("7", "line\n\nend")],
        "<function_result call_id=\"a\">1</function_result><function_result call_id='b'>2</function_result>": [
            ("a", "1"),
            ("b", "2"),
        ],
        "<function_result>x</function_result>": [("", "x")],
        '<function_result call_id="1">x': [],
    }
    found = {text: [(result.call_id, result.text) for result in parse_results(text)] for text in wanted}
    assert found == wanted


def test_refusals_and_failures_are_known_by_words() -> None:
    wanted = {
        "<function_result>tool_denied: no</function_result>": (True, False),
        "<function_result>deleted</function_result>": (False, False),
        "<function_result>tool_execution_failed: x</function_result>": (False, True),
    }
    found = {text: (result.denied, result.failed) for text in wanted for result in parse_results(text)}
    assert found == wanted


def test_the_model_finds_what_it_quotes_in_a_result() -> None:
    wanted: list[tuple[Any, str, str]] = [
        (first_line, "\n  \n  here \nthere", "here"),
        (first_line, " \n", ""),
        (first_line, '"# Title\\nmore"', "# Title"),
        (first_line, '{"size": 3, "text": "# Title\\nmore"}', "# Title"),
        (first_line, '{"size": 3}', '{"size": 3}'),
        (clock_time, "It is 2026-11-21T11:25:03+00:00 now", "2026-11-21T11:25:03"),
        (clock_time, '{"time": "9:05 PM"}', "9:05 PM"),
        (clock_time, "noon\n", "noon"),
        (last_number, "6 * 7 = 42.50", "42.50"),
        (last_number, "none", "none"),
    ]
    wrong = [(text, find(text), value) for find, text, value in wanted if find(text) != value]
    assert wrong == []


def test_a_listing_is_read_in_lines_and_in_json() -> None:
    wanted = {
        "a.txt\n\n b.txt\n": ["a.txt", "b.txt"],
        "a (1).txt (12 bytes)\nd/": ["a (1).txt", "d/"],
        "a.txt\n… (only the first 1)": ["a.txt"],
        "(nothing)": [],
        '["a.txt", "b"]': ["a.txt", "b"],
        '{"path": ".", "entries": [{"name": "a"}, {"path": "d/b"}]}': ["a", "d/b"],
        '{"a": 1}': ['{"a": 1}'],
    }
    assert {text: file_names(text) for text in wanted} == wanted
