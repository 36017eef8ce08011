from overlay.detection.python_strings import closes
from overlay.detection.stream_buffer import StreamBuffer
from tests.support.table import for_each


def ends(rest: str, size: int) -> bool:
    source = StreamBuffer()
    run = closes(source)
    at = 0
    try:
        while True:
            next(run)
            source.eof = at >= len(rest)
            source.push(rest[at : at + size])
            at += size
    except StopIteration as stop:
        assert source.at == 0
        return bool(stop.value)


@for_each("size", [1, 50])
@for_each(
    "rest",
    [
        "",
        ")",
        ")]",
        ")] and prose",
        ", key=1)",
        ", 'next'",
        ", True)",
        "\n)\n",
        "]}, x=1)",
        ": 1}",
        ") g(a=1)",
        " # why",
    ],
)
def test_a_quote_ends_its_string_where_the_call_goes_on(rest: str, size: int) -> None:
    assert ends(rest, size)


@for_each("size", [1, 50])
@for_each("rest", ["s fine'", "1,5p' x')", ", then more')", ") done')", "hi' there')", " x')"])
def test_a_quote_in_the_middle_of_words_ends_nothing(rest: str, size: int) -> None:
    assert not ends(rest, size)
