"""Makes a finding from the counts of a field's selectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overlay.sites.check.box_trial import BoxTrial
from overlay.sites.check.code_reading import CheckedCode
from overlay.sites.check.model import Count, Finding
from overlay.sites.unread_code import main_reason

ONE = ("composer", "send")
"""Fields of which a site shows one visible element at a time."""
SIDES = ("user", "assistant")
STATES = {
    "streaming": "it is there only while an answer is written",
    "send": "some sites show it only once something is written",
    "file": "some sites create it only when their button is pressed",
    "reasoning": "it is there only if the model's reasoning is shown",
    "code": "it is there only if an answer contains code",
    "fence": "it is there only if an answer contains code",
    "header": "it is there only if an answer contains code",
    "faded": "it is there only in a message",
    "turn": "it is there only around a message",
    "detect": "the page does not show this application",
}
"""Why a field may find nothing although nothing is wrong."""
AS_EXPECTED = "as expected"


@dataclass(frozen=True, slots=True)
class PageSummary:
    """Facts about the whole page.

    `turns`: it must have messages. `expected`: the number in the recording's table for this field.
    """

    turns: bool
    expected: int | None = None


def verdict(field: str, counts: Sequence[Count], seen: PageSummary) -> Finding:
    """Return the finding for the counts of a field's selectors, in their order."""
    if not counts:
        return Finding(field, "not known", words="the profile has no selector for it")
    used = _used(field, counts)
    if seen.expected is not None:
        return _compared(field, counts, used, seen.expected)
    needed = field == "composer" or (field in SIDES and seen.turns)
    if used is None:
        if needed:
            return Finding(field, "missing", counts[0].selector, words=_tried(counts), needed=True)
        words = STATES.get(field, "the page shows no messages")
        return Finding(field, "not seen", counts[0].selector, words=words)
    if field in ONE and used.shown > 1:
        words = f"{used.shown} are visible; the last one is used"
        return Finding(field, "too many", used.selector, used.count, words)
    if field in SIDES and not used.shown:
        words = "it finds only what is hidden or empty"
        return Finding(field, "fails", used.selector, used.count, words, needed=True)
    if field in ONE and not used.shown:
        return Finding(field, "not seen", used.selector, used.count, "it is there, but hidden", needed)
    return _fits(field, counts, used, needed)


def mixed_verdict(finding: Finding, *, mixed: bool) -> Finding:
    """Return the finding for `user`; `mixed`: its messages and those of the assistant contain each other."""
    if not mixed:
        return finding
    words = "a message of the user and one of the assistant are one element, or inside each other"
    return replace(finding, status="fails", words=words, needed=True)


def code_verdict(finding: Finding, code: CheckedCode) -> Finding:
    """Return the finding for `code`, after the text of all code blocks in answers was read."""
    if code.outside:
        words = f"{code.outside} in no message: a call there never runs automatically"
        finding = replace(
            finding, words=f"{finding.words}; {words}" if finding.words and finding.count else words
        )
    if not code.blocks:
        return finding
    said = f"{code.blocks} code block{'s' if code.blocks > 1 else ''}"
    if code.unread:
        reason, button = main_reason(code.unread)
        words = f"{said}, {len(code.unread)} can't be read: {reason}"
        words += f"; press “{button}” at it" if button else ""
        return replace(finding, status="fails", words=words, needed=True)
    words = f"{said}, {f'{code.partly} drawn only in part' if code.partly else 'all read'}"
    return replace(finding, words=f"{words}; {finding.words}" if finding.words and finding.count else words)


def box_verdict(finding: Finding, box: BoxTrial) -> Finding:
    """Return the finding for `composer`, after a word was written into the box."""
    if not box.fault:
        return replace(finding, words=finding.words or "took a text and gave it back")
    return replace(finding, status="fails", words=box.fault, needed=True)


def send_verdict(finding: Finding, box: BoxTrial) -> Finding:
    """Return the finding for `send`, after the box held a word.

    Where the page can't answer, the button may be missing because the box was empty before.
    """
    if box.fault or box.send:
        return finding
    if finding.status == "not known":
        return replace(finding, words="overlay presses Enter")
    if not (box.draft or box.lives):
        return replace(finding, words=f"{finding.words}; overlay presses Enter")
    words = "it is not there although the box holds a text"
    return replace(finding, status="missing", words=words, needed=True)


def _compared(field: str, counts: Sequence[Count], used: Count | None, expected: int) -> Finding:
    number = used.count if used else 0
    if used and number == expected:
        return _fits(field, counts, used, needed=True)
    if number == expected:
        return Finding(field, "not seen", counts[0].selector, words=AS_EXPECTED, needed=True)
    status = "missing" if number < expected else "too many"
    selector = used.selector if used else counts[0].selector
    return Finding(field, status, selector, number, f"{expected} expected", needed=True)


def _fits(field: str, counts: Sequence[Count], used: Count, needed: bool) -> Finding:
    if used is counts[0]:
        return Finding(field, "ok", used.selector, used.count, needed=needed)
    words = f"in place of {counts[0].selector}, which finds nothing"
    return Finding(field, "fallback", used.selector, used.count, words, needed)


def _used(field: str, counts: Sequence[Count]) -> Count | None:
    """Return the first count that finds something.

    For fields in ONE, a selector that finds a visible element comes before the others.
    """
    found = [count for count in counts if count.count]
    shown = [count for count in found if count.shown] if field in ONE else []
    return next(iter(shown or found), None)


def _tried(counts: Sequence[Count]) -> str:
    match len(counts) - 1:
        case 0:
            return ""
        case 1:
            return "its fallback finds nothing either"
        case fallbacks:
            return f"its {fallbacks} fallbacks find nothing either"
