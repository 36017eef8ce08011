"""Changes planted in the bundled chat: each is told by its cause first, and what can be mended is mended."""

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
from overlay.capture.live_check.page_pictures import both_pages
from overlay.capture.live_check.recorded_again import LiveOptions
from overlay.capture.recording import Recording
from overlay.cli import main
from overlay.sites.loader import own_folder
from tests.capture.live_check.changed_chat import CHANGES, chat, first_recording

FIRST = {
    "class renamed": '`[data-turn="assistant"]` became `.reply`',
    "code in another element": "`pre` became `.listing`",
    "language label gone": "code blocks do not name their language any more: nothing is lost",
    "composer of another kind": "`#composer` became `#ask-box`",
    "streaming sign gone": '`[data-testid="stop"]`',
    "streaming sign renamed": '`[data-testid="stop"]` became `[data-testid="halt-streaming"]`',
    "send button renamed": '`[data-testid="send"]` became `[data-testid="deliver"]`',
    "virtual list": "the page keeps only the newest messages (a virtual list): nothing is lost",
    "answer drawn whole": "an answer is drawn whole",
    "conversation address": "the address of a conversation has another form",
    "send button gone": "the send button is gone",
    "wrapper in between": "<section> is new: nothing is lost",
}
MENDED = {
    "class renamed",
    "code in another element",
    "composer of another kind",
    "streaming sign gone",
    "streaming sign renamed",
    "send button renamed",
    "conversation address",
}
"""The changes by which a field of the profile finds nothing."""


@pytest.fixture(scope="module")
async def old(overlay_browser: object, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Recording]:
    del overlay_browser
    folder = tmp_path_factory.mktemp("old")
    with pytest.MonkeyPatch.context() as patch:
        async with chat(folder, [], patch) as url:
            yield await first_recording(url, folder / "demo")


async def overlay(*words: str | Path) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, main, list(map(str, words)))


async def again(old: Recording, url: str, folder: Path) -> tuple[str, list[Difference]]:
    """Check the recording against the site at `url`; return the report's first line, and the differences."""
    verdict = await check_live("demo", old.folder, folder, LiveOptions(url), lambda _: None)
    assert verdict.outcome != "error", verdict.problem
    return "\n".join(report(verdict)[1:2]), verdict.differences


@pytest.fixture
def own_profiles() -> Iterator[None]:
    """The user's own profiles, which are deleted after the test."""
    yield
    for file in own_folder().glob("*.toml"):
        file.unlink()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "send button gone" else pytest.mark.thorough) for name in FIRST],
)
async def test_a_planted_change_is_told_by_its_cause_first_and_the_written_profile_holds(
    name: str, old: Recording, own_profiles: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with chat(tmp_path, CHANGES[name], monkeypatch) as url:
        if name not in MENDED:
            first, found = await again(old, url, tmp_path / "now")
            assert FIRST[name] in first
            assert [each.mend for each in found if each.mend] == []
            return
        words = ("--headless", "--url", url, "--like", old.folder, "--fix", "--yes")
        result = await overlay("sites", "check", "demo", *words)
        assert FIRST[name] in result.stdout.splitlines()[1]
        assert "holds in now" in result.stderr
        assert result.exit_code == 0, result.output
        _, left = await again(old, url, tmp_path / "mended")
        assert [each.what for each in left if "nothing is lost" not in each.what] == []


@pytest.mark.thorough
async def test_a_report_shows_the_recorded_page_beside_the_page_of_today(
    old: Recording, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with chat(tmp_path, CHANGES["class renamed"], monkeypatch) as url:
        await again(old, url, tmp_path / "now")
    shown = await both_pages(old, Recording.open(tmp_path / "now"), browser, tmp_path / "pages")
    assert [one.step for one in shown] == sorted(one.step or 0 for one in shown)
    [turn] = [one.pictures for one in shown if one.turn == 1]
    for path in (turn.expected, turn.got, turn.difference):
        assert (await asyncio.to_thread(Path(path).read_bytes)).startswith(b"\x89PNG")
    [done] = [one.pictures for one in shown if one.status == "done"]
    assert done.expected
    assert not done.got
    states = [one.pictures.expected for one in shown if one.status and one.pictures.expected]
    assert len(states) == len(set(states))


@pytest.mark.thorough
async def test_ten_recordings_of_an_unchanged_site_are_all_the_same(
    old: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with chat(tmp_path, [], monkeypatch) as url:
        found = [await again(old, url, tmp_path / str(number)) for number in range(10)]
    assert [differences for _, differences in found] == [[]] * 10
