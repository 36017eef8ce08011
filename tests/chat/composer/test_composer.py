from __future__ import annotations

import re
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from observers.document import Document
from overlay.chat.composer.composer import BoxRefused, ComposerError, Inserted
from overlay.chat.composer.text_compare import equivalent, one_line
from overlay.chat.composer.timeouts import ComposerTimeouts
from tests.chat.conftest import Room

LINES = 'first line\n\n  indented  twice \U0001f600 "quoted" \\n'
TEXT = f'<function_result call_id="1">\n{LINES}\n</function_result>'
BOX = '<div id=box contenteditable=true style="min-height: 80px; white-space: pre-wrap"></div>'
SEND = "<button id=send>Send</button>"
KEEP = "<script>window.sent = []; const box = document.getElementById('box');"
"""Every page below keeps what is sent in `sent`."""
TEXTAREA = f"""<textarea id=box style="width: 300px; height: 80px"></textarea>{SEND}{KEEP}
send.onclick = () => {{ sent.push(box.value); box.value = ""; }};</script>"""
RICH = f"""{BOX}{SEND}{KEEP}
send.onclick = () => {{ sent.push(box.innerText); box.textContent = ""; }};</script>"""

CONTROLLED = f"""<textarea id=box></textarea>{SEND}{KEEP}
let state = "";
const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
box.addEventListener("input", () => {{ state = box.value; queueMicrotask(() => set.call(box, state)); }});
setInterval(() => {{ if (box.value !== state) set.call(box, state); }}, 1);
send.onclick = () => {{ sent.push(state); state = ""; set.call(box, ""); }};</script>"""
"""A framework's box: it puts its own state back, which only input events change."""

SPACES = f"""{BOX}{SEND}{KEEP}
box.addEventListener("input", () => {{
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.data.includes("  ")) node.data = node.data.replaceAll("  ", " \\u00a0");
}});</script>"""
"""Writes double spaces with a no-break space, as rich boxes do."""

PARAGRAPHS = f"""<div id=box contenteditable=true style="min-height: 80px"><p><br></p></div>{SEND}{KEEP}
box.addEventListener("beforeinput", (event) => {{
  if (event.inputType !== "insertText" || !event.data?.includes("\\n")) return;
  event.preventDefault();
  document.execCommand("insertText", false, event.data.replaceAll("\\n", ""));
}});</script>"""
"""Swallows line ends in text put in at once, and knows Shift+Enter."""

SWALLOWS = f"""{BOX}{SEND}{KEEP}
let busy = false;
box.addEventListener("input", () => {{
  if (busy) return;
  busy = true;
  box.textContent = box.innerText.replaceAll("\\n", " ");
  getSelection().selectAllChildren(box); getSelection().collapseToEnd();
  busy = false;
}});
box.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());</script>"""
"""Knows no line ends at all."""

SHOUTS = f"""<textarea id=box></textarea>{SEND}{KEEP}
box.addEventListener("input", () => {{ box.value = box.value.toUpperCase(); }});</script>"""
"""Changes whatever is put in."""


async def test_a_result_is_put_in_exactly(room: Room) -> None:
    wrong: list[object] = []
    for body in [TEXTAREA, CONTROLLED, RICH, SPACES, PARAGRAPHS]:
        composer = await room.show(body)
        if (found := await composer.insert(TEXT)) != Inserted(TEXT, exact=True):
            wrong.append((body, found))
        if not (equivalent((await composer.state()).text, TEXT)):
            wrong.append(body)
    assert wrong == []


async def test_the_users_draft_comes_before_the_inserted_text(room: Room) -> None:
    wrong: list[object] = []
    for body in [TEXTAREA, RICH]:
        composer = await room.show(body)
        await room.page.click("#box")
        await room.page.keyboard.type("my draft")
        if not ((await composer.insert(TEXT)).exact):
            wrong.append(body)
        if not (equivalent((await composer.state()).text, f"my draft\n\n{TEXT}")):
            wrong.append(body)
    assert wrong == []


async def test_a_draft_in_a_rich_box_keeps_its_looks(room: Room) -> None:
    composer = await room.show(RICH.replace("></div>", "><b>bold</b> draft</div>", 1))
    await composer.insert(TEXT)
    assert await room.page.text_content("#box b") == "bold"


async def test_a_box_that_knows_no_line_ends_gets_one_line(room: Room) -> None:
    composer = await room.show(SWALLOWS)
    assert await composer.insert(TEXT) == Inserted(one_line(TEXT), exact=False)


