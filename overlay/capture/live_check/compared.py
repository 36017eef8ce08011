"""Compares two recordings of one site: what changed on it, and what became of the calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from overlay.capture.check.align import Aligned, align
from overlay.capture.check.block_history import BlockHistory, block_histories
from overlay.capture.check.calls import missing, new, same_call
from overlay.capture.check.model import Difference
from overlay.capture.live_check.acting import UNSENT
from overlay.capture.live_check.chat_page import NO_PAGE, SIGN_IN
from overlay.capture.live_check.mending import last_page, proposed, with_fields
from overlay.capture.live_check.page_look import letters, text_of
from overlay.capture.live_check.person import sent_texts
from overlay.capture.live_check.seen import Seen, seen_in
from overlay.capture.live_check.site_changes import LOST, SiteChange, changes, lost_fields
from overlay.capture.model import LogLine, Looked, PageLine, Pressed, Step
from overlay.capture.record.unsaved import Unsaved
from overlay.capture.recording import Recording
from overlay.capture.replay.replay_companion import recorded_profile
from overlay.common.terminal_text import counted, cut
from overlay.sites.profile import SiteProfile

AT_BOX = ("composer", "send")
WORDS = 200
"""Characters of an answer in a difference."""
UNSEEN = {
    "covered": "the page draws something over {}, such as a banner or a dialog",
    "hidden": "the page hides {}, such as in a folded part",
    "away": "the page does not bring {} into view",
}
"""How a page may keep calls from being seen."""
COVERED = {"covered": UNSEEN["covered"]}
"""What counts if no call is otherwise than it was: recordings of earlier versions lack the rest."""
UNSEEN_LOSS = "such a call does not run by itself, it waits until you see it or click Execute"
NO_CHAT = SiteChange("page", "", "nothing of the chat could be checked")
CAN_NOT_SEND = "a message can't be sent"


@dataclass(frozen=True, slots=True)
class Compared:
    """The result: what changed on the site, what that did to the calls, and the `fields` that mend it."""

    changes: list[SiteChange]
    calls: list[Difference]
    fields: dict[str, str]

    @property
    def fields_without_mend(self) -> list[str]:
        """The fields that find nothing any more, and for which nothing was found."""
        return [
            change.name for change in self.changes if change.name in LOST and change.name not in self.fields
        ]

    def differences(self, mend: str) -> list[Difference]:
        """Return the causes first, then what follows; `mend` is the command that writes `fields`."""
        found = [change.difference(mend if change.name in self.fields else "") for change in self.changes]
        caused = any(change.loses for change in self.changes)
        return found + [each.model_copy(update={"follows": caused or each.follows}) for each in self.calls]


def compared(
    old: Recording, new: Recording | Unsaved, profile: SiteProfile, problems: Iterable[str] = ()
) -> Compared:
    """Compare two recordings. `profile` is the present one, `problems` what could not be done again."""
    before, after = list(old.page()), list(new.page())
    pairs = aligned_calls(old, new, before, after)
    found = _differences(pairs)
    for problem in (problems := list(problems)):
        if problem == SIGN_IN or problem.startswith(NO_PAGE):
            lost = replace(NO_CHAT, cause=problem)
            return Compared([lost], [_following(each) for each in found], {})
    then = seen_in(before, recorded_profile(old.manifest.profile))
    now = seen_in(after, profile)
    called = bool(pairs.pairs or pairs.extra)
    lost = lost_fields(then, now, called=called)
    fields = proposed(profile, lost, before, after)
    mended = seen_in(after, with_fields(profile, fields)) if fields else now
    # Parts of answers are looked for only where answers are found.
    if parts := [name for name in lost_fields(then, mended, called=called) if name not in lost]:
        lost += parts
        fields |= proposed(with_fields(profile, fields), parts, before, after)
        mended = seen_in(after, with_fields(profile, fields))
    if profile.kind and mended.kind not in ("", then.kind) and mended.kind not in profile.selectors("kind"):
        fields["kind"] = mended.kind
    undone = [Difference(kind="event", what=problem) for problem in problems]
    whole = any(one.info.get("live") and not other.info.get("live") for one, other in pairs.pairs)
    site = unseen_calls(old, new, UNSEEN if found else COVERED) + changes(
        then, mended, lost, fields, whole, profile.selectors("kind")
    )
    if _lacks_the_last_call(pairs) and not any(change.loses for change in site):
        undone += _words_of(mended)
    was_so = swapped(profile, before, before)
    causes = [] if was_so else swapped(profile, before, after)
    if any(each.what.startswith(UNSENT) for each in undone):
        # A page without messages lacks all that a message has.
        causes += [replace(each, loss=CAN_NOT_SEND, loses=True) for each in site if each.name in AT_BOX]
    elif not causes:
        return Compared(site, undone + found, fields)
    rest = [
        each.difference().model_copy(update={"follows": True}) for each in site if each.name not in AT_BOX
    ]
    kept = {name: selector for name, selector in fields.items() if name in AT_BOX}
    return Compared(causes, undone + rest + [_following(each) for each in found], kept)


def _lacks_the_last_call(pairs: Aligned) -> bool:
    before = [*pairs.missing, *(one for one, _ in pairs.pairs)]
    last = max((one.block for one in before if one.kind == "call"), default=0)
    new_calls = any(one.kind == "call" for one in pairs.extra)
    return any(one.block == last for one in pairs.missing) and not new_calls


def _words_of(seen: Seen) -> list[Difference]:
    """Return what the last answer says in place of a call."""
    words = " ".join(seen.answers[-1].split()) if seen.answers else ""
    return [Difference(kind="event", what=f"the last answer is now: {cut(words, WORDS)}")] if words else []


def _following(difference: Difference) -> Difference:
    return difference.model_copy(update={"follows": True})


def swapped(profile: SiteProfile, old: Iterable[PageLine], new: Iterable[PageLine]) -> list[SiteChange]:
    """Return the change of a site on which the profile's answers are what the user wrote in `old`."""
    look = last_page(new)
    if look is None:
        return []
    selector, answers = look.first(profile.selectors("assistant"))
    own = look.first(profile.selectors("user"))[1]
    shown = [{letters(text_of(look.item(node))) for node in nodes} for nodes in (answers, own)]
    sent = {letters(text) for _, text in sent_texts(old)} - {""}
    # An answer may repeat the question.
    if not sent & shown[0] or sent & shown[1]:
        return []
    cause = f"`{selector}` finds the user's messages now, not the answers"
    return [SiteChange("assistant", cause, "calls in answers do not run, and those in what you write could")]


