"""A field that may be a search, on a page without a profile: it counts only if no other box appears."""

from __future__ import annotations

import pytest

from overlay.chat.composer.composer import NO_BOX, Composer, ComposerError
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.sites.loader import load_profiles
from tests.chat.conftest import Room

FIELD = "<form onsubmit='return false'><input type=search id=field><button>{}</button></form>"
REAL = "document.body.insertAdjacentHTML('beforeend', '<div><textarea id=real></textarea></div>');"
LATER = f"<script>setTimeout(() => {{ {REAL} }}, 200)</script>"
SOME = "<input id=field class=search>"
WAITS = ComposerTimeouts(
    box=1, keep=0, still=0, user=5, answer=5, button=0.05, digest=1, empty=1, sending=0.2
)
SEND = load_profiles()["generic"].send
READ = "[field.value, document.getElementById('real')?.value]"


@pytest.mark.parametrize("field", [FIELD.format("Send"), FIELD.format("Go"), SOME])
async def test_the_box_that_appears_gets_the_text(field: str, unknown: Room) -> None:
    composer = Composer(await unknown.document(field + LATER), SEND, WAITS)
    await composer.insert("the result")
    assert await unknown.page.evaluate(READ) == ["", "the result"]


async def test_a_box_that_is_gone_for_a_moment_is_waited_for_each_time(unknown: Room) -> None:
    composer = Composer(await unknown.document(FIELD.format("Send")), SEND, WAITS)
    await composer.insert("the result")
    assert await unknown.page.evaluate(READ) == ["the result", None]
    await unknown.page.evaluate(f"setTimeout(() => {{ {REAL} }}, 200)")
    await composer.insert("another")
    assert await unknown.page.evaluate(READ) == ["the result", "another"]


async def test_a_search_gets_nothing(unknown: Room) -> None:
    composer = Composer(await unknown.document(FIELD.format("Go")), SEND, WAITS)
    with pytest.raises(ComposerError, match=NO_BOX[:20]):
        await composer.insert("the result")
    assert await unknown.page.evaluate(READ) == ["", None]
