"""Pages that draw code only when its fence has ended. Until then the browser parses the call as elements."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from overlay.sites.loader import SiteProfile
from tests.acceptance.chat_kinds import SILENT, SITE, TEXT, opened
from tests.injected.pages import PageSite

FENCED = f"I look.\n\n```xml\n{TEXT}```"
DRAWS = r"""
const FENCE = /```([a-z]*)\n([^]*?)```/;
const code = (_, language, text) => `<pre><code class="language-${language}">${text.replaceAll("<", "&lt;")}</code></pre>`;
const paragraphs = (text) => {
    const [all, ...rest] = FENCE.exec(text) ?? [];
    if (all === undefined) return text.split("\n\n").map((one) => `<p>${one}</p>`).join("");
    const at = text.indexOf(all);
    return paragraphs(text.slice(0, at)) + code("", ...rest) + paragraphs(text.slice(at + all.length));
};
const draws = { whole: (text) => text.replace(FENCE, code), paragraphs,
    breaks: (text) => text.split(/(```[a-z]*\n[^]*?```)/).map((one, at) => at % 2 ? one.replace(FENCE, code) : one.replaceAll("\n", "<br>")).join("") };
for (const [name, draw] of Object.entries(draws)) DRAW[name] = (turn, text) => { turn.innerHTML = draw(text); };
DRAW.purified = (turn, text) => {
    const made = document.createElement("template");
    made.innerHTML = draws.whole(text);
    for (const one of [...made.content.querySelectorAll("function_calls, invoke, parameter")]) one.replaceWith(...one.childNodes);
    turn.replaceChildren(made.content);
};
"""
CELLS = [("whole", FENCED), ("paragraphs", f"{FENCED}\n\nThat was it."), ("breaks", FENCED)]


@pytest.mark.parametrize("profile", [SITE, pytest.param(SILENT, marks=pytest.mark.thorough)])
async def test_a_call_is_hidden_and_runs_though_its_fence_is_drawn_only_at_its_end(
    profile: SiteProfile, context: BrowserContext, pages: PageSite
) -> None:
    found: dict[str, tuple[list[str], list[str]]] = {}
    async with opened(context, pages, DRAWS, profile=profile, watches_frames=True) as room:
        for draw, answer in CELLS:
            await room.anew()
            await room.say()
            await room.answer(answer, draw, sign=profile is SITE)
            await room.show("done")
            found[draw] = (await room.seen()).raw, list(room.ran)
    assert found == {draw: ([], ["quagga"]) for draw, _ in CELLS}


async def test_a_call_whose_tags_a_page_leaves_out_until_its_fence_ends_runs(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages, DRAWS, path="/c/purified", watches_frames=True) as room:
        await room.say()
        await room.answer(FENCED, "purified")
        await room.show("done")
        assert room.ran == ["quagga"]
