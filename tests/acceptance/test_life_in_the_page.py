"""Blocks in a page that rebuilds, moves, copies, removes and brings back its nodes."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Page, expect

from overlay.demo.script import Pause, Said
from tests.injected.calls import FORMATS, XML, fenced, xml
from tests.injected.pages import PageSite
from tests.injected.stage import MODES, Demo, Stage
from tests.support.effort import corners
from tests.support.faces import in_face, until_texts


def turn(*texts: str, role: str = "assistant") -> str:
    blocks = "".join(f"<pre><code>{text.replace('<', '&lt;')}</code></pre>" for text in texts)
    return f"<div data-turn={role}>{blocks}</div>"


def page_of(*turns: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>t</title><body>{''.join(turns)}</body>"


# What the page shows of a call: its own code blocks that are not hidden, however they are drawn.
BARE = "[...document.querySelectorAll('pre')].filter((pre) => pre.checkVisibility({ visibilityProperty: true })).length"
HOSTS = "document.querySelectorAll('pre').length && [...document.querySelectorAll('[%s]')].length"


async def bare(page: Page) -> int:
    return await page.evaluate(BARE)


async def test_a_site_that_moves_its_turns_keeps_each_block_with_its_call(
    context: BrowserContext, pages: PageSite
) -> None:
    url = pages.add(page_of(turn(xml("look", "one", zebra="1")), turn(xml("look", "two", zebra="2"))))
    async with Stage(context, url) as stage:
        await stage.ready(2)
        await stage.page.evaluate("document.body.prepend(document.querySelectorAll('[data-turn]')[1])")
        await stage.settled()
        await until_texts(stage.page, ".call-id", ["two", "one"])
        assert await bare(stage.page) == 0


async def test_a_call_that_moves_alone_takes_its_block_along(
    context: BrowserContext, pages: PageSite
) -> None:
    url = pages.add(page_of(turn(XML), turn("plain words")))
    async with Stage(context, url) as stage:
        await stage.ready()
        await stage.page.evaluate(
            "document.querySelectorAll('[data-turn]')[1].prepend(document.querySelector('pre'))"
        )
        await stage.settled()
        await expect(stage.block).to_have_count(1)
        assert await stage.page.evaluate(
            "[...document.querySelectorAll('pre')].map((pre) => pre.checkVisibility())"
        ) == [
            False,
            True,
        ]


@pytest.mark.parametrize("away", [50, 2300])
async def test_a_call_whose_own_node_is_taken_out_and_put_back_is_hidden_again(
    context: BrowserContext, pages: PageSite, away: int
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        await stage.page.evaluate(
            """(away) => {
                const pre = document.querySelector("pre");
                const parent = pre.parentNode;
                pre.remove();
                return new Promise((go) => setTimeout(() => { parent.append(pre); go(); }, away));
            }""",
            away,
        )
        assert await bare(stage.page) == 0
        await expect(stage.block).to_have_count(1)
        # Still so when a node that stays away would have been given up.
        await stage.page.evaluate("new Promise((go) => setTimeout(go, 2300))")
        assert await bare(stage.page) == 0


async def test_a_call_that_is_taken_away_leaves_nothing_behind(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML), turn("plain")))) as stage:
        await stage.ready()
        await stage.page.evaluate("document.querySelector('pre').remove()")
        await expect(stage.block).to_have_count(0)
        assert await stage.page.locator(f"[{stage.companion.bridge.mark}]").count() == 0


async def test_what_was_behind_a_call_that_is_taken_away_is_shown(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML, "plain words")))) as stage:
        await stage.ready()
        await stage.page.evaluate("document.querySelector('pre').remove()")
        await expect(stage.page.locator("pre", has_text="plain words")).to_be_visible()


@pytest.mark.parametrize("deep", ["pre.parentNode", "document.querySelector('[data-turn]')"])
async def test_a_copy_that_the_site_makes_of_its_nodes_has_a_block_of_its_own(
    context: BrowserContext, pages: PageSite, deep: str
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        await stage.page.evaluate(f"""() => {{
            const pre = document.querySelector("pre");
            document.body.append({deep}.cloneNode(true));
        }}""")
        await expect(stage.faces).to_have_count(2)
        assert await bare(stage.page) == 0


async def test_a_copy_of_our_own_node_hides_nothing(context: BrowserContext, pages: PageSite) -> None:
    async with Stage(context, pages.add(page_of(turn(XML), turn("plain words")))) as stage:
        await stage.ready()
        await stage.page.evaluate("""() => {
            const copy = document.querySelector("pre").previousElementSibling.cloneNode();
            document.querySelectorAll("pre")[1].before(copy);
        }""")
        await expect(stage.page.locator("pre", has_text="plain words")).to_be_visible()


async def test_a_node_that_the_site_puts_between_block_and_call_does_not_bare_the_call(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        frames = await stage.page.evaluate(f"""() => {{
            const pre = document.querySelector("pre");
            pre.before(document.createElement("hr"));
            return Promise.resolve().then(() => {BARE});
        }}""")
        assert frames == 0
        assert await stage.page.locator("hr").is_visible()


async def test_our_own_node_that_the_site_takes_away_comes_back_at_once(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        bare_at_once = await stage.page.evaluate(f"""() => {{
            document.querySelector("pre").previousElementSibling.remove();
            return Promise.resolve().then(() => {BARE});
        }}""")
        assert bare_at_once == 0
        await expect(stage.block).to_have_count(1)


async def test_a_turn_that_is_replaced_keeps_its_block(context: BrowserContext, pages: PageSite) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        name = await stage.block.get_attribute("data-block-id")
        await stage.page.evaluate("document.body.innerHTML = document.querySelector('[data-turn]').outerHTML")
        await stage.settled()
        await expect(stage.block).to_have_count(1)
        assert await stage.block.get_attribute("data-block-id") == name


async def test_a_turn_that_is_replaced_in_a_page_that_was_quiet_never_bares_its_call(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        await stage.look(300)
        at_once = await stage.page.evaluate(f"""() => {{
            document.body.innerHTML = document.querySelector('[data-turn]').outerHTML;
            return Promise.resolve().then(() => {BARE});
        }}""")
        assert at_once == 0
        await expect(stage.block).to_have_count(1)


async def test_a_long_history_that_is_replaced_at_once_has_all_its_blocks_again(
    context: BrowserContext, pages: PageSite
) -> None:
    calls = 200
    url = pages.add(page_of(*(turn(xml("look", f"c{number}", zebra="1")) for number in range(calls))))
    async with Stage(context, url) as stage:
        await stage.page.wait_for_function(f"{BARE} === 0")
        await stage.until("ready", 4)
        await stage.look(300)
        await stage.page.evaluate("document.body.innerHTML = document.body.innerHTML")
        await stage.page.wait_for_function(f"{BARE} === 0")
        await expect(in_face(stage.page, ".function-block", 0)).to_be_visible()


async def test_a_call_that_ran_and_comes_back_later_shows_its_result_and_no_button(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn("Hi", role="user"), turn(XML)))) as stage:
        await stage.ready()
        await stage.read()
        await stage.press(stage.execute)
        await stage.until("done")
        await stage.page.evaluate("""() => {
            const turn = document.querySelector("[data-turn=assistant]");
            window.kept = turn.outerHTML;
            turn.remove();
        }""")
        await expect(stage.block).to_have_count(0)
        # Longer away than a rebuild takes: the block itself is given up, the call is not.
        await stage.page.evaluate("new Promise((go) => setTimeout(go, 2300))")
        await stage.page.evaluate("document.body.insertAdjacentHTML('beforeend', window.kept)")
        await expect(in_face(stage.page, ".function-result")).to_contain_text("seen quagga")
        await expect(stage.execute).to_have_count(0)


@pytest.mark.parametrize("mode", MODES)
async def test_a_call_that_ran_is_not_offered_again_after_a_reload(
    context: BrowserContext, demo: Demo, mode: str
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500&render={mode}", site="demo") as stage:
        await stage.ask(demo.lay(fenced("xml")))
        await stage.ready()
        await stage.answered()
        await stage.read()
        await stage.press(stage.execute)
        await stage.until("done")
        await stage.page.reload()
        await expect(in_face(stage.page, ".function-result")).to_contain_text("seen quagga")
        await expect(stage.execute).to_have_count(0)


@pytest.mark.parametrize("mode", corners(MODES, "framework"))
async def test_another_conversation_has_its_own_blocks(
    context: BrowserContext, demo: Demo, mode: str
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500&render={mode}", site="demo") as stage:
        await stage.ask(demo.lay(f"```xml\n{xml('look', 'first', zebra='1')}\n```"))
        await stage.ready()
        await stage.answered()
        await stage.page.locator('[data-testid="new-chat"]').click()
        await expect(stage.block).to_have_count(0)
        await stage.ask(demo.lay(f"```xml\n{xml('look', 'second', zebra='2')}\n```"))
        await stage.until("ready", 2)
        await stage.answered()
        await until_texts(stage.page, ".call-id", ["second"])
        await stage.page.locator("a[data-conversation]").nth(1).click()
        await until_texts(stage.page, ".call-id", ["first"])
        assert await bare(stage.page) == 0


async def test_several_calls_in_one_block_are_several_blocks_in_their_order(
    context: BrowserContext, demo: Demo
) -> None:
    calls = "\n".join(xml("look", name, zebra=name) for name in ("a1", "b2", "c3"))
    async with Stage(context, f"{demo.url}/?rate=400", site="demo") as stage:
        await stage.ask(demo.lay(f"```xml\n{calls}\n```"))
        await stage.until("ready", 3)
        await expect(in_face(stage.page, ".call-id")).to_have_text(["a1", "b2", "c3"])


async def test_a_result_in_the_chat_is_a_result_block_and_no_call(
    context: BrowserContext, pages: PageSite
) -> None:
    result = f'<function_result call_id="c9">\nit says {XML}\n</function_result>'
    async with Stage(context, pages.add(page_of(turn(result, role="user")))) as stage:
        await stage.until("result")
        await expect(stage.block).to_have_attribute("data-status", "result")
        await expect(stage.block).to_have_count(1)
        await expect(stage.execute).to_have_count(0)


PROSE = "Before the call it says.\n\n{call}\n\nAfter the call it says."


# All that is to be read of an answer beside the blocks themselves: the site's words, and those that we draw.
WORDS = """() => {
    const turn = document.querySelector('[data-turn="assistant"] .markdown');
    const ours = [...turn.querySelectorAll("div")].flatMap((div) => [...(div.shadowRoot?.querySelectorAll(".words") ?? [])]);
    return [turn.innerText, ...ours.map((words) => words.innerText)].join("\\n").split("\\n").filter((line) => line.trim());
}"""


@pytest.mark.parametrize("mode", MODES)
async def test_an_unfenced_call_is_hidden_exactly_and_the_words_around_it_stay(
    context: BrowserContext, demo: Demo, mode: str
) -> None:
    async with Stage(context, f"{demo.url}/?rate=300&render={mode}", site="demo") as stage:
        await stage.ask(demo.lay(PROSE.format(call=FORMATS["xml"])))
        await stage.ready()
        await stage.answered()
        assert await stage.page.evaluate(WORDS) == ["Before the call it says.", "After the call it says."]


async def test_words_in_the_same_paragraph_as_a_call_are_kept(
    context: BrowserContext, pages: PageSite
) -> None:
    call = XML.replace("<", "&lt;")
    url = pages.add(page_of(f"<div data-turn=assistant><p>Look here: {call} and there.</p></div>"))
    async with Stage(context, url) as stage:
        await stage.ready()
        await expect(stage.page.locator(".words").first).to_have_text("Look here: ")
        await expect(stage.page.locator(".words").last).to_have_text(" and there.")
        assert not await stage.page.locator("p").is_visible()


async def test_a_call_in_an_open_shadow_tree_is_found_and_hidden(
    context: BrowserContext, pages: PageSite
) -> None:
    url = pages.add("""<!doctype html><body><x-chat></x-chat><script>
        const root = document.querySelector("x-chat").attachShadow({ mode: "open" });
        window.pre = document.createElement("pre");
        const turn = document.createElement("div");
        turn.dataset.turn = "assistant";
        turn.append(window.pre);
        root.append(turn);
    </script></body>""")
    async with Stage(context, url) as stage:
        await stage.page.evaluate("(text) => { window.pre.textContent = text }", XML)
        await stage.ready()
        await expect(stage.block).to_have_count(1)
        assert not await stage.page.evaluate("window.pre.checkVisibility()")


async def test_a_shadow_tree_that_comes_after_its_element_is_found(
    context: BrowserContext, pages: PageSite
) -> None:
    url = pages.add("<!doctype html><body><x-chat></x-chat></body>")
    async with Stage(context, url) as stage:
        await stage.settled()
        await stage.page.evaluate(
            """(text) => {
                const root = document.querySelector("x-chat").attachShadow({ mode: "open" });
                root.innerHTML = "<div data-turn=assistant><pre></pre></div>";
                root.querySelector("pre").textContent = text;
            }""",
            XML,
        )
        await stage.ready()
        assert not await stage.page.evaluate(
            "document.querySelector('x-chat').shadowRoot.querySelector('pre').checkVisibility()"
        )


async def test_a_call_in_a_frame_that_was_empty_at_first_is_found(
    context: BrowserContext, pages: PageSite
) -> None:
    """The frame's first, empty document hands its world on to the one that follows."""
    inner = pages.add(page_of(turn(XML)))
    async with Stage(context, pages.add("<iframe width=800 height=400></iframe>")) as stage:
        await stage.settled()
        await stage.page.evaluate("(url) => { document.querySelector('iframe').src = url }", inner)
        await stage.until("ready")
        await expect(in_face(stage.page.frame_locator("iframe"), ".function-block")).to_have_count(1)


