import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from overlay.tools import reload
from overlay.tools.errors import LoadProblem
from overlay.tools.loader import ReloadResult
from overlay.tools.registry import ToolRegistry
from overlay.tools.reload import refresh, watched


def text(name: str) -> str:
    return f"from overlay.tools import tool\n\n@tool\ndef {name}(): ...\n"


class ReloadReports:
    """The reports of the reloads so far."""

    def __init__(self) -> None:
        self.changed: list[str] = []
        self.problems: list[LoadProblem] = []

    def __call__(self, changes: list[ReloadResult], problems: list[LoadProblem]) -> None:
        self.changed += [path.name for change in changes for path in (*change.loaded, *change.gone)]
        self.problems += problems


@pytest.fixture
def registry(tmp_path: Path) -> ToolRegistry:
    (tmp_path / "a.py").write_text(text("one"))
    registry = ToolRegistry()
    registry.load_folder(tmp_path)
    return registry


async def test_a_file_that_was_edited_is_there_after_the_next_look(registry: ToolRegistry, tmp_path: Path):
    reports = ReloadReports()
    (tmp_path / "a.py").write_text(text("another"))
    await refresh(registry, reports)
    assert registry.names == ["another"]
    assert reports.changed == ["a.py"]
    assert reports.problems == []


async def test_a_look_at_unchanged_files_reports_no_tool(registry: ToolRegistry):
    reports = ReloadReports()
    before = registry.version
    await refresh(registry, reports)
    assert reports.changed == []
    assert registry.version == before


async def test_new_and_deleted_files_are_seen(registry: ToolRegistry, tmp_path: Path):
    reports = ReloadReports()
    (tmp_path / "a.py").unlink()
    (tmp_path / "b.py").write_text(text("two"))
    await refresh(registry, reports)
    assert registry.names == ["two"]
    assert reports.changed == ["b.py", "a.py"]


async def test_a_file_that_broke_is_reported_and_its_tools_stay(registry: ToolRegistry, tmp_path: Path):
    reports = ReloadReports()
    (tmp_path / "a.py").write_text("1/0\n\n")
    await refresh(registry, reports)
    assert registry.names == ["one"]
    assert [problem.line for problem in reports.problems] == [1]


async def test_files_are_loaded_beside_the_event_loop(registry: ToolRegistry, tmp_path: Path):
    (tmp_path / "a.py").write_text(
        "import threading\nfrom overlay.tools import tool\nNAME = threading.current_thread().name\n"
        "@tool\ndef thread() -> str:\n    return NAME\n"
    )
    await refresh(registry, ReloadReports())
    assert (await registry.call_tool("thread", {})).text == "overlay-tool"


@asynccontextmanager
async def watching_by_hand(
    registry: ToolRegistry, reports: ReloadReports
) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
    """Yield a function that lets the watcher look once more; that look has ended when the next one is awaited."""
    turns: asyncio.Queue[None] = asyncio.Queue()
    waiting = asyncio.Event()

    async def pause() -> None:
        waiting.set()
        await turns.get()
        waiting.clear()

    async def look() -> None:
        await waiting.wait()
        turns.put_nowait(None)
        await asyncio.sleep(0)
        await waiting.wait()

    async with watched(registry, reports, pause=pause):
        yield look


async def test_the_folder_is_looked_at_again_and_again(registry: ToolRegistry, tmp_path: Path):
    reports = ReloadReports()
    async with watching_by_hand(registry, reports) as look:
        for name in ("two", "three_"):
            (tmp_path / "a.py").write_text(text(name))
            await look()
    assert registry.names == ["three_"]
    assert reports.changed == ["a.py", "a.py"]


async def test_a_look_that_fails_is_not_the_last(
    registry: ToolRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: object) -> ReloadResult:
        raise OSError("the disk is gone")

    reports = ReloadReports()
    (tmp_path / "a.py").write_text(text("another"))
    async with watching_by_hand(registry, reports) as look:
        with monkeypatch.context() as patch:
            patch.setattr(reload, "scan_folder", broken)
            await look()
        await look()
    assert registry.names == ["another"]
    assert "could not look for changed tools" in caplog.text


async def test_the_folder_is_not_watched_after_the_end(registry: ToolRegistry, tmp_path: Path):
    async with watched(registry, ReloadReports()):
        before = len(asyncio.all_tasks())
    assert len(asyncio.all_tasks()) == before - 1