ONE = f"""<input id=box value="my draft">{SEND}{KEEP}
send.onclick = () => {{ sent.push(box.value); box.value = ""; }};</script>"""


@pytest.mark.thorough
async def test_a_box_of_one_line_holds_the_draft_and_two_results_on_it(room: Room) -> None:
    composer = await room.show(ONE)
    assert await composer.insert(TEXT) == Inserted(one_line(TEXT), exact=False, draft="my draft")
    assert (await composer.insert("just words")).exact
    assert [await composer.holds(TEXT), await composer.holds("just words")] == [True, True]
    await composer.submit()
    assert await room.page.evaluate("sent") == [f"my draft {one_line(TEXT)} just words"]


async def test_a_box_that_is_too_short_is_named_with_its_length(room: Room) -> None:
    wrong: list[object] = []
    for tag in ["<input id=box maxlength=60", "<textarea id=box maxlength=60>"]:
        composer = await room.show(f"{tag}</textarea>{SEND}{KEEP}</script>")
        if not ((await composer.insert("fits")).exact):
            wrong.append(tag)
        try:
            await composer.insert("\U0001f600 " * 26)
        except BoxRefused as error:
            if not re.search(r"at most 60 characters, and with this result it would hold 8\d", str(error)):
                wrong.append((tag, str(error)))
        else:
            wrong.append((tag, "nothing was raised"))
        if (found := (await composer.state()).text) != "fits":
            wrong.append((tag, found))
    assert wrong == []


async def test_a_box_that_changes_everything_is_given_up_and_gets_its_draft_back(room: Room) -> None:
    composer = await room.show(SHOUTS.replace("></textarea>", ">DRAFT</textarea>"))
    with pytest.raises(ComposerError, match="changed the text each time"):
        await composer.insert(TEXT)
    assert (await composer.state()).text == "DRAFT"


async def test_a_page_that_shows_another_chat_by_now_gets_nothing(room: Room) -> None:
    composer = await room.show(TEXTAREA, left=lambda: True)
    with pytest.raises(ComposerError, match="another chat"):
        await composer.insert(TEXT)
    assert (await composer.state()).text == ""


async def test_a_page_without_a_box_says_so(room: Room) -> None:
    composer = await room.show("<p>no box</p>")
    with pytest.raises(ComposerError, match="no message box was found"):
        await composer.insert(TEXT)


async def test_a_large_result_is_put_in_whole(room: Room) -> None:
    composer = await room.show(TEXTAREA)
    text = "line of a result \U0001f600\n" * 3000
    assert (await composer.insert(text)).exact


async def test_the_message_box_says_whether_it_holds_a_text(room: Room) -> None:
    composer = await room.show(RICH)
    assert not await composer.holds(TEXT)
    await composer.insert(TEXT)
    assert await composer.holds(TEXT)


@pytest.mark.thorough
async def test_a_result_on_one_line_is_held_too(room: Room) -> None:
    composer = await room.show(SWALLOWS)
    await composer.insert(TEXT)
    assert await composer.holds(TEXT)


async def test_a_message_is_sent_once(room: Room) -> None:
    wrong: list[object] = []
    for body in [TEXTAREA, CONTROLLED, RICH]:
        composer = await room.show(body)
        await composer.insert(TEXT)
        await composer.submit()
        (sent,) = await room.page.evaluate("sent")
        if (found := [line for line in sent.split("\n") if line]) != [
            line for line in TEXT.split("\n") if line
        ]:
            wrong.append((body, found))
    assert wrong == []


async def test_without_a_button_enter_sends(room: Room) -> None:
    composer = await room.show(f"""<textarea id=box></textarea>{KEEP}
        box.addEventListener("keydown", (event) => {{
            if (event.key === "Enter") {{ event.preventDefault(); sent.push(box.value); box.value = ""; }}
        }});</script>""")
    await composer.insert(TEXT)
    await composer.submit()
    assert await room.page.evaluate("sent.length") == 1


async def test_a_button_that_is_switched_on_a_moment_later_is_waited_for(room: Room) -> None:
    composer = await room.show(
        TEXTAREA.replace("<button", "<button disabled")
        + "<script>setTimeout(() => { send.disabled = false; }, 20);</script>"
    )
    await composer.insert(TEXT)
    await composer.submit()
    assert await room.page.evaluate("sent.length") == 1


