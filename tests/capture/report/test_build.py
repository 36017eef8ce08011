from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest
from playwright.async_api import Page

from overlay.capture.check.model import Difference, Verdict
from overlay.capture.report import build
from overlay.capture.report.build import lines, values, write
from tests.capture.check.verdicts import ARGUMENT, HOSTILE, broken, different, same, with_pictures

PNG = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def written(folder: Path, *verdicts: Verdict) -> Path:
    path = folder / "reports" / "report.html"
    write(path, verdicts, 3.5)
    return path


async def shown(page: Page, path: Path) -> list[str]:
    """Open a report. Out: what the page complains of from now on."""
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(("file:", "data:")) else told.append(request.url),
    )
    await page.goto(path.as_uri())
    return told


async def names(page: Page) -> list[str]:
    return await page.locator(".verdict:visible .name").all_inner_texts()


async def test_the_report_shows_every_recording_those_that_failed_first(page: Page, tmp_path: Path) -> None:
    await shown(page, written(tmp_path, same(), different(), broken()))
    assert await names(page) == ["all/bad", "all/broken", "all/good"]


async def test_a_report_needs_nothing_else_and_breaks_no_rule_of_its_own(page: Page, tmp_path: Path) -> None:
    path = written(tmp_path, same(), different(), broken())
    assert await shown(page, path) == []


async def test_a_recording_can_not_act_in_the_report(page: Page, tmp_path: Path) -> None:
    hostile = Difference(
        kind="call", what=HOSTILE, name=HOSTILE, call_id=HOSTILE, expected=HOSTILE, got=HOSTILE
    )
    diff = hostile.model_copy(update={"diff": [("-", HOSTILE), ("+", HOSTILE)]})
    verdict = different(hostile, diff, name=HOSTILE, notes=[HOSTILE])
    told = await shown(page, written(tmp_path, verdict, broken(HOSTILE)))
    assert await page.title() == "overlay check: 2 recordings: 1 different, 1 not checked"
    assert told == []
    assert await page.locator("body script").count() == 1


async def test_one_recording_can_be_chosen(page: Page, tmp_path: Path) -> None:
    await shown(page, written(tmp_path, same(), different(), broken()))
    await page.get_by_label("Recording").select_option(label="all/broken")
    assert await names(page) == ["all/broken"]


async def test_recordings_that_pass_can_be_left_out(page: Page, tmp_path: Path) -> None:
    await shown(page, written(tmp_path, same(), different()))
    await page.get_by_label("those that pass").uncheck()
    assert await names(page) == ["all/bad"]


async def test_a_kind_can_be_left_out(page: Page, tmp_path: Path) -> None:
    await shown(page, written(tmp_path, different()))
    await page.get_by_label("arguments", exact=True).uncheck()
    assert await page.locator(".difference:visible .kind").all_inner_texts() == [
        "states",
        "block DOM",
        "accessibility",
    ]


async def test_differences_can_be_searched(page: Page, tmp_path: Path) -> None:
    await shown(page, written(tmp_path, same(), different()))
    await page.get_by_label("Filter by text").fill("SEND_MAIL")
    assert await page.locator(".difference:visible").count() == 1
    assert await page.locator("#shown").inner_text() == "1 shown in 1"


async def test_a_search_that_finds_nothing_says_so(page: Page, tmp_path: Path) -> None:
    await shown(page, written(tmp_path, same(), different()))
    await page.get_by_label("Filter by text").fill("no such thing")
    assert await page.locator("#nothing").is_visible()


async def test_light_and_dark_can_be_switched(page: Page, tmp_path: Path) -> None:
    await page.emulate_media(color_scheme="light")
    await shown(page, written(tmp_path, same()))
    light = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.get_by_label("Switch between light and dark").click()
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") != light


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    for name in ("expected", "got", "difference"):
        (tmp_path / f"{name}.png").write_bytes(PNG)
    return tmp_path


async def test_pictures_are_in_the_report_itself(page: Page, pictures: Path) -> None:
    path = written(pictures, different(with_pictures(pictures)))
    for name in ("expected", "got", "difference"):
        (pictures / f"{name}.png").unlink()
    await shown(page, path)
    loaded = "images => images.map(image => image.naturalWidth)"
    assert await page.locator(".beside img").evaluate_all(loaded) == [1, 1, 1]


async def test_pictures_can_be_swiped(page: Page, pictures: Path) -> None:
    await shown(page, written(pictures, different(with_pictures(pictures))))
    await page.get_by_role("button", name="swipe").click()
    await page.get_by_role("slider").fill("80")
    assert await page.locator(".upper").evaluate("image => image.style.clipPath") == "inset(0px 0px 0px 80%)"


@pytest.mark.parametrize("data", [b"no picture", PNG + bytes(build.LARGEST)])
async def test_what_is_no_picture_or_too_large_is_left_out(page: Page, pictures: Path, data: bytes) -> None:
    (pictures / "expected.png").write_bytes(data)
    await shown(page, written(pictures, different(with_pictures(pictures))))
    assert await page.locator(".beside img").count() == 2


async def test_a_report_of_very_many_pictures_has_an_end(
    page: Page, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "MOST_PICTURES", 4)
    await shown(page, written(pictures, different(*[with_pictures(pictures)] * 3)))
    assert await page.locator(".beside img").count() == 4


def test_a_report_of_nothing_can_be_written(tmp_path: Path) -> None:
    assert "nothing to check" in written(tmp_path).read_text(encoding="utf-8")


def test_a_report_that_can_not_be_finished_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, same())
    before = path.read_bytes()

    def fails(verdict: Verdict) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(build, "timeline", fails)
    with pytest.raises(RuntimeError):
        written(tmp_path, different())
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == ["report.html"]


def test_lines_that_take_each_others_place_show_the_words_that_changed() -> None:
    difference = ARGUMENT.model_copy(update={"diff": [("-", "read the notes"), ("+", "read our notes")]})
    assert [(line.mark, line.pieces) for line in lines(difference)] == [
        ("-", [(False, "read "), (True, "the"), (False, " notes")]),
        ("+", [(False, "read "), (True, "our"), (False, " notes")]),
    ]


def test_lines_that_only_went_are_shown_plain() -> None:
    difference = ARGUMENT.model_copy(update={"diff": [(" ", "a"), ("-", "b"), ("-", "c"), ("+", "d")]})
    assert [line.pieces for line in lines(difference)] == [[(False, text)] for text in "abcd"]


def test_a_value_without_its_other_is_shown_plain() -> None:
    assert values(ARGUMENT) == ([(False, '"notes.md"')], [(False, "")])
