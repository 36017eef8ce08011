from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

from overlay.capture.replay import NotPlayed, documents, play
from tests.capture.made import Made, element, text


async def test_a_document_that_can_not_be_opened_is_named(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def goto(page: Page, url: str, **_: Any) -> None:
        raise PlaywrightError("crashed")

    made = Made()
    made.open()
    recording = made.write(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Page, "goto", goto)
        with pytest.raises(NotPlayed, match=r"document 1 \(https://chat.example.test/c/one\)"):
            await play(recording, browser=browser)
    monkeypatch.setattr(documents, "PATIENCE", 0.0)
    with pytest.raises(NotPlayed, match="TimeoutError"):
        await play(recording, browser=browser)


@pytest.mark.thorough
async def test_a_frame_in_an_element_that_is_not_a_frame_is_named(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "p"))
    made.open(text(30, "x"), url="https://chat.example.test/a", frame=(1, 20))
    with pytest.raises(NotPlayed, match=r"document 2.*node 20 is not a frame"):
        await play(made.write(tmp_path), browser=browser)


@pytest.mark.thorough
async def test_a_frame_that_left_with_its_element_may_close(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "iframe"))
    made.open(text(30, "x"), url="https://chat.example.test/a", frame=(1, 20))
    made.step({"o": "del", "id": 20})
    made.close(2)
    made.step()
    assert "#document 2" not in (await play(made.write(tmp_path), browser=browser)).dom


@pytest.mark.parametrize("tag", ["iframe", "object", "embed"])
async def test_a_document_is_opened_in_each_element_that_can_contain_one(
    tag: str, browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.open(element(20, tag, type="image/svg+xml"))
    made.open(text(30, "inside"), url="https://chat.example.test/a", frame=(1, 20))
    made.step(after=100)
    assert '"inside"' in (await play(made.write(tmp_path), browser=browser)).dom