async def test_an_empty_box_is_not_sent(room: Room) -> None:
    composer = await room.show(TEXTAREA)
    with pytest.raises(ComposerError, match="the message box is empty"):
        await composer.submit()
    assert await room.page.evaluate("sent.length") == 0


async def test_a_box_that_never_empties_is_an_error(room: Room) -> None:
    composer = await room.show(
        f"<textarea id=box></textarea>{SEND}{KEEP} send.onclick = () => sent.push(1);</script>"
    )
    await composer.insert(TEXT)
    with pytest.raises(ComposerError, match="is not empty after send"):
        await composer.submit()


@pytest.mark.thorough
async def test_while_the_site_is_still_sending_nothing_is_pressed_again(room: Room) -> None:
    composer = await room.show(f"""<textarea id=box></textarea>{SEND}{KEEP}
        send.onclick = () => {{ sent.push("click"); send.disabled = true; }};
        box.addEventListener("keydown", (event) => sent.push(event.key));</script>""")
    await composer.insert(TEXT)
    with pytest.raises(ComposerError, match="did not take the message"):
        await composer.submit()
    assert await room.page.evaluate("sent") == ["click"]


@pytest.mark.thorough
async def test_a_site_that_empties_its_box_late_is_waited_for(room: Room) -> None:
    composer = await room.show(
        f"""<textarea id=box></textarea>{SEND}{KEEP}
        const later = () => {{ box.value = ""; }};
        send.onclick = () => {{ sent.push("click"); send.disabled = true; setTimeout(later, 50); }};
        </script>""",
        ComposerTimeouts(button=0.05, empty=0, sending=10),
    )
    await composer.insert(TEXT)
    await composer.submit()
    assert await room.page.evaluate("sent") == ["click"]


async def test_an_element_that_the_page_puts_over_the_send_button_is_never_clicked(room: Room) -> None:
    composer = await room.show(f"""<textarea id=box></textarea>{SEND}
        <div id=trap style="position: fixed; inset: 0; z-index: 9"></div>{KEEP}
        trap.onclick = () => sent.push("trap");
        box.addEventListener("keydown", () => {{ sent.push("key"); box.value = ""; }});</script>""")
    await composer.insert(TEXT)
    await composer.submit()
    assert await room.page.evaluate("sent") == ["key"]


async def test_an_insertion_into_a_page_that_went_away_is_an_error(room: Room) -> None:
    composer = await room.show(TEXTAREA)
    await room.show("<p>another</p>")
    for act in (composer.insert(TEXT), composer.submit(), composer.holds(TEXT)):
        with pytest.raises(ComposerError, match="the page was closed or left"):
            await act


READS = """<input id=file type=file hidden><p id=said></p><script>
const input = document.getElementById("file");
input.addEventListener("change", async () => { document.getElementById("said").textContent = await input.files[0].text(); });</script>"""


