"""Checks a profile against an open page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from overlay.sites.check.best_candidate import LIKELY, SURE, best_candidate
from overlay.sites.check.candidate_score import MissingField, editable
from overlay.sites.check.model import Candidate, Count, Finding, Report
from overlay.sites.check.saved_page import ExpectedFindings
from overlay.sites.check.snapshot import Node, elements
from overlay.sites.check.two_sides import two_sides
from overlay.sites.check.verdict import AS_EXPECTED, PageSummary, verdict
from overlay.sites.profile import SELECTORS, SiteProfile

SEND_FIRST = "There are no messages on this page: send a message first, then run the check again."
BOTH = (
    "This page shows a chat that the profile does not read. The nearest selectors for `user` and `assistant`"
    " are named above."
)
ALIKE = (
    "This page shows a chat that the profile does not read. No selector tells the messages of the {side} from"
    " the other messages."
)
SIGNED_IN = "There is no message box on this page: are you signed in, and is this the chat?"
_KINDS: tuple[tuple[str, Callable[[Node], bool]], ...] = (
    ("textarea", lambda node: node.tag == "textarea"),
    ("input", lambda node: node.tag == "input"),
    ("lexical", lambda node: "data-lexical-editor" in node.attributes),
    ("quill", lambda node: "ql-editor" in node.classes),
    ("tiptap", lambda node: "tiptap" in node.classes),
    ("prosemirror", lambda node: "ProseMirror" in node.classes),
    ("contenteditable", editable),
)


async def check(page: Page, profile: SiteProfile, recording: ExpectedFindings | None = None) -> Report:
    """Return what each selector of the profile finds in `page` now, compared with `recording` if given.

    The page's script can't change how the browser counts the elements. Raises playwright's Error when the
    page is closed or left.
    """
    url = recording.url if recording and recording.url else page.url
    counts = {field: [await _count(page, one) for one in profile.selectors(field)] for field in SELECTORS}
    expected = recording.count if recording else {}
    turns = bool(profile.conversation_key(url)) or any(
        count.count for field in ("user", "assistant") for count in counts[field]
    )
    findings = [verdict(field, counts[field], PageSummary(turns, expected.get(field))) for field in SELECTORS]
    nodes = await elements(page)
    used = {finding.field: finding.selector for finding in findings if finding.count}
    box = await _composer(page, nodes, used.get("composer", ""))
    found = [
        replace(finding, candidate=await _near(page, nodes, finding, profile, box, used))
        if finding.status in ("missing", "not seen") and finding.words != AS_EXPECTED
        else finding
        for finding in findings
    ]
    if not turns and (sides := two_sides(nodes, box)):
        found = [replace(one, candidate=sides.get(one.field, one.candidate)) for one in found]
        turns = True
        hint = [BOTH] if len(sides) > 1 else [ALIKE.format(side=_other(sides))]
    else:
        hint = []
    report = Report(profile.name, url, found, hint)
    if box:
        report.findings.append(_kind(profile, box))
    if profile.message_id:
        report.findings.append(await _message_id(page, profile, used))
    report.hints.extend(_hints(report, turns=turns))
    return report


async def _count(page: Page, selector: str) -> Count:
    found = page.locator(f"css={selector}")
    try:
        number = await found.count()
        return Count(selector, number, await found.filter(visible=True).count() if number else 0)
    except PlaywrightError as error:
        if "selector" not in str(error).lower():
            raise
        return Count(selector, 0, 0)  # the browser does not support this selector


async def _near(
    page: Page,
    nodes: Sequence[Node],
    finding: Finding,
    profile: SiteProfile,
    box: Node | None,
    used: dict[str, str],
) -> Candidate | None:
    async def number(selector: str) -> int:
        return (await _count(page, selector)).count

    missing = MissingField.of(finding.field, profile.selectors(finding.field), box)
    least = LIKELY if finding.status == "missing" else SURE
    return await best_candidate(nodes, missing, number, frozenset(used.values()), least)


async def _composer(page: Page, nodes: Sequence[Node], selector: str) -> Node | None:
    """Return the message box from the snapshot: the last visible element that the selector finds."""
    if not selector:
        return None
    shown = page.locator(f"css={selector}").filter(visible=True)
    if not await shown.count():
        return None
    there = await shown.last.bounding_box()
    boxes = [node for node in nodes if node.box and editable(node)]
    if there is None or not boxes:
        return None
    left, top = there["x"], there["y"]
    return min(boxes, key=lambda node: abs(node.box[0] - left) + abs(node.box[1] - top) if node.box else 0.0)


def kind_of(box: Node) -> str:
    """Return the kind of editor that a message box is; see `SiteProfile.kind`."""
    return next(name for name, fits in _KINDS if fits(box))


def _kind(profile: SiteProfile, box: Node) -> Finding:
    kind = kind_of(box)
    if not profile.kind or kind == profile.kind:
        return Finding("kind", "ok", words=kind)
    return Finding("kind", "differs", words=f"the box is {kind}, the profile says {profile.kind}")


async def _message_id(page: Page, profile: SiteProfile, used: dict[str, str]) -> Finding:
    bearer, name = used.get("turn") or used.get("assistant") or "", f"[{profile.message_id}]"
    if not bearer:
        return Finding("message_id", "not seen", profile.message_id, words="no messages are found")
    number = await page.locator(f"css={bearer}").and_(page.locator(f"css={name}")).count()
    words = "" if number else f"no {bearer} has that attribute"
    return Finding("message_id", "ok" if number else "missing", profile.message_id, number, words)


def _other(sides: dict[str, Candidate]) -> str:
    return "assistant" if "user" in sides else "user"


def _hints(report: Report, *, turns: bool) -> list[str]:
    hints = [SIGNED_IN] if report.finding("composer").status == "missing" else []
    if not turns:
        hints.append(SEND_FIRST)
    return hints
