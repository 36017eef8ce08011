"""The rest of a long history waits until the blocks in view are drawn."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
const { promise: asked, resolve: request } = Promise.withResolvers();
const end = new AbortController();
let drawn = false;
const first = new view_first.ViewFirst(() => drawn, request, end.signal);
"""
LATE = """
const { now } = performance;
performance.now = () => now.call(performance) + 800;
try { return first.waits(); } finally { delete performance.now; }
"""


async def test_the_rest_waits_while_blocks_are_drawn_but_not_for_long(lab: Lab) -> None:
    cases = {
        "a block is still to be drawn": Case("return first.waits();", True),
        "another flush is requested meanwhile": Case("first.waits(); return await asked;", "hurry"),
        "all are drawn": Case("first.waits(); drawn = true; return first.waits();", False),
        "it waits once": Case("drawn = true; first.waits(); drawn = false; return first.waits();", False),
        "no block was drawn for a while": Case(f"first.waits(); {LATE}", False),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_only_what_came_with_the_page_waits_and_only_after_the_first_piece(lab: Lab) -> None:
    code = """
    const collected = [];
    const watcher = { unsent: { units: { size: 500 } }, setAside: () => false, hidingEnabled: false,
        collect: (units, how) => { collected.push(how?.onlyLive ?? false); return { items: [], more: false }; } };
    const flow = { left: 1, units: 40, hasAnswer: given };
    const parts = { watcher, flow, viewFirst: first, page: { streaming: () => false }, heartbeat: {}, isPinged: () => false };
    new change_sender.ChangeSender(parts).flush();
    return collected;"""
    cases = {
        "the first piece": Case(code, [False], given=False),
        "the rest": Case(code, [True], given=True),
    }
    assert await lab.differing(SCENE, cases) == {}
