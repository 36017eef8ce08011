"""Changes planted in two applications of others: each is told by its cause first, and what can be mended is mended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from playwright.async_api import Browser

from overlay.capture.check.model import Difference
from overlay.capture.check.text_report import report
from overlay.capture.live_check.checked import check_live
from overlay.capture.live_check.recorded_again import LiveOptions
from overlay.capture.recording import Recording
from overlay.cli import main
from overlay.sites.loader import load_profiles, own_folder
from tests.beds.changed_page import CHANGES, serving_changed
from tests.beds.test_live_check import again, first

NAMES = tuple(CHANGES)
pytestmark = [pytest.mark.beds, pytest.mark.thorough, pytest.mark.timeout(600)]
SAME = {
    "language label gone": "code blocks do not name their language any more: nothing is lost",
    "streaming sign gone": "the sign of an answer that is being written is gone",
    "virtual list": "the page keeps only the newest messages (a virtual list): nothing is lost",
    "answer drawn whole": "an answer is drawn whole",
    "send button gone": "the send button is gone",
    "wrapper in between": "<article> is new: nothing is lost",
}
"""What is told of a change in both applications; no selector mends these."""
MENDED = {
    "assistantui": {
        "class renamed": '`[data-role="assistant"]` became `.reply-root`',
        "code in another element": "`pre` became `.listing`",
        "composer of another kind": '`textarea[class*="aui-composer-input"]` became `.ask-line`',
        "streaming sign renamed": "became `.composer-stop`",
    },
    "deepchat": {
        "class renamed": "became `.deep-chat-outer-container-role-reply`",
        "code in another element": "`pre` became `.listing`",
        "composer of another kind": "`#text-input` became `#ask-line`",
        "streaming sign renamed": "became `#stop-square`",
    },
}
"""What is told of a change that `sites check --fix` mends."""


@pytest.fixture(scope="module", params=NAMES)
async def old(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Recording]:
    name, folder = str(request.param), tmp_path_factory.mktemp("old")
    with serving_changed(name, [], folder) as url:
        # The page stands still while it loads its highlighter for the first code.
        messages = ("Show me code. case:code", "Please look. case:slow")
        yield await first(url, load_profiles()[name], folder / name, browser, messages)


@pytest.fixture
def own_profiles() -> Iterator[None]:
    """The user's own profiles, which are deleted after the test."""
    yield
    for file in own_folder().glob("*.toml"):
        file.unlink()


async def overlay(*words: str | Path) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, main, list(map(str, words)))


async def checked(old: Recording, url: str, folder: Path) -> tuple[str, list[Difference]]:
    """Check the recording against the application at `url`; return the report's first line, and the differences."""
    verdict = await check_live("it", old.folder, folder, LiveOptions(url), lambda _: None)
    assert verdict.outcome != "error", verdict.problem
    return "\n".join(report(verdict)[1:2]), verdict.differences


def test_each_planted_change_has_what_is_told_of_it() -> None:
    for name, changes in CHANGES.items():
        assert set(changes) == {*SAME, *MENDED[name]}


@pytest.mark.parametrize("change", list(SAME))
async def test_a_change_that_no_selector_mends_is_told_by_its_cause(
    old: Recording, change: str, tmp_path: Path
) -> None:
    name = str(old.manifest.profile["name"])
    with serving_changed(name, CHANGES[name][change], tmp_path) as url:
        told, found = await checked(old, url, tmp_path / "now")
    assert SAME[change] in told
    assert [each.mend for each in found if each.mend] == []


@pytest.mark.parametrize("change", list(MENDED["assistantui"]))
async def test_the_profile_that_is_written_for_a_change_holds(
    old: Recording, own_profiles: None, change: str, tmp_path: Path
) -> None:
    name = str(old.manifest.profile["name"])
    with serving_changed(name, CHANGES[name][change], tmp_path) as url:
        words = ("--headless", "--url", url, "--like", old.folder, "--fix", "--yes")
        result = await overlay("sites", "check", name, *words)
        assert MENDED[name][change] in result.stdout.splitlines()[1]
        assert "holds in now" in result.stderr
        assert result.exit_code == 0, result.output
        _, left = await checked(old, url, tmp_path / "mended")
    assert [each.what for each in left if "nothing is lost" not in each.what] == []


async def test_ten_recordings_of_an_unchanged_application_are_all_the_same(
    old: Recording, tmp_path: Path, browser: Browser
) -> None:
    found = [await again(old, tmp_path / str(number), browser) for number in range(10)]
    assert [each.differences("") for each in found] == [[]] * 10
