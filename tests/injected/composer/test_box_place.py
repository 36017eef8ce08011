"""The box that takes the place of the message box."""

from __future__ import annotations

from tests.injected.lab import Lab

PAGE = "<main><div id=log></div><form><div id=around><textarea></textarea></div><button>Send</button></form></main>"
RICH = "<div id=rich contenteditable=true style='min-height: 20px'>a</div>"
FIND = """const at = new composer.Composer({{ composer: "textarea", send: "" }});
    at.box();
    {}
    return at.box()?.id ?? null;"""


async def test_a_box_of_another_kind_in_its_place_is_the_message_box(lab: Lab) -> None:
    wrong: list[object] = []
    for around in ["#around", "form"]:
        await lab.empty()
        await lab.body(PAGE)
        change = f'document.querySelector("{around}").innerHTML = "{RICH}";'
        if (found := await lab(FIND.format(change))) != "rich":
            wrong.append((around, found))
    assert wrong == []


async def test_a_box_at_another_place_is_not_the_message_box(lab: Lab) -> None:
    await lab.body(PAGE)
    change = (
        f'document.querySelector("textarea").remove(); document.querySelector("#log").innerHTML = "{RICH}";'
    )
    assert await lab(FIND.format(change)) is None


async def test_neither_of_two_boxes_in_its_place_is_the_message_box(lab: Lab) -> None:
    await lab.body(PAGE)
    assert await lab(FIND.format(f'document.querySelector("#around").innerHTML = "{RICH}{RICH}";')) is None


async def test_the_box_of_the_profile_goes_before_another_box_in_its_place(lab: Lab) -> None:
    await lab.body(PAGE)
    change = f'document.querySelector("#around").innerHTML = "{RICH}<textarea id=own></textarea>";'
    assert await lab(FIND.format(change)) == "own"
