"""A companion on the bundled chat site in a real browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect
from playwright.async_api import Error as PlaywrightError

from observers.commands import Pong
from observers.document import Document
from observers.hiding_sheet import Hider
from observers.protocol import CommandFailed
from overlay import ClickResult, Companion
from overlay.calls.events import Event, ServerChanged
from overlay.calls.ledger import Ledger, Note, default_path
from overlay.common.errors import OverlayError, UsageError
from overlay.companion.config import Config
from overlay.companion.opened_chat import NO_CHAT
from overlay.companion.opening import ChatOpening
from overlay.companion.start_page import StartPage
from overlay.companion.wiring import open_ledger
from overlay.demo.server import DemoSite
from overlay.policy import Policy
from overlay.sites.loader import load_profiles
from overlay.tools import ToolRegistry, tool
from overlay.ui.panel.messages import Instructions
from tests.calls.ledger.helpers import row, rows
from tests.demo.hearing import heard
from tests.injected.pages import PageSite
from tests.support.faces import in_face
from tests.support.scene import call
from tests.tools.mcp.conftest import small_config

AUTO: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "returns": {"auto_submit": True}}
DEMO = load_profiles()["demo"]


class Tools:
    """`note` keeps what it is called with; with `work` set, it waits for that."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.begun = asyncio.Event()
        self.work: asyncio.Event | None = None

    def registry(self) -> ToolRegistry:
        @tool(on_loop=True)  # it waits for an event of the test's loop
        async def note(text: str = "") -> str:
            """Keeps a text."""
            self.ran.append(text)
            self.begun.set()
            if self.work:
                await self.work.wait()
            return f"noted {text}"

        return ToolRegistry([note])


@pytest.fixture(scope="session")
async def site() -> AsyncIterator[DemoSite]:
    async with DemoSite(rate=60) as running:
        yield running


@pytest.fixture
def tools() -> Tools:
    return Tools()


@asynccontextmanager
async def beside(
    site: DemoSite, context: BrowserContext, tools: Tools, config: dict[str, Any] | None = None
) -> AsyncGenerator[Companion]:
    async with Companion(
        site.url, context=context, registry=tools.registry(), profile=DEMO, config=config, inspectable=True
    ) as companion:
        yield companion


async def say(companion: Companion, text: str) -> None:
    """Let the model print `text`."""
    await companion.page.fill("#composer", f"say:\n{text}")
    await companion.page.click('[data-testid="send"]')


async def until(queue: asyncio.Queue[Event | None], kind: str) -> Event:
    """The next event of that kind."""
    while (event := await asyncio.wait_for(queue.get(), 30)) is not None:
        if event.kind == kind:
            return event
    raise AssertionError(f"it ended without {kind}")


async def document_of(companion: Companion) -> Document:
    """The chat's document, once its world is there."""
    async with asyncio.timeout(30):
        while True:
            for document in companion.bridge.documents.values():
                if document.url.startswith(companion.url):
                    return document
            await asyncio.sleep(0.01)


def fence(text: str) -> str:
    return f"Here:\n\n```xml\n{text}```\n"


