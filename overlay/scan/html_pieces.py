"""Reads the pieces of text in HTML: code blocks with their language, other text, and calls as elements.

lxml's HTML parser runs with `no_network`. It knows only the entities of HTML, so a page can't fetch anything,
and can't grow by declaring entities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from lxml import etree as lxml_etree
from lxml import html as lxml_html

from overlay.detection.formats.html_element import NAME
from overlay.detection.html_elements import in_html

from .dom import Prose, fence_text, language
from .model import TextSpan, Unreadable

etree: Any = lxml_etree  # lxml has no types
_html: Any = lxml_html
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def parse(data: bytes, encoding: str | None = None) -> tuple[Any, str]:
    """Return the root element of the page, and the error that ended the parsing too early ("" if none did).

    The encoding is UTF-8 if the bytes are valid UTF-8, otherwise the one that the page declares. Raises
    Unreadable for data that is not a page.
    """
    if b"\0" in data[:65536] and not data.startswith(_BOMS):
        raise Unreadable("this is not a web page: it contains NUL bytes")
    if not data.startswith(_BOMS):
        try:
            data.decode("utf-8")
            encoding = "utf-8"
        except UnicodeDecodeError:
            pass
    try:
        parser = _html.HTMLParser(
            no_network=True, huge_tree=True, encoding=None if data.startswith(_BOMS) else encoding
        )
        root = _html.document_fromstring(data, parser=parser)
    except LookupError:
        return parse(data)
    except (etree.ParserError, etree.XMLSyntaxError) as problem:
        raise Unreadable(f"this is not a web page: {problem}") from None
    errors = (error.message for error in parser.error_log.filter_from_fatals())
    return root, next(errors, "")


def fragment(text: str) -> tuple[TextSpan, ...]:
    """Return the pieces of HTML that an export has for a message; none if there is no text in it."""
    if not text.strip():
        return ()
    root, _ = parse(f"<!doctype html><body>{text}".encode("utf-8", "replace"))
    body = root.find("body")
    return () if body is None else tuple(pieces(body, lines=False))


def pieces(unit: Any, aside: Callable[[Any], bool] | None = None, *, lines: bool) -> Iterator[TextSpan]:
    """Yield the pieces of `unit`, without the elements for which `aside` is true.

    `lines`: the element is in the file itself, so line numbers can be given.
    """
    prose = Prose(unit, is_call, aside)
    if prose.text.strip():
        yield TextSpan(prose.text, None, _known(prose.lines, lines), rendered=True)
    for fence in prose.fences:
        text, marks = fence_text(fence)
        yield TextSpan(text, language(fence), _known(marks, lines))
    for element in prose.calls:
        source = cast("str", _html.tostring(element, encoding="unicode", with_tail=False))
        yield TextSpan(
            source, None, _known([(0, element.sourceline or 0)], lines), calls=tuple(in_html(source)[:1])
        )


def is_call(element: Any) -> bool:
    """Return whether `element` is a call by its attributes."""
    return any(NAME.fullmatch(str(name).lower()) for name in element.attrib)


def _known(marks: list[tuple[int, int]], lines: bool) -> tuple[tuple[int, int], ...]:
    """Return the marks; none if the parser's line counter (16 bits in older versions) reached its limit."""
    return tuple(marks) if lines and all(0 < line < 65535 for _, line in marks) else ()
