"""Five regressions, each put into overlay for the time of a replay: a check must name each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

import injected_js
from observers.hiding_sheet import Hider
from overlay.calls.call import Call
from overlay.calls.updates import CallUpdates
from overlay.capture.check.model import Difference, Verdict
from overlay.capture.check.runner.check_recording import check
from overlay.capture.check.runner.messages import Options
from overlay.detection.call_builder import CallBuilder
from overlay.sites import loader as profiles
from overlay.sites.profile import SiteProfile
from tests.capture.check.runner.recorded import two_calls
from tests.capture.made import PROFILE


@pytest.fixture(scope="module")
async def accepted(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording with what overlay gives today; in `test_one.py` a second check finds no difference."""
    folder = two_calls(tmp_path_factory.mktemp("planted") / "two")
    pictures = tmp_path_factory.mktemp("pictures")
    assert (await check("two", folder, browser, Options(update=True, pictures=True), pictures)).ok
    return folder


@pytest.fixture
def checked(accepted: Path, browser: Browser, tmp_path: Path) -> Callable[[], Awaitable[Verdict]]:
    async def again() -> Verdict:
        verdict = await check("two", accepted, browser, Options(show=True), tmp_path)
        assert verdict.outcome == "different", verdict.problem
        return verdict

    return again


def causes(verdict: Verdict) -> list[Difference]:
    return [one for one in verdict.differences if not one.follows]


@pytest.mark.thorough
async def test_a_check_names_a_renamed_selector(
    checked: Callable[[], Awaitable[Verdict]], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = profiles.read_profiles

    def renamed() -> Any:
        known, problems = read()
        known["made"] = SiteProfile.model_validate(PROFILE | {"assistant": '[data-turn="model"]'})
        return known, problems

    monkeypatch.setattr(profiles, "read_profiles", renamed)
    verdict = await checked()
    assert any(one.kind in ("call", "reading", "state") and one.name == "note" for one in causes(verdict))
    assert [note for note in verdict.notes if note.startswith("assistant of the profile made was ")]


async def test_a_check_names_a_parameter_that_the_parser_drops_and_a_wrong_state(
    checked: Callable[[], Awaitable[Verdict]], monkeypatch: pytest.MonkeyPatch
) -> None:
    close, end = CallBuilder.close, CallUpdates.end

    def drops(draft: CallBuilder, *given: Any, **more: Any) -> Any:
        if draft.name == "note":
            draft.arguments.pop("text", None)
        return close(draft, *given, **more)

    def fails(updates: CallUpdates, call: Call, status: Any, outcome: Any) -> None:
        end(updates, call, "failed" if call.name == "keep" else status, outcome)

    monkeypatch.setattr(CallBuilder, "close", drops)
    monkeypatch.setattr(CallUpdates, "end", fails)
    found = [one.what for one in causes(await checked())]
    assert "argument text of note (1) is missing" in found
    assert "state of keep (2): done expected, failed came" in found


@pytest.mark.thorough
async def test_a_check_names_a_block_that_hides_nothing(
    checked: Callable[[], Awaitable[Verdict]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(hider: Hider, frame_id: str, *, within: float, faded: str = "") -> None:
        return

    monkeypatch.setattr(Hider, "hide_in", nothing)
    found = [one.what for one in causes(await checked())]
    assert any(what.endswith("the block hides nothing: the raw text shows beside it") for what in found)


@pytest.mark.thorough
async def test_a_check_names_a_button_that_moved(
    checked: Callable[[], Awaitable[Verdict]], monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = injected_js.bundle

    def moved(*given: Any) -> str:
        return bundle(*given).replace(
            'fill(make("div", "function-name-right"), tree.elapsed, tree.status, tree.callId, tree.expand)',
            '(() => { left.append(tree.expand); return fill(make("div", "function-name-right"), tree.elapsed, tree.status, tree.callId); })()',
        )

    monkeypatch.setattr(injected_js, "bundle", moved)
    verdict = await checked()
    [difference, *_] = [one for one in causes(verdict) if one.kind == "dom"]
    assert difference.what.endswith(
        "button.expand-button moved from div.function-name-right to div.function-name-left"
    )
    assert difference.also
    [moment] = [one for one in verdict.shown if one.place == difference.place]
    paths = [moment.pictures.expected, moment.pictures.got, moment.pictures.difference]
    assert [path for path in paths if not await asyncio.to_thread(Path(path).is_file)] == []
