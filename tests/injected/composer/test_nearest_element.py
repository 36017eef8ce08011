"""Which of several elements belongs to the message box."""

from __future__ import annotations

from tests.injected.lab import Lab

BUTTONS = "nearest_element.nearest(document.querySelector('#box'), [...document.querySelectorAll('button')])?.id ?? null"


async def test_the_button_that_shares_the_smallest_part_of_the_page_with_the_box_is_chosen(lab: Lab) -> None:
    wrong: list[object] = []
    for html, chosen in [
        ("<input id=box>", None),
        ("<input id=box><button id=a></button>", "a"),
        ("<input id=box><button id=a></button><button id=b></button>", None),
        ("<p><input id=box><button id=a></button><button id=b></button></p>", "b"),
        ("<form><input id=box><button id=a></button><button id=b></button></form>", "a"),
        (
            "<button id=a></button><p><i><input id=box></i><button id=b></button></p><button id=c></button>",
            "b",
        ),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"return {BUTTONS};")) != chosen:
            wrong.append((html, found))
    assert wrong == []


async def test_a_shadow_tree_is_a_part_of_the_page_like_others(lab: Lab) -> None:
    await lab.body("<button id=a></button><p><x-send id=host></x-send><input id=box></p>")
    code = """const root = document.querySelector("#host").attachShadow({ mode: "open" });
        root.innerHTML = "<button id=b></button>";
        const found = [document.querySelector("#a"), root.firstChild];
        return nearest_element.nearest(document.querySelector("#box"), found).id;"""
    assert await lab(code) == "b"
