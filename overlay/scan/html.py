"""Saved pages: code blocks with their language, prose as the live page reads it, calls that are elements.

Parsed by lxml's HTML parser with `no_network`; it knows no entities but HTML's own, so a page can neither
reach out nor grow by declaring some.
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

etree: Any = lxml_etree  # they have no types
_html: Any = lxml_html
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def messages(
    data: bytes, *, url: str = "", encoding: str | None = None, lines: bool = True
) -> Iterator[Message]:
    """The messages of the page `data`; all of it is one of role `unknown` if no message is known by its
    markup.

    `url` is where it was saved from, if something else than the page tells. `lines`: the page is the file, so
    that lines of it may be given. Raises Unreadable if there is nothing in it.
    """
    root, cut_off = parse(data, encoding)
    page = Page(root, url)
    wholes = set(page.messages())
    if not wholes:
        wholes = {root if (body := root.find("body")) is None else body}
    for number, element in enumerate(_units(root, wholes)):
        name = page.name(element, number)
        for part in (element, *page.thoughts(element)):
            pieces = tuple(_pieces(part, page, lines=lines))
            if pieces:
                yield Message(page.role(part), pieces, page.conversation, name)
    if cut_off:
        raise Unreadable(f"the page was read only in part: {cut_off}")


def parse(data: bytes, encoding: str | None = None) -> tuple[Any, str]:
    """The root element of the page, and why the rest of it was given up ("" if all of it was read).

    UTF-8 if it is valid UTF-8, whatever it says; else what it says. Raises Unreadable for what is no page.
    """
    if b"\0" in data[:65536] and not data.startswith(_BOMS):
        raise Unreadable("this is no page: it holds NUL bytes")
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
        raise Unreadable(f"this is no page: {problem}") from None
    faults = (fault.message for fault in parser.error_log.filter_from_fatals())
    return root, next(faults, "")


def _units(root: Any, wholes: set[Any]) -> Iterator[Any]:
    """Messages, and code blocks and call elements outside of them, in the order of the page."""
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if element in wholes or (_free(element) and (is_fence(element) or _is_call(element))):
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
    """No lines at all once the parser's counter, which has 16 bits in older ones, has stopped."""
    return tuple(marks) if lines and all(0 < line < 65535 for _, line in marks) else ()


def _is_call(element: Any) -> bool:
    return any(NAME.fullmatch(str(name).lower()) for name in element.attrib)
