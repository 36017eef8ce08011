"""Calls that are elements in a page's HTML: read from the DOM, with their status written back into it.

The markup is that of MemberPress AI Assistant: an element with `data-tool-name` and `data-tool-parameters`
(also with a prefix, `data-mpai-tool-name`), which contains one element with class `…tool-call-status` and one
with class `…tool-call-result`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, cast

from lxml import html as lxml_html  # pyright: ignore[reportMissingTypeStubs]

from .formats.html_element import CALL_ID, NAME, PARAMETERS
from .json_arguments import as_arguments
from .lenient_json import InvalidJson, loads
from .model import ToolCall

Status = Literal["processing", "done", "failed"]
html: Any = lxml_html  # lxml has no types
_STATUS = re.compile(r"(?:^|\s)([\w-]*?)tool-call-status(?=\s|$)")
_RESULT = re.compile(r"(?:^|\s)[\w-]*tool-call-result(?=\s|$)")
_STATES = ("processing", "done", "failed")


class Elements:
    """The calls that are elements in one piece of HTML.

    `calls` are in document order. `raw` is the element's own HTML; `span` counts elements and not characters,
    since the source is a tree. Nothing is fetched and no entity is resolved.
    """

    def __init__(self, source: str) -> None:
        parser = html.HTMLParser(no_network=True, encoding="utf-8")
        self._root: Any = html.fragment_fromstring(
            source.encode("utf-8", "replace") or b" ", create_parent="div", parser=parser
        )
        self._found: list[Any] = [element for element in self._elements() if _value(element, NAME)]
        self.calls = [_call(element, place) for place, element in enumerate(self._found)]

    def _elements(self) -> Iterator[Any]:
        return (element for element in self._root.iter() if isinstance(element.tag, str))

    def set_status(self, place: int, status: Status, result: str | None = None) -> None:
        """Write the status of call number `place`, and its result as text (never as markup)."""
        element = self._found[place]
        element.set("data-tool-status", status)
        for child in element.iter():
            if not isinstance(child.tag, str):
                continue
            classes = child.get("class") or ""
            found = _STATUS.search(classes)
            if found:
                kept = [
                    one
                    for one in classes.split()
                    if not one.endswith(tuple(f"-{state}" for state in _STATES))
                ]
                child.set("class", " ".join([*kept, f"{found[1]}tool-call-{status}"]))
                child.text = status.capitalize()
            elif result is not None and _RESULT.search(classes):
                for old in list(child):
                    child.remove(old)
                child.text = _LEGAL.sub("\ufffd", result)

    def to_html(self) -> str:
        """Return the HTML with the changes made so far."""
        inner = [html.tostring(child, encoding="unicode") for child in self._root]
        return (self._root.text or "") + "".join(inner)


_LEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _value(element: Any, pattern: re.Pattern[str]) -> str:
    for name, value in element.attrib.items():
        if pattern.fullmatch(str(name).lower()):
            return str(value).strip()
    return ""


def _call(element: Any, place: int) -> ToolCall:
    name = _value(element, NAME)
    said = _value(element, PARAMETERS)
    arguments: dict[str, Any] = {}
    repaired, error = False, None
    try:
        found: Any = None
        if said:
            found, repaired = loads(said)
        shaped = as_arguments(found)
        if shaped is None:
            error = f"tool {name}: the parameters are not a JSON object"
        else:
            arguments = shaped[0]
    except InvalidJson as problem:
        error = f"tool {name}: the parameters are not valid JSON: {problem}"
    return ToolCall(
        name=name,
        arguments=arguments,
        call_id=_value(element, CALL_ID) or cast("str | None", element.get("id")),
        format="element",
        confidence="repaired" if repaired else "structured",
        complete=error is None,
        span=(place, place + 1),
        raw=html.tostring(element, encoding="unicode", with_tail=False),
        error=error,
    )


def in_html(source: str) -> list[ToolCall]:
    """Return the calls that are elements in `source`."""
    return Elements(source).calls
