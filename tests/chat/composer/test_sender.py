from __future__ import annotations

from dataclasses import replace

import pytest

from overlay.chat.composer.sender import ComposerError, Sender
from overlay.chat.composer.timeouts import ComposerTimeouts
from tests.chat.conftest import SITE, SOON, Room

BOX = """<textarea id=box>a result</textarea><button id=send>Send</button><main></main>
<script>window.sent = []; const box = document.getElementById("box"), send = document.getElementById("send");
box.addEventListener("keydown", (event) => sent.push(event.key));"""
TAKES = f"{BOX} send.onclick = () => {{ sent.push(box.value); box.value = ''; }};</script>"


async def sender(room: Room, body: str, waits: ComposerTimeouts = SOON) -> Sender:
    return Sender(await room.document(body), SITE.send, waits)


async def test_a_message_that_is_in_the_chat_went_though_the_box_is_full(room: Room) -> None:
    shows = "const turn = document.createElement('p'); turn.className = 'u'; document.querySelector('main').append(turn);"
    sends = await sender(room, f"{BOX} send.onclick = () => {{ sent.push('click'); {shows} }};</script>")
    await sends.submit()
    assert await room.page.evaluate("sent") == ["click"]


@pytest.mark.thorough
async def test_messages_that_were_there_before_prove_no_sending(room: Room) -> None:
    sends = await sender(
        room, f"<p class=u>before</p>{BOX} send.onclick = () => sent.push('click');</script>"
    )
    with pytest.raises(ComposerError, match="is not empty after send"):
        await sends.submit()


async def test_nothing_is_pressed_while_the_site_writes_an_answer(room: Room) -> None:
    sends = await sender(room, f"<p id=stop>stop</p>{TAKES}")
    with pytest.raises(ComposerError, match="still writing an answer"):
        await sends.submit()
    assert await room.page.evaluate("sent") == []


async def test_nothing_is_sent_while_the_user_writes(room: Room) -> None:
    sends = await sender(room, TAKES, ComposerTimeouts(answer=0, still=60, user=0.1))
    await room.page.click("#box")
    await room.page.keyboard.type("half a wo")
    with pytest.raises(ComposerError, match="you are writing"):
        await sends.submit()
    assert await room.page.evaluate("sent.filter((what) => what.length > 1)") == []


@pytest.mark.thorough
async def test_nothing_is_pressed_if_an_answer_began_while_the_user_wrote(room: Room) -> None:
    begins = "box.addEventListener('input', () => setTimeout(() => { document.body.append(Object.assign(document.createElement('p'), { id: 'stop' })); }, 100));"
    sends = await sender(
        room,
        f"{TAKES}<script>{begins}</script>",
        ComposerTimeouts(answer=0, still=0.5, user=10, button=0, empty=0),
    )
    await room.page.click("#box")
    await room.page.keyboard.type("a")
    with pytest.raises(ComposerError, match="still writing an answer"):
        await sends.submit()


async def test_a_message_is_sent_when_the_answer_is_written(room: Room) -> None:
    gone = "setTimeout(() => document.getElementById('stop').remove(), 30);"
    waits = ComposerTimeouts(answer=10, button=0.05, empty=10)
    sends = await sender(room, f"<p id=stop>stop</p>{TAKES}<script>{gone}</script>", waits)
    await sends.submit()
    assert await room.page.evaluate("sent") == ["a result"]


@pytest.mark.parametrize("looks", [0, 1], ids=["before", "while the button is looked for"])
async def test_nothing_is_sent_in_another_chat(room: Room, looks: int) -> None:
    seen: list[bool] = []

    def left() -> bool:
        seen.append(True)
        return len(seen) > looks

    sends = Sender(await room.document(TAKES), SITE.send, SOON, left)
    with pytest.raises(ComposerError, match="another chat"):
        await sends.submit()
    assert await room.page.evaluate("sent") == []


async def test_a_button_that_stays_off_is_not_gone_round(room: Room) -> None:
    waits = ComposerTimeouts(answer=0, button=0, digest=0.05, empty=0, sending=0)
    sends = await sender(room, TAKES.replace("<button", "<button disabled"), waits)
    with pytest.raises(ComposerError, match="keeps its send button disabled"):
        await sends.submit()
    assert await room.page.evaluate("sent") == []


async def test_in_a_frame_the_button_is_pressed_where_the_frame_is(room: Room) -> None:
    inner = TAKES.replace('"', "&quot;")
    await room.document(
        f'<iframe style="margin: 70px 0 0 90px; border: 9px solid; padding: 4px" srcdoc="{inner}"></iframe>'
    )
    document = await room.framed()
    await Sender(document, SITE.send, SOON).submit()
    assert await room.page.frames[1].evaluate("sent") == ["a result"]


@pytest.mark.parametrize("takes", ["blur", "change"])
async def test_a_site_that_takes_the_text_when_the_box_loses_the_focus_gets_it_before_the_press(
    takes: str, room: Room
) -> None:
    lazy = f"""let value = "", clicks = 0;
box.addEventListener("{takes}", () => setTimeout(() => {{ value = box.value; }}));
send.onclick = () => {{ clicks += 1; if (value) {{ sent.push(value, clicks); box.value = ""; }} }};</script>"""
    sends = await sender(room, BOX + lazy)
    await room.page.evaluate("box.focus()")
    await sends.submit()
    assert await room.page.evaluate("sent") == ["a result", 1]
    assert await room.page.evaluate("document.activeElement === box")


async def test_a_button_that_is_disabled_for_a_moment_when_the_box_loses_the_focus_is_pressed_after_it(
    room: Room,
) -> None:
    digests = """<script>box.onblur = () => {
        send.disabled = true;
        setTimeout(() => { send.disabled = false; }, 30);
    };
    box.focus();</script>"""
    sends = await sender(room, f"{TAKES}{digests}", replace(SOON, digest=30))
    await sends.submit()
    assert await room.page.evaluate("sent") == ["a result"]
