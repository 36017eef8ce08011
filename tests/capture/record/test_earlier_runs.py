"""A replay knows of earlier runs what the live run knew: the results of calls, and what a chat had seen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext

from overlay import Companion
from overlay.calls.block_context import BlockContext
from overlay.calls.call import Block, Call
from overlay.calls.events import Event, HistoryLoaded
from overlay.calls.ledger import Ledger
from overlay.calls.store import fingerprint
from overlay.capture.model import InputLine, Recalled, Tainted
from overlay.capture.record.atomic_save import save
from overlay.capture.record.baseline import blocks_of, differences
from overlay.capture.record.earlier_runs import EarlierRuns
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay import play
from overlay.capture.replay.recorded_io import RecordedHistory
from overlay.companion.config import Config
from overlay.demo.server import DemoSite
from overlay.detection.model import ToolCall
from overlay.policy import Policy, PolicyConfig, Taints
from overlay.policy.origins import EVERYWHERE
from overlay.policy.policy_schema import Grant, PolicyRules
from overlay.policy.store import InMemoryStore
from overlay.policy.taint import CLEAN, EVERYTHING, Taint
from overlay.sites.loader import load_profiles
from overlay.tools import ToolRegistry, tool
from tests.injected.fixtures import own_context
from tests.support.scene import call

__all__ = ["own_context"]


def note(text: str) -> str:
    """Keep a text."""
    return f"noted {text}"


async def say(companion: Companion, text: str) -> None:
    await companion.page.fill("#composer", f"say:\nHere:\n\n```xml\n{text}```\n")
    await companion.page.click('[data-testid="send"]')


async def until(told: asyncio.Queue[Event | None], status: str) -> None:
    async with asyncio.timeout(30):
        while (event := await told.get()) and event.kind != status:
            pass


async def two_runs(
    run: Callable[..., Companion],
    recorder: Recorder,
    then: Callable[[Companion, asyncio.Queue[Event | None]], Awaitable[None]],
    after_the_first: Callable[[Companion], object] = str,
) -> None:
    """Have a call run in a chat, open the chat again, with the recorder, and do `then` there."""
    async with DemoSite(rate=60) as site:
        async with run(site.url) as first:
            told = first.listen()
            await say(first, call(text="once"))
            await until(told, "done")
            after_the_first(first)
            url = first.page.url
            await first.page.close()
        async with run(url, recorder=recorder) as again:
            told = again.listen()
            await until(told, "done")
            await then(again, told)
            await recorder.finish()


async def replayed(
    recorder: Recorder, folder: Path, browser: Browser, *, minimal: bool
) -> dict[int, dict[str, Any]]:
    """Replay what was recorded, as it was live; return its blocks."""
    save(recorder, folder, ended="test", minimal=minimal)
    recording = Recording.open(folder)
    played = await play(recording, browser=browser)
    assert differences(recording.live(), played.log, minimal=minimal) == []
    return blocks_of(played.log)


@pytest.mark.parametrize("minimal", [False, True])
async def test_a_replay_knows_the_calls_of_earlier_runs(
    context: BrowserContext, browser: Browser, tmp_path: Path, *, minimal: bool
) -> None:
    def run(url: str, recorder: Recorder | None = None) -> Companion:
        return Companion(
            url,
            context=context,
            registry=ToolRegistry([tool(note)]),
            profile=load_profiles()["demo"],
            config={"policy": {"auto_execute": ["*"], "delay": 0}},
            ledger=Ledger(tmp_path / "ledger.sqlite3"),
            recorder=recorder,
        )

    async def then(again: Companion, told: asyncio.Queue[Event | None]) -> None:
        await say(again, call(text="twice"))
        await until(told, "running")
        await until(told, "done")

    recorder = Recorder()
    await two_runs(run, recorder, then)
    blocks = await replayed(recorder, tmp_path / "made", browser, minimal=minimal)
    assert blocks[1]["status"] == "done"
    assert ("noted once" in str(blocks[1]["result"])) is not minimal


@pytest.mark.parametrize("minimal", [False, True])
async def test_a_replay_knows_what_a_chat_had_seen_before(
    context: BrowserContext, browser: Browser, tmp_path: Path, *, minimal: bool
) -> None:
    """A call that may send private data out does not run automatically, though the user allowed its tool."""
    tools = ToolRegistry([tool(sends_out=True)(note)])
    (definition,) = tools.snapshot()
    config = PolicyConfig(auto_execute=["*"], delay=0)
    allowed = Grant(tool="note", site=EVERYWHERE, definition=definition.fingerprint)

    def run(url: str, recorder: Recorder | None = None) -> Companion:
        return Companion(
            url,
            context=context,
            registry=tools,
            profile=load_profiles()["demo"],
            config=Config(policy=config),
            policy=Policy(
                config,
                store=InMemoryStore(PolicyRules(allow=[allowed])),
                taints=Taints(tmp_path / "taint.jsonl"),
            ),
            ledger=Ledger(tmp_path / "ledger.sqlite3"),
            recorder=recorder,
        )

    def see_private_data(first: Companion) -> None:
        first.policy.record_attachment(next(iter(first.parts.chats)).place)

    async def then(again: Companion, told: asyncio.Queue[Event | None]) -> None:
        for text in ("twice", "thrice"):
            await say(again, call(text=text))
            await until(told, "ready")

    recorder = Recorder()
    await two_runs(run, recorder, then, see_private_data)
    blocks = await replayed(recorder, tmp_path / "made", browser, minimal=minimal)
    assert [blocks[number]["status"] for number in (2, 3)] == ["ready", "ready"]


def parsed(name: str, arguments: dict[str, object]) -> ToolCall:
    return ToolCall(name=name, arguments=arguments, format="xml", span=(0, 0), raw="")


def test_a_recalled_call_has_the_name_and_the_arguments_that_the_model_wrote() -> None:
    written = parsed("note", {"text": "key-1234"})
    loaded = Call("chat", parsed=parsed("box.note", {"text": "[redacted]"}), status="done")
    shown = Call("chat", parsed=written, status="done", registered=True)
    loaded.fingerprint = shown.fingerprint = fingerprint(written)
    calls = EarlierRuns()
    calls.loaded(HistoryLoaded(context("d"), [loaded]))
    block = Block(1, 0, call=shown, document_id="d", conversation="chat")
    (line,) = calls.equal_to(block)
    assert (line.name, line.arguments, line.status) == ("note", {"text": "key-1234"}, "done")
    assert calls.equal_to(block) == []


def context(document: str) -> BlockContext:
    return BlockContext(
        conversation="chat",
        conversation_key="/c/1",
        has_stable_id=True,
        origin="https://a.example",
        address="/c/1",
        document=document,
        top_frame=True,
        turn="m1",
        replies_to="",
        role="assistant",
        live=False,
        appeared=False,
        visibility="plain",
    )


def test_a_page_that_was_loaded_again_has_the_same_calls_of_earlier_runs_in_a_replay() -> None:
    loaded = Call("chat", parsed=parsed("note", {"text": "a"}), status="done", registered=True)
    loaded.fingerprint = fingerprint(loaded.parsed)
    calls = EarlierRuns()
    lines: list[InputLine] = []
    for number, document in enumerate(("first", "second"), 1):
        calls.loaded(HistoryLoaded(context(document), [loaded]))
        shown = Block(1, 0, call=loaded, document_id=document, conversation="chat")
        lines += [line.model_copy(update={"doc": number}) for line in calls.equal_to(shown)]
    history = RecordedHistory(lines, Policy())
    history.documents = {"first": 1, "second": 2}
    (one,), (other,) = history(context("first")), history(context("second"))
    assert one is other


def test_a_chat_that_a_document_shows_again_has_its_earlier_calls_as_they_were_the_first_time() -> None:
    ready = Call("chat", parsed=parsed("note", {"text": "a"}), status="ready", registered=True)
    done = Call("chat", parsed=ready.parsed, status="done", registered=True)
    done.id, ready.fingerprint, done.fingerprint = ready.id, *[fingerprint(ready.parsed)] * 2
    calls = EarlierRuns()
    lines: list[Recalled] = []
    for call_then in (ready, done):
        calls.loaded(HistoryLoaded(context("first"), [call_then]))
        shown = Block(1, 0, call=call_then, document_id="first", conversation="chat")
        lines += calls.equal_to(shown)
    assert [line.status for line in lines] == ["ready"]


def test_a_call_that_is_loaded_again_before_a_block_shows_it_is_as_it_was_then() -> None:
    ready = Call("chat", parsed=parsed("note", {"text": "a"}), status="ready", registered=True)
    done = Call("chat", parsed=ready.parsed, status="done", registered=True)
    done.id, ready.fingerprint, done.fingerprint = ready.id, *[fingerprint(ready.parsed)] * 2
    calls = EarlierRuns()
    for call_then in (ready, done):
        calls.loaded(HistoryLoaded(context("first"), [call_then]))
    shown = Block(1, 0, call=done, document_id="first", conversation="chat")
    assert [line.status for line in calls.equal_to(shown)] == ["done"]


def test_what_this_run_makes_a_chat_see_is_not_recorded_as_seen_before() -> None:
    shown = Block(1, 0, document_id="first", conversation="chat")
    for before, recorded in ((CLEAN, []), (Taint(private=True), [(True, False)])):
        earlier = EarlierRuns()
        for taint in (before, EVERYTHING):
            earlier.loaded(HistoryLoaded(context("first"), []), taint)
        lines = [line for line in earlier.lines_of(shown) if isinstance(line, Tainted)]
        assert [(line.private, line.untrusted) for line in lines] == recorded
