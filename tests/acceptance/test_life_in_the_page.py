"""Blocks in a page that rebuilds, moves, copies, removes and brings back its nodes."""

from __future__ import annotations

from html import escape

import pytest
from playwright.async_api import Page, expect

from overlay.demo.script import Pause, Said
from tests.acceptance.one_stage import OneStage, demo_stage, stage
from tests.injected.calls import FORMATS, XML, xml
from tests.injected.pages import PageSite
from tests.injected.stage import MODES, Demo
from tests.support.effort import corners
from tests.support.faces import in_face, until_texts

__all__ = ["demo_stage", "stage"]


def turn(*texts: str, role: str = "assistant") -> str:
    blocks = "".join(f"<pre><code>{escape(text, quote=False)}</code></pre>" for text in texts)
    return f"<div data-turn={role}>{blocks}</div>"


def page_of(*turns: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>t</title><body>{''.join(turns)}</body>"


# What the page shows of a call: its own code blocks that are not hidden, however they are drawn.
BARE = "[...document.querySelectorAll('pre')].filter((pre) => pre.checkVisibility({ visibilityProperty: true })).length"
BARE_IN_VIEW = BARE.replace("pre.check", "pre.getBoundingClientRect().top < innerHeight && pre.check")
"""Code far from the view is hidden when it comes near."""


async def bare(page: Page) -> int:
    return await page.evaluate(BARE)


async def shown_text(page: Page) -> str:
    """The words of the page itself that are not hidden."""
    words: str = await page.locator("body").inner_text()
    return words.strip()


@pytest.mark.thorough
async def test_a_block_moves_with_its_call(stage: OneStage, pages: PageSite) -> None:
    calls = [turn(xml("look", name, zebra="1")) for name in ("one", "two")]
    await stage.open(pages.add(page_of(*calls, turn("plain words"))))
    await stage.ready(2)
    await stage.page.evaluate("document.body.prepend(document.querySelectorAll('[data-turn]')[1])")
    await stage.settled()
    await until_texts(stage.page, ".call-id", ["two", "one"])
    await stage.page.evaluate("""() => {
        const [, one, plain] = document.querySelectorAll("[data-turn]");
        plain.append(one.querySelector("pre"));
    }""")
    await stage.settled()
    await until_texts(stage.page, ".call-id", ["two", "one"])
    visible = "[...document.querySelectorAll('pre')].map((pre) => pre.checkVisibility())"
    assert await stage.page.evaluate(visible) == [False, True, False]


# Each is done by the page's script; the number of code blocks that can be seen is taken in the next microtask.
REBUILDS = {
    "a node between block and call": "document.querySelector('pre').before(document.createElement('hr'))",
    "overlay's node removed": "document.querySelector('pre').previousElementSibling.remove()",
    "the call removed and put back": "{ const pre = document.querySelector('pre'), parent = pre.parentNode; pre.remove(); parent.append(pre); }",
    "the message replaced": "document.body.innerHTML = document.querySelector('[data-turn]').outerHTML",
    "the message replaced after a rest": "document.body.innerHTML = document.querySelector('[data-turn]').outerHTML",
}


async def test_a_site_that_rebuilds_a_message_never_shows_its_call_and_keeps_its_block(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(turn(XML))))
    await stage.ready()
    name = await stage.block.get_attribute("data-block-id")
    found: dict[str, tuple[int, str | None]] = {}
    for what, script in REBUILDS.items():
        if "rest" in what:
            await stage.look(300)
        shown = await stage.page.evaluate(
            f"() => {{ {script}; return Promise.resolve().then(() => {BARE}); }}"
        )
        await stage.settled()
        await expect(stage.block).to_have_count(1)
        found[what] = shown, await stage.block.get_attribute("data-block-id")
    assert {what: kind for what, kind in found.items() if kind != (0, name)} == {}


@pytest.mark.thorough  # tests/injected/observe/test_detached_blocks.py tests it in each run, with its own clock
@pytest.mark.parametrize("away", [50, 2300])
async def test_a_call_whose_own_node_is_taken_out_for_a_while_is_hidden_again(
    stage: OneStage, pages: PageSite, away: int
) -> None:
    await stage.open(pages.add(page_of(turn(XML))))
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
    # A node that stays away would have been given up by then.
    await stage.page.evaluate("new Promise((go) => setTimeout(go, 2300))")
    assert await bare(stage.page) == 0


