from overlay.tools.adapters import parse_docstring
from tests.support.table import for_each

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


@for_each("text", [NUMPY, SPHINX])
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


@for_each(
    "text",
    ["X.\n\nArgs:\n    see below\n    a: One.", "X.\n\nArgs:", "X.\n\n:param a b c d: One.", "X.\n\n:param"],
)
def test_a_docstring_that_keeps_to_no_style_is_all_description(text: str):
    assert parse_docstring(text) == (text, {})
