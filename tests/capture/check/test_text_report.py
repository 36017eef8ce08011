from __future__ import annotations

from overlay.capture.check.model import Difference, Pictures
from overlay.capture.check.text_report import MOST, describe, report, summary, totals
from tests.capture.check.verdicts import ARGUMENT, HOSTILE, MOVED, STATE, broken, different, same


def test_each_outcome_has_its_summary_in_one_line() -> None:
    updated = different(ARGUMENT).model_copy(update={"outcome": "updated"})
    assert summary(same()) == "all/good  the same (1 block, 30 steps)  1.2 s"
    told = "all/bad  3 differences (1 in arguments, 1 in states, 1 in block DOM)  2.0 s"
    assert summary(different()) == told
    assert summary(broken()) == "all/broken  could not be checked: page.jsonl.gz, line 3: no JSON  0.0 s"
    assert "accepted, 1 difference (1 in arguments)" in summary(updated)
    assert "accepted, nothing changed" in summary(same().model_copy(update={"outcome": "updated"}))
    counted = "4 recordings: 2 the same, 1 different, 1 not checked"
    assert totals([same(), same(), different(), broken()]) == counted
    assert totals([]) == "0 recordings: nothing to check"


def test_a_difference_is_described_by_values_diff_places_and_picture() -> None:
    assert list(describe(STATE)) == [
        "✗ state of send_mail: done expected, failed came [step 20]",
        "    - ready → running → done",
        "    + ready → running → failed",
    ]
    assert list(describe(ARGUMENT))[1:] == ['    - "notes.md"']
    assert list(describe(MOVED))[1:] == [
        "      <div>",
        '    -   <button class="execute-button">',
        '    +   <button class="execute-link">',
        "    … 7 same lines",
        "    the same at 4 more places: block 2 done, block 3 ready, block 3 done, …",
    ]
    shown = Difference(kind="picture", what="x", pictures=Pictures(difference="a-difference.png"))
    assert list(describe(shown))[-1] == "    pictures: a-difference.png"


def test_a_report_counts_what_follows_and_what_is_too_much_and_begins_with_the_cause() -> None:
    assert report(different())[-1] == "  What follows from these: 1 in accessibility"
    many = different(*[ARGUMENT] * (MOST + 5))
    assert report(many)[-1] == "  … and 5 more differences: 5 in arguments"
    assert sum("✗" in line for line in report(many, most=None)) == MOST + 5
    caused = report(different(notes=["overlay was 1 and is 2"]))
    assert caused[1:3] == [
        "  What changed since it was recorded, which may be the cause:",
        "    overlay was 1 and is 2",
    ]
    assert report(broken("one\ntwo")) == ["all/broken", "  one", "  two"]


def test_the_text_of_a_page_can_not_act_on_the_terminal() -> None:
    hostile = STATE.model_copy(update={"what": HOSTILE, "expected": HOSTILE, "diff": [("-", HOSTILE)]})
    verdict = different(hostile, STATE.model_copy(update={"got": HOSTILE}), name=HOSTILE)
    text = "\n".join([*report(verdict), summary(verdict)])
    assert not {"\x1b", "\u202e", "\ud83d"} & set(text)
