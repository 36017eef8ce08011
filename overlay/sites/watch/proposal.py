"""Finds a profile's fields in one turn of a chat, and in a second one which of them hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from overlay.sites.check.run import kind_of
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import parts
from overlay.sites.learn.controls import box_of, button_of, only, streaming_sign
from overlay.sites.learn.identifiers import conversation_pattern, message_id
from overlay.sites.learn.messages import Choice, choices
from overlay.sites.watch.other_pages import is_other_page
from overlay.sites.watch.turn import Turn

PASSING = frozenset(
    [
        "last",
        "latest",
        "new",
        "newest",
        "active",
        "current",
        "focus",
        "focused",
        "hover",
        "animate",
        "enter",
        "entering",
        "streaming",
        "stream",
        "fresh",
        "selected",
        "first",
        "final",
        "pending",
        "sending",
        "loading",
        "busy",
        "recent",
        "done",
        "complete",
        "completed",
    ]
)
"""Words of a name that a message has only for a while, or because of its place."""
TEXT = frozenset(
    [
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "p",
        "pre",
        "code",
        "table",
        "blockquote",
        "strong",
        "em",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "tr",
        "td",
        "th",
        "label",
        "figure",
        "details",
        "hr",
    ]
)
"""Elements that any text may have: alone they tell no message."""
GREW = 3
"""How often an answer must have been seen to grow for one turn to be enough."""
LONG = 20
"""Characters that an answer must have: a counter or a status grows too."""
LEAST = 0.3
"""The least score of a selector after one turn: a worse one holds by chance until another turn shows more."""
_LABEL = re.compile(r"\[(?:aria-label|title|placeholder|name)")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A profile's fields, found in `turns`; `user` and `assistant` are the selectors that may still hold."""

    fields: dict[str, str]
    turns: list[Turn]
    user: list[Choice] = field(default_factory=list[Choice])
    assistant: list[Choice] = field(default_factory=list[Choice])

    @property
    def is_certain(self) -> bool:
        """Whether it may be shown: the answer was written in pieces, or a second turn was like the first.

        An answer must have been long enough to be one.
        """
        long = any(turn.answer.text >= LONG for turn in self.turns)
        return long and (len(self.turns) > 1 or self.turns[0].looks >= GREW)


def propose(turn: Turn) -> Proposal | None:
    """Return what one turn shows; None if no selectors find both sides and the message box."""
    user = _lasting(choices(turn.nodes, turn.mine, turn.answer, "user", turn.box), turn)
    assistant = _lasting(choices(turn.nodes, turn.answer, turn.mine, "assistant", turn.box), turn)
    sound = [pair for pair in _pairs(user, assistant) if all(one.pattern.score >= LEAST for one in pair)]
    return _proposal([turn], sound, turn)


def confirm(before: Proposal, turn: Turn) -> Proposal | None:
    """Return what holds for the turns before and for this one; None if they contradict each other."""
    user = [each for each in before.user if _is_side(each, turn, turn.mine)]
    assistant = [each for each in before.assistant if _is_side(each, turn, turn.answer)]
    earlier = before.turns[-1]
    grown = _has_grown(earlier, turn)
    pairs = [
        pair
        for pair in _pairs(user, assistant)
        if not grown or all(_count(one, turn) > _count(one, earlier) for one in pair)
    ]
    kept = {name: css for name in ("streaming", "send") if (css := before.fields.get(name))}
    return _proposal([*before.turns, turn][-2:], pairs, turn, kept)


def _has_grown(earlier: Turn, turn: Turn) -> bool:
    """Return whether one of the elements around both messages has more elements than in the turn before.

    A list that keeps only what is in view has not, nor one in which the user sent an edited message again.
    """
    before, after = ([len(node.children) for node in _around(each)] for each in (earlier, turn))
    return any(now > then for then, now in zip(before, after, strict=False))


def _around(turn: Turn) -> list[Node]:
    """Return the elements around both messages, the outermost first."""
    both = set(map(id, turn.answer.ancestors()))
    return [node for node in turn.mine.ancestors() if id(node) in both][::-1]


def _pairs(user: Iterable[Choice], assistant: Sequence[Choice]) -> list[tuple[Choice, Choice]]:
    pairs = [(one, two) for one in user for two in assistant]
    return sorted(pairs, key=lambda pair: -(pair[0].pattern.score + pair[1].pattern.score))


