"""A press counts only if the person could see what they pressed.

All tests share one companion; each has its own document, with its own call.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from itertools import count

import pytest
from playwright.async_api import Browser, Locator, expect

from observers.protocol import Press
from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import Stage, in_sight
from tests.support.effort import corners
from tests.support.faces import in_face, texts_in

NUMBERS = count(1)


def body() -> str:
    """A page whose call no earlier page had: overlay asks before it runs an equal call a second time."""
    text = xml("look", zebra=f"quagga 🦓 okapi {next(NUMBERS)}", gnu="tapir").replace("<", "&lt;")
    return f"""<!doctype html><meta charset=utf-8><title>guard</title>
<body style="margin:20px;height:3000px"><div id=outer><div id=wrap><div data-turn=assistant>
<pre><code>{text}</code></pre></div></div></div><button id=own>Own</button></body>"""


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
# The browser's own visibility tracking does not notice these.
UNNOTICED = ("a mask", "a small zoom")
MECHANISMS = ("a cover over the arguments only", "a small zoom")
# What a page may do to itself without hiding anything.
HONEST = {
    "colours and fonts": "color:#fff;font-size:0;letter-spacing:-99px;text-indent:-9999px;visibility:hidden",
    "a place of its own": "position:relative;left:20px;top:10px",
    "a large zoom": "zoom:1.2",
    "a layer": "will-change:transform;isolation:isolate",
}
MOTION = "setInterval(() => { document.getElementById('own').textContent = Math.random() }, 5)"


REBUILD = """() => {
    const turn = document.querySelector("[data-turn]");
    const pre = document.createElement("pre");
    const code = document.createElement("code");
    code.textContent = turn.querySelector("code").textContent;
    pre.append(code);
    turn.replaceChildren(pre);
}"""


NOTE = """(note, time) => new Promise((go) => {
    const look = () => {
        if (!note.textContent) return;
        seen.disconnect();
        go();
    };
    const seen = new MutationObserver(look);
    seen.observe(note, { childList: true, characterData: true, subtree: true });
    setTimeout(go, time);
    look();
})"""


@pytest.fixture(scope="module")
async def one_stage(browser: Browser, pages: PageSite) -> AsyncIterator[Stage]:
    context = await browser.new_context()
    async with Stage(context, pages.add("<!doctype html><title>empty</title>")) as stage:
        yield stage
    await context.close()


@pytest.fixture
async def stage(one_stage: Stage, pages: PageSite) -> Stage:
    await one_stage.page.mouse.move(600, 500)
    await shown(one_stage, pages.add(body()))
    return one_stage


async def shown(stage: Stage, url: str) -> None:
    await stage.show(url)
    await stage.until("ready")
    await expect(stage.execute).to_be_visible()


async def refused(stage: Stage, why: str = "Not run: ") -> None:
    """The block says why, and nothing was run."""
    await expect(in_face(stage.page, ".guard-note")).to_contain_text(why)
    await stage.settled()
    assert stage.tools.runs == []


async def runs(stage: Stage, presses: int = 3) -> None:
    """The control: presses in plain sight run the call, once."""
    await stage.run(presses)
    assert len(stage.tools.runs) == 1


async def press_until_answered(stage: Stage) -> str:
    """Press until the call ran or the block says why not; return what the block says. The browser itself drops a
    press on a frame that moved less than half a second ago (Chromium's DiscardInputEventsToRecentlyMovedFrames).
    """
    async with asyncio.timeout(90):
        while not stage.tools.runs and not "".join(await texts_in(stage.page, ".guard-note")):
            await stage.press(stage.execute)
            await in_face(stage.page, ".guard-note").evaluate(NOTE, 700)
    return "".join(await texts_in(stage.page, ".guard-note"))


@pytest.mark.thorough  # The control of each test below presses in plain sight.
async def test_a_click_on_a_block_in_plain_sight_runs_it(stage: Stage) -> None:
    """The pointer arrives and presses at once; much else on the page is in motion."""
    await stage.page.evaluate(f"() => {{ {wrap(HONEST['a large zoom'])}; {MOTION} }}")
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")


@pytest.mark.thorough  # Of styles that hide nothing, the zoom alone makes a difference to where things are.
@pytest.mark.parametrize("name", HONEST)
async def test_a_click_on_a_block_runs_it_under_each_honest_style(stage: Stage, name: str) -> None:
    await stage.page.evaluate(f"() => {{ {wrap(HONEST[name])} }}")
    await runs(stage)


async def taken(stage: Stage, pages: PageSite, deceits: Iterable[str]) -> dict[str, str]:
    """Show a new page for each deceit; return what the block says where it does not refuse as it should."""
    wrong: dict[str, str] = {}
    for name in deceits:
        await shown(stage, pages.add(body()))
        await stage.page.evaluate(f"() => {{ {DECEITS[name]} }}")
        await (stage.read() if name in UNNOTICED else stage.lose_sight())
        said = await press_until_answered(stage)
        await stage.settled()
        if stage.tools.runs or ("masks or shrinks" if name in UNNOTICED else "Not run: ") not in said:
            wrong[name] = said or "the call ran"
    return wrong


async def test_a_click_on_a_block_that_the_page_disguises_is_refused_in_words(
    stage: Stage, pages: PageSite
) -> None:
    assert await taken(stage, pages, MECHANISMS) == {}


@pytest.mark.thorough  # Noticed as one of the two above is: by the browser's visibility tracking, or by the walk over styles.
async def test_a_click_on_a_block_that_is_disguised_in_further_ways_is_refused(
    stage: Stage, pages: PageSite
) -> None:
    assert await taken(stage, pages, set(DECEITS) - set(MECHANISMS)) == {}


async def spring_up(stage: Stage) -> None:
    """The page shows the block only when the pointer is where its button will be; a person presses it at once."""
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


@pytest.mark.thorough  # tests/attacks/test_face.py has a block that appears under the pointer.
async def test_a_block_that_just_appeared_refuses_the_click_and_takes_it_half_a_second_later(
    stage: Stage,
) -> None:
    await spring_up(stage)
    await refused(stage)
    await runs(stage)
    await expect(in_face(stage.page, ".guard-note")).to_be_empty()


@pytest.mark.thorough  # The block that crept on is refused by the same check.
async def test_a_block_that_just_moved_refuses_the_click_and_takes_it_once_it_stood_still(
    stage: Stage,
) -> None:
    """The page sees the pointer come, and nothing of it once it is on the block."""
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate("""() => addEventListener("pointermove", () => {
        document.getElementById("outer").style.paddingTop = "9px";
    }, { once: true })""")
    await stage.page.mouse.move(x, y + 200)
    await stage.page.mouse.click(x, y)
    await refused(stage)
    await runs(stage)


async def pushed(stage: Stage, first: int, last: int) -> None:
    """The page moves the block in steps of two pixels, then a person presses it."""
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.evaluate(
        """async ([first, last]) => {
            for (let step = first; step <= last; step += 1) {
                document.getElementById("outer").style.paddingTop = `${2 * step}px`;
                await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
            }
        }""",
        [first, last],
    )
    await stage.page.mouse.click(x, y + 2 * (last - first + 1))


@pytest.mark.thorough
async def test_a_block_that_crept_on_refuses_the_click_and_one_moved_by_two_pixels_takes_it(
    stage: Stage,
) -> None:
    await pushed(stage, 1, 6)
    await refused(stage)
    await pushed(stage, 7, 7)
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


async def test_a_block_that_is_covered_just_before_the_press_refuses_though_each_frame_was_looked_at(
    stage: Stage,
) -> None:
    """No frame has shown the cover when the press comes; the next one does."""
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.mouse.move(x, y)
    await stage.look(400)  # all frames are looked at now, so that the press need not wait for that
    await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
    await stage.page.mouse.click(x, y)
    await refused(stage)


@pytest.mark.thorough  # tests/attacks/test_layers.py has the layer that goes when the pointer comes.
async def test_a_cover_that_was_just_taken_away_still_counts_and_one_taken_away_long_ago_does_not(
    stage: Stage,
) -> None:
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
    await runs(stage)


@pytest.mark.thorough
async def test_a_site_that_rebuilds_its_nodes_all_the_time_does_not_hinder_a_click(stage: Stage) -> None:
    await stage.page.evaluate(f"() => setInterval({REBUILD}, 20)")
    async with asyncio.timeout(30):
        while not stage.tools.runs:
            await stage.look(900)
            await stage.press(stage.execute)
            await stage.look(400)  # a press counts only after a look at each frame of the browser for a while
            await stage.settled()
    await stage.until("done")


@pytest.mark.thorough
async def test_two_quick_clicks_run_a_call_once(stage: Stage) -> None:
    await stage.read()
    x, y = await stage.middle(stage.execute)
    await stage.page.mouse.click(x, y, click_count=2)
    await stage.until("done")
    await stage.settled()
    assert len(stage.tools.runs) == 1


@pytest.mark.parametrize("key", corners(["Enter", "Space"], "Enter"))
@pytest.mark.thorough
async def test_the_keyboard_reaches_the_button_by_tab_and_runs_the_call(stage: Stage, key: str) -> None:
    await stage.read()
    for _ in range(8):
        await stage.page.keyboard.press("Tab")
        if await stage.execute.evaluate("(button) => button === document.activeElement"):
            break
    await expect(stage.execute).to_be_focused()
    await stage.page.keyboard.press(key)
    await stage.until("done")
    assert len(stage.tools.runs) == 1


async def test_the_keyboard_is_refused_on_a_covered_block(stage: Stage) -> None:
    await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
    await stage.lose_sight()
    await stage.execute.focus()
    await stage.page.keyboard.press("Enter")
    await refused(stage)


async def began_elsewhere(stage: Stage) -> None:
    await stage.page.mouse.move(*await stage.middle(in_face(stage.page, ".raw-toggle")))
    await stage.page.mouse.down()
    await stage.page.mouse.move(*await stage.middle(stage.execute))
    await stage.page.mouse.up()


async def right_button(stage: Stage) -> None:
    await stage.page.mouse.click(*await stage.middle(stage.execute), button="right")


async def wrong_nonces(stage: Stage) -> None:
    [info] = await stage.companion.blocks()
    [document] = stage.companion.bridge.documents.values()
    for nonce in ("", "0" * 16):
        press = Press(t="press", block=info.id, action="execute", nonce=nonce)
        stage.companion.manager.received(document, press)


NO_PRESSES: dict[str, Callable[[Stage], Awaitable[None]]] = {
    "the press began elsewhere": began_elsewhere,
    "the press is of another button of the mouse": right_button,
    "the nonce is of another state": wrong_nonces,
}


async def test_only_a_press_of_the_button_in_its_present_state_runs_a_call(stage: Stage) -> None:
    ran: list[str] = []
    await stage.read()
    for name, way in NO_PRESSES.items():
        await way(stage)
        await stage.settled()
        ran += [name] * len(stage.tools.runs)
        stage.tools.runs.clear()
    assert ran == []
    await runs(stage)


@pytest.mark.thorough
async def test_a_press_that_is_sent_again_at_once_or_after_the_run_runs_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses: list[Press] = []
    manager = stage.companion.manager
    received = manager.received

    def twice(document: object, message: object) -> None:
        if isinstance(message, Press):
            presses.append(message)
            received(document, message)  # type: ignore[arg-type]
        received(document, message)  # type: ignore[arg-type]

    monkeypatch.setattr(manager, "received", twice)
    await runs(stage)
    await stage.settled()
    [press] = presses
    assert len(stage.tools.runs) == 1
    [document] = stage.companion.bridge.documents.values()
    received(document, press)
    await stage.settled()
    assert len(stage.tools.runs) == 1


@pytest.mark.thorough
async def test_a_block_in_a_shadow_tree_of_the_page_is_clicked(stage: Stage, pages: PageSite) -> None:
    url = pages.add("""<!doctype html><body><x-chat></x-chat><script>
        const root = document.querySelector("x-chat").attachShadow({ mode: "open" });
        const turn = document.createElement("div");
        turn.dataset.turn = "assistant";
        const pre = document.createElement("pre");
        pre.textContent = '<tool:look>{"zebra": "in a shadow tree"}</tool>';
        turn.append(pre);
        root.append(turn);
    </script></body>""")
    await shown(stage, url)
    await runs(stage)
    assert stage.tools.runs == [{"zebra": "in a shadow tree", "gnu": ""}]


@pytest.mark.thorough
async def test_after_a_click_that_a_rebuild_cut_short_the_next_one_counts(stage: Stage) -> None:
    await stage.read()
    await stage.page.mouse.move(*await stage.middle(stage.execute))
    await stage.page.mouse.down()
    await stage.page.evaluate(REBUILD)
    await stage.page.mouse.up()
    await expect(stage.faces).to_have_count(1)
    await runs(stage, presses=1)


async def unfold(stage: Stage, again: Locator, shown: Locator) -> None:
    """Press until a press counts: the first one only shows the arguments that were folded away."""
    note = in_face(stage.page, ".guard-note").filter(has_text="Not")
    for _ in range(3):
        await in_sight(again, 900)
        await stage.press(again)
        await expect(shown.or_(note).first).to_be_visible(timeout=30_000)
        if await shown.is_visible():
            return
    raise AssertionError(f"no press counted: {await note.all_inner_texts()}")


async def click_until_it_counts(stage: Stage, again: Locator) -> None:
    """A comparison of pictures that began under a cover may end, and move the block's frame, right before a press on
    a busy machine. The block says so, and the user looks and clicks again.
    """
    (block,) = await stage.companion.blocks()
    await in_sight(again, 900)
    async with asyncio.timeout(60):
        while not (clicked := await stage.companion.click(block.id, "again")):
            assert clicked.found
            await in_sight(again, 900)


async def test_run_again_repeats_a_call_only_for_a_press_on_arguments_in_plain_sight(stage: Stage) -> None:
    await runs(stage)
    again = in_face(stage.page, ".again-button")
    await unfold(stage, again, in_face(stage.page, ".param-value").first)
    await stage.settled()
    assert len(stage.tools.runs) == 1
    await in_sight(again, 900)
    await again.evaluate("(button) => button.click()")
    await stage.settled()
    assert len(stage.tools.runs) == 1, "a press that a script made"
    await stage.page.evaluate(f"() => {{ {over(FULL)} }}")
    await stage.lose_sight()
    note = in_face(stage.page, ".guard-note")
    async with asyncio.timeout(60):
        while "over the block" not in await note.inner_text():
            await stage.press(again)
            await stage.settled()
    assert len(stage.tools.runs) == 1, "a press on a covered block"
    await stage.page.evaluate("document.getElementById('over').remove()")
    await click_until_it_counts(stage, again)
    await stage.until("done", 2)
    assert len(stage.tools.runs) == 2
