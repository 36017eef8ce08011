from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.model import Step
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.dom import Dom, doms_of, quoted
from tests.capture.made import Made, add, append, element, opened, text


def dom(*body: dict[str, Any]) -> Dom:
    made = Made()
    made.open(*body)
    return Dom(opened(made.lines[0]))


def after(page: Dom, *ops: dict[str, Any]) -> list[str]:
    """What is in `main` once the ops were applied."""
    page.apply_step(Step.model_validate({"at": 1, "doc": 1, "n": 7, "ops": ops}))
    lines = list(page.lines())
    main = next(index for index, line in enumerate(lines) if line.startswith("    <main"))
    return [line[6:] for line in lines[main + 1 :] if line.startswith("      ")]


def test_a_page_is_written_a_node_a_line() -> None:
    page = dom(element(10, "p", text(11, "a\nb"), {"id": 12, "comment": "c"}, id="z", class_="y"))
    assert list(page.lines()) == [
        "<!doctype html>",
        "<html>",
        "  <head>",
        "  <body>",
        "    <main>",
        '      <p class="y" id="z">',
        '        "a\\nb"',
        '        <!--"c"-->',
    ]


def test_texts_namespaces_shadow_trees_and_scripts_have_their_lines() -> None:
    svg = {"id": 10, "tag": "svg", "ns": "svg", "kids": [{"id": 11, "tag": "path", "ns": "svg"}]}
    host = {**element(10, "x-a", text(13, "light")), "shadow": {"id": 11, "kids": [text(12, "dark")]}}
    script = [element(10, "script", text(11, "x()")), element(12, "noscript", text(13, "n")), text(14, "t")]
    pages: list[tuple[list[dict[str, Any]], list[str]]] = [
        ([text(10, "a"), text(11, "b")], ['"ab"']),
        ([svg], ["<svg:svg>", "  <svg:path>"]),
        ([host], ["<x-a>", "  #shadow", '    "dark"', '  "light"']),
        (script, ["<script>", '"t"']),
    ]
    wrong = [(lines, got) for body, lines in pages if (got := after(dom(*body))) != lines]
    assert wrong == []


def test_nodes_and_attributes_come_move_change_and_go() -> None:
    assert after(dom(text(10, "b")), add(5, element(11, "i"), before=10)) == ["<i>", '"b"']
    pair = element(10, "i"), element(11, "b")
    assert after(dom(*pair), add(11, {"id": 10})) == ["<b>", "  <i>"]
    assert after(dom(*pair), {"o": "del", "id": 10}) == ["<b>"]
    change = [
        {"o": "attr", "id": 10, "name": name, "value": value} for name, value in (("a", None), ("c", "3"))
    ]
    assert after(dom(element(10, "p", a="1", b="2")), *change) == ['<p b="2" c="3">']


def test_a_forbidden_attribute_removes_the_old_value() -> None:
    page = dom(element(10, "a", href="/x"))
    assert after(page, {"o": "attr", "id": 10, "name": "href", "value": "javascript:x"}) == ["<a>"]


def test_texts_count_in_utf_16_units_and_keep_half_characters() -> None:
    page = dom(text(10, "\U0001f600b"))
    assert after(page, {"o": "text", "id": 10, "at": 2, "cut": 1, "text": "c"}) == ['"\U0001f600c"']
    assert after(dom(text(10, "\ud83d"))) == ['"\\ud83d"']
    assert after(dom(text(10, "\ud83d"), text(11, "\ude00"))) == ['"\U0001f600"']


def test_a_shadow_root_that_comes_later_is_written() -> None:
    shadow = {"o": "shadow", "id": 10, "shadow": {"id": 20, "kids": [text(21, "s")]}}
    page = dom(element(10, "x-a"))
    assert after(page, shadow) == ["<x-a>", "  #shadow", '    "s"']
    assert after(page, add(20, element(22, "i"))) == ["<x-a>", "  #shadow", '    "s"', "    <i>"]


def test_sheets_values_and_addresses_are_accepted() -> None:
    page = dom(element(10, "style"), element(11, "input"))
    ops = [
        {"o": "sheets", "sheets": ["a {}"]},
        {"o": "sheets", "id": 10, "sheets": ["a {}"]},
        {"o": "value", "id": 11, "value": "x"},
        {"o": "url", "url": "https://chat.example.test/c/two"},
    ]
    assert after(page, *ops) == ["<style>", "<input>"]
    assert page.url.endswith("/c/two")


def test_an_impossible_change_names_the_step_and_the_node() -> None:
    table: list[tuple[dict[str, Any], str]] = [
        (add(99, text(20, "x")), "step 7: there is no node 99"),
        (add(10, text(20, "x")), "step 7: node 10 can't hold anything"),
        (
            add(5, text(20, "x"), before=2),
            "step 7: node 2 is not a child there, so nothing can be added before it",
        ),
        (add(11, {"id": 5}), "step 7: a node would contain itself"),
        (add(5, {"id": 98}), "step 7: there is no node 98"),
        ({"o": "del", "id": 97}, "step 7: there is no node 97"),
        (append(11, 0, "x"), "step 7: node 11 is not a text node"),
        (
            {"o": "text", "id": 10, "at": 1, "cut": 4, "text": ""},
            "step 7: node 10 has 1 units, and 5 are meant",
        ),
        ({"o": "attr", "id": 10, "name": "a", "value": "b"}, "step 7: node 10 is not an element"),
        ({"o": "value", "id": 10, "value": "b"}, "step 7: node 10 is not an element"),
        ({"o": "sheets", "id": 96, "sheets": []}, "step 7: there is no node 96"),
        ({"o": "shadow", "id": 10, "shadow": {"id": 30}}, "step 7: node 10 is not an element"),
    ]
    for op, said in table:
        with pytest.raises(CorruptRecording, match=said):
            after(dom(text(10, "x"), element(11, "i")), op)


def test_documents_have_their_numbers_and_an_unknown_one_is_a_corrupt_recording() -> None:
    made = Made()
    made.open(text(10, "one"))
    made.close(1)
    made.open(text(10, "two"))
    assert sorted(doms_of(made.lines)) == [1, 2]
    made.step(doc=4)
    with pytest.raises(CorruptRecording, match="there is no document 4"):
        doms_of(made.lines)


def test_text_is_quoted_as_json() -> None:
    assert quoted('a"\\\u2028\x01\ud800') == '"a\\"\\\\\u2028\\u0001\\ud800"'
