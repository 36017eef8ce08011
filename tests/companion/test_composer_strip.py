from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from observers.commands import ShowStrip
from observers.protocol import CodeSeen, StripPressed, UnreadCode
from overlay.calls.events import ChatsChanged
from overlay.chat.composer.composer import ComposerError
from overlay.chat.document_events import MessageReceived
from overlay.companion.auto_tell import AutoTell
from overlay.companion.composer_strip import ComposerStrip
from overlay.companion.instructed_sites import InstructedSites
from overlay.companion.opened_chat import OpenedChat
from overlay.companion.watched_chats import NEW
from overlay.ui.panel import QuestionsChanged
from tests.support.scene import PlayedPage, Scene, idle

ORIGIN = "https://chat.example"


@dataclass
class PlayedPanel:
    """A panel that notes how often it was brought to the front."""

    shown: int = 0

    def show_question(self) -> None:
        self.shown += 1


@dataclass
class PlayedWatching:
    """The finding of watching the chat: the line `found`."""

    found: str = ""
    looks: int = 0

    def offer(self, _: object) -> str:
        return self.found

    def headline(self, _: object) -> str:
        return self.found

    async def look(self, _: object) -> None:
        self.looks += 1


@dataclass
class Room:
    """A new chat, and the strip beside its message box."""

    told: bool = True
    scene: Scene = field(default_factory=Scene)
    panel: PlayedPanel = field(default_factory=PlayedPanel)

    def __post_init__(self) -> None:
        sites = InstructedSites(None)
        if self.told:
            sites.add(ORIGIN)
        opened = OpenedChat(self.scene.parts, lambda: None, sites, self.scene.config.instructions)
        auto = AutoTell(self.scene.parts, opened)
        self.watched = PlayedWatching()
        self.strip = ComposerStrip(self.panel, self.scene.parts, opened, auto, self.watched)  # type: ignore[arg-type]
        self.page: PlayedPage = self.scene.page(f"{ORIGIN}/")

    async def begun(self) -> Room:
        self.scene.events.publish(ChatsChanged())
        await idle()
        return self

    async def press(self, action: Any) -> None:
        message = StripPressed(t="strip", action=action)
        self.scene.events.publish(MessageReceived(self.page.document, message))
        await idle()

    def questions(self, waiting: int) -> None:
        self.scene.events.publish(QuestionsChanged(waiting))

    @property
    def unread(self) -> list[str]:
        """The line about unread code in each strip that was drawn."""
        return [
            command.strip.unread for command in self.page.document.posted if isinstance(command, ShowStrip)
        ]

    @property
    def found(self) -> list[str]:
        """The line about the finding in each strip that was drawn."""
        return [
            command.strip.found for command in self.page.document.posted if isinstance(command, ShowStrip)
        ]

    @property
    def shown(self) -> list[tuple[int, int]]:
        """The numbers of questions and tools in each strip that was drawn."""
        return [
            (command.strip.questions, command.strip.tools)
            for command in self.page.document.posted
            if isinstance(command, ShowStrip)
        ]


async def test_the_strip_counts_the_questions_that_wait_and_is_not_there_without_any() -> None:
    room = await Room(told=False).begun()
    assert room.shown == []
    for waiting in (1, 2, 0):
        room.questions(waiting)
    assert room.shown == [(1, 0), (2, 0), (0, 0)]
    # A tab that opens while a question waits has the strip too.
    late = Room(told=False)
    late.questions(1)
    assert (await late.begun()).shown[-1] == (1, 0)


async def test_the_strip_says_that_code_can_not_be_read_until_it_is_dismissed() -> None:
    room = await Room(told=False).begun()
    unread = [UnreadCode(why="folded", button="Raw")]
    code = CodeSeen(t="code", blocks=3, unread=unread)
    room.scene.manager.received(room.page.document, code)  # type: ignore[arg-type]
    said = (
        "3 code blocks, 1 can't be read: the site draws it as a tree with folded fields. Press “Raw” at it."
    )
    assert room.unread == [said]
    await room.press("dismiss")
    assert room.unread == [said, ""]


async def test_the_page_can_bring_the_panel_to_the_front_only_for_a_question() -> None:
    room = await Room().begun()
    await room.press("question")
    assert room.panel.shown == 0
    room.questions(1)
    await room.press("question")
    assert room.panel.shown == 1


async def test_a_new_chat_is_offered_the_tools_and_told_once() -> None:
    room = await Room().begun()
    assert room.shown == [(0, 1)]
    for _ in range(2):
        await room.press("tell")
    assert room.scene.box.text.count("## note") == 1
    assert room.shown[-1] == (0, 0)


async def test_two_presses_while_the_model_is_being_told_insert_the_text_once() -> None:
    room = await Room().begun()
    for _ in range(2):
        message = StripPressed(t="strip", action="tell")
        room.scene.events.publish(MessageReceived(room.page.document, message))
    await idle()
    assert room.scene.box.text.count("## note") == 1


async def test_a_press_without_the_offer_or_by_overlay_itself_does_not_count() -> None:
    room = await Room(told=False).begun()
    await room.press("tell")
    assert room.scene.box.text == ""
    room = await Room().begun()
    with room.page.chat.acting():
        await room.press("tell")
    assert room.scene.box.text == ""


async def test_an_offer_that_was_dismissed_stays_away() -> None:
    room = await Room().begun()
    await room.press("dismiss")
    assert (await room.begun()).shown == [(0, 1), (0, 0)]


async def test_an_insertion_that_failed_is_said_in_the_strip() -> None:
    room = await Room().begun()
    room.scene.box.fault = ComposerError("no box")
    await room.press("tell")
    last = [command for command in room.page.document.posted if isinstance(command, ShowStrip)][-1]
    assert last.strip.line == "They were not inserted into the chat: no box."


async def test_the_strip_offers_to_look_at_what_was_found_until_it_is_dismissed() -> None:
    room = Room(told=False)
    room.watched.found = NEW
    await room.begun()
    assert room.found == [NEW]
    await room.press("look")
    assert (room.watched.looks, room.panel.shown) == (1, 1)
    await room.press("dismiss")
    assert room.found == [NEW, ""]


async def test_a_page_without_an_offer_can_not_press_look() -> None:
    room = await Room(told=False).begun()
    await room.press("look")
    assert (room.watched.looks, room.panel.shown) == (0, 0)
