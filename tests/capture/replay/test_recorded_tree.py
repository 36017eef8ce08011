"""The page of a replay turns deltas into the same operations as Python does."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from playwright.async_api import Browser
from pydantic import TypeAdapter

import injected_js
from overlay.capture.delta_encoding import pack, unpack
from overlay.capture.model import Op, Opened, PackedLine, PackedStep, PageLine, Step
from overlay.capture.recording import Recording
from tests.capture.record.lines import add, element, opened, remove, splice, step, text
from tests.capture.test_delta_encoding import CHANGED, rebuilt

DEMO = Path(__file__).parents[1] / "recordings" / "demo"
OPS: TypeAdapter[list[Op]] = TypeAdapter(list[Op])
PLAIN = """
const plainSteps = (lines) => {
    let tree;
    const steps = [];
    for (const line of JSON.parse(lines)) {
        if (line.tree) tree = new recorded_tree.RecordedTree(line.tree);
        else steps.push(line.ops.flatMap((packed) => {
            const plain = tree.plain(packed);
            const found = structuredClone(plain);
            for (const op of plain) tree.apply(op);
            return found;
        }));
    }
    return JSON.stringify(steps);
};
"""


def written(lines: Iterable[PackedLine]) -> str:
    """The lines of a document and its steps as the page gets them."""
    wanted = (line for line in lines if isinstance(line, Opened | PackedStep))
    return json.dumps([line.model_dump(exclude_defaults=True) for line in wanted])


async def test_the_page_turns_deltas_into_the_operations_of_the_recording(browser: Browser) -> None:
    before = element(10, "p", text(11, "one"), element(12, "b", text(13, "bold"), text(14, "!")))
    changed = element(
        100, "p", text(101, "ONE"), element(102, "b", text(103, "bold"), text(104, "!")), title="x"
    )
    cases: dict[str, list[PageLine]] = {
        "all is rebuilt": rebuilt(),
        "a part is rebuilt": rebuilt(beside=True),
        "what was changed before": [
            opened(element(2, "div", before, text(3, "!"))),
            step(1, splice(11, 0, 3, "ONE"), {"o": "attr", "id": 10, "name": "title", "value": "x"}),
            step(2, remove(14), remove(10), add(2, changed)),
        ],
        "what was moved before": [
            opened(element(2, "div", before), element(4, "p")),
            step(1, add(4, {"id": 14}), add(12, {"id": 11}), add(2, {"id": 10})),
            step(2, remove(10), add(2, changed)),
        ],
        "a shadow root is beside it": [
            opened(element(2, "div", before), element(4, "p")),
            step(1, {"o": "shadow", "id": 4, "shadow": {"id": 5, "kids": [text(6, "s")]}}),
            step(2, add(5, {"id": 14}), remove(6)),
            step(3, remove(10), add(2, changed)),
        ],
        **{
            name: [opened(element(2, "div", before)), step(1, remove(10), add(2, other))]
            for name, other in CHANGED.items()
        },
    }
    packed = {name: list(pack(lines)) for name, lines in cases.items()}
    packed["the demo"] = list(Recording.open(DEMO).packed_page())
    page = await browser.new_page()
    rules = injected_js.bundle(injected_js.FOLDER / "replaying", "recorded_tree")
    wrong: list[str] = []
    for name, lines in packed.items():
        found = await page.evaluate(
            f"(lines) => {{ {rules}\n{PLAIN}\nreturn plainSteps(lines); }}", written(lines)
        )
        steps = [line.ops for line in unpack(lines) if isinstance(line, Step)]
        if [OPS.validate_python(ops) for ops in json.loads(found)] != steps:
            wrong.append(name)
    await page.close()
    assert wrong == []
