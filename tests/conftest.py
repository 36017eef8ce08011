"""The fixtures that every test may use: a browser as overlay finds it, and folders that are not the user's own."""

from __future__ import annotations

import asyncio
import functools
import gc
import inspect
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Generator, Iterator
from pathlib import Path
from typing import Any, cast

import platformdirs
import pytest
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import BrowserType, expect
from playwright.async_api import Error as PlaywrightError

from overlay.common.errors import BrowserNotFound
from overlay.companion.browser import Browser, ensure_browser, launch_options
from tests.support.effort import THOROUGH, some
from tests.support.failure_report import FailureReport
from tests.support.folder_times import FolderTimes

# Its asserts explain themselves only if this comes before its first import, which may be in any folder.
pytest.register_assert_rewrite("tests.sites.real.promises")

FIRST = (
    "attacks/test_quotes_and_hidden.py",
    "beds/test_assistantui.py",
    "attacks/test_layers.py",
    "beds/test_nicegui.py",
    "attacks/test_mounted_twice.py",
    "beds/test_n8n.py",
    "attacks/test_face.py",
    "beds/test_deepchat.py",
    "injected/face/test_click_guard.py",
    "acceptance/test_late_answers.py",
    "acceptance/test_long_history.py",
    "companion/test_companion.py",
    "capture/test_pytest_plugin.py",
    "cli/test_demo_player.py",
    "beds/",
)
"""The slowest files come first, so that no worker process runs one alone at the end. The applications of `beds` leave the
processor idle for much of their time, so they alternate with files that use it.
"""

STARTS_BROWSER = {
    "overlay_browser",
    "window_browser",
    "playwright",
    "browser_type",
    "browser",
    "context",
    "page",
}
"""Fixtures that start a browser, or find one; a test that uses one of them is marked `browser`."""

STARTS_PROGRAMS = (
    "beds/",
    "capture/check/runner/test_cluster.py",
    "capture/check/runner/test_engine.py",
    "capture/check/runner/test_worker.py",
    "capture/importers/test_opening.py",
    "capture/record/test_baseline.py",
    "capture/pytest_support/",
    "cli/test_capture.py",
    "calls/ledger/test_kills.py",
    "companion/watch/test_run.py",
    "cli/test_demo_player.py",
    "scan/test_engines.py",
    "capture/test_pytest_plugin.py",
    "attacks/test_floods.py",
    "tools/mcp/oauth/test_provider.py",
    "tools/mcp/test_attachments.py",
    "tools/mcp/test_tool_calls.py",
    "tools/mcp/test_connection.py",
    "tools/mcp/test_prompts.py",
    "tools/mcp/test_real_servers.py",
)
"""Files whose tests start a browser in another process, or servers or a cluster; they are marked `browser` too."""

UNCOVERED = (
    "attacks/test_hostile_text.py",
    "attacks/test_schemas.py",
    "beds/",
    "detection/formats/test_examples.py",
    "detection/test_cases.py",
    "detection/test_chat_variants.py",
    "detection/test_short_cuts.py",
    "detection/test_typed_by_schema.py",
    "detection/test_used_text.py",
    "detection/test_whole_texts.py",
    "docs/",
    "house/",
)
"""Files whose coverage is not measured: they go through the same lines some thousand times, which takes more than twice
as long while lines are counted. Other tests cover those lines.
"""

BROWSER_FOLDERS = {Path(__file__).parent / name for name in ("acceptance", "beds", "injected")}
"""Folders in which every test is marked `browser`."""

THOROUGH_RUN = "thorough"
"""Word of `-m` for a thorough run: all that the default run leaves out, and more cases where it tries a few."""

THOROUGH_ASKED = (THOROUGH_RUN, "beds", "openwebui", "llamacpp")
"""Words of `-m` that ask for tests marked `thorough`."""

PICTURES = Path("failed-tests")
"""Folder of the pictures of pages whose test failed, in the folder in which pytest was started."""

_REPORT = pytest.StashKey[FailureReport]()
_SHELL = pytest.StashKey[Browser]()
_WHOLE = pytest.StashKey[Browser]()


