"""One press sends all results of an answer."""

from __future__ import annotations

from overlay.chat.view import block_view
from tests.chat.result_inserter.returning import done
from tests.support.scene import AUTO, PlayedPage, call, idle

THREE = call(text="a") + call("note", "2", text="b") + call("note", "3", text="c")


def offers(page: PlayedPage) -> list[tuple[bool, int | None]]:
    views = [block_view(block) for block in page.blocks]
    return [("submit" in (view.buttons or []), view.sends) for view in views]


async def test_one_block_of_an_answer_sends_its_results() -> None:
    _, page = await done(AUTO, THREE)
    assert offers(page) == [(False, None), (False, None), (True, 3)]


async def test_the_only_result_of_an_answer_is_sent_by_its_own_block() -> None:
    _, page = await done(AUTO)
    assert offers(page) == [(True, None)]


async def test_one_press_sends_all_results_in_one_message_in_the_order_of_their_calls() -> None:
    scene, page = await done(AUTO, THREE)
    page.press("submit", page.blocks[2])
    await idle()
    (sent,) = scene.box.sent
    assert [sent.index(f"noted {word}") for word in "abc"] == sorted(
        sent.index(f"noted {word}") for word in "abc"
    )
    assert [block.call.sent for block in page.blocks] == [True, True, True]


async def test_a_result_that_is_in_the_message_box_is_not_inserted_again() -> None:
    scene, page = await done(AUTO, THREE)
    page.press("insert", page.blocks[0])
    await idle()
    page.press("submit", page.blocks[2])
    await idle()
    assert [scene.box.sent[0].count(f"noted {word}") for word in "abc"] == [1, 1, 1]


async def test_a_press_on_submit_as_it_was_before_another_result_came_does_not_count() -> None:
    scene, page = await done(AUTO)
    block, nonce = page.block, page.block.nonce
    page.stream(call("note", "2", text="b"), unit=2)
    await scene.clock.pass_()
    page.press("submit", block, nonce=nonce)
    await idle()
    assert offers(page) == [(False, None), (True, 2)]
    assert scene.box.sent == []


async def test_a_private_result_is_not_sent_with_the_others() -> None:
    scene, page = await done(AUTO, THREE + call("note", "4", text="secret"))
    hidden = page.blocks[3].call.outcome
    assert hidden is not None
    hidden.private = True
    page.chat.draw(page.blocks[3])
    assert offers(page) == [(False, None), (False, None), (True, 3), (True, None)]
    page.press("submit", page.blocks[2])
    await idle()
    assert "secret" not in scene.box.sent[0]
