"""Tools that block overlay, end it, or write where they must not. Controls: tools that behave."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from overlay.tools import ToolContext, ToolError, ToolRegistry, own_thread, tool
from overlay.tools.context import OutlineTarget
from tests.support.effort import corners


def registry(function: Callable[..., Any], **options: Any) -> ToolRegistry:
    return ToolRegistry([tool(name="t", **options)(function)])


async def refusal(function: Callable[..., Any], **options: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await registry(function, **options).call_tool("t", {})
    return caught.value


async def test_a_tool_that_blocks_in_an_async_function_does_not_hold_up_overlays_loop():
    go = threading.Event()

    async def block() -> bool:
        return go.wait(20)

    call = asyncio.create_task(registry(block).call_tool("t", {}))
    await asyncio.sleep(0)
    go.set()  # not reached while the tool blocks this loop
    assert (await call).structured is True


async def test_an_async_tool_that_waits_as_it_should_gives_its_result():
    async def wait() -> str:
        await asyncio.sleep(0)
        return "fine"

    assert (await registry(wait).call_tool("t", {})).text == "fine"


async def test_an_async_tool_on_overlays_loop_is_there():
    async def where() -> bool:
        return threading.current_thread() is here

    here = threading.current_thread()
    assert (await registry(where, on_loop=True).call_tool("t", {})).structured is True


async def test_the_time_limit_ends_the_wait_for_a_tool_that_blocks():
    go, ended = threading.Event(), threading.Event()

    async def block() -> None:
        go.wait()
        ended.set()

    fault = await refusal(block, timeout=0.05)
    assert fault.code == "tool_timeout"
    assert not ended.is_set()
    go.set()
    assert await asyncio.to_thread(ended.wait)


async def test_another_tool_runs_while_one_blocks():
    go = threading.Event()

    async def block() -> bool:
        return go.wait(20)

    async def other() -> str:
        return "fine"

    call = asyncio.create_task(registry(block).call_tool("t", {}))
    await asyncio.sleep(0)
    assert (await registry(other).call_tool("t", {})).text == "fine"
    go.set()
    assert (await call).structured is True


async def test_an_async_tool_past_its_time_is_cancelled_and_can_clean_up():
    cleaned = threading.Event()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.set()

    assert (await refusal(wait, timeout=0.05)).code == "tool_timeout"
    assert await asyncio.to_thread(cleaned.wait, 20)


ENDINGS: list[type[BaseException]] = [
    SystemExit,
    KeyboardInterrupt,
    GeneratorExit,
    asyncio.CancelledError,
    StopIteration,
    RecursionError,
    MemoryError,
]


async def test_an_exception_that_would_end_a_program_ends_only_the_call():
    for kind in ENDINGS:

        def end(kind: type[BaseException] = kind) -> None:
            raise kind

        fault = await refusal(end)
        assert fault.code == "tool_execution_failed"
        assert fault.data == {"type": kind.__name__}


async def test_an_exception_that_would_end_a_program_ends_only_the_call_of_an_async_tool():
    for kind in ENDINGS:
        if kind is StopIteration:
            continue

        async def end(kind: type[BaseException] = kind) -> None:
            raise kind

        assert (await refusal(end)).data == {"type": kind.__name__}


async def test_overlay_stays_in_its_folder(tmp_path: Path):
    before = await asyncio.to_thread(os.getcwd)

    def move() -> str:
        os.chdir(tmp_path)
        return os.getcwd()  # noqa: PTH109

    moved = await registry(move).call_tool("t", {})
    assert moved.text == str(tmp_path)
    assert await asyncio.to_thread(os.getcwd) == before


async def test_tools_that_never_end_are_no_more_than_so_many(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(own_thread, "MOST", 2)
    monkeypatch.setattr(own_thread, "_threads", own_thread._Threads())  # pyright: ignore[reportPrivateUsage]
    go = threading.Event()
    codes = [(await refusal(lambda: go.wait(60), timeout=0.05)).message for _ in range(3)]
    go.set()
    assert [("not started" in said) for said in codes] == [False, False, True]


async def test_a_tool_reaches_the_page_from_its_own_thread():
    here = asyncio.get_running_loop()

    async def highlight(marks: Sequence[OutlineTarget], seconds: float) -> list[str]:
        assert asyncio.get_running_loop() is here
        return ["seen"]

    async def outline(context: ToolContext) -> list[str]:
        assert context.highlight is not None
        return await context.highlight([OutlineTarget("x")], 1)

    context = ToolContext(highlight=highlight)
    assert (await registry(outline).call_tool("t", {}, context=context)).structured == ["seen"]


NOISY = """
import os, subprocess, sys, threading
from overlay import tool

print("at import")


@tool
def noisy() -> str:
    print("by print")
    sys.stdout.buffer.write(b"by buffer\\n")
    sys.__stdout__.write("by the old one\\n")
    sys.__stdout__.flush()
    os.write(1, b"by descriptor\\n")
    subprocess.run([sys.executable, "-c", "print('by a program')"])
    thread = threading.Thread(target=print, args=("by a thread",))
    thread.start()
    thread.join()
    return "the result"


@tool
async def noisy_too() -> str:
    print("by print")
    return "the result"
"""
WORDS = [
    "at import",
    "by print",
    "by buffer",
    "by the old one",
    "by descriptor",
    "by a program",
    "by a thread",
]


@pytest.mark.parametrize(
    ("name", "words"), corners([("noisy", WORDS), ("noisy_too", ["by print"])], ("noisy", WORDS))
)
def test_text_that_a_tool_prints_is_on_stderr_and_not_in_the_output(
    tmp_path: Path, name: str, words: list[str]
):
    (tmp_path / "noisy.py").write_text(NOISY)
    command = [sys.executable, "-m", "overlay", "tools", "call", name, "--folder", str(tmp_path), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(ended.stdout)["text"] == "the result"
    assert [word for word in words if word not in ended.stderr] == []