@pytest.fixture(scope="session", autouse=True)
def overlay_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """`OVERLAY_HOME` for the whole run: no test reads or writes the user's folders."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("overlay-home")
        patch.setenv("OVERLAY_HOME", str(home))
        patch.setenv("LANGUAGE", "en")
        yield home


class _ListenerErrors(logging.Handler):
    """Keeps what overlay logs when a listener of its event stream raises."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(scope="session")
def _listener_error_handler() -> Iterator[_ListenerErrors]:
    handler, logger = _ListenerErrors(), logging.getLogger("overlay.calls.event_stream")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture(autouse=True)
def listener_errors(_listener_error_handler: _ListenerErrors) -> Iterator[list[logging.LogRecord]]:
    """The errors of listeners in this test. overlay only logs them, so they fail the test unless it clears the list."""
    records = _listener_error_handler.records
    records.clear()
    yield records
    raised = [record.exc_info and record.exc_info[1] for record in records]
    records.clear()
    assert raised == []


@pytest.fixture(scope="session")
def user_cache() -> Path:
    """The person's own cache folder: what tests bring in from the network is kept there for the next run."""
    return _user_cache()


def _user_cache() -> Path:
    folder = platformdirs.user_cache_path("overlay", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Two processes for each core: a test with a browser waits for a part of its time."""
    if config.option.markexpr == "not browser":
        return None
    return max(2, 2 * len(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else None


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background job ignores Ctrl+C, and so would every program that a test starts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if THOROUGH_RUN in config.option.markexpr:
        os.environ[THOROUGH] = "1"
    # A wait ends when its condition is true; the limit matters only for failures on a busy machine.
    expect.set_options(timeout=20_000)
    settings.register_profile(
        "overlay",
        max_examples=some(100, 25),
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("overlay")
    gc.disable()  # until all tests are collected
    # Keep bytecode caches: the tests start a hundred processes.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(FolderTimes())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without browser tests, files and folders with only such tests need not be imported."""
    if config.option.markexpr != "not browser":
        return None
    place = collection_path.relative_to(Path(__file__).parent).as_posix()
    return True if collection_path in BROWSER_FOLDERS or place.startswith(STARTS_PROGRAMS) else None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> list[pytest.Item] | None:
    """No worker spends time on the cells of a thorough test that is left out."""
    if not name.startswith("test_") or _asks_for_thorough(collector.config):
        return None
    module = collector.getparent(pytest.Module)
    for each in (module.obj if module else None, collector.obj, obj):
        found: Any = getattr(each, "pytestmark", [])
        marks: list[Any] = cast("list[Any]", found) if isinstance(found, list) else [found]
        if any(mark.name == "thorough" for mark in marks):
            return []
    return None


def _asks_for_thorough(config: pytest.Config) -> bool:
    """Whether the run was started with a word that asks for them, or names a test by its path and name."""
    return any("::" in each for each in config.args) or any(
        word in config.option.markexpr for word in THOROUGH_ASKED
    )


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is `thorough` unless it is asked for; mark what needs a browser; put what takes longest first."""
    if not _asks_for_thorough(config):
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            (left if item.get_closest_marker("thorough") else kept).append(item)
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = kept
    if THOROUGH_RUN in config.option.markexpr:
        for item in items:
            if getattr(getattr(item, "module", None), "some", None) is some:
                item.add_marker(THOROUGH_RUN)
    start = len(str(Path(__file__).parent)) + 1
    places = {item.path: str(item.path)[start:].replace(os.sep, "/") for item in items}

    def place_of(item: pytest.Item) -> str:
        return places[item.path]

    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if STARTS_BROWSER.intersection(fixtures) or place_of(item).startswith(STARTS_PROGRAMS):
            item.add_marker("browser")
        if place_of(item).startswith(UNCOVERED):
            item.add_marker("no_cover")

    slow = {item.path for item in items if item.get_closest_marker("browser")}

    def rank(item: pytest.Item) -> int:
        place = place_of(item)
        later = len(FIRST) + (item.path not in slow)
        return next((at for at, start in enumerate(FIRST) if place.startswith(start)), later)

    items.sort(key=rank)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if report := item.config.stash.get(_REPORT, None):
        report.begin()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Cancel a test a little before its time limit: the report then shows the line in which it waits, where the limit
    itself shows only that the event loop waits. If the test fails, look at its pages while they are open.
    """
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        marker = item.get_closest_marker("timeout")
        limit = marker.args[0] if marker and marker.args else float(item.config.getini("timeout"))
        item.obj = _limited(0.9 * limit, item.obj, item.config.stash.get(_REPORT, None))


def _limited(
    seconds: float, test: Callable[..., Awaitable[None]], report: FailureReport | None
) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def run(*arguments: Any, **fixtures: Any) -> None:
        try:
            async with asyncio.timeout(seconds):
                await test(*arguments, **fixtures)
        except Exception:
            if report:
                await report.look(list(fixtures.values()))
            raise

    return run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    made = yield
    report = item.config.stash.get(_REPORT, None)
    if report and made.failed and (text := report.write(item.nodeid)):
        made.sections.append(("what the failed test left", text))
    return made


def pytest_collection_finish(session: pytest.Session) -> None:
    """Before the first test: bring the browser in, so that no test's time limit counts a download."""
    # Each command ends with a collection, which takes 0.3 s if it goes through all that was collected here.
    gc.freeze()
    gc.enable()
    if session.config.option.collectonly:
        return
    if any(item.get_closest_marker("browser") for item in session.items):
        report = session.config.stash[_REPORT] = FailureReport(PICTURES)
        report.watch_companions()
    wanted = {name for item in session.items for name in getattr(item, "fixturenames", ())}
    if "overlay_browser" in wanted:
        session.config.stash[_SHELL] = _shell(session.config)
    if "window_browser" in wanted:
        session.config.stash[_WHOLE] = _whole(session.config)


@pytest.fixture(scope="session")
def overlay_browser(pytestconfig: pytest.Config) -> Browser:
    """The browser of the run, as overlay takes it for runs without a window: brought in if the machine has
    none; what is being done is shown at once.
    """
    return pytestconfig.stash.get(_SHELL, None) or _shell(pytestconfig)


@pytest.fixture(scope="session")
def window_browser(pytestconfig: pytest.Config) -> Browser:
    """One that has windows, profiles and settings, as a person's."""
    return pytestconfig.stash.get(_WHOLE, None) or _whole(pytestconfig)


def _shell(config: pytest.Config) -> Browser:
    if config.getoption("--browser-channel"):
        return _whole(config)
    try:
        return _bring(config, "headless-shell")
    except BrowserNotFound:
        return _whole(config)


def _whole(config: pytest.Config) -> Browser:
    return _bring(config, config.getoption("--browser-channel"))


def _bring(config: pytest.Config, name: str | None) -> Browser:
    capture: Any = config.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"overlay: {line}", file=sys.stderr, flush=True)  # noqa: T201 - a download must not look like a hang

    return ensure_browser(name, notify=say, lock=_user_cache() / "browser.lock")


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], overlay_browser: Browser
) -> dict[str, Any]:
    """pytest-playwright's launch options, with overlay's browser and flags in place of its own."""
    given = dict(browser_type_launch_args)
    given.pop("channel", None)
    given.pop("executable_path", None)
    options = launch_options(overlay_browser, given.get("headless", True), loopback_only=True)
    if options["headless"]:
        # One process less to draw each page: a tenth of the processor time of the browser tests.
        options["args"] = [*options["args"], "--in-process-gpu"]
    return {**options, **given}


@pytest.fixture(scope="session")
def launch_browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Callable[..., Awaitable[PlaywrightBrowser]]:
    """pytest-playwright's function that starts a browser; it starts a second one if the first crashes as it starts.

    Chromium did so once before its first page, and all tests of that worker process failed.
    """

    async def launch(**more: Any) -> PlaywrightBrowser:
        options = {**browser_type_launch_args, **more}
        try:
            return await browser_type.launch(**options)
        except PlaywrightError as error:
            if "SIGSEGV" not in str(error):
                raise
            logging.getLogger(__name__).warning(
                "Chromium crashed as it started, and is started again: %s", error
            )
        return await browser_type.launch(**options)

    return launch


@pytest.fixture(scope="session")
def base_url() -> str | None:
    """None: tests give whole addresses. (The plug-in's own fixture is a method, which pytest 9 warns of.)"""
    return None
