import pytest

from overlay.tools.docstring import parse_docstring

GOOGLE = """Adds two numbers.

    Exactly.

    Args:
        a (int): The first one,
            on two lines.
        *b: The second: one.
        c: Note: the third.

    Returns:
        sum: Not a parameter.
    """

NUMPY = """Adds two numbers.

    Parameters
    ----------
    a : int
        The first one,
        on two lines.
    b
        The second one.

    Returns
    -------
    c : int
        Not a parameter.
    """

SPHINX = """Adds two numbers.

    :param int a: The first one,
        on two lines.
    :param b: The second one.
    :returns: c: not a parameter.
    """


@pytest.mark.parametrize("text", [NUMPY, SPHINX])
def test_parameters_are_read_in_numpy_and_sphinx_style(text: str):
    assert parse_docstring(text) == (
        "Adds two numbers.",
        {"a": "The first one, on two lines.", "b": "The second one."},
    )


def test_parameters_are_read_in_google_style():
    assert parse_docstring(GOOGLE) == (
        "Adds two numbers.\n\nExactly.",
        {"a": "The first one, on two lines.", "b": "The second: one.", "c": "Note: the third."},
    )


def test_no_docstring_gives_no_description():
    assert parse_docstring(None) == ("", {})


def test_a_sentence_that_begins_like_a_section_stays_in_the_description():
    assert parse_docstring("Parameters are nice.\n\nNote that.")[0] == "Parameters are nice.\n\nNote that."


def test_text_before_the_first_parameter_of_a_section_is_no_parameter():
    assert parse_docstring("X.\n\nArgs:\n    see below\n    a: One.")[1] == {"a": "One."}


def test_text_before_the_first_numpy_parameter_is_no_parameter():
    assert parse_docstring("X.\n\nParameters\n----------\n    lost\na : int\n    One.")[1] == {"a": "One."}


def test_an_empty_section_describes_nothing():
    assert parse_docstring("X.\n\nArgs:\n") == ("X.", {})