def unseen_calls(
    old: Recording, new: Recording | Unsaved, sights: Mapping[str, str] = UNSEEN
) -> list[SiteChange]:
    """Return the changes of a site that draws something over calls now, or shows fewer of them.

    `sights` are the ways that count, with their words.
    """
    before, now = _sights(old), _sights(new)
    return [
        SiteChange("cover", words.format(counted(now[sight], "call")), UNSEEN_LOSS)
        for sight, words in sights.items()
        if now[sight] > before[sight]
    ]


def _sights(recording: Recording | Unsaved) -> Counter[str | None]:
    """Return how many calls were shown in which way when overlay last looked at them."""
    return Counter(
        {line.block: line.found for line in recording.inputs() if isinstance(line, Looked)}.values()
    )


def aligned_calls(
    old: Recording | Unsaved, now: Recording | Unsaved, before: Sequence[PageLine], after: Sequence[PageLine]
) -> Aligned:
    """Return which calls of two live runs are the same ones; `before` and `after` are their page lines.

    The chat may have more calls from before than it had: what was done again there before, for example.
    """
    then, since = _lasting(old.live()), _lasting(now.live())
    begun, begins = _first_deed(old, before), _first_deed(now, after)
    if begun is None or begins is None:
        return align(then, since)
    earlier = align(
        [each for each in then if each.first < begun], [each for each in since if each.first < begins]
    )
    later = align(
        [each for each in then if each.first >= begun], [each for each in since if each.first >= begins]
    )
    return Aligned(
        earlier.pairs + later.pairs,
        earlier.missing + later.missing,
        later.extra,
        earlier.moved + later.moved,
    )


def _differences(aligned: Aligned) -> list[Difference]:
    """Return how the calls of two live runs differ, without what depends on time."""
    found = [missing(history) for history in aligned.missing]
    found += [new(history) for history in aligned.extra]
    for one, other in aligned.pairs:
        found += same_call(one, other)
    return found


def _first_deed(recording: Recording | Unsaved, lines: Sequence[PageLine]) -> int | None:
    """Return the step at which the person first sent a message or pressed a button; None if never."""
    times = [at for at, _ in sent_texts(lines)]
    times += [line.at for line in recording.inputs() if isinstance(line, Pressed)]
    if not times:
        return None
    return 1 + max((line.n for line in lines if isinstance(line, Step) and line.at < min(times)), default=0)


def _lasting(log: Iterable[LogLine]) -> Sequence[BlockHistory]:
    """Return the blocks that were not withdrawn."""
    return [
        history for history in block_histories(log) if all(line.kind != "withdrawn" for line in history.lines)
    ]
