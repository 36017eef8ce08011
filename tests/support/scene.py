"""A run without a browser: tests send page messages and read the commands."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from observers.commands import Command, RenderBlock
from observers.document import Document
from observers.protocol import Batch, BlockOpened, BlockRemoved, Item, Press, TextDelta, UrlChanged
from overlay.calls.approvals import Answer, Approver, Question
from overlay.calls.call import Block
from overlay.calls.event_stream import EventStream
from overlay.calls.events import Event
from overlay.calls.ledger import Ledger
from overlay.calls.result_files import ResultFiles
from overlay.chat.composer.composer import OTHER_CHAT, ComposerError, Inserted
from overlay.chat.composer.text_compare import normalize
from overlay.chat.idle import IdleTimeouts
from overlay.chat.session import ChatSession
from overlay.common.clock import REAL_CLOCK
from overlay.common.clock import Clock as Time
from overlay.companion.config import Config, load_config
from overlay.companion.wiring import Parts, Runtime
from overlay.policy import Policy
from overlay.sites.loader import SiteProfile
from overlay.tools import ToolDefinition, ToolRegistry, tool
from overlay.tools.decorator import MARK, options_of

SITE = SiteProfile(name="site", title="Site", streaming=".stop", conversation=r"/c/(\w+)")
SILENT = SiteProfile(name="silent", title="Says nothing of streaming", conversation=r"/c/(\w+)")
AT_ONCE = IdleTimeouts(signed=0, hidden=0, unsigned=0, calm=0, lag=0, doubt=0)
URL = "https://chat.example/c/one"


def call(name: str = "note", call_id: str | None = "1", **arguments: object) -> str:
    """A call as a model prints it."""
    identity = "" if call_id is None else f' call_id="{call_id}"'
    given = "".join(f'<parameter name="{key}">{value}</parameter>\n' for key, value in arguments.items())
    return f'<function_calls>\n<invoke name="{name}"{identity}>\n{given}</invoke>\n</function_calls>\n'


class PlayedDocument(Document):
    """A document that keeps the commands that overlay sends to it."""

    def __init__(self, unique_id: str, url: str, *, top: bool = True) -> None:
        super().__init__(cast("Any", None), cast("Any", None), unique_id, "frame", "entry")
        self.url, self.title, self.top = url, "A page", top
        self.posted: list[Command] = []
        self.context: Any = "plain"
        self.sight: Any = "seen"
        self.sights: dict[str, Any] = {}
        self.relation: Any = ""
        self.outer = 800
        self.looked_at = 0

    async def ask(self, function: str, *arguments: Any) -> Any:
        """Answer how the page shows a block, and how a block relates to others with equal calls."""
        name, given = arguments
        if name == "unit.order":
            return given[0]
        if name == "unit.relations":
            return [self.relation for _ in given[1]]
        if name == "composer.misplaced":
            return False
        if name == "block.sight":
            return self.sights.get(given[1], self.sight)
        if name == "block.expected":
            return given[0] if self.sight != "away" else []
        if name == "page.outer":
            return self.outer
        self.looked_at += 1
        return self.context

    async def page_title(self) -> str:
        return self.title

    async def window(self) -> dict[str, Any]:
        return {"windowState": "normal", "height": 800}

    def post(self, *commands: Command) -> None:
        if self.alive:
            self.posted += commands

    def of(self, kind: type[Any]) -> list[Any]:
        return [command for command in self.posted if isinstance(command, kind)]


class PlayedBox:
    """A message box that keeps the texts that overlay inserts and sends."""

    def __init__(self) -> None:
        self.text = ""
        self.sent: list[str] = []
        self.fault: Exception | None = None
        self.exact = True
        self.hold: asyncio.Event | None = None
        self.inside = self.most_inside = 0
        self.during: Callable[[], None] = lambda: None
        self.takes_files = False
        self.files: list[str] = []
        self.keeps_files = True
        self.left: Callable[[], bool] = lambda: False

    async def accepts_file(self, media_type: str, name: str) -> bool:
        return self.takes_files

    async def attach(self, path: Path) -> bool:
        if self.takes_files and self.keeps_files:
            self.files.append(path.name)
        return self.takes_files and self.keeps_files

    def of(self, chat: ChatSession) -> PlayedBox:
        """Return the box, bound to the conversation that the chat shows now, as a composer is."""
        shown = chat.switches
        self.left = lambda: chat.switches != shown
        return self

    async def insert(self, text: str) -> Inserted:
        left = self.left
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        if self.hold:
            await self.hold.wait()
        gone = left()
        self.during()
        self.inside -= 1
        if self.fault or gone:
            raise self.fault or ComposerError(OTHER_CHAT)
        before, self.text = self.text, f"{self.text}\n\n{text}" if self.text else text
        return Inserted(text, self.exact, before)

    async def holds(self, text: str) -> bool:
        if isinstance(self.fault, ComposerError):
            raise self.fault
        return normalize(text) in normalize(self.text)

    async def submit(self) -> None:
        self.during()
        if self.fault:
            raise self.fault
        self.sent.append(self.text)
        self.text = ""


class Clock:
    """A clock for countdowns: they end when the test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._waiting: list[asyncio.Future[None]] = []

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        await future

    async def pass_(self) -> None:
        """End every countdown."""
        await idle()
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()
        await idle()


