"""Five regressions, each put into overlay for the time of a replay: a check must name each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

import injected_js
from observers.hiding_sheet import Hider
from overlay.calls.call import Call
from overlay.calls.updates import CallUpdates
from overlay.capture.check.model import Difference, Verdict
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.one import check
from overlay.chat.sites import loader as profiles
from overlay.detection.call_builder import CallBuilder
from tests.capture.check.runner.recorded import copy_of_demo


@pytest.fixture(scope="module")
async def accepted(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's recording with what overlay gives today."""
    folder = copy_of_demo(tmp_path_factory.mktemp("planted") / "demo")
    verdict = await check("demo", folder, browser, Options(update=True), folder)
    assert verdict.ok
    return folder


@pytest.fixture
def checked(accepted: Path, browser: Browser, tmp_path: Path) -> Any:
    async def again() -> Verdict:
        verdict = await check("demo", accepted, browser, Options(), tmp_path)
        assert verdict.outcome == "different", verdict.problem
        return verdict

    return again


def telling(verdict: Verdict) -> list[Difference]:
    return [one for one in verdict.differences if not one.follows]


async def test_without_a_regression_there_is_no_difference(
    accepted: Path, browser: Browser, tmp_path: Path
) -> None:
    assert (await check("demo", accepted, browser, Options(), tmp_path)).differences == []


async def test_a_renamed_selector_is_caught_and_named(checked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read = profiles.read_profiles

    def renamed() -> Any:
        known, problems = read()
        known["demo"] = known["demo"].model_copy(update={"assistant": '[data-turn="model"]'})
        return known, problems

    monkeypatch.setattr(profiles, "read_profiles", renamed)
    verdict: Verdict = await checked()
    assert any(
        one.kind in ("call", "reading", "state") and one.name == "list_files" for one in telling(verdict)
    )
    assert [note for note in verdict.notes if note.startswith("assistant of the profile demo was ")]


async def test_a_parser_that_drops_a_parameter_is_caught_and_named(
    checked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = CallBuilder.close

    def drops(draft: CallBuilder, *given: Any, **more: Any) -> Any:
        draft.arguments.pop("path", None)
        return close(draft, *given, **more)

    monkeypatch.setattr(CallBuilder, "close", drops)
    verdict: Verdict = await checked()
    assert "argument path of list_files (2) is missing" in [one.what for one in telling(verdict)]


async def test_a_block_that_hides_nothing_is_caught_and_named(
    checked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(hider: Hider, frame_id: str, *, within: float, faded: str = "") -> None:
        return

    monkeypatch.setattr(Hider, "hide_in", nothing)
    verdict: Verdict = await checked()
    assert any(
        one.what.endswith("the block hides nothing: the raw text shows beside it") for one in telling(verdict)
    )


async def test_a_wrong_state_is_caught_and_named(checked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    end = CallUpdates.end

    def fails(updates: CallUpdates, call: Call, status: Any, outcome: Any) -> None:
        end(updates, call, "failed" if call.name == "calculator" else status, outcome)

    monkeypatch.setattr(CallUpdates, "end", fails)
    verdict: Verdict = await checked()
    assert [one.what for one in telling(verdict) if one.kind == "state"] == [
        "state of calculator: done expected, failed came"
    ]


async def test_a_moved_button_is_caught_and_named(checked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = injected_js.bundle

    def moved(*given: Any) -> str:
        return bundle(*given).replace(
            'fill(make("div", "function-name-right"), tree.elapsed, tree.status, tree.callId, tree.expand)',
            '(() => { left.append(tree.expand); return fill(make("div", "function-name-right"), tree.elapsed, tree.status, tree.callId); })()',
        )

    monkeypatch.setattr(injected_js, "bundle", moved)
    verdict: Verdict = await checked()
    [difference, *_] = [one for one in telling(verdict) if one.kind == "dom"]
    assert difference.what.endswith(
        "button.expand-button moved from div.function-name-right to div.function-name-left"
    )
    assert difference.also