async def test_a_call_that_is_taken_away_leaves_nothing_behind_and_shows_what_was_after_it(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(turn(XML, "plain words"))))
    await stage.ready()
    await stage.page.evaluate("document.querySelector('pre').remove()")
    await expect(stage.block).to_have_count(0)
    assert await stage.page.locator(f"[{stage.companion.bridge.mark}]").count() == 0
    await expect(stage.page.locator("pre", has_text="plain words")).to_be_visible()


async def test_a_copy_that_the_site_makes_of_a_call_has_its_own_block_and_a_copy_of_a_block_hides_nothing(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(turn(XML), turn("plain words"))))
    await stage.ready()
    await stage.page.evaluate("""() => {
        const [call, plain] = document.querySelectorAll("pre");
        plain.before(call.previousElementSibling.cloneNode());
        for (const each of [call.parentNode, document.querySelector("[data-turn]")]) document.body.append(each.cloneNode(true));
    }""")
    await expect(stage.faces).to_have_count(3)
    await expect(stage.page.locator("pre", has_text="plain words")).to_be_visible()
    assert await bare(stage.page) == 1


@pytest.mark.thorough  # a replaced message and a long history are in each run, here and in test_long_history.py
async def test_a_long_history_that_is_replaced_at_once_has_all_its_blocks_again(
    stage: OneStage, pages: PageSite
) -> None:
    calls = (turn(xml("look", f"c{number}", zebra="1")) for number in range(200))
    await stage.open(pages.add(page_of(*calls)))
    await stage.page.wait_for_function(f"{BARE_IN_VIEW} === 0")
    await stage.until("ready", 4)
    await stage.look(300)
    await stage.page.evaluate("document.body.innerHTML = document.body.innerHTML")
    await stage.page.wait_for_function(f"{BARE_IN_VIEW} === 0")
    await expect(in_face(stage.page, ".function-block", 0)).to_be_visible()