def _proposal(
    turns: list[Turn],
    pairs: Sequence[tuple[Choice, Choice]],
    turn: Turn,
    kept: Mapping[str, str] | None = None,
) -> Proposal | None:
    """Return the best pair of selectors that fits all turns, and the other fields; `kept` are from before."""
    fitting = [pair for pair in pairs if _fits(pair, turns)]
    box = box_of(turn.box) if turn.box else None
    boxes = [each for one in turns for each in one.boxes]
    composer = only(box, "composer", [each.nodes for each in reversed(turns)], boxes) if box else ""
    if not fitting or box is None or not composer or is_other_page(turn):
        return None
    best = fitting[0]
    fields = {"user": best[0].pattern.css, "assistant": best[1].pattern.css}
    fields |= {"composer": composer, "kind": kind_of(box), "streaming": _sign(turns)}
    if turn.pressed:
        fields["send"] = only(_button(turn.pressed), "send", [turn.nodes, *turn.during])
    if len(turns) > 1:
        fields |= _identifiers(best, turns)
    found = dict(kept or {}) | {name: value for name, value in fields.items() if value}
    user = list({one.pattern.css: one for one, _ in fitting}.values())
    assistant = list({two.pattern.css: two for _, two in fitting}.values())
    return Proposal(found, turns, user, assistant)


def _identifiers(pair: tuple[Choice, Choice], turns: Sequence[Turn]) -> dict[str, str]:
    first, second = turns[-2], turns[-1]
    name, turn = message_id(_messages(pair, second), _messages(pair, first))
    pattern = conversation_pattern(first.address, first.after, second.after)
    return {"message_id": name, "turn": turn, "conversation": pattern}


def _sign(turns: Sequence[Turn]) -> str:
    """Return the sign of a streaming answer in the last turn in which the answer was seen long enough."""
    after = [node for each in turns for node in each.nodes]
    signs = (streaming_sign([], each.during, after) for each in reversed(turns))
    return next((sign for sign in signs if sign), "")


def _button(pressed: Node) -> Node:
    """Return the button around what was pressed; a class may also name a part of it a button."""
    around = (pressed, *islice(pressed.ancestors(), 4))
    real = (
        each for each in around if each.tag in ("button", "input") or each.attributes.get("role") == "button"
    )
    return next(real, None) or button_of(pressed)


def _lasting(found: Iterable[Choice], turn: Turn) -> list[Choice]:
    """Return the selectors that do not depend on a message's place or state, and find no hidden message."""
    return [
        each
        for each in found
        if not parts(each.pattern.css) & PASSING
        and not _LABEL.search(each.pattern.css)
        and re.split(r"[ >]+", each.pattern.css)[-1] not in TEXT
        and not _finds_hidden(each, turn.nodes)
    ]


def _finds_hidden(choice: Choice, nodes: Sequence[Node]) -> bool:
    """Return whether it also finds text that the user does not see: nobody could check that by looking."""
    outer = set(map(id, choice.pattern.outermost(nodes)))
    return any(
        node.text and not node.box and not any(id(above) in outer for above in node.ancestors())
        for node in choice.pattern.matched(nodes)
    )


def _is_side(choice: Choice, turn: Turn, message: Node) -> bool:
    found = choice.pattern.outermost(turn.nodes)
    newest = any(_holds(end, message) for end in (found[-1:], found[:1]))
    return newest and not _finds_hidden(choice, turn.nodes)


def _holds(found: Iterable[Node], message: Node) -> bool:
    """Return whether one of the elements is the message, around it, or in it."""
    return any(
        each is message or each in message.ancestors() or message in each.ancestors() for each in found
    )


def _fits(pair: tuple[Choice, Choice], turns: Sequence[Turn]) -> bool:
    """Return whether the last messages of each turn are its own, or the first ones: the newest may be on top.

    Only two turns show that they are.
    """
    if all(_alternates(pair, turn, slice(-1, None)) for turn in turns):
        return True
    first, last = turns[0], turns[-1]
    one_more = all(_count(choice, last) == _count(choice, first) + 1 for choice in pair)
    return one_more and all(_alternates(pair, turn, slice(1)) for turn in turns)


def _alternates(pair: tuple[Choice, Choice], turn: Turn, newest: slice) -> bool:
    """Return whether the `newest` messages are the turn's, and an answer follows each of the user's."""
    sides = [choice.pattern.outermost(turn.nodes) for choice in pair]
    if not all(
        _holds(found[newest], own) for found, own in zip(sides, (turn.mine, turn.answer), strict=True)
    ):
        return False
    order = {id(node): place for place, node in enumerate(turn.nodes)}
    mine = set(map(id, sides[0]))
    both = sorted((node for found in sides for node in found), key=lambda node: order[id(node)])
    inside = any(id(above) in mine for node in sides[1] for above in node.ancestors())
    twice = any(id(one) in mine and id(two) in mine for one, two in pairwise(both))
    return not inside and not twice and id(both[-1]) not in mine


def _messages(pair: tuple[Choice, Choice], turn: Turn) -> list[Node]:
    order = {id(node): place for place, node in enumerate(turn.nodes)}
    found = [node for choice in pair for node in choice.pattern.outermost(turn.nodes)]
    return sorted(found, key=lambda node: order[id(node)])


def _count(choice: Choice, turn: Turn) -> int:
    return len(choice.pattern.outermost(turn.nodes))
