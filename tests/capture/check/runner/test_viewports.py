from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

import injected_js
from overlay.capture.check.model import Verdict
from overlay.capture.check.runner.check_recording import check
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.viewports import other_sizes, size_of
from overlay.capture.manifest import Manifest
from overlay.capture.recording import EXPECTED, PICTURES, Expected
from overlay.common.errors import UsageError
from tests.capture.check.runner.recorded import two_calls

MANIFEST = Manifest(
    made="", target="", url="", overlay="", browser="", profile={}, config={}, width=1280, height=800
)
PHONE = "390x844"


def test_a_size_is_a_width_and_a_height() -> None:
    assert size_of(PHONE) == (390, 844)
    for name in ("390", "390x", "0x20", "99999x5", "390X844", "390x844x2"):
        with pytest.raises(UsageError):
            size_of(name)


def test_accepted_sizes_are_checked_again_and_an_update_loses_none(tmp_path: Path) -> None:
    for name in (PHONE, "800x600", "notes"):
        (tmp_path / name).mkdir()
    expected = Expected([], [], "", tmp_path)
    assert other_sizes(Options(), MANIFEST, expected) == [PHONE, "800x600"]
    assert other_sizes(Options(viewports=["1280x800", PHONE]), MANIFEST, expected) == [PHONE]
    assert other_sizes(Options(update=True, viewports=["10x10"]), MANIFEST, expected) == [
        "10x10",
        PHONE,
        "800x600",
    ]
    assert other_sizes(Options(viewports=[PHONE]), MANIFEST, None) == [PHONE]


@pytest.mark.thorough
async def test_pictures_of_each_size_are_kept_and_compared_without_ignored_parts(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = two_calls(tmp_path / "two")

    numbers = count()

    async def checked(**options: object) -> Verdict:
        given = Options.model_validate(options)
        return await check("two", folder, browser, given, tmp_path / str(next(numbers)))

    assert (await checked(update=True, pictures=True)).ok
    before = {path.name: path.read_bytes() for path in (folder / EXPECTED / PICTURES).iterdir()}
    [unknown] = (await checked(pictures=True, viewports=[PHONE])).differences
    assert (
        unknown.what
        == f"no picture was accepted at {PHONE}: overlay check --update --viewport {PHONE} takes them"
    )
    assert (await checked(update=True, pictures=True, viewports=[PHONE])).ok
    pictures = folder / EXPECTED / PICTURES
    assert sorted(path.name for path in (pictures / PHONE).iterdir()) == sorted(before)
    assert {name: (pictures / name).read_bytes() for name in before} == before
    assert (await checked(pictures=True)).outcome == "same"

    bundle = injected_js.bundle

    def red(*given: Any) -> str:
        return bundle(*given).replace(".function-name-text {", ".function-name-text { color: red;")

    monkeypatch.setattr(injected_js, "bundle", red)
    verdict = await checked(pictures=True)
    assert {one.viewport for one in verdict.shown} == {"", PHONE}
    [difference] = [one for one in verdict.differences if not one.follows]
    assert any(place.endswith(PHONE) for place in difference.also)
    (folder / "check.toml").write_text('ignore = [".function-name-text"]')
    assert (await checked(pictures=True)).outcome == "same"
