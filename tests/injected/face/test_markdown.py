"""Markdown in a result, drawn as elements."""

from __future__ import annotations

from typing import Any

from overlay.calls.markdown_view import markdown_of
from tests.injected.lab import Lab

DRAW = """document.body.replaceChildren(markdown.drawMarkdown(given)); const box = document.querySelector(".result-markdown");"""


def nodes(text: str) -> list[dict[str, Any]]:
    return [node.model_dump(exclude_unset=True) for node in markdown_of(text) or []]


async def test_markdown_is_drawn_as_elements(lab: Lab) -> None:
    code = f"{DRAW} return [...box.querySelectorAll('*')].map((one) => one.localName).join(' ');"
    text = "# a\n\n**b** `c`\n\n1. d\n2. e\n\n| f |\n|---|\n| g |"
    assert await lab(code, nodes(text)) == ("div p strong code ol li p li p table thead tr th tbody tr td")


async def test_drawn_markdown_loads_nothing_runs_nothing_and_has_no_links(lab: Lab) -> None:
    code = f"{DRAW} return [box.querySelectorAll('a,img,script,[href],[src],[onclick],[style]').length, box.textContent];"
    text = "# t\n\n<script>x</script> [bank.example](https://evil.example/) ![p](https://evil.example/p.png)"
    count, drawn = await lab(code, nodes(text))
    assert count == 0
    assert "bank.example (evil.example)" in drawn
    assert "<script>" in drawn


async def test_a_heading_comes_below_the_name_of_the_call(lab: Lab) -> None:
    code = f"{DRAW} return box.firstElementChild.getAttribute('aria-level');"
    assert await lab(code, nodes("# a")) == "2"
