"""Asks the user to point at the parts of a chat, watches an answer, and finds the profile's fields."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.async_api import Page

from overlay.common.errors import CheckFailed
from overlay.common.language import Phrase, mark
from overlay.sites.check.run import kind_of
from overlay.sites.check.snapshot import Node
from overlay.sites.learn.controls import box_of, button_of, only, streaming_sign
from overlay.sites.learn.guide import Guide, guided
from overlay.sites.learn.identifiers import conversation_pattern, message_id
from overlay.sites.learn.messages import Choice, choices, pair_that_holds

CANCEL = ("cancel", mark("Cancel"))
NEXT = ("next", mark("Next"))
SENT = mark("Send a short message in this chat. Wait until its answer is complete, then press Next.")
MINE = mark("Click the message that you sent.")
ANSWER = mark("Click the answer to it.")
BOX = mark("Click the box in which you write messages.")
WRITE = mark(
    "Write a second message that gets a longer answer, such as “Write ten lines about rivers”. "
    "Don't send it yet. Then press Next."
)
BUTTON = mark("Show overlay the button that sends the message: click it. Nothing is sent yet.")
BY_ENTER = ("enter", mark("There is none: I press Enter"))
SEND = mark("Send the message now. overlay watches the answer; this takes some seconds after its end.")
STEPS = 7
POLL_SECONDS = 0.15
"""Seconds between two snapshots of the page while an answer is written."""
REST = 2.5
"""Seconds without growth after which an answer has ended."""
PATIENCE = 180.0
"""Seconds in which the second answer must have ended."""
NO_ANSWER = "no new answer appeared"
POINT_AGAIN = "Start again, and click into the text of your message, then into the text of its answer."
REDRAWN = "the page has replaced its messages meanwhile"


@dataclass(frozen=True, slots=True)
class Learned:
    """The fields of the profile that were found, and why each `missing` field was not.

    `messages` is how many messages the selectors find.
    """

    fields: dict[str, str]
    missing: dict[str, str] = field(default_factory=dict[str, str])
    messages: int = 0


@dataclass(frozen=True, slots=True)
class _Watched:
    """The snapshots while the second answer grew, and the one after its end."""

    during: list[list[Node]]
    after: list[Node]


async def teach(page: Page, start: str, notify: Callable[[str], None]) -> Learned:
    """Ask the user to point at the parts of the chat in `page`, and return its profile's fields.

    `start` is the address before the first message; `notify` also gets each instruction. Raises CheckFailed
    if the user cancels or no selector tells the two sides apart, playwright's Error if the page is closed.
    """
    async with guided(page) as guide:
        return await _Lesson(guide, start, notify).run()


class _Lesson:
    def __init__(self, guide: Guide, start: str, notify: Callable[[str], None]) -> None:
        self._guide = guide
        self._start = start
        self._notify = notify
        self._step = 0

    async def run(self) -> Learned:
        await self._press(SENT)
        first = self._guide.page.url
        _, mine = await self._pick(MINE)
        nodes, answer = await self._pick(ANSWER)
        mine = _at(nodes, mine.backend_id)
        user, assistant = choices(nodes, mine, answer, "user"), choices(nodes, answer, mine, "assistant")
        for side, found in (("your message", user), ("the answer", assistant)):
            if not found:
                raise CheckFailed(f"no selector finds only {side}", advice=POINT_AGAIN)
        _, picked = await self._pick(BOX)
        await self._press(WRITE)
        written, button = await self._pick_or(BUTTON, BY_ENTER)
        box = _at(written, picked.backend_id)
        watched = await self._watch(assistant)
        pair = pair_that_holds(user, assistant, watched.after)
        if pair is None:
            raise CheckFailed("no selectors find the second message and its answer too", advice=POINT_AGAIN)
        return self._learned(pair, (nodes, written), box, button, watched, (first, self._guide.page.url))

    def _learned(
        self,
        pair: tuple[Choice, Choice],
        before: tuple[Sequence[Node], Sequence[Node]],
        box_pick: Node,
        button: Node | None,
        watched: _Watched,
        addresses: tuple[str, str],
    ) -> Learned:
        user, assistant = pair
        fields = {"user": user.pattern.css, "assistant": assistant.pattern.css}
        missing: dict[str, str] = {}
        written = before[1]
        seen = [written, *watched.during, watched.after]
        fields["streaming"] = streaming_sign(written, watched.during, watched.after)
        if not fields["streaming"]:
            missing["streaming"] = (
                "no element was visible only while the answer was written; overlay waits until it is still"
            )
        box = box_of(box_pick)
        fields["composer"] = only(box, "composer", seen) if box else ""
        if not fields["composer"]:
            missing["composer"] = "you did not click into a message box, or no selector finds only that box"
        elif box:
            fields["kind"] = kind_of(box)
        if button is not None:
            fields["send"] = only(button_of(button), "send", seen)
            if not fields["send"]:
                missing["send"] = "no selector finds only this button; overlay presses Enter instead"
        now = _messages(pair, watched.after)
        name, turn = message_id(now, _messages(pair, before[0]))
        fields |= {"message_id": name, "turn": turn}
        if not name:
            missing["message_id"] = "the page has no attribute with a message's id"
        fields["conversation"] = conversation_pattern(self._start, *addresses)
        if not fields["conversation"]:
            missing["conversation"] = (
                "the page's address does not identify the conversation; a call that a new chat repeats "
                "with the same id counts as the earlier one"
            )
        return Learned({key: value for key, value in fields.items() if value}, missing, len(now))

    async def _press(self, text: str) -> None:
        self._step += 1
        self._notify(text)
        if await self._guide.press(self._number(), text, (NEXT, CANCEL)) == "cancel":
            raise _cancelled()

    async def _pick(self, text: str, *others: tuple[str, str]) -> tuple[list[Node], Node]:
        found = await self._pick_or(text, *others)
        assert found[1] is not None
        return found[0], found[1]

    async def _pick_or(self, text: str, *others: tuple[str, str]) -> tuple[list[Node], Node | None]:
        """Return the page's elements and the picked one; None if one of `others` was pressed."""
        self._step += 1
        self._notify(text)
        low = text in (MINE, ANSWER)  # the first message is often at the top of the page
        while True:
            picked = await self._guide.pick(self._number(), text, (*others, CANCEL), low=low)
            if picked == "cancel":
                raise _cancelled()
            nodes = await self._guide.snapshot()
            if isinstance(picked, str):
                return nodes, None
            if any(node.backend_id == picked for node in nodes):
                return nodes, _at(nodes, picked)
            text = Phrase("{} {}", mark("That is inside a frame, which overlay can't use."), text)

    async def _watch(self, assistant: Sequence[Choice]) -> _Watched:
        """Take snapshots of the page until the second answer has grown and ended."""
        self._step += 1
        self._notify(SEND)
        await self._guide.show(self._number(), SEND)
        loop = asyncio.get_running_loop()
        end, still = loop.time() + PATIENCE, loop.time()
        during, size, sizes = list[list[Node]](), 0, list[int]()
        while loop.time() < end:
            nodes = await self._guide.snapshot()
            now = _size(assistant, nodes)
            if now != size:
                size, still = now, loop.time()
            if now:
                during.append(nodes)
                sizes.append(now)
            if now and loop.time() - still > REST:
                growing = [each for each, length in zip(during, sizes, strict=True) if length < size]
                return _Watched(growing, nodes)
            await asyncio.sleep(POLL_SECONDS)
        raise CheckFailed(NO_ANSWER, advice="Start again, and send the second message when you are asked to.")

    def _number(self) -> str:
        return Phrase(mark("{} of {}"), self._step, STEPS)


def _at(nodes: Sequence[Node], backend_id: int) -> Node:
    for node in nodes:
        if node.backend_id == backend_id:
            return node
    raise CheckFailed(REDRAWN, advice="Wait until the answer is complete, and start again.")


def _messages(pair: tuple[Choice, Choice], nodes: Sequence[Node]) -> list[Node]:
    """Return the messages of both sides in page order."""
    order = {id(node): place for place, node in enumerate(nodes)}
    found = [node for choice in pair for node in choice.pattern.outermost(nodes)]
    return sorted(found, key=lambda node: order[id(node)])


def _size(assistant: Sequence[Choice], nodes: Sequence[Node]) -> int:
    """Return how many characters of a new answer the best selector finds; 0 without an answer."""
    sizes = [0]
    for choice in assistant:
        found = choice.pattern.outermost(nodes)
        if len(found) == choice.found + 1:
            sizes.append(found[-1].text)
    return max(sizes)


def _cancelled() -> CheckFailed:
    return CheckFailed("cancelled: no profile was written", advice="Start again whenever you like.")