async def idle() -> None:
    """Let all tasks run until they wait."""
    for _ in range(40):
        await asyncio.sleep(0)


class Person:
    """The user who is asked. `answers` are given in order: None allows once, a text denies with that reason."""

    def __init__(self, *answers: Answer | str | None) -> None:
        self.answers = list(answers)
        self.questions: list[Question] = []
        self.thinking: asyncio.Event | None = None
        self.withdrawn = 0
        self.fault: Exception | None = None

    @property
    def asked(self) -> list[tuple[str, dict[str, Any]]]:
        return [(question.tool.name, question.arguments) for question in self.questions]

    def decide(self) -> None:
        """Give the answer that `thinking` holds back."""
        assert self.thinking
        self.thinking.set()

    async def __call__(self, question: Question) -> Answer:
        self.questions.append(question)
        if self.thinking:
            try:
                await self.thinking.wait()
            except asyncio.CancelledError:
                self.withdrawn += 1
                raise
        if self.fault:
            raise self.fault
        answer = self.answers.pop(0)
        if isinstance(answer, Answer):
            return answer
        return Answer("once") if answer is None else Answer("deny", answer)


class OnLoop(ToolRegistry):
    """A registry whose tools run on the loop of the test, so that `idle` waits for them too."""

    def add(self, item: Any, *, replace: bool = False) -> ToolDefinition:
        options = options_of(item) if callable(item) else None
        if options is not None:
            setattr(item, MARK, dataclasses.replace(options, on_loop=True))
        return super().add(item, replace=replace)


class Scene:
    """One run of overlay. `ran` has the argument of each call of the tool `note`, in order; `told` has the events."""

    def __init__(
        self,
        config: dict[str, Any] | None = None,
        person: Approver | None = None,
        ledger: Ledger | None = None,
        policy: Policy | None = None,
        *,
        events: EventStream | None = None,
        time: Time = REAL_CLOCK,
        pace: IdleTimeouts = AT_ONCE,
        files: ResultFiles | None = None,
    ) -> None:
        self.config: Config = load_config(config)
        self.ran: list[str] = []
        self.told: list[tuple[str, str, str]] = []
        self.heard = asyncio.Event()
        self.clock = Clock()
        self.person = person if isinstance(person, Person) else Person()
        self.watch: Callable[[Block], None] = lambda block: None
        self.box = PlayedBox()
        self.work: asyncio.Event | None = None

        @tool
        async def note(text: str = "") -> str:
            """Keeps a text."""
            self.ran.append(text)
            if self.work:
                await self.work.wait()
            return f"noted {text}"

        self.registry = OnLoop([note])
        self.policy = policy or Policy(self.config.policy)
        self.parts = Parts(
            self.config,
            events=events or EventStream(),
            registry=self.registry,
            policy=self.policy,
            approve=person or self.person,
            runtime=Runtime(time, composer=self.box.of, sleep=self.clock.sleep, timeouts=pace),
            ledger=ledger,
            files=files,
        )
        self.manager = self.parts.new_manager(
            lambda document, site: self.parts.new_chat(document, SITE), panel=False
        )
        self.events = self.parts.events
        self.events.subscribe(Event, self.tell)

    def tell(self, event: Event) -> None:
        self.told.append((event.kind, event.block.name if event.block else "", event.text))
        if event.block and (found := self.parts.chats.find(event.block.id)):
            self.watch(found[1])
        self.heard.set()

    def kinds(self) -> list[str]:
        return [kind for kind, _, _ in self.told]

    def page(
        self,
        url: str = URL,
        *,
        site: SiteProfile = SITE,
        name: str = "tab",
        top: bool = True,
    ) -> PlayedPage:
        return PlayedPage(self, url, site, name, top=top)


