"""A page, or a frame of another site in it, that tries to get the text, keys and clicks for its message box."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Frame

from observers.document import Document
from observers.page_bridge import Bridge
from overlay.chat.composer.composer import Composer, ComposerError, Inserted
from overlay.chat.composer.file_upload import FileUploader
from overlay.chat.composer.insert_guard import InsertGuard
from overlay.chat.composer.text_compare import equivalent
from overlay.chat.composer.timeouts import ComposerTimeouts
from tests.chat.conftest import SITE, Room, once
from tests.injected.pages import PageSite

PATIENT = ComposerTimeouts(
    box=10, keep=0.02, still=0, user=20, answer=5, button=0.1, digest=1, empty=0.2, sending=0.2, file=1
)
TEXT = "the secret result\n\nof a tool"
LOOT = """<!doctype html><textarea id=loot></textarea><button id=pay style="width: 200px; height: 60px">Pay</button>
<input type=file id=file><script>
window.got = [];
const hear = (event) => got.push(event.data ?? event.key ?? event.type);
for (const name of ["keydown", "beforeinput", "input", "paste", "click", "pointerdown", "change"])
  addEventListener(name, hear, true);
const loot = document.getElementById("loot");
loot.focus();
STEALS
</script>"""
"""A page of another site: `got` has all text that arrives in it."""
STEALS_ITSELF = "setInterval(() => { window.focus(); loot.focus(); }, 1);"
BOXES = {
    "textarea": "<textarea id=box></textarea>",
    "bare": "<div id=box contenteditable=true style='min-height: 60px'></div>",
    "rich": "<div id=box contenteditable=true style='min-height: 60px; white-space: pre-wrap'><pre><br></pre></div>",
    "editor": "<div id=box class=cm-content contenteditable=true style='min-height: 60px; white-space: pre-wrap'><div class=cm-line><br></div></div>",
    "pasted": "<div id=box data-slate-editor contenteditable=true style='min-height: 60px; white-space: pre-wrap'><pre><br></pre></div>",
}
PAGE = """<!doctype html><meta charset=utf-8>
<main>BOX</main><button id=send type=button>Send</button>
<textarea id=other style="opacity: 0"></textarea><iframe id=near srcdoc="<textarea id=inner></textarea>"></iframe>
<iframe id=far src="FAR" style="width: 400px; height: 200px"></iframe>
<x-host id=host></x-host><script>
const box = document.getElementById("box"), far = document.getElementById("far");
const host = document.getElementById("host").attachShadow({ mode: "open", delegatesFocus: true });
host.innerHTML = "<textarea></textarea>";
window.steal = WHOM;
WHEN
</script>"""
WHOM = {
    "a frame of another site": "() => far.focus()",
    "a frame of this site": "() => document.getElementById('near').contentDocument.getElementById('inner').focus()",
    "another box": "() => document.getElementById('other').focus()",
    "a box in a shadow tree": "() => document.getElementById('host').focus()",
}
OTHERS = ["a frame of this site", "another box", "a box in a shadow tree"]
WHEN = {
    "the box gets the focus": "box.addEventListener('focus', () => steal());",
    "text is about to be written": "box.addEventListener('beforeinput', () => steal());",
    "text was written": "box.addEventListener('input', () => steal());",
    "a key goes down": "addEventListener('keydown', () => steal(), true);",
    "something is pasted": "addEventListener('paste', () => steal(), true);",
    "the caret moves": "document.addEventListener('selectionchange', () => steal());",
    "the nodes of the box change": "new MutationObserver(() => steal()).observe(box, { childList: true, subtree: true, characterData: true });",
    "a microtask has come": "box.addEventListener('focus', () => queueMicrotask(steal));",
    "a millisecond has passed": "setInterval(() => steal(), 1);",
}


class TwoSites(Room):
    """Pages of two sites."""

    def __init__(self, browser_page: Any, site: PageSite) -> None:
        super().__init__(browser_page)
        self.site = site

    async def enter(self, body: str, steals: str = "") -> Document:
        """Open a page with that body; `FAR` in it is the address of the other site's page."""
        far = self.site.add(LOOT.replace("STEALS", steals), host="localhost")
        url = self.site.add(body.replace("FAR", far))
        while not self._documents.empty():
            self._documents.get_nowait()
        self._documents = asyncio.Queue()
        await self.page.goto(url)
        while True:
            document = await self.framed()
            if document.url == url:
                return document

    @property
    def far(self) -> Frame:
        return next(frame for frame in self.page.frames if "//localhost" in frame.url)

    async def loot(self) -> str:
        """All text that arrived in the other site's page."""
        got: list[Any] = await self.far.evaluate("[...got, document.getElementById('loot').value]")
        return "".join(str(part) for part in got)


