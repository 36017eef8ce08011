"""A tool's picture goes to the model with its result if the chat takes files."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.sites.loader import load_profiles
from overlay.tools import ToolImage, ToolResult, tool
from tests.calls.test_images import png
from tests.injected.calls import xml
from tests.injected.stage import Demo, Stage
from tests.support.faces import in_face

SENDS = {"policy": {"auto_execute": ["*"], "delay": 0}, "returns": {"auto_submit": True}}
CALL = f"```xml\n{xml('plot', 'c1')}\n```"
INPUT = """() => {
    const input = document.createElement("input");
    input.type = "file"; input.id = "attach"; input.accept = "image/*"; input.hidden = true;
    input.onchange = async () => {
        const [file] = input.files;
        const chip = document.createElement("p");
        chip.id = "chip";
        chip.textContent = file.name;
        document.querySelector("#composer").before(chip);
        input.value = "";
        const picture = await createImageBitmap(file);
        chip.dataset.size = `${picture.width} x ${picture.height}`;
    };
    document.querySelector("#composer").before(input);
}"""


@tool
def plot() -> ToolResult:
    """Draws."""
    return ToolResult("A plot.", images=[ToolImage(png(4, 2))])


@pytest.mark.thorough
async def test_a_chat_with_a_file_input_gets_the_picture_with_the_result(
    context: BrowserContext, demo: Demo
) -> None:
    profile = load_profiles()["demo"].model_copy(update={"file": "#attach"})
    async with Stage(context, demo.url, profile=profile, config=SENDS) as stage:
        stage.companion.registry.add(plot)
        await stage.page.evaluate(INPUT)
        await stage.ask(demo.prepare(CALL))
        sent = await stage.until("inserted")
        assert "[Picture 1 of it is attached as picture-1-" in sent.text
        await expect(stage.page.locator("#chip")).to_have_attribute("data-size", "4 x 2")
        await stage.until("submitted")


@pytest.mark.thorough  # tests/chat/test_result_pictures.py has it in each run, without a browser
async def test_a_chat_that_takes_no_file_and_its_model_learn_that_a_picture_was_not_sent(
    context: BrowserContext, demo: Demo
) -> None:
    async with Stage(context, demo.url, site="demo", config=SENDS) as stage:
        stage.companion.registry.add(plot)
        await stage.ask(demo.prepare(CALL))
        said = "1 picture: shown to the user, not sent: this chat does not accept pictures"
        assert f"[{said}]" in (await stage.until("inserted")).text
        await expect(in_face(stage.page, ".note")).to_have_text(f"{said}.")
        borders = 2
        await expect(in_face(stage.page, ".picture", 0)).to_have_js_property("offsetWidth", 4 + borders)
