"""A press on an element by the element itself."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

AT = "position:fixed;left:10px;top:60px;width:40px;height:20px"
BUTTON = f"<button id=at type=button style='{AT}'><b>S</b></button>"
FIND = "const at = document.querySelector('#at');"


async def test_a_button_that_a_user_could_press_is_known(lab: Lab) -> None:
    wrong: list[object] = []
    for html, met in [
        (BUTTON, True),
        (f"{BUTTON}<div style='position:fixed;inset:0'></div>", False),
        (f"{BUTTON}<div style='position:fixed;inset:0;pointer-events:none'></div>", True),
        (BUTTON.replace("10px", "-500px"), False),
        (f"<label style='{AT}'>{BUTTON}</label>", True),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{FIND} return button_press.isUncovered(at);")) != met:
            wrong.append((html, found))
    assert wrong == []


async def test_an_element_in_a_buttons_own_shadow_tree_counts_as_the_button(lab: Lab) -> None:
    await lab.body(f"<div id=at style='{AT}'></div>")
    code = "at.attachShadow({ mode: 'open' }).innerHTML = '<p style=\"margin:0;height:20px\">S</p>'; return button_press.isUncovered(at);"
    assert await lab(FIND + code)


async def test_the_only_button_in_a_sites_own_element_is_the_one_to_press(lab: Lab) -> None:
    wrong: list[object] = []
    for html, met in [
        ("<x-button id=at><button id=inner>S</button></x-button>", "inner"),
        ("<button id=at><i>S</i></button>", "at"),
        ("<div id=at role=button><button id=inner>S</button></div>", "at"),
        ("<div id=at>S</div>", "at"),
        ("<div id=at><button>S</button><button>T</button></div>", "at"),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{FIND} return button_press.buttonIn(at).id;")) != met:
            wrong.append((html, found))
    assert wrong == []


async def test_a_button_in_the_shadow_tree_of_a_sites_own_element_is_the_one_to_press(lab: Lab) -> None:
    await lab.body("<x-button id=at></x-button>")
    code = "at.attachShadow({ mode: 'open' }).innerHTML = '<button id=inner>S</button>';"
    assert await lab(f"{FIND} {code} return button_press.buttonIn(at).id;") == "inner"


async def test_a_press_of_a_button_is_as_a_click_to_the_page(lab: Lab) -> None:
    cases = {
        "the page hears all of a press": Case(
            FIND
            + """const heard = [];
        for (const name of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
            addEventListener(name, (event) => heard.push(`${name} ${event.target.id} ${event.clientX}`), { once: true });
        button_press.press(at); return heard;""",
            [
                "pointerdown at 30",
                "mousedown at 30",
                "pointerup at 30",
                "mouseup at 30",
                "click at 30",
            ],
            html=BUTTON,
        ),
        "a button does what it does for a click": Case(
            FIND
            + """let sent = 0; document.querySelector("form").onsubmit = (event) => { sent += 1; event.preventDefault(); };
        button_press.press(at); return sent;""",
            1,
            html=f"<form>{BUTTON.replace('type=button', 'type=submit')}</form>",
        ),
    }
    assert await lab.differing("", cases) == {}
