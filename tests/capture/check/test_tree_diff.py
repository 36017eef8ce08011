from __future__ import annotations

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


def test_each_change_of_a_tree_is_named() -> None:
    roles = '- group "read":\n  - button "Raw"\n  - button "Execute"\n'
    changes: list[tuple[str, str, str]] = [
        (BLOCK, MOVED, "button.execute-button moved from div.function-buttons to div.function-name"),
        (
            BLOCK,
            BLOCK.replace('    <button class="raw-toggle">\n      "Raw"\n', ""),
            "button.raw-toggle is missing in div.function-buttons",
        ),
        (BLOCK, BLOCK + '  <p class="new">\n', "p.new is new in div.function-block"),
        (
            BLOCK,
            BLOCK.replace('"execute-button"', '"execute-button" disabled=""'),
            'button.execute-button got disabled=""',
        ),
        (BLOCK, BLOCK.replace('"Execute"', '"Run"'), '"Run" is in button.execute-button, not "Execute"'),
        (
            BLOCK,
            BLOCK.replace("execute-button", "run-button"),
            'button.execute-button has class="run-button", not "execute-button"',
        ),
        ('<a href="x">', "<a>", 'a lost href="x"'),
        ('<p>\n  <b id="1">\n  <i>\n', '<p>\n  <i>\n  <b id="1">\n', "b and i changed places in p"),
        ("<p>\n  <b>\n", "<p>\n    <b>\n", "only the order or the nesting of its lines changed"),
        (roles, roles.replace('  - button "Raw"\n', ""), 'button "Raw" is missing in group "read"'),
        (
            roles,
            roles.replace("Execute", "Run"),
            '- button "Run" is in group "read", not - button "Execute"',
        ),
    ]
    wrong = [(what, got) for before, after, what in changes if (got := describe(before, after)) != what]
    assert wrong == []
    after = BLOCK.replace('"Execute"', '"Run"').replace('"Raw"', '"Text"')
    assert describe(BLOCK, after).endswith(", and 1 more")


def test_a_diff_of_trees_shows_the_lines_around_a_change() -> None:
    assert ("-", '      "Execute"') in diff(BLOCK, BLOCK.replace("Execute", "Run"))
    assert name("  plain text") == "plain text"
