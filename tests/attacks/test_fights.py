"""A page's script that moves overlay's nodes away from their places: the page goes on, and shows its text."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.async_api import Page, expect

from tests.acceptance.one_stage import OneStage, stage
from tests.injected.calls import XML
from tests.injected.fixtures import pages
from tests.injected.pages import PageSite
from tests.injected.stage import Stage

__all__ = ["pages", "stage"]

PAGE = """<!doctype html><title>chat</title><main></main><textarea></textarea>
<script>
// Each script goes on for ever if it is answered for ever; so that a failed test ends, it gives up at this many.
const MOST = 30_000;
window.times = 0;
const bar = document.createElement("div");
bar.className = "bar";
bar.textContent = "Run it";
const watch = (settle) => new MutationObserver(() => {
    if (times < MOST) settle(document.querySelector("pre"));
}).observe(document.querySelector("main"), { childList: true, subtree: true });
const scripts = {
    calm: () => {},
    before: () => watch((pre) => { if (pre && pre.previousSibling !== bar) { times += 1; pre.before(bar); } }),
    two: () => {
        const other = bar.cloneNode(true);
        watch((pre) => { if (pre && ![bar, other].includes(pre.previousSibling)) { times += 1; pre.before(bar); } });
        watch((pre) => { if (pre && ![bar, other].includes(pre.previousSibling)) { times += 1; pre.before(other); } });
    },
    copy: () => { bar.innerHTML = "<button>Copy</button>"; scripts.before(); },
    first: () => watch((pre) => { if (pre && pre.parentNode.firstChild !== pre) { times += 1; pre.parentNode.prepend(pre); } }),
    remove: () => watch(() => {
        for (const div of document.querySelectorAll(".bot > div")) { times += 1; div.remove(); }
    }),
    end: () => watch(() => {
        const div = document.querySelector(".bot > div");
        if (div && div !== div.parentNode.lastChild) { times += 1; div.parentNode.append(div); }
    }),
    wrap: () => watch((pre) => {
        if (!pre || pre.parentNode.children.length === 1) return;
        times += 1;
        const box = document.createElement("section");
        pre.replaceWith(box);
        box.append(pre);
    }),
    rerender: () => watch((pre) => {
        if (!pre || !document.querySelector(".bot > div")) return;
        times += 1;
        const text = pre.textContent;
        document.querySelector(".bot").innerHTML = "<pre></pre>";
        document.querySelector("pre").textContent = text;
    }),
    mirror: () => {
        let copy;
        new MutationObserver(() => {
            const div = document.querySelector(".bot > div");
            if (!div || times > MOST || copy?.isEqualNode(div)) return;
            times += 1;
            copy?.remove();
            document.querySelector("main").append((copy = div.cloneNode(false)));
        }).observe(document.querySelector("main"), { childList: true, subtree: true, attributes: true });
    },
    tasks: () => setInterval(() => {
        const div = document.querySelector(".bot > div");
        if (div && times < MOST) { times += 1; div.remove(); }
    }),
};
scripts[new URLSearchParams(location.search).get("script")]();
window.write = (text, more = "") => {
    const message = document.createElement("div");
    message.className = "bot";
    message.innerHTML = "<pre></pre>" + more;
    message.firstChild.textContent = text;
    document.querySelector("main").append(message);
};
</script>"""
FIGHTS = ["before", "copy", "two", "first", "remove", "end", "wrap", "rerender", "tasks"]
FEW = 400
"""The number of times that a page may undo overlay before it gives way."""


@dataclass
class Scene:
    stage: Stage

    @property
    def page(self) -> Page:
        return self.stage.page


@pytest.fixture
async def scene(stage: OneStage, pages: PageSite, request: pytest.FixtureRequest) -> Scene:
    await stage.open(f"{pages.add(PAGE)}?script={request.param}")
    await stage.page.evaluate("(text) => window.write(text)", XML)
    return Scene(stage)


@pytest.mark.parametrize("scene", ["calm"], indirect=True)
@pytest.mark.thorough
async def test_a_block_beside_a_script_that_does_not_fight_stays(scene: Scene) -> None:
    await scene.stage.until("ready")
    await expect(scene.page.locator("pre", has_text="function_calls").first).to_be_hidden()


@pytest.mark.parametrize("scene", FIGHTS, indirect=True)
async def test_a_script_that_displaces_the_block_gets_its_way_after_a_few_answers(scene: Scene) -> None:
    await scene.stage.until("trouble")
    await expect(scene.page.locator("pre", has_text="function_calls")).to_be_visible()
    assert await scene.page.evaluate("window.times") < FEW


@pytest.mark.parametrize("scene", ["mirror"], indirect=True)
async def test_a_script_that_mirrors_every_node_is_not_answered_for_ever(scene: Scene) -> None:
    await scene.stage.until("ready")
    assert await scene.page.evaluate("window.times < MOST / 5")


@pytest.mark.thorough
@pytest.mark.parametrize("scene", ["before"], indirect=True)
async def test_a_block_that_stepped_aside_leaves_its_call_known_and_other_blocks_in_place(
    scene: Scene,
) -> None:
    """overlay says it once, though the block is tried again."""
    await scene.stage.until("trouble")
    before = await scene.page.evaluate("window.times")
    await scene.stage.until("ready")
    assert [block.status for block in await scene.stage.companion.blocks()] == ["ready"]
    await scene.page.evaluate(
        "(before) => new Promise((go) => { const look = () => times > before ? go() : setTimeout(look, 50); look(); })",
        before,
    )
    await scene.stage.settled()
    assert scene.stage.told().count("trouble") == 1
    await scene.page.evaluate("(text) => window.write(text)", XML.replace("okapi", "tapir"))
    await expect(scene.page.locator("pre", has_text="function_calls").last).to_be_hidden()


@pytest.mark.parametrize("scene", ["calm"], indirect=True)
@pytest.mark.thorough
async def test_a_block_comes_back_when_the_script_gives_up(scene: Scene) -> None:
    await scene.stage.until("ready")
    await scene.page.evaluate(
        "times = MOST - 40; scripts.before(); document.querySelector('.bot').append('!')"
    )
    await scene.stage.until("trouble")
    await scene.page.evaluate("times = MOST")
    await expect(scene.page.locator("pre", has_text="function_calls")).to_be_hidden(timeout=30_000)
