import pytest

from overlay.tools.builtin.text_file import Form, read_text
from overlay.tools.errors import ToolError
from tests.support.table import for_each


@for_each(
    "data",
    [
        b"",
        b"a\nb\n",
        b"a\r\nb\r\n",
        b"a\r\nb\n",
        b"\xef\xbb\xbfa\n",
        "äö\n".encode(),
        b"\xff\xfe" + "ä\r\nb".encode("utf-16-le"),
        b"\xfe\xff" + "ä\nb".encode("utf-16-be"),
    ],
)
def test_a_text_that_is_read_and_written_again_is_the_same_to_the_byte(data: bytes):
    text, form = read_text(data, "x")
    assert form.encode(text) == data


@for_each("data", [b"a\0b", b"\x89PNG", b"\xff\xfea"])
def test_a_file_that_is_no_text_is_refused(data: bytes):
    with pytest.raises(ToolError, match="'x' is not a text file: it is not replaced by text"):
        read_text(data, "x")


def test_line_ends_become_those_of_the_file_unless_they_are_given():
    assert Form(line_end="\r\n").encode("a\nb\n") == b"a\r\nb\r\n"

    assert Form(line_end="\r\n").encode("a\r\nb\n") == b"a\r\nb\n"

    assert Form().encode("a\nb\r\n") == b"a\nb\r\n"
