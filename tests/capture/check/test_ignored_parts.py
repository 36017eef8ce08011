from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.check.ignored_parts import FILE, ignored_by, valid, without_parts
from overlay.capture.check.rendered_blocks import compare
from overlay.common.errors import UsageError
from tests.capture.check.logs import drawing, story

PAGE = r"""#document 1 https://chat.example/
<!doctype html>
<html lang="en">
  <body>
    <aside class="ads big" id="side">
      "buy \"<b class=x>\""
      <svg:svg class="logo">
    <main>
      #shadow
        <p class="clock">
          "12:00"
      <p>
        "said"
"""


def test_an_ignored_part_is_left_out_with_all_in_it_and_nothing_else_is() -> None:
    kept = without_parts(PAGE, ["#side", "main > .clock"]).splitlines()
    gone = [line for line in PAGE.splitlines() if line not in kept]
    assert [line.strip() for line in gone] == [
        '<aside class="ads big" id="side">',
        r'"buy \"<b class=x>\""',
        '<svg:svg class="logo">',
        '<p class="clock">',
        '"12:00"',
    ]
    assert without_parts(PAGE, [".x", "body > p"]) == PAGE.rstrip("\n")
    assert without_parts(PAGE, []) == PAGE


def test_names_that_html_has_and_xml_does_not_do_not_matter() -> None:
    page = '<p a²="1" @click="2" class="clock">\n  "12"\n<x-²>\n  "said"'
    assert without_parts(page, [".clock"]) == '<x-²>\n  "said"'


def test_the_accessibility_of_a_state_counts_unless_only_ignored_parts_differ() -> None:
    pair = (story("read", block=1), story("read", block=1))
    before = drawing(1, dom='<div class="block">\n  <b class="clock">\n    "1"\n  <i>\n    "a"')
    after = before.model_copy(update={"dom": before.dom.replace('"1"', '"2"'), "aria": "- text: 2"})

    def kinds(*selectors: str) -> list[str]:
        found = compare(
            [pair], [before], [after], lambda _: False, lambda tree: without_parts(tree, selectors)
        )
        return [one.kind for one in found]

    assert kinds() == ["dom", "aria"]
    assert kinds("i") == ["dom", "aria"]
    assert kinds(".clock") == []


def test_selectors_stand_in_files_of_a_recording_and_of_the_folder_above(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    assert ignored_by(folder) == []
    (tmp_path / FILE).write_text('ignore = ["#side"]')
    (folder / FILE).write_text('ignore = [".clock"]')
    assert ignored_by(folder) == ["#side", ".clock"]
    for text, problem in {
        'ignore = "x"': "ignore: ",
        "ignored = []": "ignored: ",
        "=": f"{folder / FILE} can't be read",
        'ignore = ["a["]': "'a[' is no CSS selector",
    }.items():
        (folder / FILE).write_text(text)
        with pytest.raises(UsageError) as raised:
            ignored_by(folder)
        assert problem in str(raised.value), text
    assert valid(["a, b > c", "a:has(b)"]) == ["a, b > c", "a:has(b)"]
    with pytest.raises(UsageError):
        valid(["a::-webkit-slider-thumb"])
