"""The whole of it, on the bundled chat site in a real browser."""

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
from overlay import Companion
from overlay.calls.events import Event, ServerChanged
from overlay.calls.ledger import Ledger, Note, default_path
from overlay.chat.sites.loader import load_profiles
from overlay.common.errors import OverlayError, UsageError
from overlay.companion.config import Config
from overlay.companion.opened_chat import NO_CHAT
from overlay.demo.server import DemoSite
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


async def test_it_is_open_once_something_can_be_hidden_in_the_page(
    site: DemoSite, context: BrowserContext, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide, went, order = Hider.hide_in, asyncio.Event(), list[str]()

    async def late(hider: Hider, frame_id: str, *, within: float, faded: str = "") -> None:
        await went.wait()
        await hide(hider, frame_id, within=within, faded=faded)
        order.append("hides")

    async def first_page(companion: Companion) -> Page:
        page = await context.new_page()
        await page.goto(site.url)
        asyncio.get_running_loop().call_later(0.1, went.set)
        return page

    async def panel(companion: Companion) -> None:
        order.append("open")

    monkeypatch.setattr(Hider, "hide_in", late)
    monkeypatch.setattr(Companion, "_first_page", first_page)
    monkeypatch.setattr(Companion, "_open_panel", panel)
    monkeypatch.setattr("overlay.companion.companion.WATCHING", 60)
    async with beside(site, context, tools):
        assert order[-2:] == ["hides", "open"]


async def test_a_call_is_run_and_its_result_reaches_the_model(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools, AUTO) as companion:
        told = companion.listen()
        before = len(site.log)
        await say(companion, fence(call(text="hello \U0001f600")))
        event = await until(told, "submitted")
        assert tools.ran == ["hello \U0001f600"]
        assert event.block
        assert (
            await heard(site, before + 1)
            == event.block.result
            == ('<function_result call_id="1">\nnoted hello \U0001f600\n</function_result>')
        )


async def test_events_come_in_the_order_in_which_things_happen(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools, AUTO) as companion:
        events = companion.events()
        await say(companion, fence(call(text="a")))
        kinds: list[str] = []
        async for event in events:
            kinds.append(event.kind)
            if event.kind == "submitted":
                break
        wanted = ["detected", "named", "scheduled", "running", "done", "inserted", "submitted"]
        assert [kind for kind in kinds if kind != "result"] == wanted


async def test_what_happens_between_asking_for_events_and_reading_them_is_reported(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        events, told = companion.events(), companion.listen()
        await say(companion, fence(call()))
        await until(told, "ready")
        assert (await anext(events)).kind == "detected"


async def test_events_end_when_it_is_closed_and_a_late_listener_is_not_kept_waiting(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        before = companion.events()
    assert [event async for event in before] == []
    assert await companion.listen().get() is None


async def test_a_press_runs_a_call_and_the_page_learns_its_end(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="pressed")))
        event = await until(told, "ready")
        assert event.block
        await expect(in_face(companion.page, ".execute-button")).to_be_visible()
        pressed = await _press(companion, event.block.id, told)
        assert pressed.kind == "done"
        assert tools.ran == ["pressed"]
        await expect(in_face(companion.page, ".function-result")).to_contain_text("noted pressed")


async def _press(companion: Companion, block: str, told: asyncio.Queue[Event | None]) -> Event:
    """Press Execute until the guard, which wants the block to have stood still, takes it."""
    refused = in_face(companion.page, ".guard-note:not(:empty)")
    done = asyncio.create_task(until(told, "done"))
    while not done.done():
        await companion.click(block)
        await asyncio.wait([done], timeout=0.3)
        await refused.count()
    return await done


async def test_blocks_tell_what_is_in_the_page_in_its_order(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="a")) + "\n" + fence(call("other", "2")))
        for kind in ("ready", "failed"):
            await until(told, kind)
        found = await companion.blocks()
        assert [(info.name, info.call_id, info.status, info.role) for info in found] == [
            ("note", "1", "ready", "assistant"),
            ("other", "2", "failed", "assistant"),
        ]
        assert found[0].arguments == {"text": "a"}
        assert found[0].format == "xml_invoke"
        assert found[0].complete
        assert found[0].result is None
        assert found[1].error_code == "tool_not_found"
        assert any("note" in text for text in companion.block_texts())


async def test_a_result_in_the_chat_is_a_block_that_only_shows(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools, AUTO) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="a")))
        event = await until(told, "result")
        assert event.block
        assert event.block.kind == "result"
        assert event.block.result == "noted a"
        assert event.block.role == "user"


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


