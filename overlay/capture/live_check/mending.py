"""Proposes the fields of a profile for what it no longer finds in a recording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from overlay.capture.dom_tree import Tree, by_document, main_tree
from overlay.capture.live_check.page_look import PageLook, letters, outermost, text_of
from overlay.capture.live_check.recorded_turns import looks_at_last_answers, turns_of
from overlay.capture.live_check.renamed_control import CONTROLS, renamed_control
from overlay.capture.live_check.seen import IN_ANSWERS, SIDES
from overlay.capture.model import Opened, PageLine, Step
from overlay.sites.check.repair import corrected
from overlay.sites.check.selector_names import selectors
from overlay.sites.check.words import ROLES
from overlay.sites.learn.identifiers import conversation_pattern, pattern_for_both
from overlay.sites.loader import parse_profile, profile_text
from overlay.sites.profile import LISTS, SiteProfile
from overlay.sites.watch.mending import mended_fields
from overlay.sites.watch.proposal import confirm, propose
from overlay.sites.watch.turn import Turn

FROM_TURNS = (*SIDES, "composer", "streaming", "message_id")


def proposed(
    profile: SiteProfile, lost: Iterable[str], old: Sequence[PageLine], new: Sequence[PageLine]
) -> dict[str, str]:
    """Return new selectors for the `lost` fields of the profile, as far as the recording `new` shows them.

    `old` is a recording in which the profile found all.
    """
    missing = [name for name in lost if name in FROM_TURNS]
    turns = turns_of(new)
    fields = _from_turns(profile, missing, turns) if missing and turns else {}
    if set(SIDES) & set(fields) and not same_sides(profile, fields, old):
        fields = {name: selector for name, selector in fields.items() if name not in SIDES}
    if "conversation" in lost and (pattern := _conversation(turns)):
        fields["conversation"] = pattern_for_both(profile.conversation, pattern)
    controls = [name for name in lost if name in CONTROLS and name not in fields]
    if controls and (before := looks_at_last_answers(old)) and (now := looks_at_last_answers(new)):
        for name in controls:
            if selector := renamed_control(name, profile.selectors(name), before, now):
                fields[name] = selector
    parts = [name for name in lost if name in IN_ANSWERS]
    mended = with_fields(profile, fields)
    for name in parts:
        if selector := _same_text(name, profile, mended, old, new):
            fields[name] = selector
    return fields


def same_sides(profile: SiteProfile, fields: Mapping[str, str], old: Iterable[PageLine]) -> bool:
    """Return whether the profile with these selectors before its own finds the same messages in `old`.

    A selector that fits the one turn of a changed site may find the other side's messages in a longer chat.
    """
    look, mended = last_page(old), with_fields(profile, fields)
    if look is None:
        return True
    found = [[outermost(look.first(each.selectors(side))[1]) for side in SIDES] for each in (profile, mended)]
    return found[0] == found[1]


def with_fields(profile: SiteProfile, fields: Mapping[str, str]) -> SiteProfile:
    """Return the profile with these selectors before its own."""
    if not fields:
        return profile
    new = {
        name: [selector, *profile.selectors(name)] if name in LISTS and profile.selectors(name) else selector
        for name, selector in fields.items()
    }
    return SiteProfile.model_validate(profile.model_dump() | new)


def mended_text(profile: SiteProfile, fields: Mapping[str, str]) -> str:
    """Return the text of the profile's file with these selectors before its own.

    Raises UsageError if the profile has no file, or if a field is not valid.
    """
    text = corrected(profile_text(profile.name), fields)
    parse_profile(text, f"{profile.name}.toml")
    return text


def _from_turns(profile: SiteProfile, missing: list[str], turns: Sequence[Turn]) -> dict[str, str]:
    proposal = propose(turns[-1])
    if len(turns) > 1 and (before := propose(turns[-2])):
        proposal = confirm(before, turns[-1]) or proposal
    return mended_fields(profile, proposal, missing) if proposal else {}


def _conversation(turns: Sequence[Turn]) -> str:
    if not turns:
        return ""
    return conversation_pattern(turns[0].address, turns[0].after, turns[-1].after)


def _same_text(
    name: str, profile: SiteProfile, mended: SiteProfile, old: Sequence[PageLine], new: Sequence[PageLine]
) -> str:
    """Return a selector for the elements in answers that now have the texts of the field's elements."""
    before, look = last_page(old), last_page(new)
    if before is None or look is None:
        return ""
    parts = before.first(profile.selectors(name))[1]
    texts = {letters(text_of(before.item(node))) for node in parts} - {""}
    answers = outermost(look.first(mended.selectors("assistant"))[1])
    alike = [
        node
        for answer in answers
        for node in answer.descendants()
        if node.text and letters(text_of(look.item(node))) in texts
    ]
    outer = outermost(alike)
    for node in outer[:1]:
        for selector in selectors(node, frozenset(), ROLES.get(name, frozenset())):
            if set(map(id, outermost(look.find(selector)))) == set(map(id, outer)):
                return selector
    return ""


def last_page(lines: Iterable[PageLine]) -> PageLook | None:
    """Return the last page of a recording."""
    tree: Tree | None = None
    for line, own in by_document(lines, main_tree):
        if isinstance(line, Opened):
            tree = own or tree
        if own and isinstance(line, Step):
            for op in line.ops:
                own.apply(op)
    return PageLook(tree.root) if tree else None
