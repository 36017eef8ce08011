"""One visit of a real page by a companion with the bundled profiles: what it read, wrote and ran there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser

from observers.composer_api import ComposerApi
from observers.files_api import FilesApi
from observers.protocol import Batch
from overlay.calls.events import BlockInfo
from overlay.chat.composer.composer import Composer
from overlay.chat.document_events import MessageReceived
from overlay.chat.session import ChatSession
from overlay.companion.companion import Companion
from overlay.tools import ToolRegistry, tool
from tests.sites.real.real_page import Drawing, RealPage, until

AUTO: dict[str, Any] = {
    "policy": {"auto_execute": ["*"], "delay": 0},
    "returns": {"auto_insert": True},
    "fail_open": 20,
}
INSERTED = "A text of mine,\nof two lines."
BOX = "(box) => box.value ?? box.innerText"
RAW = ("function_calls", "invoke", "parameter", "quagga")
LISTEN = """() => addEventListener("click", (event) => {
    event.preventDefault();
    window.pressed = event.target;
}, true)"""


@dataclass(frozen=True)
class Facts:
    """The contents of a page. `calls`: the role, the argument and the message of each call, in the page's order.

    `questions` is the number of the user's messages, `box` and `button` are selectors of the message box and of
    the send button. `upload`: the page has an input for every kind of file. `grows`: the code of an answer that
    is being written can be read.
    """

    drawing: Drawing
    conversation: str
    questions: int
    calls: tuple[tuple[str, str, str], ...]
    box: str
    button: str
    upload: bool = True
    grows: bool = True


@dataclass
class Visit:
    """The result of a visit."""

    facts: Facts
    site: str = ""
    conversation: str = ""
    questions: int = 0
    calls: list[tuple[str, Any, str]] = field(default_factory=list[tuple[str, Any, str]])
    streaming: list[bool] = field(default_factory=list[bool])
    exact: bool = False
    box: str = ""
    pressed: bool = False
    uploads: bool = False
    kinds: list[str] = field(default_factory=list[str])
    raw: list[str] = field(default_factory=list[str])
    blocks_at_end: int = 0

    box_after: str = ""
    ran: list[str] = field(default_factory=list[str])
    ran_before_reload: list[str] = field(default_factory=list[str])
    after_reload: list[tuple[Any, str]] = field(default_factory=list[tuple[Any, str]])


async def visit(browser: Browser, name: str, facts: Facts, language: str) -> Visit:
    """Open the page of that name, in that language, and do all that a chat needs."""
    real, found = RealPage(name, facts.drawing, language), Visit(facts)

    @tool(read_only=True)
    def look(zebra: str = "") -> str:
        """Look at a zebra."""
        found.ran.append(zebra)
        return f"seen: {zebra}"

    context = await browser.new_context()
    await real.serve(context)
    try:
        async with Companion(
            real.url, context=context, registry=ToolRegistry([look]), config=AUTO, inspectable=True
        ) as companion:
            assert await companion.bridge.hiding_enabled(companion.page, within=30)
            await _read(companion, found)
            await _hear(companion, real, found)
            await _insert(companion, found)
            if facts.grows:
                await _grow(companion, real, found)
                await _reload(companion, found)
    except Exception as error:
        error.add_note(f"on {name} in {language}: {found}")
        raise
    finally:
        await context.close()
    return found


def _chat(companion: Companion) -> ChatSession:
    [chat] = companion.parts.chats
    return chat


async def _shows(companion: Companion, count: int) -> list[BlockInfo]:
    async def enough() -> bool:
        return len(await companion.blocks()) >= count

    await until(companion.page, enough)
    return await companion.blocks()


async def _read(companion: Companion, found: Visit) -> None:
    blocks = await _shows(companion, len(found.facts.calls))
    chat = _chat(companion)
    found.questions = (await ComposerApi(chat.document).look(whole=True)).turns
    turns = [chat.blocks[block.id].call.turn for block in blocks]
    found.site, found.conversation = chat.profile.name, chat.conversation
    found.calls = [
        (block.role, block.arguments.get("zebra"), turn) for block, turn in zip(blocks, turns, strict=True)
    ]


async def _hear(companion: Companion, real: RealPage, found: Visit) -> None:
    heard = [_chat(companion).streaming]

    def note(event: MessageReceived) -> None:
        if isinstance(event.message, Batch) and event.message.streaming != heard[-1]:
            heard.append(event.message.streaming)

    companion.parts.events.subscribe(MessageReceived, note)
    page = companion.page
    for on in (True, False):
        await real.show_writing(page, writing=on)

        async def told(wanted: bool = on) -> bool:
            return heard[-1] is wanted

        await until(page, told)
    found.streaming = list(heard)


async def _insert(companion: Companion, found: Visit) -> None:
    chat, page, facts = _chat(companion), companion.page, found.facts
    found.exact = (await Composer(chat.document).insert(INSERTED)).exact
    found.box = await page.locator(facts.box).evaluate(BOX)
    await page.evaluate(LISTEN)
    # The saved page is longer than the window; the site itself keeps its box in view.
    await page.locator(facts.button).scroll_into_view_if_needed()
    await ComposerApi(chat.document).send()
    found.pressed = await page.evaluate("(wanted) => !!window.pressed?.closest(wanted)", facts.button)
    files = FilesApi(chat.document, chat.profile.file)
    found.uploads = bool(chat.profile.file) and await files.accepts("text/plain", "result.txt")


async def _grow(companion: Companion, real: RealPage, found: Visit) -> None:
    page, events = companion.page, companion.listen()
    await real.write(page)

    heard: list[tuple[str, str]] = []

    async def inserted() -> bool:
        await companion.blocks()
        while events.qsize():
            if (event := events.get_nowait()) and event.block:
                heard.append((event.block.id, event.kind))
        return "inserted" in [kind for _, kind in heard]

    await until(page, inserted)
    new = {block.id for block in await companion.blocks() if block.arguments.get("zebra") == "quagga"}
    found.kinds = [kind for block, kind in heard if block in new]
    frames = await real.frames(page)
    found.raw = sorted({one["words"] for one in frames if any(word in one["words"] for word in RAW)})
    found.blocks_at_end = frames[-1]["blocks"]
    found.box_after = await page.locator(found.facts.box).evaluate(BOX)
    found.ran_before_reload = list(found.ran)


async def _reload(companion: Companion, found: Visit) -> None:
    await companion.page.reload()
    assert await companion.bridge.hiding_enabled(companion.page, within=30)

    async def known() -> bool:
        states = [block.status for block in await companion.blocks()]
        return len(states) > len(found.calls) and "streaming" not in states and "done" in states

    # On a busy machine the last call is read some time after the others.
    await until(companion.page, known)
    await _chat(companion).wait_idle()
    blocks = await companion.blocks()
    found.after_reload = [(block.arguments.get("zebra"), block.status) for block in blocks]
