import pytest

from overlay.detection.stream_buffer import EndOfInput, NotACall, StreamBuffer
from overlay.detection.xml_tags import LONGEST, Tag, ahead, parse_tag, tag
from tests.support.table import for_each


def read(text: str) -> Tag:
    source = StreamBuffer()
    source.push(text)
    source.eof = True
    with pytest.raises(StopIteration) as stop:
        next(tag(source))
    return stop.value.value


@for_each(
    ("text", "name", "attributes"),
    [
        ("<invoke name=\"a\" id='b'>", "invoke", {"name": "a", "id": "b"}),
        ('<Invoke\n NAME = "a > b" >', "invoke", {"name": "a > b"}),
        ("<x a=b/>", "x", {"a": "b"}),
        ('<x a="&lt;&amp;">', "x", {"a": "<&"}),
        ('<x a="1" A="2">', "x", {"a": "1"}),
        ("<x a=“b”>", "x", {"a": "b"}),
    ],
)
def test_a_tag_is_taken_apart(text: str, name: str, attributes: dict[str, str]) -> None:
    found = read(text)
    assert found.name == name
    assert found.attributes == attributes


def test_closing_empty_and_repaired_tags_say_so() -> None:
    assert read("</x>").closing
    assert read("<x />").empty
    assert read("<x a=“b”>").repaired


@for_each("text", ["<x <y>", "< >", "<x " + "a" * LONGEST + ">", '<x "' + "a" * LONGEST + '">'])
def test_a_text_that_is_no_tag_is_refused(text: str) -> None:
    with pytest.raises(NotACall):
        read(text)


def test_a_tag_that_is_cut_off_says_so() -> None:
    with pytest.raises(EndOfInput):
        read('<x a="')


def test_a_tag_without_a_name_is_refused() -> None:
    with pytest.raises(NotACall):
        parse_tag("<>")


def test_ahead_waits_while_a_literal_may_still_come() -> None:
    source = StreamBuffer()
    source.push("<para")
    steps = ahead(source, ("<parameter", "<"))
    next(steps)
    source.push("graph")
    with pytest.raises(StopIteration) as stop:
        next(steps)
    assert stop.value.value == "<"
    assert source.pos == 0


def test_ahead_is_cut_by_the_end_of_the_text() -> None:
    source = StreamBuffer()
    source.eof = True
    with pytest.raises(EndOfInput):
        next(ahead(source, ("x",)))
