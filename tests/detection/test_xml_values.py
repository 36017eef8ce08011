import pytest

from overlay.detection.stream_buffer import EndOfInput, StreamBuffer
from overlay.detection.value_terminators import ValueTerminators
from overlay.detection.xml_values import EdgeTrimmer, value
from tests.support.table import for_each

ENDS = ValueTerminators(
    closers=("</p>",),
    follow=("<p>", "</c>"),
    openers=("<p>",),
    again=("<p>",),
    outer=("<c>",),
    outer_closers=("</c>",),
    outer_follow=("</w>",),
    wrong=("</k>",),
)


def read(text: str, size: int) -> tuple[str, bool, str]:
    """Raw text, whether a wrong closer ended it, and what was shown."""
    source, shown = StreamBuffer(), list[str]()
    steps = value(source, ENDS, shown.append)
    at = 0
    try:
        while True:
            next(steps)
            if at >= len(text):
                source.eof = True
            source.push(text[at : at + size])
            at += size
    except StopIteration as stop:
        return (*stop.value, "".join(shown))


@for_each("size", [1, 2, 100])
@for_each(
    ("text", "raw", "wrong"),
    [
        ("x</p></c>", "x", False),
        ("x</p>\n <p>", "x", False),
        ("a</p>b</p></c>", "a</p>b", False),
        ("x</k><p>", "x", True),
        ("<c><p>y</p></c>z</p></c>", "<c><p>y</p></c>z", False),
        ("<p>y</p><p>z</p></c>", "<p>y</p><p>z", True),
        ("x</c></w>", "x", True),
        ("<i>a < b</i></P></C>", "<i>a < b</i>", False),
        ("x</p>", "x", False),
    ],
)
def test_a_value_ends_where_the_structure_goes_on(text: str, raw: str, wrong: bool, size: int) -> None:
    assert read(text, size) == (raw, wrong, raw)


@for_each("size", [1, 3])
def test_line_breaks_at_the_edges_are_not_shown(size: int) -> None:
    assert read("\r\na\nb\r\n</p></c>", size) == ("\r\na\nb\r\n", False, "a\nb")


@for_each("size", [1, 3])
def test_cdata_is_shown_without_its_marks(size: int) -> None:
    assert read(" <![CDATA[a</p></c>]]>b]]></p></c>", size)[2] == "a</p></c>]]>b"


@for_each("text", ["x", "x</p", "<![CDATA[x", "x</p>y"])
def test_a_value_without_end_is_cut(text: str) -> None:
    with pytest.raises(EndOfInput):
        read(text, 1)


def test_a_lone_carriage_return_at_the_end_is_shown() -> None:
    shown: list[str] = []
    edges = EdgeTrimmer(shown.append, exact=False)
    edges("x\r")
    edges.over()
    assert "".join(shown) == "x\r"