class Attacked(TwoSites):
    def opened(self, document: Document, hello: Any) -> None:
        document.url = hello.url
        super().opened(document, hello)


@pytest.fixture(scope="module")
async def attacked(browser: Browser) -> AsyncIterator[Attacked]:
    context = await browser.new_context()
    async with PageSite() as site:
        attacked = Attacked(await context.new_page(), site)
        bridge = Bridge(context, {"profile": SITE.for_page(), "openers": [], "inspectable": False}, attacked)
        await bridge.start()
        yield attacked
        await bridge.stop()
    await context.close()


def page(kind: str, whom: str, when: str) -> str:
    return (
        PAGE.replace("BOX", BOXES[kind])
        .replace("WHOM", WHOM.get(whom, "() => {}"))
        .replace("WHEN", WHEN.get(when, ""))
    )


async def put(document: Document, text: str = TEXT) -> Inserted | None:
    try:
        return await Composer(document, SITE.send, PATIENT).insert(text)
    except ComposerError:
        return None


async def test_control_text_of_the_protocol_goes_to_the_frame_that_has_the_focus(attacked: Attacked) -> None:
    document = await attacked.enter(page("rich", "a frame of another site", ""))
    await attacked.page.evaluate("box.focus(); steal()")
    session: Any = document.session
    await session.send("Input.insertText", {"text": TEXT})
    assert "secret" in await attacked.loot()


async def test_control_without_an_attack_the_result_is_in_the_box(attacked: Attacked) -> None:
    exact: dict[str, bool] = {}
    for kind in BOXES:
        done = await put(await attacked.enter(page(kind, "", "")))
        exact[kind] = bool(done and done.exact)
    assert exact == dict.fromkeys(BOXES, True)


OTHER_BOXES = """() => [document.getElementById("other").value, host.firstChild.value,
    document.getElementById("near").contentDocument.getElementById("inner").value].join("")"""
FAR = "a frame of another site"
CELLS = list(product(BOXES, WHEN, WHOM))
ELSEWHERE = ("something is pasted", "a key goes down")
"""Only one of the editors gets a paste; no key is used to write a text, only to send it."""
KEPT = [
    *product(["rich"], [when for when in WHEN if when not in ELSEWHERE], [FAR]),
    ("pasted", "something is pasted", FAR),
    *product(["rich"], ["text was written"], OTHERS),
    *product([kind for kind in BOXES if kind != "rich"], ["a millisecond has passed"], [FAR]),
]
"""Each moment, in an editor that has it; each other box of the page once; each kind of box once."""


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param([cell for cell in CELLS if cell in KEPT], id="kept"),
        *(
            pytest.param(
                [cell for cell in CELLS if cell not in KEPT and cell[0] == kind],
                id=kind,
                marks=pytest.mark.thorough,
            )
            for kind in BOXES
        ),
    ],
)
async def test_a_result_is_in_its_box_in_full_or_not_at_all_and_nothing_of_it_elsewhere(
    attacked: Attacked, cells: list[tuple[str, str, str]]
) -> None:
    wrong: dict[tuple[str, str, str], str] = {}
    for cell in cells:
        kind, when, whom = cell
        document = await attacked.enter(page(kind, whom, when))
        done = await put(document)
        stands = (await Composer(document).state()).text
        if loot := await attacked.loot():
            wrong[cell] = f"the other site got {loot!r}"
        elif others := await attacked.page.evaluate(OTHER_BOXES):
            wrong[cell] = f"other boxes got {others!r}"
        elif not equivalent(stands, done.text if done else ""):
            wrong[cell] = f"{stands!r} is in the box, {done and done.text!r} was said"
    assert wrong == {}


@pytest.mark.parametrize(
    "kinds",
    [
        pytest.param(["textarea", "rich", "pasted"], id="each way of writing"),
        pytest.param(["bare", "editor"], id="the other boxes", marks=pytest.mark.thorough),
    ],
)
async def test_a_frame_that_takes_the_focus_all_the_time_gets_nothing(
    attacked: Attacked, kinds: list[str]
) -> None:
    loot: dict[str, str] = {}
    for kind in kinds:
        document = await attacked.enter(page(kind, "", ""), STEALS_ITSELF)
        await put(document)
        loot[kind] = await attacked.loot()
    assert loot == dict.fromkeys(kinds, "")


