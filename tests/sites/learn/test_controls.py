"""Which selector is learned for the message box and for the send button."""

from __future__ import annotations

from overlay.sites.check.snapshot import Node
from overlay.sites.learn.controls import only
from tests.sites.check.trees import node
from tests.sites.learn.test_messages import nodes_of


def page(*buttons: Node) -> list[Node]:
    """A message box with buttons."""
    return nodes_of(node("main", node("textarea"), node("div#bar", *buttons)))


def learned(sends: Node, *, while_written: Node) -> str:
    return only(sends, "send", [page(sends), page(while_written)])


def test_a_selector_that_finds_the_stop_button_too_is_not_taken_if_there_is_another_one() -> None:
    sends = node("button.go", type="button")
    stops = node("button.halt", type="button", title="Stop")
    assert learned(sends, while_written=stops) == '[class~="go"]'


def test_a_selector_that_finds_the_stop_button_too_is_taken_if_there_is_no_other() -> None:
    sends, stops = node("button", type="button"), node("button", type="button", title="Stop")
    assert learned(sends, while_written=stops) == 'button[type="button"]'


def test_a_name_that_contains_a_time_is_not_taken() -> None:
    times = ("Chat - now", "You, 14:05", "5 min ago", "yesterday", "2026-11-26")
    found = [learned(node("button", aria_label=name), while_written=node("i")) for name in times]
    assert [css for css in found if "aria-label" in css] == []
    assert "Send now" in learned(node("button", aria_label="Send now"), while_written=node("i"))