@pytest.mark.thorough
async def test_a_call_that_ran_and_comes_back_later_shows_its_result_and_no_button(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(pages.add(page_of(turn("Hi", role="user"), turn(XML))))
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
    # Longer away than a rebuild takes: overlay gives up the block, but not the call.
    await stage.page.evaluate("new Promise((go) => setTimeout(go, 2300))")
    await stage.page.evaluate("document.body.insertAdjacentHTML('beforeend', window.kept)")
    await expect(in_face(stage.page, ".function-result")).to_contain_text("seen quagga")
    await expect(stage.execute).to_have_count(0)


@pytest.mark.parametrize("mode", corners(MODES, "framework"))
@pytest.mark.thorough
async def test_a_conversation_that_is_left_or_reloaded_has_its_own_blocks_and_no_call_that_ran_is_offered_again(
    demo_stage: OneStage, demo: Demo, mode: str
) -> None:
    stage = demo_stage
    await stage.open(f"{demo.url}/?rate=500&render={mode}")
    await stage.ask(demo.prepare(f"```xml\n{xml('look', f'first {mode}', zebra='quagga')}\n```"))
    await stage.ready()
    await stage.answered()
    await stage.read()
    await stage.press(stage.execute)
    await stage.until("done")
    await stage.page.locator('[data-testid="new-chat"]').click()
    await expect(stage.block).to_have_count(0)
    await stage.ask(demo.prepare(f"```xml\n{xml('look', f'second {mode}', zebra='2')}\n```"))
    await stage.until("ready", 2)
    await stage.answered()
    await until_texts(stage.page, ".call-id", [f"second {mode}"])
    await stage.page.locator("a[data-conversation]").nth(1).click()
    await until_texts(stage.page, ".call-id", [f"first {mode}"])
    assert await bare(stage.page) == 0
    await stage.page.reload()
    await expect(in_face(stage.page, ".function-result")).to_contain_text("seen quagga")
    await expect(stage.execute).to_have_count(0)


@pytest.mark.thorough
async def test_calls_in_one_code_block_are_blocks_in_their_order_with_arguments_and_a_button(
    stage: OneStage, pages: PageSite
) -> None:
    names = ["a1", "b2", "c3"]
    await stage.open(pages.add(page_of(turn("\n".join(xml("look", name, zebra=name) for name in names)))))
    await stage.until("ready", 3)
    await expect(in_face(stage.page, ".call-id")).to_have_text(names)
    await expect(stage.execute).to_have_count(3)
    await expect(in_face(stage.page, ".expand-button[aria-expanded=true]")).to_have_count(3)


async def test_a_result_in_the_chat_is_a_result_block_and_no_call(stage: OneStage, pages: PageSite) -> None:
    result = f'<function_result call_id="c9">\nit says {XML}\n</function_result>'
    await stage.open(pages.add(page_of(turn(result, role="user"))))
    await stage.until("result")
    await expect(stage.block).to_have_attribute("data-status", "result")
    await expect(stage.block).to_have_count(1)
    await expect(stage.execute).to_have_count(0)


# Each part in an element of its own, and bare text beside elements.
RENDERED = (
    '<p>&lt;function_result call_id="c9"&gt;<br>one</p>{}<p>four</p><blockquote><p>five</p></blockquote>'
    "<p>six<br>&lt;/function_result&gt;</p>",
    '&lt;function_result call_id="c9"&gt;<br>one<div>{}<button>Copy</button></div>four'
    "<blockquote><p>five</p></blockquote><p>six<br>&lt;/function_result&gt;</p>",
)


async def test_a_result_that_the_site_draws_as_markdown_is_one_block_with_all_its_text(
    stage: OneStage, pages: PageSite
) -> None:
    results = [one.format("<pre><code>two\n    three\n</code></pre>") for one in RENDERED]
    turns = [f"<div data-turn=user><div class=markdown>{one}</div></div>" for one in results]
    await stage.open(pages.add(page_of(*turns, turn("my own words", role="user"))))
    await stage.until("result", 2)
    await until_texts(stage.page, ".function-block pre", ["one\ntwo\n    three\nfour\nfive\nsix"] * 2)
    assert await shown_text(stage.page) == "my own words"
    assert [*filter(str.strip, await stage.page.locator(".words").all_text_contents())] == []


PROSE = "Before the call it says.\n\n{call}\n\nAfter the call it says."
# The words of an answer outside the blocks: the site's own, and those that overlay draws around a call.
WORDS = """() => {
    const turn = document.querySelector('[data-turn="assistant"] .markdown');
    const ours = [...turn.querySelectorAll("div")].flatMap((div) => [...(div.shadowRoot?.querySelectorAll(".words") ?? [])]);
    return [turn.innerText, ...ours.map((words) => words.innerText)].join("\\n").split("\\n").filter((line) => line.trim());
}"""


@pytest.mark.parametrize("mode", corners(MODES, "framework"))
@pytest.mark.thorough
async def test_an_unfenced_call_is_hidden_exactly_and_the_words_around_it_stay(
    demo_stage: OneStage, demo: Demo, mode: str
) -> None:
    await demo_stage.open(f"{demo.url}/?rate=300&render={mode}")
    await demo_stage.ask(demo.prepare(PROSE.format(call=FORMATS["xml"])))
    await demo_stage.ready()
    await demo_stage.answered()
    assert await demo_stage.page.evaluate(WORDS) == ["Before the call it says.", "After the call it says."]


@pytest.mark.thorough
async def test_words_in_the_same_paragraph_as_a_call_are_kept(stage: OneStage, pages: PageSite) -> None:
    call = escape(XML, quote=False)
    await stage.open(
        pages.add(page_of(f"<div data-turn=assistant><p>Look here: {call} and there.</p></div>"))
    )
    await stage.ready()
    await expect(stage.page.locator(".words").first).to_have_text("Look here: ")
    await expect(stage.page.locator(".words").last).to_have_text(" and there.")
    assert not await stage.page.locator("p").is_visible()


@pytest.mark.thorough
async def test_a_call_that_the_browser_parsed_as_elements_leaves_the_rest_of_its_message_as_it_is(
    stage: OneStage, pages: PageSite
) -> None:
    await stage.open(
        pages.add(page_of(f"<div data-turn=assistant>Before.{XML}<pre>a = 1</pre><b>After.</b></div>"))
    )
    await stage.ready()
    assert await shown_text(stage.page) == "Before.\na = 1\nAfter."
    assert [*filter(str.strip, await stage.page.locator(".words").all_text_contents())] == []


@pytest.mark.thorough
async def test_a_call_in_an_open_shadow_tree_is_found_and_hidden(stage: OneStage, pages: PageSite) -> None:
    """One tree is there from the start, the other one comes later than its element."""
    await stage.open(
        pages.add("""<!doctype html><body><x-chat></x-chat><x-chat></x-chat><script>
        window.grow = (number, text) => {
            const root = document.querySelectorAll("x-chat")[number].attachShadow({ mode: "open" });
            root.innerHTML = "<div data-turn=assistant><pre></pre></div>";
            root.querySelector("pre").textContent = text;
        };
        grow(0, "");
        </script></body>""")
    )
    await stage.settled()
    await stage.page.evaluate(
        """([first, later]) => {
            document.querySelector("x-chat").shadowRoot.querySelector("pre").textContent = first;
            grow(1, later);
        }""",
        [xml("look", "first", zebra="1"), xml("look", "later", zebra="2")],
    )
    await stage.ready(2)
    visible = "[...document.querySelectorAll('x-chat')].map(({ shadowRoot }) => shadowRoot.querySelector('pre').checkVisibility())"
    assert await stage.page.evaluate(visible) == [False, False]


async def test_a_call_in_a_frame_is_found_and_hidden(stage: OneStage, pages: PageSite) -> None:
    """The frames are of the same site, of another site, and one that is empty at first: its first document hands the
    isolated world on to the one that follows.
    """
    inner = page_of(turn(XML))
    same, other, late = pages.add(inner), pages.add(inner, host="localhost"), pages.add(inner)
    frames = "".join(
        f"<iframe {src} width=800 height=200></iframe>" for src in (f"src={same}", f"src={other}", "")
    )
    await stage.open(pages.add(frames))
    await stage.until("ready", 2)
    await stage.page.evaluate("(url) => { document.querySelectorAll('iframe')[2].src = url }", late)
    await stage.until("ready", 3)
    for number in range(3):
        frame = stage.page.frame_locator("iframe").nth(number)
        await expect(in_face(frame, ".function-block")).to_have_count(1)
        await expect(frame.locator("[data-turn] > pre")).to_be_hidden()


@pytest.mark.thorough
async def test_a_call_is_named_while_a_fast_stream_goes_on(stage: OneStage, pages: PageSite) -> None:
    """A token every 3 ms, without end: the block has its name before the stream stops."""
    await stage.open(pages.add(page_of("<div data-turn=assistant><pre><code></code></pre></div>")))
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


@pytest.mark.thorough
async def test_a_call_that_the_answer_breaks_off_is_incomplete_and_has_no_execute_button(
    demo_stage: OneStage, demo: Demo
) -> None:
    await demo_stage.open(f"{demo.url}/?rate=500")
    await demo_stage.ask(demo.prepare("```xml\n" + XML[: XML.index("okapi")]))
    await demo_stage.until("incomplete")
    await expect(demo_stage.block).to_have_attribute("data-status", "incomplete")
    await expect(demo_stage.execute).to_have_count(0)


@pytest.mark.thorough
async def test_a_block_is_open_with_a_spinner_while_it_streams_and_until_it_is_decided(
    demo_stage: OneStage, demo: Demo
) -> None:
    half = XML.index("okapi")
    said = [Said(f"```xml\n{XML[:half]}", rate=400), Pause(1.0), Said(f"{XML[half:]}\n```", rate=400)]
    await demo_stage.open(demo.url)
    await demo_stage.ask(demo.prepare(said))
    await expect(in_face(demo_stage.page, ".function-name-row > .spinner")).to_have_count(1)
    await expect(in_face(demo_stage.page, ".param-value[data-streaming=true]")).to_contain_text("quagga")
    await demo_stage.ready()
    await expect(in_face(demo_stage.page, ".spinner")).to_have_count(0)
    await expect(in_face(demo_stage.page, ".expand-button")).to_have_attribute("aria-expanded", "true")