async def test_a_file_goes_in_by_the_sites_own_input(room: Room, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_text("the whole")
    composer = await room.show(TEXTAREA + READS)
    assert await composer.attach(tmp_path / "result.txt")
    await expect(room.page.locator("#said")).to_have_text("the whole")


async def test_a_page_that_shows_another_chat_by_now_gets_no_file(room: Room, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_text("the whole")
    composer = await room.show(TEXTAREA + READS, left=lambda: True)
    assert not await composer.attach(tmp_path / "result.txt")


async def test_a_site_without_a_file_input_takes_no_file(room: Room, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_text("the whole")
    composer = await room.show(TEXTAREA)
    assert not await composer.attach(tmp_path / "result.txt")


FOLDS = f"""<div id=box contenteditable=true style="min-height: 80px"></div>{SEND}{KEEP}
send.onclick = () => {{ sent.push(box.innerText); box.textContent = ""; }};</script>"""
"""A box with nothing behind it, of which the site reads the text: spaces fold, blocks are line ends."""


async def test_a_bare_box_sends_spaces_tabs_and_blank_lines_as_they_were_put_in(room: Room) -> None:
    composer = await room.show(FOLDS)
    text = f"{TEXT}\n\n\n\tone tab,  two   spaces"
    assert await composer.insert(text) == Inserted(text, exact=True)
    await composer.submit()
    assert await room.page.evaluate("sent") == [text]


MARKDOWN = f"""<div id=box class=ProseMirror contenteditable=true style="min-height: 80px; white-space: pre-wrap"><p><br></p></div>{SEND}{KEEP}
let ticks = false;
box.addEventListener("beforeinput", (event) => {{
  if (event.data === "```") {{ ticks = true; event.preventDefault(); return; }}
  if (ticks && event.data === " " && box.dataset.blocks !== "none") {{
    event.preventDefault();
    const words = box.innerText.trim();
    box.innerHTML = (words ? "<p></p>" : "") + "<pre><code><br></code></pre>";
    if (words) box.firstChild.textContent = words;
    getSelection().selectAllChildren(box.querySelector("code"));
  }} else if (event.data?.includes("\\n") && box.querySelector("code")) {{
    event.preventDefault();
    box.querySelector("code").textContent = event.data;
  }}
}});</script>"""
"""Makes a code block of three back-ticks and a space; other text goes through Markdown when it is sent."""


async def test_a_box_that_is_rewritten_gets_a_code_block(room: Room) -> None:
    composer = await room.show(MARKDOWN, rewrites=True)
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True)
    assert await composer.code() == TEXT


@pytest.mark.thorough
async def test_a_draft_comes_before_the_code_block(room: Room) -> None:
    composer = await room.show(MARKDOWN, rewrites=True)
    await room.page.click("#box")
    await room.page.keyboard.type("my draft")
    assert await composer.insert(TEXT) == Inserted(TEXT, exact=True, draft="my draft")
    assert (await composer.state()).text.split() == ["my", "draft", *TEXT.split()]


async def test_one_line_needs_no_code_block(room: Room) -> None:
    composer = await room.show(MARKDOWN, rewrites=True)
    assert await composer.insert("just words") == Inserted("just words", exact=True)
    assert await composer.code() == ""


async def test_a_box_that_is_rewritten_and_makes_no_code_block_gets_one_line(room: Room) -> None:
    composer = await room.show(MARKDOWN.replace("<div id=box", "<div id=box data-blocks=none"), rewrites=True)
    assert await composer.insert(TEXT) == Inserted(one_line(TEXT), exact=False)


async def counted(monkeypatch: pytest.MonkeyPatch, work: Awaitable[object]) -> list[str]:
    """The names of the calls into the page that the work takes."""
    calls: list[str] = []
    ask: Any = Document.ask

    async def count(document: Document, function: str, *given: Any) -> Any:
        if given[0].startswith("composer."):
            calls.append(given[0])
        return await ask(document, function, *given)

    monkeypatch.setattr(Document, "ask", count)
    await work
    return calls


@pytest.mark.parametrize("body", [TEXTAREA, FOLDS, RICH], ids=["textarea", "bare", "rich"])
async def test_a_short_result_takes_five_calls_into_the_page(
    room: Room, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    composer = await room.show(body)
    calls = await counted(monkeypatch, composer.insert("a short result"))
    assert len(calls) == 5, calls


async def test_sending_takes_three_calls_into_the_page(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sends = "<script>document.getElementById('send').onclick = () => { document.getElementById('box').value = ''; };</script>"
    composer = await room.show(f"<textarea id=box>a result</textarea><button id=send>Send</button>{sends}")
    calls = await counted(monkeypatch, composer.submit())
    assert calls == ["composer.readiness", "composer.send", "composer.readiness"]


SLOTTED = """<x-a>{box}</x-a><script>
window.sent = [];
const send = document.createElement("button");
send.id = "send";
send.textContent = "Send";
let inner = document.querySelector("x-a");
for (const name of ["x-b", "x-c", "x-d"]) {{
  const root = inner.attachShadow({{ mode: "open" }});
  inner = root.appendChild(document.createElement(name));
  inner.append(document.createElement("slot"));
}}
inner.getRootNode().append(send);
const box = document.getElementById("box");
send.onclick = () => {{ sent.push(box.value ?? box.innerText); box.value = box.textContent = ""; }};</script>"""


async def test_a_box_that_is_slotted_through_three_shadow_trees_is_filled_and_sent(room: Room) -> None:
    wrong: list[object] = []
    for box in ["<textarea id=box></textarea>", BOX]:
        composer = await room.show(SLOTTED.format(box=box))
        if (found := await composer.insert(TEXT)) != Inserted(TEXT, exact=True):
            wrong.append((box, found))
        await composer.submit()
        if (found := await room.page.evaluate("sent")) != [TEXT]:
            wrong.append((box, found))
    assert wrong == []
