"""Reads saved pages: code blocks with their language, other text as on a live page, and calls as elements.

lxml's HTML parser runs with `no_network`. It knows only the entities of HTML, so a page can't fetch anything,
and can't grow by declaring entities.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from lxml import etree as lxml_etree
from lxml import html as lxml_html

from overlay.detection.formats.html_element import NAME
from overlay.detection.html_elements import in_html

from .dom import Prose, fence_text, is_fence, language
from .model import Message, TextSpan, Unreadable
from .pages import Page

etree: Any = lxml_etree  # lxml has no types
_html: Any = lxml_html
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def messages(
    data: bytes, *, url: str = "", encoding: str | None = None, lines: bool = True
) -> Iterator[Message]:
    """Yield the messages of the page `data`; if none is recognised, the whole page as one of role `unknown`.

    `url` is the address of the page, if it is known. `lines`: the page is the whole file, so line numbers can
    be given. Raises Unreadable for data that is not a page, or after the messages of a page that was cut off.
    """
    root, cut_off = parse(data, encoding)
    page = Page(root, url)
    roots = set(page.messages())
    if not roots:
        roots = {root if (body := root.find("body")) is None else body}
    for number, element in enumerate(_units(root, roots)):
        name = page.name(element, number)
        for part in (element, *page.thoughts(element)):
            pieces = tuple(_pieces(part, page, lines=lines))
            if pieces:
                yield Message(page.role(part), pieces, page.conversation, name)
    if cut_off:
        raise Unreadable(f"the page was read only in part: {cut_off}")


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


def _units(root: Any, roots: set[Any]) -> Iterator[Any]:
    """Yield the messages, and the code blocks and call elements outside of them, in document order."""
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if element in roots or (_free(element) and (is_fence(element) or _is_call(element))):
            yield element
            walk.skip_subtree()


def _free(element: Any) -> bool:
    return next(element.iterancestors("blockquote"), None) is None


def _pieces(unit: Any, page: Page, *, lines: bool) -> Iterator[TextSpan]:
    prose = Prose(unit, _is_call, page.is_thought)
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


def _known(marks: list[tuple[int, int]], lines: bool) -> tuple[tuple[int, int], ...]:
    """Return the marks; none if the parser's line counter (16 bits in older versions) reached its limit."""
    return tuple(marks) if lines and all(0 < line < 65535 for _, line in marks) else ()


def _is_call(element: Any) -> bool:
    return any(NAME.fullmatch(str(name).lower()) for name in element.attrib)
