"""A press of a button, by real input."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
document.body.innerHTML = "<div id=up><button id=b style='width:90px;height:40px'>B</button></div>";
globalThis.pressed = [];
globalThis.button = document.getElementById("b");
globalThis.controller = new AbortController();
trusted_press.onPress(button, (event) => pressed.push(event.type), controller.signal);
"""


async def middle(lab: Lab) -> tuple[float, float]:
    box = await lab.page.locator("#b").bounding_box()
    assert box
    return box["x"] + 45, box["y"] + 20


async def pressed(lab: Lab) -> list[str]:
    return await lab("return pressed")


async def test_a_click_is_one_press(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.click(*await middle(lab))
    assert await pressed(lab) == ["pointerup"]


async def test_two_clicks_are_two(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.click(*await middle(lab), click_count=2)
    assert await pressed(lab) == ["pointerup", "pointerup"]


async def test_enter_and_space_count_as_a_press(lab: Lab) -> None:
    wrong: list[object] = []
    for key in ["Enter", "Space"]:
        await lab.empty()
        await lab(SCENE)
        await lab.page.locator("#b").focus()
        await lab.page.keyboard.press(key)
        if (found := await pressed(lab)) != ["click"]:
            wrong.append((key, found))
    assert wrong == []


async def test_a_key_after_a_click_is_another_press(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.click(*await middle(lab))
    await lab.page.keyboard.press("Enter")
    assert await pressed(lab) == ["pointerup", "click"]


async def test_a_button_that_leaves_the_page_for_a_moment_is_still_pressed(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.move(*await middle(lab))
    await lab.page.mouse.down()
    await lab("document.getElementById('up').replaceChildren(button)")
    await lab.page.mouse.up()
    assert await pressed(lab) == ["pointerup"]


async def test_a_press_that_ends_beside_the_button_does_not_count(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.move(*await middle(lab))
    await lab.page.mouse.down()
    await lab.page.mouse.move(400, 400)
    await lab.page.mouse.up()
    assert await pressed(lab) == []


async def test_a_press_that_began_beside_the_button_does_not_count(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.move(400, 400)
    await lab.page.mouse.down()
    await lab.page.mouse.move(*await middle(lab))
    await lab.page.mouse.up()
    assert await pressed(lab) == []


async def test_another_button_of_the_mouse_presses_nothing(lab: Lab) -> None:
    wrong: list[object] = []
    for which in ["right", "middle"]:
        await lab.empty()
        await lab(SCENE)
        await lab.page.mouse.click(*await middle(lab), button="right" if which == "right" else "middle")
        if (found := await pressed(lab)) != []:
            wrong.append((which, found))
    assert wrong == []


async def test_events_that_a_script_sends_press_nothing(lab: Lab) -> None:
    await lab(SCENE)
    await lab("""button.click(); for (const type of ["pointerdown", "pointerup", "click"]) {
        button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0 }));
    }""")
    assert await pressed(lab) == []


async def test_a_script_can_not_end_a_press_that_a_person_began(lab: Lab) -> None:
    await lab(SCENE)
    await lab.page.mouse.move(*await middle(lab))
    await lab.page.mouse.down()
    await lab(
        "button.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1, button: 0 })); button.click();"
    )
    assert await pressed(lab) == []
    await lab.page.mouse.move(400, 400)
    await lab.page.mouse.up()


async def test_the_page_gets_no_event_of_a_click_on_a_block(lab: Lab) -> None:
    await lab(SCENE)
    await lab(
        "globalThis.heard = 0; document.getElementById('up').addEventListener('click', () => { heard += 1; })"
    )
    await lab.page.mouse.click(*await middle(lab))
    assert await lab("return heard") == 0


async def test_a_click_after_the_end_presses_nothing(lab: Lab) -> None:
    await lab(SCENE)
    await lab("controller.abort()")
    await lab.page.mouse.click(*await middle(lab))
    assert await pressed(lab) == []
