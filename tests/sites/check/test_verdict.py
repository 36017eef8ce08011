from __future__ import annotations

from observers.protocol import UnreadCode
from overlay.sites.check.box_trial import BoxTrial
from overlay.sites.check.code_reading import CheckedCode
from overlay.sites.check.model import Count, Finding
from overlay.sites.check.verdict import PageSummary, box_verdict, code_verdict, send_verdict, verdict


def judged(field: str, *counts: tuple[int, int], turns: bool = True, expected: int | None = None) -> Finding:
    several = [Count(f"#{number}", count, shown) for number, (count, shown) in enumerate(counts)]
    return verdict(field, several, PageSummary(turns, expected))


def test_the_number_of_found_elements_decides_the_status_of_a_selector() -> None:
    wrong: list[object] = []
    for field, counts, status in [
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
        ("assistant", [(3, 1)], "ok"),
        ("assistant", [(3, 0)], "fails"),
        ("assistant", [(0, 0)], "missing"),
        ("streaming", [(0, 0)], "not seen"),
        ("streaming", [(1, 1)], "ok"),
    ]:
        if (found := judged(field, *counts).status) != status:
            wrong.append((field, counts, found))
    assert wrong == []


def test_where_there_need_be_no_messages_none_are_missing() -> None:
    wrong = [
        (field, found)
        for field in ["user", "assistant"]
        if (found := judged(field, (0, 0), turns=False).status) != "not seen"
    ]
    assert wrong == []


def test_only_what_overlay_can_not_do_without_fails_the_check() -> None:
    wrong: list[object] = []
    for field, fails in [("composer", True), ("assistant", True), ("send", False)]:
        if (found := judged(field, (0, 0)).failed) != fails:
            wrong.append((field, found))
    assert wrong == []


def test_more_than_one_box_in_sight_is_said_but_does_not_fail() -> None:
    found = judged("composer", (2, 2))
    assert (found.failed, found.words) == (False, "2 are visible; the last one is used")


def test_a_recording_says_how_many_there_are() -> None:
    wrong: list[object] = []
    for count, status, fails in [(2, "ok", False), (1, "missing", True), (3, "too many", True)]:
        found = judged("fence", (count, count), expected=2)
        if (found := (found.status, found.failed)) != (status, fails):
            wrong.append((count, found))
    assert wrong == []


def test_an_element_that_is_not_in_the_recording_need_not_be_found() -> None:
    found = judged("streaming", (0, 0), expected=0)
    assert (found.status, found.failed) == ("not seen", False)


def test_a_fallback_selector_counts_on_a_recording_too() -> None:
    assert judged("fence", (0, 0), (2, 2), expected=2).status == "fallback"


def test_an_element_of_the_recording_that_no_selector_finds_is_missing() -> None:
    assert judged("fence", (0, 0), expected=2).failed


def test_the_verdict_says_that_the_fallbacks_were_tried() -> None:
    wrong: list[object] = []
    for selectors, words in [
        (1, ""),
        (2, "its fallback finds nothing either"),
        (3, "its 2 fallbacks find nothing either"),
    ]:
        if (found := judged("composer", *[(0, 0)] * selectors).words) != words:
            wrong.append((selectors, found))
    assert wrong == []


def test_code_fails_the_check_with_the_reason_if_one_block_can_not_be_read() -> None:
    folded = UnreadCode(why="folded", button="Raw")
    found = [
        (one.status, one.failed, one.words)
        for code in (
            CheckedCode(),
            CheckedCode(blocks=1),
            CheckedCode(blocks=3, partly=1),
            CheckedCode(blocks=3, unread=[folded]),
        )
        for one in [code_verdict(Finding("code", "ok", "pre", 3), code)]
    ]
    assert found == [
        ("ok", False, ""),
        ("ok", False, "1 code block, all read"),
        ("ok", False, "3 code blocks, 1 drawn only in part"),
        (
            "fails",
            True,
            "3 code blocks, 1 can't be read: the site draws it as a tree with folded fields; press “Raw” at it",
        ),
    ]


def test_a_message_box_that_did_not_take_a_text_fails_the_check() -> None:
    found = box_verdict(Finding("composer", "ok", "#box", 1), BoxTrial("it takes no text"))
    assert (found.failed, found.words) == (True, "it takes no text")


def test_a_send_button_is_missing_if_the_box_holds_a_text_and_none_is_there() -> None:
    known, unknown = Finding("send", "not seen", "#go"), Finding("send", "not known")
    found = [
        (one.status, one.failed)
        for finding, box in [
            (known, BoxTrial("", send=True)),
            (known, BoxTrial("", draft=True)),
            (known, BoxTrial("", lives=True)),
            (known, BoxTrial("")),
            (unknown, BoxTrial("", lives=True)),
        ]
        for one in [send_verdict(finding, box)]
    ]
    assert found == [
        ("not seen", False),
        ("missing", True),
        ("missing", True),
        ("not seen", False),
        ("not known", False),
    ]
