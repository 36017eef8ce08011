"""Whether a block whose call is to run can be seen: what its frame answers, and when pictures are compared."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
    const host = document.body.appendChild(document.createElement("div"));
    const frame = host.appendChild(document.createElement("div"));
    frame.style.cssText = `position: fixed; left: 0; top: ${given.top}px; width: 100px; height: 100px`;
    const asked = [];
    const answers = [...given.answers];
    const compared = [];
    const found = { shown: false, covered: false, boxes: [{ x: 0, y: 0, width: 90, height: 90 }], gap: 16 };
    const face = {
        frame,
        content: { host },
        drawn: true,
        check: { objection: () => "" },
        objectionLater: async () => "",
        questions: {
            ask: async (message) => {
                const { atOnce } = message(1);
                asked.push(atOnce ? "where it is" : "what is seen");
                return { ...found, whole: found.boxes[0], ...(atOnce ? {} : answers.shift()) };
            },
        },
        top: { raised: false, held: 0, release() {}, raisedFor: () => false, proves: async (id) => { compared.push(id); return false; } },
    };
    const sight = await new face_look.FaceLook(face).sighted("a");
    host.remove();
    return { sight, asked, compared };
"""


async def test_pictures_are_compared_only_of_a_block_that_the_tracking_calls_covered(lab: Lab) -> None:
    late = await lab(SCENE, {"top": 0, "answers": [{}, {}, {"shown": True}]})
    assert (late["sight"], late["compared"]) == ("seen", [])
    covered = await lab(SCENE, {"top": 0, "answers": [{"covered": True}]})
    assert (covered["sight"], covered["compared"]) == ("covered", ["a"])


async def test_a_block_out_of_view_is_away_without_a_look_at_the_frames(lab: Lab) -> None:
    found = await lab(SCENE, {"top": 5000, "answers": []})
    assert found["sight"] == "away"
    assert "what is seen" not in found["asked"]
