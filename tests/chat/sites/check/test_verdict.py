from __future__ import annotations

import pytest

from overlay.chat.sites.check.model import Count, Finding
from overlay.chat.sites.check.verdict import PageSummary, verdict


def judged(field: str, *counts: tuple[int, int], turns: bool = True, expected: int | None = None) -> Finding:
    several = [Count(f"#{number}", count, shown) for number, (count, shown) in enumerate(counts)]
    return verdict(field, several, PageSummary(turns, expected))


@pytest.mark.parametrize(
    ("field", "counts", "status"),
    [
        ("composer", [(1, 1)], "ok"),
        ("composer", [(0, 0), (1, 1)], "fallback"),
        ("composer", [(1, 0), (1, 1)], "fallback"),
        ("composer", [(0, 0), (0, 0)], "missing"),
        ("composer", [(2, 2)], "too many"),
        ("composer", [(2, 1)], "ok"),
        ("composer", [(1, 0)], "not seen"),
        ("composer", [], "not known"),
        ("send", [(0, 0)], "not seen"),
        ("assistant", [(3, 3)], "ok"),
        ("assistant", [(3, 0)], "ok"),
        ("assistant", [(0, 0)], "missing"),
        ("streaming", [(0, 0)], "not seen"),
        ("streaming", [(1, 1)], "ok"),
    ],
)
def test_what_the_counts_mean(field: str, counts: list[tuple[int, int]], status: str) -> None:
    assert judged(field, *counts).status == status


@pytest.mark.parametrize("field", ["user", "assistant"])
def test_where_there_need_be_no_messages_none_are_missing(field: str) -> None:
    assert judged(field, (0, 0), turns=False).status == "not seen"


@pytest.mark.parametrize(("field", "fails"), [("composer", True), ("assistant", True), ("send", False)])
def test_only_what_overlay_can_not_do_without_fails_the_check(field: str, fails: bool) -> None:
    assert judged(field, (0, 0)).failed == fails


def test_more_than_one_box_in_sight_is_said_but_does_not_fail() -> None:
    found = judged("composer", (2, 2))
    assert (found.failed, found.words) == (False, "2 are visible; the last one is used")


@pytest.mark.parametrize(
    ("count", "status", "fails"), [(2, "ok", False), (1, "missing", True), (3, "too many", True)]
)
def test_a_recording_says_how_many_there_are(count: int, status: str, fails: bool) -> None:
    found = judged("fence", (count, count), expected=2)
    assert (found.status, found.failed) == (status, fails)


def test_what_a_recording_does_not_have_is_as_it_should_be() -> None:
    found = judged("streaming", (0, 0), expected=0)
    assert (found.status, found.failed) == ("not seen", False)


def test_on_a_recording_a_fallback_counts_too() -> None:
    assert judged("fence", (0, 0), (2, 2), expected=2).status == "fallback"


def test_what_a_recording_has_and_no_selector_finds_is_missing() -> None:
    assert judged("fence", (0, 0), expected=2).failed


@pytest.mark.parametrize(
    ("selectors", "words"),
    [
        (1, ""),
        (2, "its fallback finds nothing either"),
        (3, "its 2 fallbacks find nothing either"),
    ],
)
def test_it_is_said_that_the_fallbacks_were_tried(selectors: int, words: str) -> None:
    assert judged("composer", *[(0, 0)] * selectors).words == words
