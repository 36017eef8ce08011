"""Which blocks of a frame are compared with what the page paints."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
    const frame = document.createElement("div");
    const check = { still: () => false };
    const layer = new top_layer.TopLayer({ frame, check, content: null }, () => {});
    const parts = { boxes: [{ x: 0, y: 0, width: 90, height: 90 }], whole: { x: 0, y: 0, width: 90, height: 90 } };
    layer.held += 1;
    await layer.proves("a", parts);
    if (given) layer.sight("a", parts);
    layer.release();
    const kept = layer.covered.has("a");
    layer.dispose();
    return kept;
"""


async def test_a_block_that_was_found_covered_during_a_look_is_still_compared_after_it(lab: Lab) -> None:
    assert await lab(SCENE, True) is True
    assert await lab(SCENE, False) is False