async def test_text_that_the_user_types_during_an_insertion_goes_to_no_other_site(
    attacked: Attacked, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = await attacked.enter(page("textarea", "a frame of another site", ""))
    composer = Composer(document, SITE.send, PATIENT)

    async def types() -> None:
        await attacked.page.keyboard.type("my words")
        await attacked.page.evaluate("steal()")

    once(monkeypatch, InsertGuard, "begin", types)
    await composer.insert(TEXT)
    assert await attacked.loot() == ""


NO_BUTTON = "<script>document.getElementById('send').remove();</script>"


async def test_enter_goes_to_no_other_site(attacked: Attacked) -> None:
    loot: dict[str, str] = {}
    for when in ("the box gets the focus", "a key goes down", "a millisecond has passed"):
        document = await attacked.enter(page("textarea", FAR, when) + NO_BUTTON)
        await attacked.page.evaluate("box.value = 'a message'")
        with pytest.raises(ComposerError):
            await Composer(document, SITE.send, PATIENT).submit()
        loot[when] = await attacked.loot()
    assert {when: text for when, text in loot.items() if "Enter" in text} == {}


async def test_control_a_key_of_the_browser_goes_to_the_frame_that_has_the_focus(attacked: Attacked) -> None:
    await attacked.enter(page("textarea", "a frame of another site", "the box gets the focus"))
    await attacked.page.evaluate("box.focus()")
    await attacked.page.keyboard.press("Enter")
    assert "Enter" in await attacked.loot()


MOVES = """<style>#send { position: fixed; left: 20px; top: 300px; width: 200px; height: 60px; }</style><script>
const send = document.getElementById("send");
window.sent = [];
send.onclick = () => { sent.push(box.value); box.value = ""; };
far.style.cssText = "position: fixed; left: -900px; top: 260px; width: 400px; height: 200px; border: 0";
const cover = () => { far.style.left = "0"; };
addEventListener("pointermove", cover, true);
addEventListener("pointerdown", cover, true);
addEventListener("mousedown", cover, true);
</script>"""
"""A frame that is under the pointer as soon as a press begins."""


@pytest.mark.thorough
async def test_control_a_click_of_the_browser_meets_what_was_moved_under_it(attacked: Attacked) -> None:
    await attacked.enter(page("textarea", "", "") + MOVES)
    await attacked.page.mouse.move(60, 320)
    await attacked.page.wait_for_function("far.getBoundingClientRect().x === 0")
    await attacked.page.mouse.click(60, 320)
    await attacked.far.wait_for_function("got.includes('click')")


async def test_the_press_that_sends_meets_the_send_button_alone_whatever_is_moved_over_it(
    attacked: Attacked,
) -> None:
    document = await attacked.enter(page("textarea", "", "") + MOVES)
    await attacked.page.evaluate("box.value = 'a message'")
    await Composer(document, SITE.send, PATIENT).submit()
    assert await attacked.page.evaluate("sent") == ["a message"]
    assert await attacked.loot() == ""


FORMS = """<form onsubmit="return false"><button id=send type=submit>Pay all</button></form>
<main><textarea id=box>a message</textarea><button id=send type=button>Send</button></main>
<form onsubmit="return false"><button id=send type=submit>Subscribe</button></form><iframe src="FAR"></iframe><script>
window.pressed = [];
for (const button of document.querySelectorAll("button")) button.onclick = () => {
  pressed.push(button.textContent);
  document.getElementById("box").value = "";
};</script>"""


async def test_of_several_buttons_that_look_like_send_the_one_beside_the_box_is_pressed(
    attacked: Attacked,
) -> None:
    document = await attacked.enter(FORMS)
    await Composer(document, SITE.send, PATIENT).submit()
    assert await attacked.page.evaluate("pressed") == ["Send"]


AVATAR = """<form><label>Your picture<input id=file type=file data-name=picture></label></form>
<main><div><textarea id=box></textarea><input id=file type=file data-name=message hidden></div></main>
<form><input id=file type=file data-name=backup></form><iframe src="FAR"></iframe><script>
window.given = [];
addEventListener("change", (event) => given.push(event.target.dataset.name));</script>"""


@pytest.mark.thorough
async def test_a_file_goes_to_the_message_boxs_own_input(attacked: Attacked, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_text("the whole")
    document = await attacked.enter(AVATAR)
    await FileUploader(document, "#file", PATIENT).attach(tmp_path / "result.txt")
    assert await attacked.page.evaluate("given") == ["message"]


CLIP = """<main><textarea id=box></textarea><button id=file style="position: fixed; left: 20px; top: 300px; width: 200px; height: 60px">+</button></main>
<iframe id=far src="FAR" style="position: fixed; left: -900px; top: 260px; width: 400px; height: 200px"></iframe><script>
const far = document.getElementById("far");
addEventListener("pointerdown", () => { far.style.left = "0"; }, true);
document.getElementById("file").onclick = () => {
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () => { document.title = input.files[0].name; };
  input.click();
};</script>"""


@pytest.mark.thorough
async def test_a_file_chooser_is_opened_by_the_button_itself(attacked: Attacked, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_text("the whole")
    document = await attacked.enter(CLIP)
    await FileUploader(document, "#file", PATIENT).attach(tmp_path / "result.txt")
    assert await attacked.page.title() == "result.txt"
    assert await attacked.loot() == ""
