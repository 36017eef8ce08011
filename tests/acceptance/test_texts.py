"""Python has the same text of a block as the page, UTF-16 unit for UTF-16 unit, however the site writes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playwright.async_api import Browser, BrowserContext

from overlay.demo.script import Said
from tests.acceptance.one_stage import OneStage, demo_stage
from tests.injected.pages import PageSite
from tests.injected.stage import MODES, Demo, Stage
from tests.support.effort import corners, some

__all__ = ["demo_stage"]

PAGE = """<!doctype html><meta charset=utf-8><body><div data-turn=assistant></div></body>"""
# Writes a text into a block in pieces, as one kind of site does it. A step is [how, piece, rest after it].
WRITE = """async ([mode, steps]) => {
    const turn = document.querySelector("[data-turn]");
    let pre, code, text = "";
    const fresh = () => {
        pre = document.createElement("pre");
        code = document.createElement("code");
        pre.append(code);
        turn.replaceChildren(pre);
    };
    const spans = (cut) => {
        for (let at = 0; at < text.length; at += cut) {
            const span = document.createElement("span");
            span.append(text.slice(at, at + cut));
            code.append(span);
        }
    };
    fresh();
    for (const [how, piece, rest] of steps) {
        text = how === "set" ? piece : text + piece;
        if (how === "remount") fresh();
        if (mode === "append" && how === "grow" && code.lastChild?.nodeType === 3) code.lastChild.appendData(piece);
        else if (mode === "append" && how === "grow") code.append(piece);
        else if (mode === "rebuild") { code.replaceChildren(); spans(5); }
        else if (mode === "framework") { fresh(); code.textContent = text; }
        else { code.replaceChildren(); if (text) code.append(text); }
        if (how === "split" && code.lastChild?.nodeType === 3 && text) code.lastChild.splitText(text.length >> 1);
        if (rest) await new Promise((go) => setTimeout(go, 17));
    }
    const all = code.textContent;
    return Array.from({ length: all.length }, (_, at) => all.charCodeAt(at));
}"""
PIECES = st.one_of(
    st.sampled_from(
        [
            "🙂",
            "\ud83d",
            "\ude42",
            "👩🏽‍🚀",
            "\r\n",
            "\r",
            "\n",
            "\u00a0",
            "\u200b",
            "\u200d",
            "\ufeff",
            "e\u0301",
        ]
    ),
    st.sampled_from(
        ["<function_calls>\n", '<invoke name="look">', "</invoke>", "{", '"name"', "[", "&amp;", "<b>"]
    ),
    st.text(alphabet="ab \t\n🦓\u2028", max_size=8),
)
HOW = st.sampled_from(["grow"] * 7 + ["split", "remount", "set"])
STEPS = st.lists(st.tuples(HOW, PIECES, st.booleans()), min_size=2, max_size=20)


@pytest.fixture(scope="module")
async def stage(browser: Browser, pages: PageSite) -> AsyncIterator[Stage]:
    """One companion beside one page for all examples."""
    context = await browser.new_context()
    async with Stage(context, pages.add(PAGE)) as stage:
        yield stage
    await context.close()


def units(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


async def held(stage: Stage, wanted: list[int]) -> bool:
    """Whether Python has this text, at the latest after some messages from and to the page."""
    for _ in range(50):
        if wanted in [units(text) for text in stage.companion.block_texts()]:
            return True
        await stage.page.evaluate("new Promise((go) => setTimeout(go, 16))")
    return False


@pytest.mark.parametrize("mode", corners(MODES, "framework"))
@settings(
    max_examples=some(50, 15),
    deadline=None,
    derandomize=True,
    # Shrinking would wait out each of its failures.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
@pytest.mark.thorough
async def test_python_holds_what_the_page_holds(
    stage: Stage, mode: str, steps: list[tuple[str, str, bool]]
) -> None:
    # What may be a cursor at the end of a text is taken with what follows it.
    wanted = await stage.page.evaluate(WRITE, [mode, [*steps, ("grow", "end", True)]])
    assert await held(stage, wanted), (wanted, stage.companion.block_texts())


HARD = "a\u00a0b\u200b\u200d👩🏽‍🚀 e\u0301 🙂🙂\ufeff\t\u2028end"


@pytest.mark.thorough
@pytest.mark.parametrize("mode", corners(MODES, "framework"))
async def test_a_stream_of_halved_pairs_and_the_words_around_it_arrive_complete(
    demo_stage: OneStage, demo: Demo, mode: str
) -> None:
    said = Said(f"One 🙂 two.\n\n```text\n{HARD}\r\n{HARD}\r\n```\n\nThree.", rate=200, token=1, utf16=True)
    await demo_stage.open(f"{demo.url}/?render={mode}")
    await demo_stage.ask(demo.prepare([said]))
    await demo_stage.answered()
    wanted = await demo_stage.page.locator(".code-card pre").evaluate("(pre) => pre.textContent")
    assert wanted.count("🙂") == 4
    assert wanted in demo_stage.companion.block_texts()
    assert "One 🙂 two.\ntext\n\ufffc\nThree." in demo_stage.companion.block_texts()


@pytest.mark.thorough
async def test_a_text_that_was_cut_short_on_the_way_is_asked_for_again(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(PAGE)) as stage:
        lost: list[Any] = []
        said = stage.companion.manager.received

        def lose(document: Any, message: Any) -> None:
            """The first message that carries text is lost."""
            if not lost and any(getattr(item, "text", "") for item in getattr(message, "items", [])):
                kept = [item for item in message.items if item.k != "text"]
                lost.append(message)
                message = message.model_copy(update={"items": kept})
            said(document, message)

        stage.companion.manager.received = lose  # type: ignore[method-assign]
        wanted = await stage.page.evaluate(WRITE, ["append", [["grow", "one ", True]]])
        await stage.settled()
        assert lost
        await stage.page.evaluate("document.querySelector('code').lastChild.appendData('two')")
        assert await held(stage, [*wanted, *units("two")])


@pytest.mark.thorough
async def test_control_the_comparison_sees_a_difference(stage: Stage) -> None:
    wanted = await stage.page.evaluate(WRITE, ["append", [["grow", "one", False]]])
    assert not await held(stage, [*wanted, 33])
