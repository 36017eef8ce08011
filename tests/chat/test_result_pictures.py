"""Pictures of a result go to the model where the site takes files; else the user and the model are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from overlay.calls.call import Block, Call
from overlay.calls.images import drawn
from overlay.calls.outcome import Outcome
from overlay.chat.composer.composer import Composer
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.chat.result_pictures import ResultPictures
from overlay.tools import ToolImage, ToolResult, tool
from tests.calls.test_images import png
from tests.chat.conftest import Room
from tests.chat.result_inserter.returning import done
from tests.support.scene import AUTO, AUTO_RETURN, PlayedPage, Scene, call, idle

PATIENT = ComposerTimeouts(file=20)
TAKES = """<textarea id=box></textarea><input id=file type=file accept="ACCEPT" hidden><p id=drawn></p><script>
document.getElementById("file").onchange = (event) => {
    const image = new Image();
    image.onload = () => { image.dataset.size = `${image.naturalWidth} x ${image.naturalHeight}`; };
    image.src = URL.createObjectURL(event.target.files[0]);
    document.getElementById("drawn").append(image);
    event.target.value = ""; };</script>"""
NOT_SENT = "2 pictures: shown to the user, not sent: {}"


async def drew(config: dict[str, Any] = AUTO, *, takes: bool, keeps: bool = True) -> tuple[Scene, PlayedPage]:
    """A call that returned two pictures, in a chat that takes files or not."""
    scene = Scene(config)
    scene.box.takes_files, scene.box.keeps_files = takes, keeps

    @tool
    async def plot() -> ToolResult:
        """Draws."""
        return ToolResult("Two plots.", images=[ToolImage(png(4, 2)), ToolImage(png(2, 4))])

    scene.registry.add(plot)
    page = scene.page()
    page.stream(call("plot"))
    await scene.clock.pass_()
    return scene, page


async def press(scene: Scene, page: PlayedPage, action: str = "insert") -> None:
    page.press(action)
    await idle()
    await scene.parts.inserter.close()


async def test_pictures_are_attached_and_the_model_is_told_their_names() -> None:
    scene, page = await drew(takes=True)
    await press(scene, page)
    assert [name.rpartition("-")[0] for name in scene.box.files] == ["picture-1", "picture-2"]
    assert [f"is attached as {name}.]" in scene.box.text for name in scene.box.files] == [True, True]
    assert page.block.call.note == ""


async def test_a_chat_without_files_is_told_that_only_the_user_sees_the_pictures() -> None:
    scene, page = await drew(takes=False)
    await press(scene, page)
    said = NOT_SENT.format("this chat does not accept pictures")
    assert scene.box.text.endswith(f"</function_result>\n\n[{said}]")
    assert page.block.call.note == f"{said}."


async def test_pictures_that_the_site_refuses_are_not_called_sent() -> None:
    scene, page = await drew(takes=True, keeps=False)
    await press(scene, page)
    said = NOT_SENT.format("the chat did not accept them")
    assert f"[{said}]" in scene.box.text
    assert page.block.call.note == f"{said}."


async def test_pictures_go_with_a_result_that_is_sent_without_a_press() -> None:
    scene, _ = await drew(AUTO_RETURN, takes=True)
    await scene.parts.inserter.close()
    (sent,) = scene.box.sent
    assert "[Picture 2 of it is attached as picture-2-" in sent


async def test_a_result_without_pictures_says_nothing_of_files() -> None:
    scene, page = await done(AUTO)
    await press(scene, page)
    assert scene.box.text == '<function_result call_id="1">\nnoted a\n</function_result>'


def block() -> Block:
    pictures, _ = drawn([ToolImage(png(4, 2))], "plot")
    return Block(1, 0, name="plot", call=Call(outcome=Outcome("x", pictures=pictures)))


async def composer(room: Room, accept: str) -> Composer:
    return await room.show(TAKES.replace("ACCEPT", accept), PATIENT)


async def test_the_site_gets_the_picture_itself(room: Room) -> None:
    pictures = ResultPictures()
    box = await composer(room, "image/*,.pdf")
    assert await pictures.refused(box, [block()]) == ""
    ((line,), note) = await pictures.upload(box, [block()])
    assert line.startswith("[Picture 1 of it is attached as picture-1-")
    assert note == ""
    await room.page.locator("#drawn img[data-size='4 x 2']").wait_for()
    pictures.close()


async def test_an_input_for_other_files_is_not_given_a_picture(room: Room) -> None:
    box = await room.show(TAKES.replace("ACCEPT", ".pdf,text/*"))
    said = "1 picture: shown to the user, not sent: this chat does not accept pictures"
    assert await ResultPictures().refused(box, [block()]) == said


async def test_a_picture_stored_only_for_the_upload_is_deleted_at_the_end() -> None:
    given: list[Path] = []

    class Taker:
        async def accepts_file(self, media_type: str, name: str) -> bool:
            return True

        async def attach(self, path: Path) -> bool:
            given.append(path)
            return True

    pictures = ResultPictures()
    await pictures.upload(Taker(), [block()])
    pictures.close()
    (path,) = given
    assert not path.parent.exists()
