"""An answer as a person sees it: each frame while it is written, and its colours at the end."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import cast

from PIL import Image
from playwright.async_api import Page

from tests.support.faces import faces, in_face

# The page's own text, open shadow trees included. What overlay draws is left out: its hosts have no class.
WATCH = """() => {
    const raw = /<\\/?(func|invo|para)|function_calls|call_id=/;
    const ours = ".face, .function-block";
    const seen = (window.bed_frames = { count: 0, raw: [], gone: 0 });
    let drawn = false;
    const textOf = (root) => [...root.children].map((one) => one.innerText ?? "").join(" ") +
        [...root.querySelectorAll("*")].map((one) => one.shadowRoot && !one.shadowRoot.querySelector(ours) ? textOf(one.shadowRoot) : "").join(" ");
    const blocksIn = (root) => [...root.querySelectorAll("*")].some((one) => one.shadowRoot &&
        (one.shadowRoot.querySelector(ours) ? one.getBoundingClientRect().height > 10 : blocksIn(one.shadowRoot)));
    const look = () => {
        const text = textOf(document);
        seen.count += 1;
        if (raw.test(text)) seen.raw.push(text.slice(Math.max(0, text.search(raw) - 40)).slice(0, 120));
        const now = blocksIn(document);
        if (drawn && !now) seen.gone += 1;
        drawn ||= now;
    };
    const channel = new MessageChannel();
    channel.port1.onmessage = look;
    const frame = () => {
        if (seen.over) return;
        look();
        channel.port2.postMessage(0);
        requestAnimationFrame(frame);
    };
    frame();
}"""


@dataclass(frozen=True, slots=True)
class Frames:
    """`count` looks at the page, before and after each paint; `raw` are the texts that held a part of a call, `gone`
    the looks without a block after the first one with it.
    """

    count: int
    raw: list[str]
    gone: int


async def watch(page: Page) -> None:
    """Look at each frame from now on, until `seen`."""
    await page.evaluate(WATCH)


async def seen(page: Page) -> Frames:
    """Return what was seen since `watch`, and look no more: it costs a busy machine much."""
    return Frames(
        **await page.evaluate(
            "(({ count, raw, gone }) => { bed_frames.over = true; return { count, raw, gone }; })(bed_frames)"
        )
    )


@dataclass(frozen=True, slots=True)
class Shades:
    """From 0, black, to 1, white: the page beside the block, the block, and the name of its call."""

    page: float
    block: float
    name: float

    @property
    def fits(self) -> bool:
        """Both are dark or both are light, and the name can be read (WCAG AA)."""
        lighter, darker = max(self.block, self.name), min(self.block, self.name)
        return (self.page < 0.4) == (self.block < 0.4) and (lighter + 0.05) / (darker + 0.05) >= 4.5


async def shades(page: Page) -> Shades:
    """Return the shades of the only block in the page, as they are painted."""
    frame = await faces(page).first.bounding_box()
    assert frame
    picture = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    left, top = round(frame["x"]), round(frame["y"])
    right, bottom = round(frame["x"] + frame["width"]), round(frame["y"] + frame["height"])
    beside = picture.crop((max(0, left - 6), top, max(1, left - 1), bottom))
    inside = picture.crop((left + 12, top + 4, right - 12, bottom - 4))
    ink: str = await in_face(page, ".function-name-text", 0).evaluate(
        "(name) => getComputedStyle(name).color"
    )
    colour = tuple(int(float(part)) for part in ink[ink.index("(") + 1 : -1].split(",")[:3])
    return Shades(_shade(beside), _shade(inside), _luminance(colour))


def _shade(picture: Image.Image) -> float:
    """The one that most of it has."""
    _, colour = max(picture.getcolors(1 << 24) or [])
    return _luminance(cast("tuple[int, ...]", colour))


def _luminance(colour: tuple[int, ...]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
