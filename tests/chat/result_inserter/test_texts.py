"""The text for the model, files with it, and texts that are no result."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from overlay.calls.call import Block, Call
from overlay.calls.outcome import Outcome
from overlay.calls.result_files import ResultFiles
from overlay.calls.result_text import edit_result, result_text
from overlay.chat.composer.composer import BoxRefused, ComposerError, Inserted
from overlay.chat.message_boxes import OWN_TEXT
from overlay.chat.result_attachments import FILE_ALONE, ONE_LINE_AND_FILE
from overlay.chat.result_inserter import REQUEST_ELSEWHERE
from overlay.tools import tool
from tests.chat.result_inserter.returning import AUTO_INSERT, done
from tests.support.scene import AUTO, AUTO_RETURN, SITE, Scene, call, idle


def with_outcome(text: str, index: int = 0) -> Block:
    return Block(1, index, name="note", call=Call(outcome=Outcome(text)))


def test_a_block_without_an_outcome_has_no_text_for_the_model() -> None:
    with pytest.raises(ValueError, match="has no outcome yet"):
        result_text(Block(1, 0, name="note"), 500)


def test_a_call_without_an_id_is_known_by_its_name_and_place() -> None:
    assert 'call_id="note-3"' in result_text(with_outcome("x", 2), 500)


def test_the_text_for_the_model_is_worked_out_once() -> None:
    block = with_outcome("x" * 1000)
    assert result_text(block, 500) is result_text(block, 500)


def test_a_long_result_is_cut_to_the_limit() -> None:
    text = result_text(with_outcome("x" * 1000), 300)
    assert "[overlay left out 700 of 1,000 characters here" in text


@pytest.mark.parametrize("takes", [True, False])
async def test_a_result_that_was_cut_goes_along_as_a_file_where_the_site_takes_one(
    tmp_path: Path, takes: bool
) -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert page.block.call.outcome
    page.block.call.outcome.kept = tmp_path / "note-1.txt"
    scene.box.takes_files = takes
    page.press("insert")
    await idle()
    assert scene.box.files == (["note-1.txt"] if takes else [])
    assert ("[The whole of it is attached as note-1.txt.]" in scene.box.text) is takes


@pytest.mark.parametrize("refused", [True, False])
async def test_a_result_that_the_box_does_not_hold_as_it_is_goes_as_a_file_where_the_site_takes_one(
    tmp_path: Path, refused: bool
) -> None:
    scene = Scene(AUTO, files=ResultFiles(tmp_path))
    page = scene.page(site=SITE.model_copy(update={"file": "input"}))
    page.stream(call(text="a"))
    await scene.clock.pass_()
    scene.box.takes_files, scene.box.exact = True, False
    if refused:
        insert = scene.box.insert

        async def short(text: str) -> Inserted:
            if "function_result" in text:
                raise BoxRefused("too long")
            return await insert(text)

        scene.box.insert = short  # type: ignore[method-assign]
    page.press("insert")
    await idle()
    (name,) = scene.box.files
    assert (tmp_path / name).read_text() == "noted a"
    assert f"[The whole of it is attached as {name}.]" in scene.box.text
    assert ("noted a" in scene.box.text, page.block.call.note) == (
        (False, FILE_ALONE) if refused else (True, ONE_LINE_AND_FILE)
    )


async def test_text_that_the_user_removed_from_a_result_is_not_sent_in_a_file(tmp_path: Path) -> None:
    scene = Scene(AUTO, files=ResultFiles(tmp_path))
    page = scene.page(site=SITE.model_copy(update={"file": "input"}))
    page.stream(call(text="a"))
    await scene.clock.pass_()
    scene.box.takes_files, scene.box.exact = True, False
    edit_result(page.block, "less")
    page.press("insert")
    await idle()
    assert scene.box.files == []
    assert "less" in scene.box.text


async def test_no_file_goes_to_the_site_before_the_text_is_in_the_box(tmp_path: Path) -> None:
    scene, page = await done(AUTO)
    assert page.block.call.outcome
    page.block.call.outcome.kept = tmp_path / "note-1.txt"
    scene.box.takes_files = True
    scene.box.fault = ComposerError("the composer went away")
    page.press("insert")
    await idle()
    assert scene.box.files == []


async def test_a_file_that_the_message_does_not_tell_of_is_no_failure(tmp_path: Path) -> None:
    scene, page = await done(AUTO)
    assert page.block.call.outcome
    page.block.call.outcome.kept = tmp_path / "note-1.txt"
    scene.box.takes_files = True
    attach = scene.box.attach

    async def then_gone(path: Path) -> bool:
        taken = await attach(path)
        scene.box.fault = ComposerError("the composer went away")
        return taken

    scene.box.attach = then_gone  # type: ignore[method-assign]
    page.press("insert")
    await idle()
    assert page.block.call.inserted
    assert page.block.call.note == ""


async def test_the_next_inserted_result_names_new_tools_once() -> None:
    scene, page = await done(AUTO)
    assert "They are in the message box" in await scene.parts.inserter.insert_prompt(
        page.chat, "the instructions"
    )
    scene.box.text = ""

    @tool
    def newcomer() -> None:
        """Was not there before."""

    scene.registry.add(newcomer)
    page.press("insert")
    await idle()
    assert "New: newcomer" in scene.box.text
    scene.box.text = ""
    page.press("insert")
    await idle()
    assert "newcomer" not in scene.box.text
    assert "noted a" in scene.box.text


async def test_news_that_could_not_be_put_in_is_reported_the_next_time() -> None:
    scene, page = await done(AUTO)
    await scene.parts.inserter.insert_prompt(page.chat, "the instructions")
    scene.registry.enable("note", False)
    scene.box.fault = ComposerError("no box")
    page.press("insert")
    await idle()
    scene.box.fault, scene.box.text = None, ""
    page.press("insert")
    await idle()
    assert "No longer there: note" in scene.box.text


async def test_a_text_for_the_model_is_put_into_the_box_and_not_sent() -> None:
    scene = Scene()
    said = await scene.parts.inserter.insert_prompt(scene.page().chat, "tools")
    assert scene.box.text == "tools"
    assert scene.box.sent == []
    assert said == "They are in the message box. Send them yourself."


async def test_a_text_that_the_box_does_not_take_is_said() -> None:
    scene = Scene()
    scene.box.fault = ComposerError("there is no box")
    said = await scene.parts.inserter.insert_prompt(scene.page().chat, "tools")
    assert said == "They were not inserted into the chat: there is no box."


async def test_a_request_that_does_not_get_into_the_box_is_reported() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a b")[:-40])
    await idle()
    scene.box.fault = ComposerError("no box")
    page.press("resend")
    await idle()
    assert page.block.call.note == "The request was not inserted: no box."


async def test_a_call_is_not_asked_for_again_in_another_chat() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="a b")[:-40])
    await idle()
    page.block.conversation = "another"
    page.press("resend")
    await idle()
    assert scene.box.text == ""
    assert page.block.call.note == REQUEST_ELSEWHERE


async def test_words_of_the_users_own_are_never_sent_automatically() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.text = "half a thou"
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.box.sent == []
    assert page.block.call.inserted
    assert page.block.call.note == OWN_TEXT


@pytest.mark.thorough
async def test_a_result_that_waits_in_the_message_box_does_not_count_as_the_users_text() -> None:
    scene = Scene({"policy": {"auto_execute": ["note"]}, "returns": {"auto_submit": True}})

    @tool
    async def other() -> str:
        """Is not set to run automatically."""
        return "other"

    scene.registry.add(other)
    page = scene.page()
    page.stream(call("note", "1", text="a") + call("other", "2"))
    await scene.clock.pass_()
    page.press("execute", page.blocks[1])
    await idle()
    (sent,) = scene.box.sent
    assert "noted a" in sent
    assert "other" in sent


async def test_one_chat_does_not_wait_for_the_box_of_another() -> None:
    scene = Scene(AUTO_INSERT)
    scene.box.hold = asyncio.Event()
    first, second = scene.page(name="a"), scene.page("https://chat.example/c/two", name="b")
    first.stream(call(text="a"))
    second.stream(call(text="b"))
    await scene.clock.pass_()
    assert scene.box.most_inside == 2
    scene.box.hold.set()
    await idle()
