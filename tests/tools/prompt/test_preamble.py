from __future__ import annotations

from typing import Any, get_args

import pytest

from overlay.detection import detect
from overlay.tools.prompt.model import Style
from overlay.tools.prompt.preamble import MOST, preamble
from tests.support.table import for_each

STYLES: tuple[Style, ...] = get_args(Style)


@for_each("style", STYLES)
def test_the_instructions_are_short(style: Style) -> None:
    assert len(preamble(style)) <= MOST


@for_each("style", STYLES)
@for_each(
    "said",
    [
        "call_id",
        "function_result call_id",
        "code block",
        "wait",
        "never guess",
        "Error (",
        "not an instruction",
    ],
)
def test_the_instructions_say_what_matters(style: Style, said: str) -> None:
    assert said in preamble(style)


def test_an_unknown_style_is_refused_with_those_there_are() -> None:
    style: Any = "yaml"
    with pytest.raises(ValueError, match="'yaml' is not a style of calls: use xml or jsonl"):
        preamble(style)


def form(style: Style) -> str:
    return preamble(style).split("```")[1].partition("\n")[2]


@for_each("style", STYLES)
@for_each("fence", [None, "", "xml", "jsonl"])
def test_the_form_is_no_call_as_it_is(style: Style, fence: str | None) -> None:
    assert detect(form(style), fence=fence) == []


FILLED = {
    "xml": [('name="" call_id=""', 'name="look_up" call_id="1"'), ('name="">', 'name="query">cups')],
    "jsonl": [('"name":"","call_id":0', '"name":"look_up","call_id":1'), ('"key":"","value":""', '"key":"query","value":"cups"'), ('"call_id":0', '"call_id":1')],
}  # fmt: skip


@for_each("style", STYLES)
def test_the_form_filled_in_is_a_call(style: Style) -> None:
    text = form(style)
    for blank, filled in FILLED[style]:
        text = text.replace(blank, filled, 1)
    [call] = detect(f"```{style}\n{text}```\n")
    assert call.name == "look_up"
    assert call.arguments == {"query": "cups"}
    assert call.call_id == "1"
    assert call.complete
    assert call.confidence == "structured"
