"""Sending on a page without a profile, where the button that sends is guessed."""

from __future__ import annotations

import pytest

from overlay.chat.composer.sender import ComposerError, Sender
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.sites.loader import load_profiles
from tests.chat.conftest import Room

SLOW = """<main></main><div><textarea id=box>a result</textarea>{button}</div><script>
window.sent = [];
const box = document.getElementById("box"), main = document.querySelector("main");
const go = (how) => {{ sent.push(how); {takes} }};
document.querySelector("button").onclick = () => go("press");
box.addEventListener("keydown", (event) => {{ if (event.key === "Enter") go("Enter"); }});</script>"""
BUTTONS = {
    "found by its name": "<button>Send</button>",
    "known": "<button aria-label='Send message'>+</button>",
}
SHOWS = "main.append(Object.assign(document.createElement('p'), { textContent: box.value }));"
LATE = f"{SHOWS} setTimeout(() => {{ box.value = ''; }}, 300);"
UNSURE = ComposerTimeouts(answer=5, still=0, user=5, button=0.05, digest=0.1, empty=0.1, sending=5)
NEVER = ComposerTimeouts(answer=5, still=0, user=5, button=0.05, digest=0.1, empty=0.1, sending=0.2)
SEND = load_profiles()["generic"].send


@pytest.mark.parametrize("button", BUTTONS.values(), ids=BUTTONS)
async def test_a_page_that_empties_its_box_late_gets_a_message_once(button: str, unknown: Room) -> None:
    document = await unknown.document(SLOW.format(button=button, takes=LATE))
    await Sender(document, SEND, UNSURE).submit()
    assert await unknown.page.evaluate("sent") == ["press"]


@pytest.mark.parametrize(
    ("button", "done"), [(BUTTONS["found by its name"], ["press"]), (BUTTONS["known"], ["press", "Enter"])]
)
async def test_only_a_known_button_that_did_nothing_is_followed_by_enter(
    button: str, done: list[str], unknown: Room
) -> None:
    document = await unknown.document(SLOW.format(button=button, takes=""))
    with pytest.raises(ComposerError, match="is not empty after send"):
        await Sender(document, SEND, NEVER).submit()
    assert await unknown.page.evaluate("sent") == done


async def test_a_button_without_a_name_is_not_pressed(unknown: Room) -> None:
    button = "<button><svg width=9 height=9></svg></button>"
    document = await unknown.document(SLOW.format(button=button, takes=""))
    with pytest.raises(ComposerError, match="is not empty after send"):
        await Sender(document, SEND, NEVER).submit()
    assert await unknown.page.evaluate("sent") == ["Enter"]


async def test_enter_is_pressed_where_a_button_that_is_found_by_its_name_stays_off(unknown: Room) -> None:
    button = "<button disabled>Send</button>"
    document = await unknown.document(SLOW.format(button=button, takes="box.value = '';"))
    await Sender(document, SEND, UNSURE).submit()
    assert await unknown.page.evaluate("sent") == ["Enter"]