async def test_a_call_in_a_frame_of_the_same_site_is_found_and_hidden(
    context: BrowserContext, pages: PageSite
) -> None:
    inner = pages.add(page_of(turn(XML)))
    async with Stage(context, pages.add(f"<iframe src='{inner}' width=800 height=400></iframe>")) as stage:
        await stage.until("ready")
        frame = stage.page.frame_locator("iframe")
        await expect(in_face(frame, ".function-block")).to_have_count(1)
        await expect(frame.locator("[data-turn] > pre")).to_be_hidden()


async def test_a_call_in_a_frame_of_another_site_is_found_and_hidden(
    context: BrowserContext, pages: PageSite
) -> None:
    inner = pages.add(page_of(turn(XML)), host="localhost")
    async with Stage(context, pages.add(f"<iframe src='{inner}' width=800 height=400></iframe>")) as stage:
        await stage.until("ready")
        frame = stage.page.frame_locator("iframe")
        await expect(in_face(frame, ".function-block")).to_have_count(1)
        await expect(frame.locator("[data-turn] > pre")).to_be_hidden()


async def test_a_call_of_the_history_that_did_not_run_shows_its_arguments(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        await expect(stage.execute).to_be_visible()
        await expect(in_face(stage.page, ".expand-button")).to_have_attribute("aria-expanded", "true")


async def test_a_call_is_named_while_a_fast_stream_goes_on(context: BrowserContext, pages: PageSite) -> None:
    """A token every 3 ms, without end: the block has its name before the stream is told to stop."""
    url = pages.add(page_of("<div data-turn=assistant><pre><code></code></pre></div>"))
    async with Stage(context, url) as stage:
        await stage.page.evaluate(
            """(head) => {
                const node = document.createTextNode("");
                document.querySelector("code").append(node);
                let at = 0;
                window.stream = setInterval(() => {
                    node.appendData(at < head.length ? head[at] : "x");
                    at += 1;
                }, 3);
            }""",
            '<function_calls>\n<invoke name="look" call_id="c1">\n<parameter name="zebra">',
        )
        await expect(in_face(stage.page, ".function-name-text")).to_have_text("look")
        await expect(in_face(stage.page, ".param-value")).to_contain_text("xxxx")
        assert "incomplete" not in stage.told()
        await stage.page.evaluate("clearInterval(window.stream)")


async def test_a_call_that_the_answer_breaks_off_is_incomplete_and_offers_no_run(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, f"{demo.url}/?rate=500", site="demo") as stage:
        await stage.ask(demo.lay("```xml\n" + XML[: XML.index("okapi")]))
        await stage.until("incomplete")
        await expect(stage.block).to_have_attribute("data-status", "incomplete")
        await expect(stage.execute).to_have_count(0)


async def test_a_block_is_open_with_a_spinner_while_it_streams_and_until_it_is_decided(
    context: BrowserContext, demo: Demo
) -> None:
    half = XML.index("okapi")
    said = [Said(f"```xml\n{XML[:half]}", rate=400), Pause(1.0), Said(f"{XML[half:]}\n```", rate=400)]
    async with Stage(context, demo.url, site="demo") as stage:
        await stage.ask(demo.lay(said))
        await expect(in_face(stage.page, ".function-name-row > .spinner")).to_have_count(1)
        await expect(in_face(stage.page, ".param-value[data-streaming=true]")).to_contain_text("quagga")
        await stage.ready()
        await expect(in_face(stage.page, ".spinner")).to_have_count(0)
        await expect(in_face(stage.page, ".expand-button")).to_have_attribute("aria-expanded", "true")
