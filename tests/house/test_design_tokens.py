"""The looks of block, panel and report take their values from one file (docs/looks.md)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import injected_js
from tests.house.tree import ROOT, files
from tests.support.table import for_each

TOKENS = re.findall(r"(--[\w-]+): ([^;]+);", injected_js.design_tokens())
COLOURS = {name: found for name, value in TOKENS if (found := re.findall(r"#[0-9a-f]{6,8}\b", value))}
NO_LOOKS = {
    "text_colours.js",  # it reads colours by painting them on a canvas
    "top_layer.js",  # a ring that differs from the page's drawing on any background
}
SHEETS = [
    path
    for folder in ("injected_js", "overlay/ui", "overlay/capture/report")
    for path in files(ROOT / folder)
    if path.suffix in (".css", ".js", ".html")
    and path.name not in NO_LOOKS
    and path.name != "design_tokens.css"
]
RAW = re.compile(
    r"""(?<![.\w"'`&])\#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!\s*[({=])  # but no `#add()` of a class
    |:[^;}]*\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|color)\(
    |(?:color|background|border[\w-]*|outline|fill|stroke)\s*:[^;}]*\b(?:white|black|gr[ae]y|red|green|blue|yellow|orange)\b""",
    re.VERBOSE | re.IGNORECASE,
)
SIZES = {"--space-": r"(?:padding|margin|gap)[\w-]*", "--type-": "font-size", "--round-": "border-radius"}


def raw(text: str) -> list[str]:
    """The lines of a file with a colour that is no token."""
    return [line.strip() for line in text.splitlines() if RAW.search(line)]


@for_each("line", ["color: #fff;", "a { border: 1px solid #d9dde3 }", "fill: rgb(0 0 0)", "color: red"])
def test_a_colour_of_its_own_is_found(line: str) -> None:
    assert raw(line) == [line]


@for_each("path", SHEETS, ids=[path.name for path in SHEETS])
def test_no_other_file_holds_a_colour(path: Path) -> None:
    assert raw(path.read_text("utf-8")) == []


@for_each("token", SIZES)
def test_no_sheet_repeats_a_size_that_a_token_has(token: str) -> None:
    values = "|".join(re.escape(value) for name, value in TOKENS if name.startswith(token))
    repeats = re.compile(rf"(?<![\w-]){SIZES[token]}: [^;}}]*(?<![\w.-])(?:{values})(?![\w.])[^;}}]*")
    found = [f"{path.name}: {at[0]}" for path in SHEETS for at in repeats.finditer(path.read_text("utf-8"))]
    assert found == []


def test_every_token_is_used() -> None:
    text = injected_js.design_tokens() + "".join(path.read_text("utf-8") for path in SHEETS)
    assert [name for name, _ in TOKENS if f"var({name})" not in text] == []


WORDS = ["--ink", "--dim", "--accent", "--good", "--bad", "--warn"]
READ = [
    *product(WORDS, ["--bg", "--soft"]),
    *product(["--ink", "--dim"], ["--page"]),
    *[(f"--{name}", f"--{name}-soft") for name in ("good", "bad", "warn")],
    *product(["--ink"], ["--good-soft", "--bad-soft", "--good-mark", "--bad-mark"]),
    ("--on-accent", "--accent"),
    ("--on-mark", "--mark"),
]


@for_each("scheme", [0, -1], ids=["light", "dark"])
@for_each(("text", "ground"), READ)
def test_a_text_is_distinguished_from_its_ground(text: str, ground: str, scheme: int) -> None:
    """Web Content Accessibility Guidelines, 1.4.3: at least 4.5 to 1."""
    lights = sorted((luminance(COLOURS[text][scheme]), luminance(COLOURS[ground][scheme])), reverse=True)
    assert (lights[0] + 0.05) / (lights[1] + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """The relative luminance of a colour as #rrggbb, as the guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