AUTO: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 1}}
AUTO_RETURN: dict[str, Any] = {**AUTO, "returns": {"auto_submit": True}}


class PlayedPage:
    """A page, played by the messages that its script would send."""

    def __init__(
        self,
        scene: Scene,
        url: str,
        site: SiteProfile,
        name: str,
        *,
        top: bool = True,
    ) -> None:
        self.document = PlayedDocument(name, url, top=top)
        self.scene = scene
        self.chat = scene.parts.new_chat(self.document, site)
        scene.parts.chats.add(self.chat)
        self._texts: dict[int, str] = {}

    @property
    def blocks(self) -> list[Block]:
        return list(self.chat.blocks.values())

    @property
    def block(self) -> Block:
        """The one block of the page."""
        (block,) = self.blocks
        return block

    def tell(self, *items: Item, streaming: bool = False, more: bool = False) -> None:
        self.chat.batch(Batch(t="batch", items=list(items), streaming=streaming, more=more))

    def open(self, unit: int, *, message: str = "m1", live: bool = True, **more: Any) -> BlockOpened:
        self._texts[unit] = ""
        about: dict[str, Any] = {
            "kind": "fence",
            "role": "assistant",
            "language": "xml",
            "turn": 1,
            "held": False,
        }
        return BlockOpened(k="open", id=unit, message=message, live=live, **(about | more))

    def grow(self, unit: int, text: str) -> TextDelta:
        at = len(self._texts[unit].encode("utf-16-le", "surrogatepass")) // 2
        return self.splice(unit, at, self._texts[unit] + text, text)

    def splice(self, unit: int, at: int, whole: str, tail: str | None = None) -> TextDelta:
        """Replace the text from UTF-16 unit `at` on by the rest of `whole`."""
        units = whole.encode("utf-16-le", "surrogatepass")
        self._texts[unit] = whole
        tail = units[at * 2 :].decode("utf-16-le", "surrogatepass") if tail is None else tail
        return TextDelta(k="text", id=unit, at=at, text=tail, length=len(units) // 2)

    def stream(self, text: str, unit: int = 1, **more: Any) -> None:
        """Write an answer in steps: its first half, the rest, the end."""
        half = len(text) // 2
        self.tell(self.open(unit, **more), self.grow(unit, text[:half]), streaming=True)
        self.tell(self.grow(unit, text[half:]), streaming=True)
        self.tell()

    def show(self, text: str, unit: int = 1, *, streaming: bool = False, **more: Any) -> None:
        """Show a text that is complete at once."""
        self.tell(self.open(unit, **more), self.grow(unit, text), streaming=streaming)

    def remove(self, *units: int, streaming: bool = False) -> None:
        self.tell(*(BlockRemoved(k="gone", id=unit) for unit in units), streaming=streaming)

    def press(
        self, action: Any = "execute", block: Block | None = None, nonce: str | None = None, **values: str
    ) -> None:
        block = block or self.block
        nonce = block.nonce if nonce is None else nonce
        press = Press(t="press", block=block.id, action=action, nonce=nonce, values=values)
        self.scene.manager.press(self.chat, press)

    def go(self, url: str) -> None:
        self.chat.moved(UrlChanged(t="url", url=url))

    def close(self) -> None:
        self.document.close()
        self.scene.manager.closed(self.document)

    def looks(self, block: Block | None = None) -> list[RenderBlock]:
        block = block or self.block
        return [draw for draw in self.document.of(RenderBlock) if draw.block == block.id]
