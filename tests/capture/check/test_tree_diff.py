from __future__ import annotations

import pytest

from overlay.capture.check.tree_diff import describe, diff, name
from tests.capture.check.logs import BLOCK

MOVED = """\
<div class="function-block">
  <div class="function-name">
    <div class="function-name-text">
      "{name}"
    <button class="execute-button">
      "Execute"
  <div class="function-buttons">
    <button class="raw-toggle">
      "Raw"
"""


def test_a_moved_element_is_named_with_where_it_was_and_is() -> None:
    assert (
        describe(BLOCK, MOVED) == "button.execute-button moved from div.function-buttons to div.function-name"
    )


@pytest.mark.parametrize(
    ("after", "what"),
    [
        (
            BLOCK.replace('    <button class="raw-toggle">\n      "Raw"\n', ""),
            "button.raw-toggle is missing in div.function-buttons",
        ),
        (BLOCK + '  <p class="new">\n', "p.new is new in div.function-block"),
        (
            BLOCK.replace('"execute-button"', '"execute-button" disabled=""'),
            'button.execute-button got disabled=""',
        ),
        (BLOCK.replace('"Execute"', '"Run"'), '"Run" is in button.execute-button, not "Execute"'),
        (BLOCK.replace("execute-button", "run-button"), 'button.execute-button has class="run-button", not "execute-button"'),
    ],
)  # fmt: skip
def test_a_change_is_named(after: str, what: str) -> None:
    assert describe(BLOCK, after) == what


def test_a_lost_attribute_is_named() -> None:
    assert describe('<a href="x">', "<a>") == 'a lost href="x"'


def test_further_changes_are_counted() -> None:
    after = BLOCK.replace('"Execute"', '"Run"').replace('"Raw"', '"Text"')
    assert describe(BLOCK, after).endswith(", and 1 more")


def test_elements_that_changed_places_are_named() -> None:
    before = '<p>\n  <b id="1">\n  <i>\n'
    assert describe(before, '<p>\n  <i>\n  <b id="1">\n') == "b and i changed places in p"


def test_another_nesting_is_reported_in_general_words() -> None:
    assert describe("<p>\n  <b>\n", "<p>\n    <b>\n") == "only the order or the nesting of its lines changed"


def test_a_tree_of_roles_is_reported_too() -> None:
    before = '- group "read":\n  - button "Raw"\n  - button "Execute"\n'
    assert (
        describe(before, before.replace('  - button "Raw"\n', ""))
        == 'button "Raw" is missing in group "read"'
    )


def test_a_role_with_another_name_is_one_change() -> None:
    before = '- group "read":\n  - button "Execute"\n'
    assert (
        describe(before, before.replace("Execute", "Run"))
        == '- button "Run" is in group "read", not - button "Execute"'
    )


def test_a_line_that_is_no_element_is_named_by_its_text() -> None:
    assert name("  plain text") == "plain text"


def test_the_lines_around_a_change_are_shown() -> None:
    assert ("-", '      "Execute"') in diff(BLOCK, BLOCK.replace("Execute", "Run"))
