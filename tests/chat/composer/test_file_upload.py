from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from overlay.chat.composer import file_upload
from overlay.chat.composer.file_upload import FileUploader
from overlay.chat.composer.timeouts import ComposerTimeouts
from tests.chat.conftest import SOON, Room

SITE = "#file, #clip, #item"
READS = """async function reads(event) {
    const [file] = event.target.files; document.getElementById("said").textContent = await file.text(); }"""
SAID = "<p id=said></p>"
INPUT = f"<input id=file type=file hidden>{SAID}<script>{READS} document.getElementById('file').onchange = reads;</script>"
DEEP = f"""<x-host id=host></x-host>{SAID}<script>{READS}
const root = document.getElementById("host").attachShadow({{ mode: "open" }});
root.innerHTML = "<input id=file type=file>"; root.firstChild.onchange = reads;</script>"""
CLICKED = f"""<button id=clip>Attach</button>{SAID}<p id=chips></p><script>{READS}
document.getElementById("clip").onclick = () => {{
    const input = document.createElement("input"); input.type = "file";
    input.onchange = (event) => {{ chips.textContent = input.files[0].name; reads(event); }}; input.click(); }};</script>"""
MENU = f"""<button id=clip>+</button><div id=menu></div>{SAID}<script>{READS}
document.getElementById("clip").onclick = () => {{ document.getElementById("menu").innerHTML = "ITEM"; }};
document.addEventListener("change", reads);</script>"""
IN_MENU = MENU.replace("ITEM", "<label>Upload<input id=file type=file hidden></label>")
CHOOSES = """<button id=item onclick='const input = document.createElement(`input`); input.type = `file`; input.onchange = (event) => { document.body.title = input.files[0].name; reads(event); }; input.click();'>Upload</button>"""
MENU_BUTTON = MENU.replace("ITEM", CHOOSES)
"""An input, or a button that opens a chooser, that is there only after a click on `+`."""
EMPTIES = """<input id=file type=file><p id=chips></p><script>document.getElementById("file").onchange = (event) => {
    const { name } = event.target.files[0]; event.target.value = "";
    if (CHIP) setTimeout(() => { document.getElementById("chips").textContent = name; }, 20); };</script>"""


@pytest.fixture
def result(tmp_path: Path) -> Path:
    path = tmp_path / "read_file-77.txt"
    path.write_text("the whole")
    return path


async def attach(room: Room, body: str, path: Path, waits: ComposerTimeouts = SOON) -> bool:
    return await FileUploader(await room.document(body), SITE, waits).attach(path)


@pytest.mark.parametrize(
    "body",
    [INPUT, DEEP, CLICKED, IN_MENU, MENU_BUTTON],
    ids=["hidden", "shadow", "made-on-click", "in-a-menu", "behind-a-button-in-a-menu"],
)
async def test_the_site_reads_the_file(room: Room, body: str, result: Path) -> None:
    assert await attach(room, body, result, ComposerTimeouts(file=20))
    await expect(room.page.locator("#said")).to_have_text("the whole")


@pytest.mark.parametrize(("chip", "taken", "wait"), [("true", True, 20), ("false", False, 0.2)])
async def test_a_site_that_empties_its_input_has_taken_what_it_names(
    room: Room, chip: str, taken: bool, wait: float, result: Path
) -> None:
    assert await attach(room, EMPTIES.replace("CHIP", chip), result, ComposerTimeouts(file=wait)) is taken


@pytest.mark.thorough
async def test_a_file_name_that_was_there_before_proves_no_upload(room: Room, result: Path) -> None:
    assert not await attach(room, f"<p>{result.name}</p>{EMPTIES.replace('CHIP', 'false')}", result)


async def test_a_button_that_opens_no_chooser_takes_no_file(
    room: Room, result: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_upload, "CHOOSER", 0.05)
    assert not await attach(room, "<button id=clip>Attach</button>", result)


async def test_a_menu_without_a_way_for_files_takes_none(
    room: Room, result: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_upload, "CHOOSER", 0.05)
    assert not await attach(room, MENU.replace("ITEM", "<button id=item>Photos</button>"), result)


async def test_a_site_of_which_nothing_is_known_takes_no_file(room: Room, result: Path) -> None:
    assert not await FileUploader(await room.document(INPUT), "", SOON).attach(result)


@pytest.mark.thorough
async def test_a_page_without_input_and_button_takes_no_file(room: Room, result: Path) -> None:
    assert not await attach(room, "<p>nothing</p>", result)


async def test_a_page_that_went_away_takes_no_file(room: Room, result: Path) -> None:
    document = await room.document(INPUT)
    await room.document("<p>another</p>")
    assert not await FileUploader(document, SITE, SOON).attach(result)


async def test_a_frame_has_an_input_of_its_own(room: Room, result: Path) -> None:
    inner = INPUT.replace('"', "&quot;")
    await room.document(f'<iframe srcdoc="{inner}"></iframe>')
    assert await FileUploader(await room.framed(), SITE, SOON).attach(result)
    await expect(room.page.frame_locator("iframe").locator("#said")).to_have_text("the whole")
