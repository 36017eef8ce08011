from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest
from playwright.async_api import Page

from overlay.capture.check.model import Difference, Pictures, Verdict
from overlay.capture.report import build
from overlay.capture.report.build import lines, values, write
from tests.capture.check.verdicts import (
    ARGUMENT,
    FOLLOWS,
    HOSTILE,
    MOVED,
    broken,
    different,
    moment,
    same,
    with_pictures,
)
from tests.support.axe import axe_source, violations

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
    return await page.locator(".verdict:visible h2").all_inner_texts()


async def test_a_report_shows_failures_first_and_filters_what_it_shows(page: Page, tmp_path: Path) -> None:
    await page.emulate_media(color_scheme="light")
    problems = await shown(page, written(tmp_path, same(), different(), broken()))
    assert await names(page) == ["all/bad", "all/broken", "all/good"]
    await page.get_by_label("Recording").select_option(label="all/broken")
    assert await names(page) == ["all/broken"]
    await page.reload()
    await page.get_by_label("those that pass").uncheck()
    assert await names(page) == ["all/bad", "all/broken"]
    await page.get_by_label("arguments", exact=True).uncheck()
    kinds = await page.locator(".difference:visible .kind").all_inner_texts()
    assert kinds == ["states", "block DOM"]
    await page.reload()
    await page.get_by_label("Filter by text").fill("SEND_MAIL")
    assert await page.locator(".difference:visible").count() == 1
    assert await page.locator("#shown").inner_text() == "shown: differences 1, recordings 1"
    await page.get_by_label("Filter by text").fill("no such thing")
    assert await page.locator("#nothing").is_visible()
    light = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.get_by_label("Switch between light and dark").click()
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert problems == []  # no request, and nothing that its own Content Security Policy forbids


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


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    for name in ("expected", "got", "difference"):
        (tmp_path / f"{name}.png").write_bytes(PNG)
    return tmp_path


async def test_a_report_shows_both_pictures_of_each_moment_and_has_no_fault_for_axe(
    page: Page, pictures: Path, user_cache: Path
) -> None:
    same = Pictures(expected=str(pictures / "expected.png"), got=str(pictures / "got.png"), share=0)
    shown_moments = [
        moment(pictures, status="running").model_copy(update={"pictures": same}),
        moment(pictures),
        moment(pictures, status="done", block=3),
    ]
    verdict = different(with_pictures(pictures), MOVED, FOLLOWS, shown=shown_moments, name="one")
    path = written(pictures, verdict, verdict.model_copy(update={"name": "again", "folder": "/x/again"}))
    for name in ("expected", "got", "difference"):
        (pictures / f"{name}.png").unlink()
    problems = await shown(page, path)
    axe = axe_source(user_cache)
    assert await violations(page, axe) == []
    viewer = page.locator(".viewer")
    assert await viewer.count() == 1  # a recording with the same differences refers to the first
    loaded = "images => images.map(image => image.naturalWidth)"
    assert await viewer.locator("img:visible").evaluate_all(loaded) == [1, 1, 1]
    assert await viewer.locator(".at").inner_text() == "1 of 2"
    await viewer.get_by_role("button", name="next").click()
    assert (
        await viewer.locator(".which option:checked").inner_text() == "15 · read_file (2), done · 3.1% differ"
    )
    assert await viewer.get_by_role("button", name="next").get_attribute("aria-disabled") == "true"
    await viewer.get_by_label("only what differs").uncheck()
    assert await viewer.locator(".at").inner_text() == "3 of 3"
    await page.get_by_role("button", name="Show the pictures").first.click()
    assert await viewer.locator(".moment:visible").get_attribute("data-place") == "block 2 ready"
    await viewer.get_by_role("button", name="slider").click()
    slider = viewer.get_by_role("slider")
    await slider.focus()
    await page.keyboard.press("End")
    edge = "sides => sides.style.getPropertyValue('--at')"
    assert await viewer.locator(".sides:visible").evaluate(edge) == "100"
    await page.get_by_label("This is as it should be").first.check()
    await page.locator("#r2 > summary").click()
    await page.emulate_media(color_scheme="dark")
    await page.set_viewport_size({"width": 360, "height": 800})
    assert await violations(page, axe) == []
    assert await page.evaluate("document.documentElement.scrollWidth") == 360
    for name in ("difference", "expected", "now"):
        await viewer.get_by_role("button", name=name, exact=True).click()
        assert await viewer.locator("img:visible").count() == 1
    assert problems == []


async def test_a_report_gives_one_command_that_accepts_what_was_chosen(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folders = {"a b": tmp_path / "a b", "c": tmp_path / "c", "d": Path("/elsewhere/d")}
    verdicts = [
        different(name=name).model_copy(update={"folder": str(folder), "live": name == "d"})
        for name, folder in folders.items()
    ]
    await shown(page, written(tmp_path, *verdicts))
    assert not await page.locator("#accepting").is_visible()
    await page.get_by_label("This is as it should be").first.check()
    assert await page.locator("#command").inner_text() == "overlay check --update 'a b'"
    await page.get_by_label("and in the 2 recordings with the same differences").check()
    assert (await page.locator("#command").inner_text()).split("\n") == [
        "overlay check --update 'a b' c",
        "overlay capture --like /elsewhere/d --force -o /elsewhere/d",
    ]


@pytest.mark.thorough
async def test_a_report_leaves_out_pictures_that_are_damaged_too_large_or_too_many(
    page: Page, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "MOST_PICTURES", 4)
    await shown(page, written(pictures, different(shown=[moment(pictures)] * 3)))
    assert await page.locator(".viewer img").count() == 4
    for data in (b"no picture", PNG + bytes(build.LARGEST)):
        (pictures / "expected.png").write_bytes(data)
        await shown(page, written(pictures, different(shown=[moment(pictures)])))
        assert await page.locator(".viewer img").count() == 2


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


def test_only_lines_that_take_each_others_place_show_the_words_that_changed() -> None:
    difference = ARGUMENT.model_copy(update={"diff": [("-", "read the notes"), ("+", "read our notes")]})
    assert [(line.mark, line.pieces) for line in lines(difference)] == [
        ("-", [(False, "read "), (True, "the"), (False, " notes")]),
        ("+", [(False, "read "), (True, "our"), (False, " notes")]),
    ]
    difference = ARGUMENT.model_copy(update={"diff": [(" ", "a"), ("-", "b"), ("-", "c"), ("+", "d")]})
    assert [line.pieces for line in lines(difference)] == [[(False, text)] for text in "abcd"]
    assert values(ARGUMENT) == ([(False, '"notes.md"')], [(False, "")])
