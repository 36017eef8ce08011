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


async def test_a_block_at_the_end_of_the_page_that_grows_when_it_is_scrolled_to_is_scrolled_to_again(
    lab: Lab,
) -> None:
    code = """
        const { host, face } = states.last.content;
        document.body.prepend(Object.assign(document.createElement("div"), { style: "height: 3000px" }));
        let looks = 0;
        face.look.sighted = async () => {
            looks += 1;
            if (looks === 2) host.style.height = "400px";
            return looks > 1 && host.getBoundingClientRect().bottom <= innerHeight ? "seen" : "away";
        };
        face.look.bring = async () => {};
        return await sight.look("last");
    """
    assert await lab(SCENE + code, {"last": "away"}) == "seen"
