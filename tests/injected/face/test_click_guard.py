"""A click counts only where a person could see what they clicked. Each test plays one page and one person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from observers.protocol import Press
from tests.injected.calls import XML
from tests.injected.fixtures import files_context, one_context
from tests.injected.pages import PageSite
from tests.injected.stage import Stage, in_sight
from tests.support.effort import corners
from tests.support.faces import in_face, texts_in

__all__ = ["files_context", "one_context"]

BODY = f"""<!doctype html><meta charset=utf-8><title>guard</title>
<body style="margin:20px;height:3000px"><div id=outer><div id=wrap><div data-turn=assistant>
<pre><code>{XML.replace("<", "&lt;")}</code></pre></div></div></div><button id=own>Own</button></body>"""


def over(style: str, *, tag: str = "div", more: str = "") -> str:
    return (
        f"const o = document.createElement('{tag}'); o.style.cssText = '{style}'; o.id = 'over';"
        f"document.body.append(o); {more}"
    )


def wrap(style: str) -> str:
    return f"document.getElementById('wrap').style.cssText = '{style}'"


FULL = "position:fixed;inset:0;background:#fff;pointer-events:none;z-index:9999"
RULE = (
    "const s = document.createElement('style'); s.textContent = "
    "'body::before{content:\"\";position:fixed;inset:0;background:#fff;pointer-events:none;z-index:99}';"
    "document.head.append(s)"
)
# How a page deceives a person who looks at a block: what is seen is not what is there.
DECEITS = {
    "a cover that lets clicks through": over(FULL),
    "a cover over the arguments only": over(f"{FULL};bottom:auto;height:45px"),
    "one dark pixel": over(
        "position:fixed;left:60px;top:110px;width:1px;height:1px;background:#000;pointer-events:none"
    ),
    "a frame over it": over(f"{FULL};border:0;width:100%;height:100%", tag="iframe"),
    "a popover over it": over(
        "inset:0;width:100vw;height:100vh;margin:0;background:#fff;pointer-events:none",
        more="o.popover = 'manual'; o.showPopover()",
    ),
    "a drawn cover": RULE,
    "a little fading": wrap("opacity:.99"),
    "a filter": wrap("filter:blur(9px)"),
    "blending": wrap("mix-blend-mode:difference"),
    "a mask": wrap("mask-image:linear-gradient(transparent,transparent)"),
    "a small zoom": wrap("zoom:.5"),
    "scaling": wrap("transform:scale(.5)"),
    "turning": wrap("transform:rotate(.2deg)"),
}
# Those that the browser's observer takes for plain sight.
UNNOTICED = ("a mask", "a small zoom")
# What a page may do to itself without anything being hidden.
HONEST = {
    "nothing": "",
    "colours and fonts": wrap(
        "color:#fff;font-size:0;letter-spacing:-99px;text-indent:-9999px;visibility:hidden"
    ),
    "a place of its own": wrap("position:relative;left:20px;top:10px"),
    "a large zoom": wrap("zoom:1.2"),
    "a layer": wrap("will-change:transform;isolation:isolate"),
    "much else in motion": "setInterval(() => { document.getElementById('own').textContent = Math.random() }, 5)",
}


REBUILD = """() => {
    const turn = document.querySelector("[data-turn]");
    const pre = document.createElement("pre");
    const code = document.createElement("code");
    code.textContent = turn.querySelector("code").textContent;
    pre.append(code);
    turn.replaceChildren(pre);
}"""


@pytest.fixture
async def stage(context: BrowserContext, pages: PageSite) -> AsyncIterator[Stage]:
    async with Stage(context, pages.add(BODY)) as stage:
        await stage.until("ready")
        await expect(stage.execute).to_be_visible()
        yield stage


async def refused(stage: Stage, why: str = "Not run: ") -> None:
    """The block says why, and nothing was run."""
    await expect(in_face(stage.page, ".guard-note")).to_contain_text(why)
    await stage.settled()
    assert stage.tools.runs == []


async def press_until_told(stage: Stage) -> None:
    """A person presses until something happens: the browser itself drops a press on a frame that moved less
    than half a second ago (Chromium's DiscardInputEventsToRecentlyMovedFrames).
    """
    async with asyncio.timeout(20):
        while not stage.tools.runs and not "".join(await texts_in(stage.page, ".guard-note")):
            await stage.press(stage.execute)
            await stage.look(700)


@pytest.mark.parametrize("name", corners(HONEST, "nothing", "a large zoom", "much else in motion"))
async def test_a_click_on_a_block_in_plain_sight_runs_it(stage: Stage, name: str) -> None:
    await stage.page.evaluate(f"() => {{ {HONEST[name]} }}")
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")
    assert len(stage.tools.runs) == 1


@pytest.mark.parametrize("name", DECEITS)
async def test_a_click_on_a_block_that_the_page_disguises_is_refused_in_words(
    stage: Stage, name: str
) -> None:
    await stage.page.evaluate(f"() => {{ {DECEITS[name]} }}")
    await (stage.look() if name in UNNOTICED else stage.lose_sight())
    await press_until_told(stage)
    await refused(stage, "masks or shrinks" if name in UNNOTICED else "Not run: ")


async def spring_up(stage: Stage) -> None:
    """The page shows the block only when the pointer is where its button will be, and a person presses it."""
    await stage.read()
    place = await stage.middle(stage.execute)
    await stage.page.evaluate("""() => {
        const outer = document.getElementById("outer");
        outer.style.display = "none";
        addEventListener("pointermove", () => { outer.style.display = "" }, { once: true });
    }""")
    await stage.lose_sight()
    await stage.page.mouse.move(*place)
    await expect(stage.execute).to_be_visible()
    await stage.look(50)
    await stage.page.mouse.down()
    await stage.page.mouse.up()


async def test_a_block_that_just_appeared_refuses_the_click(stage: Stage) -> None:
    await spring_up(stage)
    await refused(stage)


async def test_a_second_click_half_a_second_later_runs_it(stage: Stage) -> None:
    await spring_up(stage)
    await refused(stage)
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")


async def test_what_was_said_of_a_refused_click_goes_away_with_a_good_one(stage: Stage) -> None:
    await spring_up(stage)
    await refused(stage)
    await stage.read()
    await stage.press(stage.execute)
    await expect(in_face(stage.page, ".guard-note")).to_be_empty()


async def test_a_block_that_just_moved_refuses_the_click(stage: Stage) -> None:
    """The page sees the pointer come, and nothing of it once it is on the block."""
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate("""() => addEventListener("pointermove", () => {
        document.getElementById("outer").style.paddingTop = "9px";
    }, { once: true })""")
    await stage.page.mouse.move(x, y + 200)
    await stage.page.mouse.click(x, y)
    await refused(stage)


async def pushed(stage: Stage, steps: int) -> None:
    """The page moves the block two pixels down, so many times, before a press on it."""
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate(
        """async (steps) => {
            for (let step = 1; step <= steps; step += 1) {
                document.getElementById("outer").style.paddingTop = `${2 * step}px`;
                await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
            }
        }""",
        steps,
    )
    await stage.page.mouse.click(x, y + 2 * steps)


async def test_a_block_that_just_moved_by_two_pixels_takes_the_click(stage: Stage) -> None:
    await pushed(stage, 1)
    await stage.until("done")


async def test_a_block_that_crept_on_by_two_pixels_at_a_time_refuses_the_click(stage: Stage) -> None:
    await pushed(stage, 6)
    await refused(stage)


async def test_a_block_that_moved_and_then_stood_still_is_clicked(stage: Stage) -> None:
    await stage.read()
    await stage.page.evaluate("document.getElementById('outer').style.paddingTop = '60px'")
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")


async def test_a_block_that_the_page_pushes_under_the_pointer_at_the_press_refuses(stage: Stage) -> None:
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate("document.getElementById('outer').style.paddingTop = '200px'")
    await stage.read()
    await stage.page.evaluate(
        "addEventListener('pointerdown', () => { document.getElementById('outer').style.paddingTop = '0px' }, true)"
    )
    await stage.page.mouse.click(x, y)
    await stage.settled()
    assert stage.tools.runs == []


async def test_a_cover_that_was_taken_away_a_moment_ago_still_counts(stage: Stage) -> None:
    """The page sees the pointer come, and is honest from then on."""
    await stage.read()
    await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
    await stage.lose_sight()
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate(
        "addEventListener('pointermove', () => { document.getElementById('over')?.remove() })"
    )
    await stage.page.mouse.move(x, y + 200)
    await stage.page.mouse.click(x, y)
    await refused(stage)


async def test_a_cover_that_was_taken_away_long_ago_no_longer_counts(stage: Stage) -> None:
    await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
    await stage.lose_sight()
    await stage.page.evaluate("document.getElementById('over').remove()")
    await stage.read(1000)
    await stage.press(stage.execute)
    await stage.until("done")


async def test_a_pointer_that_arrives_and_clicks_at_once_is_never_refused(stage: Stage) -> None:
    await stage.page.mouse.move(600, 500)
    await stage.read(2000)
    await stage.press(stage.execute)
    await stage.until("done")


async def test_a_site_that_rebuilds_its_nodes_all_the_time_does_not_hinder_a_click(stage: Stage) -> None:
    await stage.page.evaluate(f"() => setInterval({REBUILD}, 20)")
    async with asyncio.timeout(30):
        while not stage.tools.runs:
            await stage.look(900)
            await stage.press(stage.execute)
            await stage.settled()
    await stage.until("done")


async def test_two_quick_clicks_run_it_once(stage: Stage) -> None:
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.mouse.click(x, y, click_count=2)
    await stage.until("done")
    await stage.settled()
    assert len(stage.tools.runs) == 1


@pytest.mark.parametrize("key", ["Enter", "Space"])
async def test_the_keyboard_runs_it(stage: Stage, key: str) -> None:
    await stage.read()
    await stage.execute.focus()
    await stage.page.keyboard.press("Shift+Tab")
    await stage.page.keyboard.press("Tab")
    await stage.page.keyboard.press(key)
    await stage.until("done")
    assert len(stage.tools.runs) == 1


async def test_the_keyboard_reaches_the_button_by_tab_alone(stage: Stage) -> None:
    await stage.read()
    for _ in range(8):
        await stage.page.keyboard.press("Tab")
        if await stage.execute.evaluate("(button) => button === document.activeElement"):
            break
    await expect(stage.execute).to_be_focused()


async def test_the_keyboard_is_refused_on_a_covered_block(stage: Stage) -> None:
    await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
    await stage.lose_sight()
    await stage.execute.focus()
    await stage.page.keyboard.press("Enter")
    await refused(stage)


async def test_a_press_that_began_elsewhere_is_none(stage: Stage) -> None:
    await stage.read()
    await stage.page.mouse.move(*await stage.middle(in_face(stage.page, ".raw-toggle")))
    await stage.page.mouse.down()
    await stage.page.mouse.move(*await stage.middle(stage.execute))
    await stage.page.mouse.up()
    await stage.settled()
    assert stage.tools.runs == []


async def test_a_press_with_a_nonce_of_another_state_is_nothing(stage: Stage) -> None:
    companion = stage.companion
    [info] = await companion.blocks()
    [document] = companion.bridge.documents.values()
    for nonce in ("", "0" * 16):
        companion.manager.received(document, Press(t="press", block=info.id, action="execute", nonce=nonce))
    await stage.settled()
    assert stage.tools.runs == []


async def test_a_press_that_is_sent_twice_runs_it_once(stage: Stage) -> None:
    presses: list[Press] = []
    said = stage.companion.manager.received

    def twice(document: object, message: object) -> None:
        if isinstance(message, Press):
            presses.append(message)
            said(document, message)  # type: ignore[arg-type]
        said(document, message)  # type: ignore[arg-type]

    stage.companion.manager.received = twice  # type: ignore[method-assign,assignment]
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")
    await stage.settled()
    assert len(presses) == 1
    assert len(stage.tools.runs) == 1


async def test_a_press_that_comes_again_after_the_run_runs_nothing(stage: Stage) -> None:
    heard: list[Press] = []
    companion = stage.companion
    said = companion.manager.received

    def keep(document: object, message: object) -> None:
        if isinstance(message, Press):
            heard.append(message)
        said(document, message)  # type: ignore[arg-type]

    companion.manager.received = keep  # type: ignore[method-assign,assignment]
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")
    [document] = companion.bridge.documents.values()
    said(document, heard[0])
    await stage.settled()
    assert len(stage.tools.runs) == 1


async def test_a_block_in_a_shadow_tree_of_the_page_is_clicked(
    context: BrowserContext, pages: PageSite
) -> None:
    url = pages.add("""<!doctype html><body><x-chat></x-chat><script>
        const root = document.querySelector("x-chat").attachShadow({ mode: "open" });
        const turn = document.createElement("div");
        turn.dataset.turn = "assistant";
        const pre = document.createElement("pre");
        pre.textContent = '<tool:look>{"zebra": "z"}</tool>';
        turn.append(pre);
        root.append(turn);
    </script></body>""")
    async with Stage(context, url) as stage:
        await stage.until("ready")
        await expect(stage.execute).to_be_visible()
        await stage.read()
        await stage.press(stage.execute)
        await stage.until("done")
        assert stage.tools.runs == [{"zebra": "z", "gnu": ""}]


async def test_after_a_click_that_a_rebuild_cut_short_the_next_one_counts(stage: Stage) -> None:
    await stage.read()
    await stage.page.mouse.move(*await stage.middle(stage.execute))
    await stage.page.mouse.down()
    await stage.page.evaluate(REBUILD)
    await stage.page.mouse.up()
    await expect(stage.faces).to_have_count(1)
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")
    assert len(stage.tools.runs) == 1


async def test_another_button_of_the_mouse_is_no_press(stage: Stage) -> None:
    await stage.read()
    await stage.page.mouse.click(*await stage.middle(stage.execute), button="right")
    await stage.settled()
    assert stage.tools.runs == []


async def ran_once(stage: Stage) -> Locator:
    """The call ran; its button Run again, in plain sight."""
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")
    again = in_face(stage.page, ".again-button")
    await in_sight(again, 900)
    return again


async def test_run_again_first_shows_the_arguments_that_were_folded_away(stage: Stage) -> None:
    again = await ran_once(stage)
    await stage.press(again)
    await expect(in_face(stage.page, ".param-value").first).to_be_visible()
    await stage.settled()
    assert len(stage.tools.runs) == 1


async def test_run_again_runs_the_call_once_for_a_press_on_arguments_in_plain_sight(stage: Stage) -> None:
    again = await ran_once(stage)
    await stage.press(again)
    await in_sight(again, 900)
    await stage.press(again)
    await stage.until("done", 2)
    await stage.settled()
    assert len(stage.tools.runs) == 2


@pytest.mark.parametrize("way", ["press", "fake"])
async def test_run_again_takes_no_press_that_is_covered_or_made_by_a_script(stage: Stage, way: str) -> None:
    again = await ran_once(stage)
    await stage.press(again)
    await in_sight(again, 900)
    if way == "fake":
        await again.evaluate("(button) => button.click()")
    else:
        await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
        await stage.lose_sight()
        await stage.press(again)
    await stage.settled()
    assert len(stage.tools.runs) == 1
