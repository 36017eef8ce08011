"""Blocks whose calls are to run automatically, looked at one after the other."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
    const { signal } = new AbortController();
    const sighted = given;
    const states = Object.fromEntries(Object.entries(sighted).map(([id, answer]) => [id, {
        content: { host: document.body.appendChild(Object.assign(document.createElement("div"), { textContent: id })), face: {
            top: {}, look: { sighted: () => answer ? Promise.resolve(answer) : new Promise(() => {}) },
        } },
    }]));
    const sight = new call_sight.CallSight({ stateOf: (id) => states[id], want() {}, signal });
    const real = setTimeout;
    const soon = (act) => real(act, 0);
"""


async def test_a_block_whose_frame_never_answers_holds_up_no_other_block(lab: Lab) -> None:
    code = """
        globalThis.setTimeout = soon;
        try {
            sight.look("silent");
            return await sight.look("shown");
        } finally { globalThis.setTimeout = real; }
    """
    assert await lab(SCENE + code, {"silent": "", "shown": "seen"}) == "seen"


async def test_blocks_are_looked_at_in_the_order_of_the_questions(lab: Lab) -> None:
    code = """
        const order = [];
        await Promise.all(["one", "two", "three"].map((id) => sight.look(id).then(() => order.push(id))));
        return order;
    """
    assert await lab(SCENE + code, dict.fromkeys(("three", "two", "one"), "seen")) == ["one", "two", "three"]