async def test_a_companion_is_open_only_when_text_can_be_hidden_in_the_page(
    site: DemoSite, context: BrowserContext, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide, went, order = Hider.hide_in, asyncio.Event(), list[str]()

    async def late(hider: Hider, frame_id: str, *, within: float, faded: str = "") -> None:
        await went.wait()
        await hide(hider, frame_id, within=within, faded=faded)
        order.append("hides")

    async def first_page(start: StartPage) -> Page:
        page = await context.new_page()
        await page.goto(site.url)
        asyncio.get_running_loop().call_later(0.1, went.set)
        return page

    async def panel(opening: ChatOpening) -> None:
        order.append("open")

    monkeypatch.setattr(Hider, "hide_in", late)
    monkeypatch.setattr(StartPage, "open", first_page)
    monkeypatch.setattr(ChatOpening, "_open_panel", panel)
    monkeypatch.setattr("overlay.companion.opening.WATCHING", 60)
    async with beside(site, context, tools):
        assert order[-2:] == ["hides", "open"]


@pytest.mark.thorough
async def test_a_result_reaches_the_model_and_each_step_is_an_event(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    kinds: list[str] = []
    seen: dict[str, Event] = {}
    async with beside(site, context, tools, AUTO) as companion:
        events = companion.events()
        before = len(site.log)
        await say(companion, fence(call(text="hello \U0001f600")))
        async for event in events:
            kinds.append(event.kind)
            seen[event.kind] = event
            if {"submitted", "result"} <= set(kinds):
                break
        received = await heard(site, before + 1)
    wanted = ["detected", "named", "scheduled", "running", "done", "inserted", "submitted"]
    assert [kind for kind in kinds if kind != "result"] == wanted
    assert tools.ran == ["hello \U0001f600"]
    sent, shown = seen["submitted"].block, seen["result"].block
    assert sent
    assert received == sent.result
    assert received == '<function_result call_id="1">\nnoted hello \U0001f600\n</function_result>'
    # The message with the result is a block too, which only shows.
    assert shown
    assert shown.kind == "result"
    assert shown.role == "user"
    assert shown.result == "noted hello \U0001f600"


@pytest.mark.thorough
async def test_events_end_with_the_companion_and_a_late_listener_does_not_wait(
    site: DemoSite, context: BrowserContext
) -> None:
    said: list[str] = []
    async with Companion(site.url, context=context, inspectable=True, notify=said.append) as companion:
        before = companion.events()
        assert await companion.locate("none") is None
        assert await companion.click("none") == ClickResult(found=False)
        await companion.show("none")
    assert [event async for event in before] == []
    assert await companion.listen().get() is None
    assert "open to the page" in said[0]


@pytest.mark.thorough
async def test_a_press_runs_a_call_and_the_page_shows_its_end(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        events, told = companion.events(), companion.listen()
        await say(companion, fence(call(text="pressed")) + "\n" + fence(call("other", "2")))
        for kind in ("ready", "failed"):
            await until(told, kind)
        assert (await anext(events)).kind == "detected"
        note, other = await companion.blocks()
        assert (note.name, note.call_id, note.status, note.role) == ("note", "1", "ready", "assistant")
        assert note.arguments == {"text": "pressed"}
        assert note.format == "xml_invoke"
        assert note.complete
        assert note.result is None
        assert (other.name, other.call_id, other.status) == ("other", "2", "failed")
        assert other.error_code == "tool_not_found"
        assert any("note" in text for text in companion.block_texts())
        await expect(in_face(companion.page, ".execute-button", 0)).to_be_visible()
        assert tools.ran == []
        await _press(companion, note.id, told)
        assert tools.ran == ["pressed"]
        await expect(in_face(companion.page, ".function-result", 0)).to_contain_text("noted pressed")


async def test_a_click_says_whether_it_counted_and_why_not(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion, asyncio.timeout(60):
        told = companion.listen()
        await say(companion, fence(call(text="pressed")))
        await until(told, "ready")
        [block] = await companion.blocks()
        page = companion.page
        await page.evaluate("document.body.appendChild(document.createElement('dialog')).showModal()")
        assert (await companion.click(block.id)).refusal.startswith("the button did not get the click: ")
        await page.evaluate("document.querySelector('dialog').remove()")
        while not await companion.click(block.id, "expand"):
            pass
        refused: list[str] = []
        while not (clicked := await companion.click(block.id)):
            refused.append(clicked.refusal)
        assert "its arguments were folded away" in refused
        await until(told, "done")
        assert tools.ran == ["pressed"]


async def _press(companion: Companion, block: str, told: asyncio.Queue[Event | None]) -> Event:
    """Press Execute until the guard, which waits until the block is still, accepts it."""
    while not await companion.click(block):
        pass
    return await until(told, "done")


async def test_a_message_of_an_open_document_is_an_event_and_all_others_are_passed_over(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        told = companion.listen()
        document = await document_of(companion)
        strange: Any = Pong()
        companion.manager.received(document, strange)
        assert told.empty()
        companion.manager.received(document, CommandFailed(t="trouble", text="draw: failed"))
        assert (await until(told, "trouble")).text == "draw: failed"
        companion.manager.closed(document)
        companion.manager.closed(document)
        companion.manager.received(document, CommandFailed(t="trouble", text="lost"))
        assert told.empty()


@pytest.mark.thorough
async def test_closing_in_the_middle_of_a_run_cancels_it_and_raises_nothing(
    site: DemoSite, context: BrowserContext, tools: Tools, caplog: pytest.LogCaptureFixture
) -> None:
    tools.work = asyncio.Event()
    async with beside(site, context, tools, AUTO) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="slow")))
        await asyncio.wait_for(tools.begun.wait(), 30)
    event = await until(told, "cancelled")
    assert event.block
    assert event.block.error_code == "tool_cancelled"
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert await companion.page.locator("pre").count() == 1


async def test_a_call_runs_once_through_a_reload_a_second_tab_and_a_restart(
    site: DemoSite, context: BrowserContext, tools: Tools, tmp_path: Path
) -> None:
    def start(url: str) -> Companion:
        return Companion(
            url,
            context=context,
            registry=tools.registry(),
            profile=DEMO,
            config={"policy": AUTO["policy"]},
            ledger=Ledger(tmp_path / "ledger.sqlite3"),
            inspectable=True,
        )

    tools.work = asyncio.Event()
    async with start(site.url) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="once")))
        await asyncio.wait_for(tools.begun.wait(), 30)
        await expect(companion.page.locator('[data-testid="stop"]')).to_have_count(0)
        await until(told, "running")
        await companion.page.reload()
        again = await until(told, "running")
        assert again.block
        assert not again.block.live
        tools.work.set()
        done = await until(told, "done")
        assert done.block
        assert done.block.result is not None
        url = companion.page.url
        second = await context.new_page()
        await second.goto(url)
        shown = await until(told, "done")
        assert shown.block
        assert not shown.block.live
        await second.close()
        await expect(in_face(companion.page, ".function-block")).to_have_count(1)
        await companion.page.close()
    async with start(url) as restarted:
        shown = await until(restarted.listen(), "done")
        assert shown.block
        assert not shown.block.live
        assert shown.block.result == '<function_result call_id="1">\nnoted once\n</function_result>'
    assert tools.ran == ["once"]


