from __future__ import annotations

from overlay.capture.check.text_report import MOST, describe, report, summary, totals
from tests.capture.check.verdicts import ARGUMENT, HOSTILE, MOVED, STATE, broken, different, same


def test_a_recording_that_is_the_same_is_one_line() -> None:
    assert summary(same()) == "all/good  the same (1 block, 30 steps)  1.2 s"


def test_a_recording_that_differs_says_in_what_and_leaves_out_what_follows() -> None:
    assert (
        summary(different()) == "all/bad  3 differences (1 in arguments, 1 in states, 1 in block DOM)  2.0 s"
    )


def test_a_recording_that_could_not_be_checked_says_why() -> None:
    assert summary(broken()) == "all/broken  could not be checked: page.jsonl.gz, line 3: no JSON  0.0 s"


def test_what_was_accepted_says_what_changed() -> None:
    updated = different(ARGUMENT).model_copy(update={"outcome": "updated"})
    assert "accepted, 1 difference (1 in arguments)" in summary(updated)
    assert "accepted, nothing changed" in summary(same().model_copy(update={"outcome": "updated"}))


def test_the_totals_count_each_outcome() -> None:
    assert (
        totals([same(), same(), different(), broken()])
        == "4 recordings: 2 the same, 1 different, 1 not checked"
    )
    assert totals([]) == "0 recordings: nothing to check"


def test_a_difference_says_what_was_expected_and_what_came() -> None:
    assert list(describe(STATE)) == [
        "✗ state of send_mail: done expected, failed came [step 20]",
        "    - ready → running → done",
        "    + ready → running → failed",
    ]


def test_a_value_that_is_not_there_has_no_line() -> None:
    assert list(describe(ARGUMENT))[1:] == ['    - "notes.md"']


def test_a_diff_is_shown_with_the_other_places_that_share_it() -> None:
    assert list(describe(MOVED))[1:] == [
        "      <div>",
        '    -   <button class="execute-button">',
        '    +   <button class="execute-link">',
        "    … 7 same lines",
        "    the same at 4 more places: block 2 done, block 3 ready, block 3 done, …",
    ]


def test_the_picture_that_shows_the_difference_is_named() -> None:
    from overlay.capture.check.model import Difference, Pictures

    shown = Difference(kind="picture", what="x", pictures=Pictures(difference="a-difference.png"))
    assert list(describe(shown))[-1] == "    pictures: a-difference.png"


def test_what_follows_is_only_counted() -> None:
    assert report(different())[-1] == "  What follows of these: 1 in accessibility"


def test_very_many_differences_are_counted() -> None:
    found = report(different(*[ARGUMENT] * (MOST + 5)))
    assert found[-1] == "  … and 5 more differences: 5 in arguments"


def test_all_differences_are_reported_if_asked_for() -> None:
    assert sum("✗" in line for line in report(different(*[ARGUMENT] * (MOST + 5)), most=None)) == MOST + 5


def test_what_changed_around_it_is_reported_at_the_end() -> None:
    assert report(different(notes=["overlay was 1 and is 2"]))[-1] == "  overlay was 1 and is 2"


def test_a_problem_is_reported_with_all_its_lines() -> None:
    assert report(broken("one\ntwo")) == ["all/broken", "  one", "  two"]


def test_nothing_of_a_page_acts_on_the_terminal() -> None:
    hostile = STATE.model_copy(update={"what": HOSTILE, "expected": HOSTILE, "diff": [("-", HOSTILE)]})
    verdict = different(hostile, STATE.model_copy(update={"got": HOSTILE}), name=HOSTILE)
    text = "\n".join([*report(verdict), summary(verdict)])
    assert not {"\x1b", "\u202e", "\ud83d"} & set(text)
