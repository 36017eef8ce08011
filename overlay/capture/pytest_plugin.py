"""The pytest plug-in: regression tests of chat pages, recorded and live (see docs/check.md).

pytest loads it in every run where overlay is installed, so it imports overlay's modules only when a test
needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from overlay.capture.pytest_support.asserting import AssertBlocks
    from overlay.capture.pytest_support.replays import Replays
    from overlay.capture.recording import Recording

LIVE = ("asyncio", "playwright-asyncio")
"""The pytest plug-ins that `companion` needs, by entry point name."""
SYNCHRONOUS = "playwright"
PLAYWRIGHT = (SYNCHRONOUS, "playwright-asyncio")
"""The pytest plug-ins that start a browser, by entry point name."""
NO_RECORDING = (
    "no recording is given: mark the test with @pytest.mark.recording('DIR'), or run pytest with "
    "--overlay-recordings DIR"
)
NOT_LIVE = (
    "`companion` needs asynchronous tests: pip install pytest-playwright-asyncio (it takes the place of "
    "pytest-playwright). With pytest-playwright, use `overlay_page`. Recordings need neither."
)
NO_PAGE = (
    "a live page needs a browser: pip install pytest-playwright, or pytest-playwright-asyncio for "
    "asynchronous tests. Recordings need neither."
)
NOT_SYNCHRONOUS = (
    "`overlay_page` needs pytest-playwright. With pytest-playwright-asyncio, use `companion`: "
    "`chat = await companion(page)`."
)
_ASSERTING = pytest.StashKey["AssertBlocks"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options and the ini setting."""
    group = parser.getgroup("overlay", "overlay (recordings of chat pages)")
    group.addoption(
        "--overlay-update", action="store_true", help="Accept what the recordings give, instead of comparing."
    )
    group.addoption(
        "--overlay-recordings",
        action="append",
        default=[],
        metavar="DIR",
        help="Give the recordings in DIR to tests that take `recording` and name none.",
    )
    parser.addini("overlay_recordings", "Folders for --overlay-recordings.", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the fixtures for live pages if the plug-ins they need are installed."""
    config.addinivalue_line(
        "markers", "recording(*paths): the recordings that the fixture `recording` gives, one a test"
    )
    manager = config.pluginmanager
    if any(manager.has_plugin(name) for name in PLAYWRIGHT):
        manager.import_plugin("overlay.capture.pytest_support.found_browser")
    manager.register(_Missing(), "overlay-missing")  # the fixtures below take the place of its own
    if manager.has_plugin(SYNCHRONOUS):
        manager.import_plugin("overlay.capture.pytest_support.sync_page")
    if all(manager.has_plugin(name) for name in LIVE):
        manager.import_plugin("overlay.capture.pytest_support.live")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test that uses the fixture `recording`: one test for each recording."""
    if "recording" not in metafunc.fixturenames:
        return
    folders = _folders(metafunc)
    if not folders:
        return
    from overlay.capture.check.discovery import find
    from overlay.common.errors import UsageError

    try:
        found = find(folders)
    except UsageError as error:
        # This error is told in one line, without a traceback of pytest's collection.
        raise pytest.Collector.CollectError(f"{metafunc.definition.nodeid}: {error}") from error
    metafunc.parametrize(
        "recording", [one.folder for one in found], ids=[one.name for one in found], indirect=True
    )


def _folders(metafunc: pytest.Metafunc) -> list[Path]:
    config = metafunc.config
    marked = [
        metafunc.definition.path.parent / str(path)
        for mark in metafunc.definition.iter_markers("recording")
        for path in mark.args
    ]
    if marked:
        return marked
    given = [config.invocation_params.dir / path for path in config.getoption("--overlay-recordings") or ()]
    return given or list(config.getini("overlay_recordings"))


@pytest.fixture
def recording(request: pytest.FixtureRequest) -> Recording:
    """The recording of this test. A corrupt recording fails only this test."""
    folder: Path | None = getattr(request, "param", None)
    if folder is None:
        pytest.fail(NO_RECORDING, pytrace=False)
    from overlay.capture.recording import Recording

    return Recording.open(folder)


@pytest.fixture(scope="session")
def _overlay_replays() -> Iterator[Callable[[], Replays]]:
    made: list[Replays] = []

    def get() -> Replays:
        if not made:
            from overlay.capture.pytest_support.replays import Replays

            made.append(Replays())
        return made[0]

    yield get
    for one in made:
        one.close()


@pytest.fixture
def assert_blocks(request: pytest.FixtureRequest, _overlay_replays: Callable[[], Replays]) -> AssertBlocks:
    """Assert the result of a recording or the blocks of a live page; see `AssertBlocks`."""
    from overlay.capture.pytest_support.asserting import AssertBlocks

    asserting = AssertBlocks(_overlay_replays, update=bool(request.config.getoption("--overlay-update")))
    request.node.stash[_ASSERTING] = asserting
    return asserting


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that forgot to await an assertion: it compared nothing."""
    result = yield
    asserting = item.stash.get(_ASSERTING, None)
    if asserting and (advice := asserting.forgotten()):
        pytest.fail(advice, pytrace=False)
    return result


class _Missing:
    """Fixtures that fail a test that needs a live page, with a message that names the missing plug-ins."""

    @pytest.fixture
    def companion(self) -> Any:
        """Fail the test."""
        pytest.fail(NOT_LIVE, pytrace=False)

    @pytest.fixture
    def overlay_page(self) -> Any:
        """Fail the test."""
        pytest.fail(NOT_SYNCHRONOUS, pytrace=False)

    @pytest.fixture
    def chat_page(self) -> Any:
        """Fail the test."""
        pytest.fail(NO_PAGE, pytrace=False)
