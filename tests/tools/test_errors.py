from overlay.tools.errors import LoadProblem, ToolError, clip


def test_an_error_is_reported_as_code_message_and_data():
    fault = ToolError("tool_not_found", "There is no tool 'x'", {"nearest": ["y"]})
    assert fault.as_dict() == {
        "code": "tool_not_found",
        "message": "There is no tool 'x'",
        "data": {"nearest": ["y"]},
    }


def test_a_load_problem_names_source_and_line():
    assert str(LoadProblem("a.py", "broken", 3)) == "a.py, line 3: broken"

    assert str(LoadProblem("a.py", "broken")) == "a.py: broken"


def test_a_long_text_is_clipped_and_says_how_much_is_missing():
    assert clip("abc", 3) == "abc"

    assert clip("abcdef", 2) == "ab… (4 more characters)"
