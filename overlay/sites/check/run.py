"""Checks a profile against an open page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from overlay.sites.check.box_trial import try_box
from overlay.sites.check.candidate_score import editable
from overlay.sites.check.code_reading import CheckedCode, read_code
from overlay.sites.check.model import Count, Finding, Report
from overlay.sites.check.nearest import Nearest
from overlay.sites.check.role_trial import SIDES, RoleTrial
from overlay.sites.check.saved_page import ExpectedFindings
from overlay.sites.check.snapshot import Node, elements
from overlay.sites.check.verdict import (
    PageSummary,
    box_verdict,
    code_verdict,
    mixed_verdict,
    send_verdict,
    verdict,
)
from overlay.sites.profile import SELECTORS, SiteProfile

SEND_FIRST = "There are no messages on this page: send a message first, then run the check again."
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


async def check(
    page: Page, profile: SiteProfile, recording: ExpectedFindings | None = None, *, trial: bool = False
) -> Report:
    """Return what each selector of the profile finds in `page` now, compared with `recording` if given.

    With `trial` a word is written into the message box and deleted again, after the user's draft. The page's
    script can't change how the browser counts the elements. Raises playwright's Error when the page is closed
    or left.
    """
    url = recording.url if recording and recording.url else page.url
    counts = {field: [await count(page, one) for one in profile.selectors(field)] for field in SELECTORS}
    expected = recording.count if recording else {}
    turns = bool(profile.conversation_key(url)) or any(one.count for field in SIDES for one in counts[field])
    findings = [verdict(field, counts[field], PageSummary(turns, expected.get(field))) for field in SELECTORS]
    nodes = await elements(page)
    used = {finding.field: finding.selector for finding in findings if finding.count}
    box = await _composer(page, nodes, used.get("composer", ""))
    tried = RoleTrial(page, nodes, used.get("composer", ""))
    findings = await _used_for_real(page, profile, findings, used, tried, trial=trial and box is not None)
    nearest = Nearest(profile, nodes, box, used, tried, lambda selector: count(page, selector))
    found, hints = await nearest.add_to(findings, turns=turns)
    report = Report(profile.name, url, found, hints)
    if box:
        report.findings.append(_kind(profile, box))
    if profile.message_id:
        report.findings.append(await _message_id(page, profile, used))
    if report.finding("composer").status == "missing":
        report.hints.append(SIGNED_IN)
    if not turns and not hints:
        report.hints.append(SEND_FIRST)
    return report


async def _used_for_real(
    page: Page,
    profile: SiteProfile,
    findings: list[Finding],
    used: dict[str, str],
    tried: RoleTrial,
    *,
    trial: bool,
) -> list[Finding]:
    """Return the findings after the parts were used: what is found need not work."""
    both = all(side in used for side in SIDES)
    mixed = both and not await tried.apart(used["user"], used["assistant"])
    code = await read_code(page, profile) if any(side in used for side in SIDES) else CheckedCode()
    box = await try_box(page, used["composer"], profile.send) if trial else None
    better: dict[str, Callable[[Finding], Finding]] = {
        "user": partial(mixed_verdict, mixed=mixed),
        "code": partial(code_verdict, code=code),
    }
    if box:
        better["composer"] = partial(box_verdict, box=box)
    if box and "streaming" not in used:
        better["send"] = partial(send_verdict, box=box)
    return [better[each.field](each) if each.field in better else each for each in findings]


async def count(page: Page, selector: str) -> Count:
    """Return how many elements a selector finds in the page, and how many of them are visible."""
    found = page.locator(f"css={selector}")
    try:
        number = await found.count()
        return Count(selector, number, await found.filter(visible=True).count() if number else 0)
    except PlaywrightError as error:
        if "selector" not in str(error).lower():
            raise
        return Count(selector, 0, 0)  # the browser does not support this selector


async def _composer(page: Page, nodes: list[Node], selector: str) -> Node | None:
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
    kind, known = kind_of(box), profile.selectors("kind")
    if not known or kind in known:
        return Finding("kind", "ok", words=kind)
    return Finding("kind", "differs", words=f"the box is {kind}, the profile says {profile.kind}")


async def _message_id(page: Page, profile: SiteProfile, used: dict[str, str]) -> Finding:
    bearer, names = used.get("turn") or used.get("assistant") or "", profile.selectors("message_id")
    if not bearer:
        return Finding("message_id", "not seen", names[0], words="no messages are found")
    for name in names:
        number = await page.locator(f"css={bearer}").and_(page.locator(f"css=[{name}]")).count()
        if number:
            return Finding("message_id", "ok", name, number)
    return Finding("message_id", "missing", names[0], words=f"no {bearer} has that attribute")
