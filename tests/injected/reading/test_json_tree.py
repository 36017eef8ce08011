"""A tree that shows all of its JSON is read; a tree that shows a part is not, since the part would count as the whole."""

from __future__ import annotations

import json

from tests.injected.lab import Case, Lab

READ = """const found = document.querySelector("#tree");
return [fences.isFence(found), block_text.readFence(found).text];"""
WHOLE = {"name": "look", "arguments": {"deep": [1, 2], "none": None, "say": "a: {b}"}}


def row(inside: str) -> str:
    return f"<div role=treeitem>{inside}</div>"


def tree(inside: str) -> str:
    return f'<div id=tree role=tree class="json-view">{inside}</div>'


DEEP = row('"deep": [') + row("0: <b>1</b>") + row("1: <b>2</b>") + row("]")
FIELDS = row('"none": <i>null</i>') + row('"say": "a: {b}"')
ARGUMENTS = row('<button>copy</button><span>▾</span>"arguments": {') + DEEP + FIELDS + row("}")
READABLE = {
    "rows without commas": tree(row("{") + row('"name": "look"') + ARGUMENTS + row("}")),
    "rows without outer braces": tree(row('"name": "look"') + ARGUMENTS),
    "keys without quotes": tree(
        row('name: "look"') + ARGUMENTS.replace('"deep"', "deep").replace('"none"', "none")
    ),
    "the text itself": tree(json.dumps(WHOLE)),
}
UNREADABLE = {
    "a folded field": tree(row('"name": "look"') + '<div aria-expanded="false">"arguments": {…}</div>'),
    "a field without its content": tree(row('"name": "look"') + row('"arguments": {…}')),
    "a shortened text": tree(row('"name": "look"') + row('"say": "a long te…"')),
    "a text without quotes": tree(row("name: look")),
    "the number of items": tree(row('"name": "look"') + row('"list": [] 2 items')),
}


async def test_a_tree_that_shows_all_of_its_json_is_read(lab: Lab) -> None:
    code = f"{READ.replace('return [', 'const pair = [')} return [pair[0], JSON.parse(pair[1])];"
    cases = {name: Case(code, [True, WHOLE], html=html) for name, html in READABLE.items()}
    assert await lab.differing("", cases) == {}


async def test_nothing_is_read_of_a_tree_that_shows_a_part(lab: Lab) -> None:
    cases = {name: Case(READ, [True, ""], html=html) for name, html in UNREADABLE.items()}
    assert await lab.differing("", cases) == {}


async def test_a_tree_of_files_is_no_code_block(lab: Lab) -> None:
    cases = {
        "files": Case(
            "return fences.isFence(document.body.firstElementChild);", False, html=tree("src main.js")
        )
    }
    assert await lab.differing("", cases) == {}