async def test_a_reload_in_the_middle_of_a_run_runs_nothing_again_and_shows_the_end(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    tools.work = asyncio.Event()
    async with beside(site, context, tools, {"policy": AUTO["policy"]}) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="slow")))
        await asyncio.wait_for(tools.begun.wait(), 30)
        await expect(companion.page.locator('[data-testid="stop"]')).to_have_count(0)
        await until(told, "running")
        await companion.page.reload()
        again = await until(told, "running")
        tools.work.set()
        done = await until(told, "done")
        assert again.block
        assert done.block
        assert tools.ran == ["slow"]
        assert not again.block.live
        assert done.block.result is not None


async def test_a_second_tab_of_the_chat_shows_the_same_call(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools, {"policy": AUTO["policy"]}) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="once")))
        await until(told, "done")
        await expect(companion.page.locator('[data-testid="stop"]')).to_have_count(0)
        second = await context.new_page()
        await second.goto(companion.page.url)
        event = await until(told, "done")
        assert event.block
        assert not event.block.live
        assert tools.ran == ["once"]
        await second.close()
        await expect(in_face(companion.page, ".function-block")).to_have_count(1)


async def test_what_the_pages_side_could_not_do_is_reported(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        told = companion.listen()
        document = await document_of(companion)
        companion.manager.received(document, CommandFailed(t="trouble", text="draw: failed"))
        assert (await until(told, "trouble")).text == "draw: failed"


async def test_a_document_no_one_opened_is_not_listened_to(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        told = companion.listen()
        document = await document_of(companion)
        companion.manager.closed(document)
        companion.manager.closed(document)
        companion.manager.received(document, CommandFailed(t="trouble", text="lost"))
        assert told.empty()


async def test_what_has_no_meaning_here_is_passed_over(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        told = companion.listen()
        document = await document_of(companion)
        strange: Any = Pong()
        companion.manager.received(document, strange)
        assert told.empty()


async def test_a_block_that_is_nowhere_can_not_be_pointed_at_or_pressed(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    async with beside(site, context, tools) as companion:
        assert await companion.locate("none") is None
        assert await companion.click("none") is False
        await companion.show("none")


async def test_the_demo_needs_no_address(context: BrowserContext) -> None:
    async with Companion("demo", context=context) as companion:
        assert companion.profile.name == "demo"
        assert companion.page.url == f"{companion.url}/"


async def test_a_context_of_the_callers_stays_open_with_what_it_shows(
    site: DemoSite, context: BrowserContext, tools: Tools
) -> None:
    page = await context.new_page()
    await page.goto(site.url)
    async with Companion("generic", context=context, registry=tools.registry()) as companion:
        assert companion.page is page
    assert await page.evaluate("1 + 1") == 2


async def test_that_blocks_are_open_to_the_page_is_said(site: DemoSite, context: BrowserContext) -> None:
    said: list[str] = []
    async with Companion(site.url, context=context, inspectable=True, notify=said.append):
        pass
    assert "open to the page" in said[0]


async def test_a_page_that_can_not_be_opened_leaves_nothing_behind(
    context: BrowserContext, tools: Tools
) -> None:
    companion = Companion(
        "http://127.0.0.1:1/", context=context, registry=tools.registry(), profile=load_profiles()["demo"]
    )
    with pytest.raises(OverlayError, match="be opened"):
        async with companion:
            pass
    assert companion.bridge.documents == {}


async def test_a_tool_whose_own_definition_has_no_name_does_not_keep_it_from_starting(
    site: DemoSite, context: BrowserContext
) -> None:
    odd = {"name": "odd", "description": "", "parameters": {}, "callback": lambda: None, "function": {"x": 1}}
    async with Companion(site.url, context=context, tools=[odd]) as companion:
        assert companion.registry.names == ["odd"]


@pytest.mark.parametrize(
    ("target", "config"), [("nowhere", None), ("demo", {"colour": 1}), ("demo", Path("no.toml"))]
)
def test_what_can_not_be_used_is_said_before_anything_is_opened(target: str, config: Any) -> None:
    with pytest.raises(UsageError):
        Companion(target, config=config)


@pytest.mark.parametrize("name", ["context", "page", "bridge", "pages"])
def test_what_comes_with_the_browser_is_asked_for_too_early(name: str) -> None:
    with pytest.raises(UsageError, match="async with Companion"):
        getattr(Companion("demo", headless=True), name)


async def test_nothing_may_run_automatically_before_it_is_known_which_page_is_open(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    page = await context.new_page()
    await page.goto(site.url)

    async def first_page(companion: Companion) -> Page:
        seen.append(companion.policy.auto_run_origins)
        return page

    monkeypatch.setattr(Companion, "_first_page", first_page)
    async with Companion("librechat", context=context) as companion:
        seen.append(companion.policy.auto_run_origins)
    assert seen == [set(), {site.url}]


async def test_a_tool_of_an_mcp_server_runs_from_the_chat(site: DemoSite, context: BrowserContext) -> None:
    said: list[str] = []
    async with Companion(
        site.url,
        context=context,
        servers=[small_config()],
        profile=DEMO,
        config={"policy": {"auto_execute": ["small.add"], "delay": 0}},
        notify=said.append,
    ) as companion:
        assert companion.servers
        await companion.servers.settled()
        assert "server small is ready" in said
        # It runs automatically only since the policy knows what is behind the server's name.
        assert companion.policy.trust("small")
        told = companion.listen()
        await say(companion, fence(call("small.add", a=2, b=3)))
        done = await until(told, "done")
        assert done.block
        assert "5" in str(done.block.result)


async def test_a_companion_of_an_empty_list_of_servers_can_get_some_later(
    site: DemoSite, context: BrowserContext
) -> None:
    async with Companion(site.url, context=context, servers=[]) as companion:
        assert companion.servers is not None
        await companion.servers.apply([small_config()])
        (ready,) = await companion.servers.settled()
        assert ready.state == "ready"
        assert companion.registry.has_tool("small.add")


async def test_the_servers_end_with_the_companion(site: DemoSite, context: BrowserContext) -> None:
    async with Companion(site.url, context=context, servers=[small_config()]) as companion:
        assert companion.servers
        (ready,) = await companion.servers.settled()
    (ended,) = companion.servers.statuses
    assert ready.state == "ready"
    assert ended.state == "disabled"
    assert companion.registry.names == []


async def test_the_servers_end_if_the_page_can_not_be_opened(context: BrowserContext) -> None:
    companion = Companion(
        "http://127.0.0.1:1/", context=context, servers=[small_config()], profile=load_profiles()["demo"]
    )
    states: list[str] = []
    companion.parts.events.subscribe(ServerChanged, lambda event: states.append(event.status.state))
    with pytest.raises(OverlayError, match="be opened"):
        async with companion:
            pass
    assert states[0] == "connecting"
    assert states[-1] == "disabled"


def test_a_configuration_is_taken_as_it_is() -> None:
    config = Config(time_limit=3)
    companion = Companion("demo", config=config)
    assert companion.config == config
    assert companion.parts.executor.limit == 3


@asynccontextmanager
async def with_panel(
    site: DemoSite, context: BrowserContext, *more: Any
) -> AsyncGenerator[tuple[Companion, list[str]]]:
    """A companion that asks in its panel, and what the tool `wipe` was called with."""
    ran: list[str] = []

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        ran.append(what)
        return "gone"

    async with Companion(
        site.url, context=context, tools=[wipe, *more], profile=DEMO, inspectable=True, panel=True
    ) as companion:
        yield companion, ran


async def test_a_call_that_can_harm_runs_once_it_was_allowed_in_the_panel(
    site: DemoSite, context: BrowserContext
) -> None:
    async with with_panel(site, context) as (companion, ran):
        told = companion.listen()
        await say(companion, fence(call("wipe", what="disk")))
        event = await until(told, "ready")
        assert event.block
        assert companion.panel
        panel = companion.panel.page
        assert panel
        await panel.get_by_role("button", name="Execute wipe").click()
        await expect(panel.get_by_role("article")).to_contain_text('"what": "disk"')
        await panel.get_by_role("button", name="Allow once").click()
        await until(told, "done")
        assert ran == ["disk"]


async def test_the_panel_is_no_page_of_the_chat(site: DemoSite, context: BrowserContext) -> None:
    async with with_panel(site, context) as (companion, _):
        assert companion.panel
        panel = companion.panel.page
        assert panel
        assert panel not in companion.pages
        assert companion.page in companion.pages
        pages = {document.page for document in companion.bridge.documents.values()}
        other = await context.new_page()
        await other.goto(site.url)
        await document_of(companion)
        assert panel not in pages | {document.page for document in companion.bridge.documents.values()}
        names = await companion.page.evaluate("[window.opener, window.length]")
        assert names == [None, 0]
    assert panel.is_closed()


async def test_a_window_that_is_led_to_a_chat_is_a_chat(site: DemoSite, context: BrowserContext) -> None:
    async with with_panel(site, context) as (companion, _):
        assert companion.panel
        page = companion.panel.page
        assert page
        await page.goto(site.url)
        async with asyncio.timeout(30):
            while not any(document.page is page for document in companion.bridge.documents.values()):
                await page.evaluate("new Promise((go) => setTimeout(go, 10))")
        assert page in companion.pages


async def test_the_instructions_are_put_into_the_chat_from_the_panel(
    site: DemoSite, context: BrowserContext
) -> None:
    async with with_panel(site, context) as (companion, _):
        assert companion.panel
        assert companion.panel.page
        await document_of(companion)
        await companion.panel.page.get_by_role("button", name="Tell the model about").click()
        await expect(companion.page.locator("#composer")).to_have_value(re.compile("wipe"))
        assert "wipe" in companion.instructions()


async def test_a_panel_that_can_not_be_opened_is_said_and_the_chat_goes_on(
    site: DemoSite, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nowhere(*_: object) -> None:
        raise PlaywrightError("no window")

    said: list[str] = []
    companion = Companion(site.url, context=context, panel=True, notify=said.append)
    monkeypatch.setattr(companion.panel, "open", nowhere)
    async with companion:
        assert said == ["The panel could not be opened: no window"]
        assert companion.pages == [companion.page]


@pytest.mark.parametrize(
    ("more", "there"),
    [
        ({}, True),
        ({"headless": True}, False),
        ({"panel": False}, False),
        ({"headless": True, "panel": True}, True),
    ],
)
def test_there_is_a_panel_beside_a_window_unless_said_otherwise(more: dict[str, Any], there: bool) -> None:
    assert (Companion("demo", **more).panel is not None) == there


def test_a_context_of_the_callers_own_gets_no_window_unasked() -> None:
    context: Any = object()
    assert Companion("demo", context=context).panel is None


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


async def test_old_calls_are_forgotten_at_the_start_and_that_is_said(
    tmp_path: Path, context: BrowserContext
) -> None:
    path = tmp_path / "ledger.sqlite3"
    before = Ledger(path)
    before.open()
    before.put([Note(row(1, status="done")), Note(row(2, status="done", detected=before.clock()))])
    before.close()
    said: list[str] = []
    companion = Companion(
        "about:blank",
        context=context,
        ledger=Ledger(path),
        config={"ledger": {"days": 90}},
        notify=said.append,
    )
    async with companion:
        assert [each.id for each in rows(companion.ledger)] == ["call-2"]
    assert said[0] == "The ledger forgot 1 old calls (older than 90 days; see docs/ledger.md)."


def test_a_passing_run_writes_into_a_passing_ledger(tmp_path: Path, context: BrowserContext) -> None:
    assert [
        ledger_of(tmp_path, headless=True),
        ledger_of(tmp_path, context=context),
        ledger_of(tmp_path, target="demo"),
    ] == [None] * 3


async def test_a_call_that_ran_before_a_restart_is_shown_as_done_and_is_not_run_again(
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
        )

    async with start(site.url) as companion:
        told = companion.listen()
        await say(companion, fence(call(text="once")))
        await until(told, "done")
        await expect(companion.page.locator('[data-testid="stop"]')).to_have_count(0)
        url = companion.page.url
        await companion.page.close()
    async with start(url) as again:
        event = await until(again.listen(), "done")
        assert event.block
        assert event.block.result == '<function_result call_id="1">\nnoted once\n</function_result>'
        assert not event.block.live
        assert tools.ran == ["once"]


async def test_with_a_ledger_that_can_not_be_opened_all_goes_on_but_nothing_runs(
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


async def test_an_application_on_an_unknown_host_is_reported_by_its_page(context: BrowserContext) -> None:
    async with PageSite() as pages:
        url = pages.add("<gradio-app></gradio-app><textarea></textarea>")
        async with Companion(url, context=context) as companion:
            assert companion.profile.name == "gradio"
            assert companion.page.url == url


async def test_an_application_without_an_address_lets_tools_run_automatically_only_where_it_was_opened(
    context: BrowserContext,
) -> None:
    homes: list[Any] = []
    async with PageSite() as pages:
        page, url = await context.new_page(), pages.add("<textarea></textarea>")
        for address in ("about:blank", url):
            await page.goto(address)
            async with Companion("librechat", context=context) as companion:
                homes.append(companion.policy.auto_run_origins)
    assert homes == [set(), {url.rpartition("/")[0]}]


async def test_a_page_like_any_other_keeps_the_careful_profile(context: BrowserContext) -> None:
    async with (
        PageSite() as pages,
        Companion(pages.add("<textarea></textarea>"), context=context) as companion,
    ):
        assert companion.profile.name == "generic"
