"""Says what changed on a site between two recordings, and what overlay lost by it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from overlay.capture.check.model import Difference
from overlay.capture.live_check.page_look import letters
from overlay.capture.live_check.seen import IN_ANSWERS, Drawing, Found, Seen
from overlay.common.terminal_text import cut
from overlay.sites.check.snapshot import Node

LOST = {
    "assistant": "no answer is found, so no call in one can run",
    "user": "the messages of the user are not found, so nothing tells them from answers",
    "composer": "the message box is not found, so no result can be inserted",
    "code": "code blocks are not found, so a call is read from the whole answer, and may wait for a click",
    "streaming": "overlay can't see that an answer is being written; a call waits until the page is still",
    "conversation": "the address does not tell the conversation; a new chat's calls can count as old ones",
    "message_id": "messages have no id; a call that is drawn again can count as a new one",
    "reasoning": "the model's reasoning counts as a part of the answer",
    "turn": "the element around a message is not found",
    "fence": "the frame around a call's code is not hidden with it",
    "header": "the bar above a call's code is not hidden with it",
    "faded": "a call in a faded message is not recognised as one",
    "send": "nothing is lost, overlay presses Enter",
    "file": "files can't be attached",
}
"""The features that overlay loses if a field finds nothing, the worst first."""
NOTHING = "nothing is lost"
FEW, MANY = 2, 6
"""Steps: an answer with so few was drawn whole, one with so many was drawn as it was written."""
ADDRESS = 60
"""Most characters of an address in a cause, so that its line has room for the loss."""
MOSTLY = 0.7
"""The share of an answer's steps that decides how it is drawn."""


@dataclass(frozen=True, slots=True)
class SiteChange:
    """One change of a site: `name` is the field of the profile, or what else changed; `cause` and `loss` are
    sentences. `loses` is whether overlay lost something, `was` and `now` are start tags.
    """

    name: str
    cause: str
    loss: str
    loses: bool = True
    was: str = ""
    now: str = ""

    def difference(self, mend: str = "") -> Difference:
        """Return the change as a finding of a check."""
        return Difference(
            kind="site",
            what=f"{self.cause}: {self.loss}",
            expected=self.was,
            got=self.now,
            mend=mend,
            harmless=not self.loses,
        )


EMPTY = SiteChange(
    "text",
    "the answers have no text that overlay can read, such as in a frame or a closed shadow root",
    "no call in them runs by itself",
)


def lost_fields(old: Seen, new: Seen, *, called: bool = True) -> list[str]:
    """Return the fields that find nothing any more, the worst loss first.

    `called`: overlay found a call in the new recording.
    """
    lost = [name for name in old.found if old.finds(name) and not new.finds(name)]
    if "assistant" in lost or not (called or _answers_have_code(old, new)):
        # Parts of an answer are not looked for without one, or in an answer without code.
        lost = [name for name in lost if name not in IN_ANSWERS]
    others = {"conversation": old.keyed and not new.keyed, "message_id": old.ids and not new.ids}
    if "assistant" in lost:
        del others["message_id"]
    lost += [name for name, gone in others.items() if gone]
    return [name for name in LOST if name in lost]


def _has_text(seen: Seen) -> bool:
    return any(letters(text) for text in seen.answers)


def _answers_have_code(old: Seen, new: Seen) -> bool:
    """Return whether the answers of `new` have the text of a code block of `old`."""
    texts = "".join(letters(text) for text in new.answers)
    return any(letters(code) in texts for code in old.codes if letters(code))


def changes(
    old: Seen,
    mended: Seen,
    lost: Iterable[str],
    fields: dict[str, str],
    whole: bool = False,
    known_kinds: Collection[str] = (),
) -> list[SiteChange]:
    """Return what changed, the worst loss first.

    `old` is what the profile sees in the first recording, and `mended` what it sees in the second one with
    the new `fields`; `lost` are the fields that find nothing there. `whole`: a call that was seen as it was
    written appeared complete now. `known_kinds` are the kinds of message boxes that the profile names.
    """
    drawn = list(_drawn(old.drawing, mended.drawing, whole=whole))
    lost = [name for name in LOST if name in set(lost)]
    if drawn and way(mended.drawing) == "whole":
        # An answer that comes whole is never seen growing, so the page shows no sign of that.
        lost = [name for name in lost if name != "streaming"]
    if _has_text(old) and mended.answers and not _has_text(mended):
        drawn = [EMPTY]
        lost = [name for name in lost if name not in IN_ANSWERS]
    found = drawn + [_lost(name, old, mended, fields.get(name, "")) for name in lost]
    harmless = [
        *_composer(old, mended, known_kinds),
        *_list(old, mended),
        *_label(old, mended),
        *_around(old, mended),
    ]
    return sorted(found, key=lambda change: not change.loses) + harmless