@pytest.mark.thorough
async def test_the_demo_needs_no_address_and_goes_on_without_a_panel_that_can_not_be_opened(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nowhere(*_: object) -> None:
        raise PlaywrightError("no window")

    said: list[str] = []
    companion = Companion("demo", context=context, panel=True, notify=said.append)
    monkeypatch.setattr(companion.panel, "open", nowhere)
    async with companion:
        assert companion.profile.name == "demo"
        assert companion.page.url == f"{companion.url}/"
        assert said == ["The panel could not be opened: no window"]
        assert companion.pages == [companion.page]


@pytest.mark.thorough
async def test_a_page_that_can_not_be_opened_leaves_no_document_and_no_server_behind(
    context: BrowserContext,
) -> None:
    companion = Companion("http://127.0.0.1:1/", context=context, servers=[small_config()], profile=DEMO)
    states: list[str] = []
    companion.parts.events.subscribe(ServerChanged, lambda event: states.append(event.status.state))
    with pytest.raises(OverlayError, match="be opened"):
        async with companion:
            pass
    assert companion.bridge.documents == {}
    assert states[0] == "connecting"
    assert states[-1] == "disabled"


async def test_a_wrong_target_or_configuration_is_refused_before_anything_is_opened(
    context: BrowserContext,
) -> None:
    wrong: list[tuple[str, Any]] = [("nowhere", None), ("demo", {"colour": 1}), ("demo", Path("no.toml"))]
    for target, config in wrong:
        with pytest.raises(UsageError):
            await Companion(target, config=config, context=context).__aenter__()
    assert context.pages == []


def test_a_part_of_the_browser_is_refused_before_the_browser_is_open() -> None:
    for name in ("context", "page", "bridge", "pages"):
        with pytest.raises(UsageError, match="async with Companion"):
            getattr(Companion("demo", headless=True), name)


async def test_tools_run_automatically_only_where_an_application_was_opened(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes: list[Any] = []
    open_page, policy = StartPage.open, Policy()

    async def watched(start: StartPage) -> Page:
        homes.append(policy.auto_run_origins)
        return await open_page(start)

    monkeypatch.setattr(StartPage, "open", watched)
    async with PageSite() as pages:
        page, url = await context.new_page(), pages.add("<textarea></textarea>")
        for address in ("about:blank", url):
            await page.goto(address)
            async with Companion("librechat", context=context, policy=policy) as companion:
                assert companion.page is page
                homes.append(policy.auto_run_origins)
        # A context of the caller's stays open with its pages.
        assert await page.evaluate("1 + 1") == 2
    assert homes == [set(), set(), set(), {url.rpartition("/")[0]}]


@pytest.mark.thorough
async def test_a_tool_of_a_server_that_is_added_later_runs_and_ends_with_the_companion(
    site: DemoSite, context: BrowserContext
) -> None:
    said: list[str] = []
    async with Companion(
        site.url,
        context=context,
        servers=[],
        profile=DEMO,
        config={"policy": {"auto_execute": ["small.add"], "delay": 0}},
        notify=said.append,
    ) as companion:
        assert companion.servers is not None
        await companion.servers.apply([small_config()])
        (ready,) = await companion.servers.settled()
        assert ready.state == "ready"
        assert "server small is ready" in said
        # It runs automatically only since the policy knows what is behind the server's name.
        assert companion.policy.trust("small")
        told = companion.listen()
        await say(companion, fence(call("small.add", a=2, b=3)))
        done = await until(told, "done")
        assert done.block
        assert "5" in str(done.block.result)
    (ended,) = companion.servers.statuses
    assert ended.state == "disabled"
    assert companion.registry.names == []


def test_a_configuration_is_taken_as_it_is() -> None:
    config = Config(time_limit=3)
    companion = Companion("demo", config=config)
    assert companion.config == config
    assert companion.parts.executor.limit == 3


@pytest.mark.thorough
async def test_the_panel_allows_a_harmful_call_and_is_no_page_of_the_chat(
    site: DemoSite, context: BrowserContext
) -> None:
    ran: list[str] = []

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        ran.append(what)
        return "gone"

    async with Companion(
        site.url, context=context, tools=[wipe], profile=DEMO, inspectable=True, panel=True
    ) as companion:
        told = companion.listen()
        assert companion.panel
        panel = companion.panel.page
        assert panel
        await document_of(companion)
        assert await companion.page.evaluate("[window.opener, window.length]") == [None, 0]

        await panel.get_by_role("button", name="Tell the model about").click()
        await expect(companion.page.locator("#composer")).to_have_value(re.compile("wipe"))
        assert "wipe" in companion.instructions()
        await expect(panel.locator("#said")).to_have_text(re.compile("message box"))
        await say(companion, fence(call("wipe", what="disk")))
        await until(told, "ready")
        await panel.get_by_role("button", name="Execute wipe").click()
        await expect(panel.get_by_role("article")).to_contain_text('"what": "disk"')
        assert ran == []
        await panel.get_by_role("button", name="Allow once").click()
        await until(told, "done")
        assert ran == ["disk"]

        assert companion.page in companion.pages
        assert panel not in companion.pages
        assert panel not in [document.page for document in companion.bridge.documents.values()]
        # A window that is led to a chat is a chat.
        await panel.goto(site.url)
        async with asyncio.timeout(30):
            while not any(document.page is panel for document in companion.bridge.documents.values()):
                await panel.evaluate("new Promise((go) => setTimeout(go, 10))")
        assert panel in companion.pages
    assert panel.is_closed()


def test_a_panel_is_beside_a_window_of_overlays_own_unless_said_otherwise() -> None:
    context: Any = object()
    cells: list[tuple[dict[str, Any], bool]] = [
        ({}, True),
        ({"headless": True}, False),
        ({"panel": False}, False),
        ({"headless": True, "panel": True}, True),
        ({"context": context}, False),
    ]
    assert [more for more, there in cells if (Companion("demo", **more).panel is not None) != there] == []


async def test_without_a_chat_nothing_can_be_put_into_it() -> None:
    companion = Companion("demo")
    assert companion.panel
    order: Any = Instructions(t="instructions", action="insert")
    assert await companion.panel.carry_out(order) == NO_CHAT


def ledger_of(tmp_path: Path, **options: Any) -> Path | None:
    """Where a companion writes down what it does; None for a passing ledger."""
    ledger = Companion(options.pop("target", "chatgpt"), **options).ledger
    return None if ledger.passing else ledger.path


def test_a_run_with_a_profile_that_lasts_writes_into_the_users_own_ledger(tmp_path: Path) -> None:
    own = default_path()
    assert [
        ledger_of(tmp_path),
        ledger_of(tmp_path, headless=True, profile_dir=tmp_path),
        ledger_of(tmp_path, headless=True, connect="http://127.0.0.1:1"),
    ] == [own] * 3


async def test_the_ledger_forgets_old_calls_at_the_start_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    before = Ledger(path)
    before.open()
    before.put([Note(row(1, status="done")), Note(row(2, status="done", detected=before.clock()))])
    before.close()
    said: list[str] = []
    ledger = Ledger(path)
    await open_ledger(ledger, Config.model_validate({"ledger": {"days": 90}}).ledger, said.append)
    assert [each.id for each in rows(ledger)] == ["call-2"]
    assert said == ["The ledger forgot 1 old calls (older than 90 days; see `overlay help ledger`)."]
    ledger.close()


def test_a_passing_run_writes_into_a_passing_ledger(tmp_path: Path, context: BrowserContext) -> None:
    assert [
        ledger_of(tmp_path, headless=True),
        ledger_of(tmp_path, context=context),
        ledger_of(tmp_path, target="demo"),
    ] == [None] * 3


async def test_no_call_runs_without_a_ledger_but_overlay_goes_on(
    site: DemoSite, context: BrowserContext, tools: Tools, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    said: list[str] = []
    ledger = Ledger(tmp_path / "file" / "ledger.sqlite3")
    async with Companion(
        site.url,
        context=context,
        registry=tools.registry(),
        profile=DEMO,
        config=AUTO,
        notify=said.append,
        ledger=ledger,
    ) as companion:
        told = companion.listen()
        before = len(site.log)
        await say(companion, fence(call(text="a")))
        event = await until(told, "failed")
        assert event.block
        assert event.block.error_code == "tool_execution_failed"
        assert tools.ran == []
        assert "runs none" in said[0]
        assert "can't be used" in await heard(site, before + 1)


@pytest.mark.thorough
async def test_an_application_on_an_unknown_host_is_reported_by_its_page(context: BrowserContext) -> None:
    async with PageSite() as pages:
        url = pages.add("<gradio-app></gradio-app><textarea></textarea>")
        async with Companion(url, context=context) as companion:
            assert companion.profile.name == "gradio"
            assert companion.page.url == url


@pytest.mark.thorough
async def test_a_page_like_any_other_keeps_the_careful_profile(context: BrowserContext) -> None:
    # The tool's own definition has no name, which must not keep a companion from starting.
    odd = {"name": "odd", "description": "", "parameters": {}, "callback": lambda: None, "function": {"x": 1}}
    async with (
        PageSite() as pages,
        Companion(pages.add("<textarea></textarea>"), context=context, tools=[odd]) as companion,
    ):
        assert companion.profile.name == "generic"
        assert companion.registry.names == ["odd"]
