from overlay.demo.results import clock_time, file_names, first_line, last_number, parse_results


def test_a_result_is_read_with_its_id_and_text() -> None:
    (result,) = parse_results('before <function_result call_id="7">\nline\n\nend\n</function_result> after')
    assert result.call_id == "7"
    assert result.text == "line\n\nend"


def test_several_results_come_in_their_order() -> None:
    text = (
        "<function_result call_id=\"a\">1</function_result><function_result call_id='b'>2</function_result>"
    )
    assert [result.call_id for result in parse_results(text)] == ["a", "b"]


def test_a_result_without_id_has_an_empty_one() -> None:
    assert parse_results("<function_result>x</function_result>")[0].call_id == ""


def test_an_attribute_may_hold_the_end_of_a_tag() -> None:
    (result,) = parse_results('<function_result call_id="1" name="a>b">x</function_result>')
    assert result.attributes["name"] == "a>b"
    assert result.text == "x"


def test_a_result_without_an_end_is_none() -> None:
    assert parse_results('<function_result call_id="1">x') == []


def test_a_refusal_is_known_by_its_words() -> None:
    assert parse_results("<function_result>tool_denied: no</function_result>")[0].denied


def test_a_refusal_is_known_by_an_attribute() -> None:
    assert parse_results('<function_result status="denied">no</function_result>')[0].denied


def test_a_good_result_is_neither_denied_nor_failed() -> None:
    (result,) = parse_results("<function_result>deleted</function_result>")
    assert not result.denied
    assert not result.failed


def test_a_failure_is_known_by_its_code() -> None:
    assert parse_results("<function_result>tool_execution_failed: x</function_result>")[0].failed


def test_the_first_line_passes_over_empty_ones() -> None:
    assert first_line("\n  \n  here \nthere") == "here"


def test_the_first_line_of_nothing_is_empty() -> None:
    assert first_line(" \n") == ""


def test_the_first_line_of_a_json_text_is_the_texts() -> None:
    assert first_line('"# Title\\nmore"') == "# Title"


def test_the_first_line_of_a_json_object_is_its_first_texts() -> None:
    assert first_line('{"size": 3, "text": "# Title\\nmore"}') == "# Title"


def test_a_json_object_without_texts_is_quoted_as_it_is() -> None:
    assert first_line('{"size": 3}') == '{"size": 3}'


def test_the_time_is_found_among_words() -> None:
    assert clock_time("It is 2026-11-21T11:25:03+00:00 now") == "2026-11-21T11:25:03"


def test_a_time_of_day_is_a_time() -> None:
    assert clock_time('{"time": "9:05 PM"}') == "9:05 PM"


def test_without_a_time_the_first_line_is_quoted() -> None:
    assert clock_time("noon\n") == "noon"


def test_the_number_is_the_last_one_as_it_is() -> None:
    assert last_number("6 * 7 = 42.50") == "42.50"


def test_without_a_number_the_first_line_is_quoted() -> None:
    assert last_number("none") == "none"


def test_a_listing_in_lines_has_an_entry_a_line() -> None:
    assert file_names("a.txt\n\n b.txt\n") == ["a.txt", "b.txt"]


def test_a_size_is_no_part_of_a_name() -> None:
    assert file_names("a (1).txt (12 bytes)\nd/") == ["a (1).txt", "d/"]


def test_a_remark_is_no_entry() -> None:
    assert file_names("a.txt\n… (only the first 1)") == ["a.txt"]


def test_an_empty_folder_has_no_entries() -> None:
    assert file_names("(nothing)") == []


def test_a_listing_in_json_has_an_entry_an_item() -> None:
    assert file_names('["a.txt", "b"]') == ["a.txt", "b"]


def test_a_listing_of_objects_gives_their_names() -> None:
    assert file_names('{"path": ".", "entries": [{"name": "a"}, {"path": "d/b"}]}') == ["a", "d/b"]


def test_an_object_without_a_list_is_read_as_lines() -> None:
    assert file_names('{"a": 1}') == ['{"a": 1}']