def _lost(name: str, old: Seen, mended: Seen, selector: str) -> SiteChange:
    loss = LOST[name]
    loses = name != "send"
    if name == "conversation":
        cause = f"the address of a conversation has another form, {cut(mended.address, ADDRESS)}"
        return SiteChange(name, cause, loss, loses, old.address, mended.address)
    if name == "message_id":
        return SiteChange(name, "the messages have no id any more", loss, loses)
    was, now = old.found[name], mended.found.get(name, Found())
    if selector and now.most:
        cause = f"{_WORDS[name]} changed, `{was.selector}` became `{selector}`"
        return SiteChange(name, cause, loss, loses, was.like, now.like)
    cause = f"{_WORDS[name]} is gone, `{was.selector}` finds nothing"
    return SiteChange(name, cause, loss, loses, was.like)


_WORDS = {
    "assistant": "the element of an answer",
    "user": "the element of the user's message",
    "composer": "the message box",
    "code": "the element of a code block",
    "streaming": "the sign of an answer that is being written",
    "reasoning": "the element of the model's reasoning",
    "turn": "the element around a message",
    "fence": "the frame around a code block",
    "header": "the bar above a code block",
    "faded": "the element of a faded message",
    "send": "the send button",
    "file": "the field for files",
}


def _drawn(old: Drawing | None, new: Drawing | None, *, whole: bool) -> Iterator[SiteChange]:
    was, now = way(old), way(new)
    if not was or not now or was == now:
        return
    if now == "whole" and whole:
        loss = "no call is seen as it is written, so none runs automatically; no selector mends that"
        yield SiteChange("drawing", "an answer is drawn whole, not piece by piece", loss)
        return
    words = {"append": "by adding to its text", "rebuild": "by new elements for each piece", "whole": "whole"}
    cause = f"an answer is drawn {words[now]}, and was drawn {words[was]}"
    yield SiteChange("drawing", cause, NOTHING, loses=False)


def way(drawing: Drawing | None) -> str:
    """Return how an answer is drawn: `append`, `rebuild` or `whole`; "" if that is not clear."""
    if drawing is None or FEW < drawing.steps < MANY:
        return ""
    if drawing.steps <= FEW:
        return "whole"
    share = drawing.rebuilt / drawing.steps
    return "rebuild" if share >= MOSTLY else "append" if share <= 1 - MOSTLY else ""


def _composer(old: Seen, new: Seen, known: Collection[str]) -> Iterator[SiteChange]:
    both_known = {old.kind, new.kind} <= set(known)
    if old.kind and new.kind and old.kind != new.kind and not both_known:
        cause = f"the message box is of another kind, {new.kind} in place of {old.kind}"
        yield SiteChange("kind", cause, NOTHING, loses=False)


def _list(old: Seen, new: Seen) -> Iterator[SiteChange]:
    if old.kept and not new.kept:
        cause = "the page keeps only the newest messages (a virtual list)"
        yield SiteChange("list", cause, NOTHING, loses=False)


def _label(old: Seen, new: Seen) -> Iterator[SiteChange]:
    if old.labelled and not new.labelled and new.finds("code"):
        yield SiteChange("label", "code blocks do not name their language any more", NOTHING, loses=False)


def _around(old: Seen, new: Seen) -> Iterator[SiteChange]:
    if not old.around or not new.around:
        return
    was, now = [node.tag for node in old.around], [node.tag for node in new.around]
    if was == now:
        return
    added, gone = list[Node](), list[Node]()
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += old.around[i1:i2]
            added += new.around[j1:j2]
    what = [f"{_briefs(added)} is new"] if added else []
    what += [f"{_briefs(gone)} is gone"] if gone else []
    cause = f"the elements around the answers changed, {' and '.join(what)}"
    yield SiteChange("around", cause, NOTHING, loses=False)


def _briefs(nodes: Sequence[Node]) -> str:
    return " ".join(f"<{'.'.join([node.tag, *node.classes])}>" for node in nodes)
