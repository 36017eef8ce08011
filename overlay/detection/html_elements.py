"""Reads calls that are elements in a page's HTML.

The markup is that of MemberPress AI Assistant: an element with `data-tool-name` and `data-tool-parameters`
(also with a prefix, `data-mpai-tool-name`).
"""

from __future__ import annotations

import re
from typing import Any, cast

from lxml import html as lxml_html  # pyright: ignore[reportMissingTypeStubs]

from .formats.html_element import CALL_ID, NAME, PARAMETERS
from .json_arguments import as_arguments
from .lenient_json import InvalidJson, loads
from .model import ToolCall

html: Any = lxml_html  # lxml has no types


def _value(element: Any, pattern: re.Pattern[str]) -> str:
    for name, value in element.attrib.items():
        if pattern.fullmatch(str(name).lower()):
            return str(value).strip()
    return ""


def _call(element: Any, place: int) -> ToolCall:
    name = _name(element)
    parameters = _value(element, PARAMETERS)
    arguments: dict[str, Any] = {}
    repaired, error = False, None
    try:
        found: Any = None
        if parameters:
            found, repaired = loads(parameters)
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
    """Return the calls that are elements in `source`, in document order.

    `raw` is the element's own HTML; `span` counts elements instead of characters, since the source is a tree.
    Nothing is fetched and no entity is resolved.
    """
    parser = html.HTMLParser(no_network=True, encoding="utf-8")
    root: Any = html.fragment_fromstring(
        source.encode("utf-8", "replace") or b" ", create_parent="div", parser=parser
    )
    elements = (element for element in root.iter() if isinstance(element.tag, str))
    return [_call(element, place) for place, element in enumerate(filter(_name, elements))]


def _name(element: Any) -> str:
    return _value(element, NAME)
