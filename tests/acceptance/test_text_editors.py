"""An answer, or a part of it, in a text editor: the editor is hidden as a whole, with all calls in it."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.acceptance.chat_kinds import TEXT, opened
from tests.injected.pages import PageSite
from tests.support.faces import in_face

SECOND = TEXT.replace("quagga", "okapi").replace('call_id="1"', 'call_id="2"')
ANSWER = f"I look.\n\n```xml\n{TEXT}```\n\nOne more.\n\n```xml\n{SECOND}```\n\nThat was it."
DRAW = """
DRAW["an editor"] = (turn, text) => {
    const editor = turn.querySelector(".letter") ?? turn.appendChild(make("div", { className: "letter", contentEditable: "true" }));
    editor.replaceChildren(...parts(text).map(({ words, code }) =>
        words !== undefined ? make("p", { textContent: words }) : make("pre", {}, make("code", { textContent: code }))));
};
// What overlay draws around the blocks, in each frame.
window.words_seen = new Set();
window.words = () => [...main.querySelectorAll("*")].map((one) => one.shadowRoot?.textContent ?? "").join("");
const note = () => { words_seen.add(words()); requestAnimationFrame(note); };
note();
"""


async def test_two_calls_in_a_text_editor_have_their_blocks_and_the_words_around_them(
    browser: Browser, pages: PageSite
) -> None:
    context = await browser.new_context()
    async with opened(context, pages, DRAW, watches_frames=True) as room:
        await room.anew()
        await room.say()
        await room.answer(ANSWER, "an editor", step=20)
        await room.show("done", "done")
        await expect(in_face(room.page, ".function-block")).to_have_count(2)
        assert sorted(room.ran) == ["okapi", "quagga"]
        words: str = await room.page.evaluate("words()")
        assert words.split("\n") == ["I look.", "", "One more.", "", "That was it."]
        drawn: list[str] = await room.page.evaluate("[...words_seen]")
        assert [one for one in drawn if "invoke" in one] == []
        assert (await room.seen()).raw == []
    await context.close()
