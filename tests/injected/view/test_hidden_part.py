"""A refusal names the part of the page that lies over a block."""

from __future__ import annotations

from tests.injected.lab import Lab

BODY = """<div style="position:relative"><div id=own style="width:200px;height:100px"></div>
<button id=copy style="position:absolute;top:10px;left:10px;width:80px;height:40px">c</button></div>"""
SCENE = """const own = document.getElementById("own");
const layer = Object.assign(Object.create(top_layer.TopLayer.prototype), { face: { frame: own }, raised: given });
if (given) {
    own.popover = "manual";
    own.style.cssText += "position:fixed;inset:auto;top:8px;left:8px;margin:0;border:0;padding:0";
    own.showPopover();
}
const over = hidden_part.coverOf({ frame: own, top: layer }, [{ x: 0, y: 0, width: 200, height: 100 }]);
return [document.elementFromPoint(20, 30)?.id, over?.id ?? ""];"""


async def test_a_cover_is_found_also_while_the_block_is_raised_above_it(lab: Lab) -> None:
    wrong: list[object] = []
    for raised, topmost in [(False, "copy"), (True, "own")]:
        await lab.empty()
        await lab.body(BODY)
        if (found := await lab(SCENE, raised)) != [topmost, "copy"]:
            wrong.append((raised, found))
    assert wrong == []
