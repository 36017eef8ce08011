from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from observers.protocol import BlockOpened, TextDelta
from overlay.calls.call import Block
from overlay.chat.composer.text_compare import one_line
from overlay.chat.reader_events import BlockAdded, BlockGone, BlockRead, ParamReset, ParamText, ReaderEvent
from overlay.chat.unit_calls import OPEN_END
from overlay.chat.unit_reader import UnitReader
from overlay.detection.results import encode_result
from tests.support.scene import call

RESULT = '<function_result call_id="7">\nfine\n</function_result>'


def bare(text: str) -> str:
    """The call without its wrapper."""
    return text.removeprefix("<function_calls>\n").removesuffix("</function_calls>\n")


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Play:
    """A reader and the text that its page shows."""

    def __init__(self, **about: Any) -> None:
        given: dict[str, Any] = {
            "kind": "fence",
            "role": "assistant",
            "language": "xml",
            "turn": 1,
            "message": "m",
        }
        self.reader = UnitReader(
            BlockOpened(k="open", id=1, live=True, held=False, **(given | about)), born=1
        )
        self.text = ""
        self.batch = 1

    def become(self, text: str, *, at: int | None = None) -> list[ReaderEvent]:
        """The page shows `text`; the change is reported as the page script does, or from `at` on."""
        common = len(self.text) if text.startswith(self.text) else 0
        while common < min(len(text), len(self.text)) and text[common] == self.text[common]:
            common += 1
        at = units(text[:common]) if at is None else at
        data = text.encode("utf-16-le", "surrogatepass")
        tail = data[at * 2 :].decode("utf-16-le", "surrogatepass")
        self.text = text
        self.batch += 1
        item = TextDelta(k="text", id=1, at=at, text=tail, length=units(text))
        events, lost = self.reader.take(item, self.batch)
        assert not lost
        return events

    @property
    def block(self) -> Block:
        (block,) = self.reader.blocks
        return block


def shown(events: list[ReaderEvent], key: str = "text") -> str:
    return "".join(event.text for event in events if isinstance(event, ParamText) and event.key == key)


def kinds(events: list[ReaderEvent]) -> list[type]:
    return [type(event) for event in events]


def test_a_call_grows_into_a_block() -> None:
    play = Play()
    text = call(text="hello there")
    events = play.become(text[:60])
    assert kinds(events)[:2] == [BlockAdded, BlockRead]
    events += play.become(text)
    assert shown(events) == "hello there"
    assert play.block.parsed
    assert play.block.name == "note"
    assert play.block.call_id == "1"
    assert play.block.grew


def kept(pieces: int) -> float:
    """Return how often a call's text of 200 KB is kept once it was read in so many pieces."""
    size = 200_000
    # What is built at the first call is not the text's.
    Play().become(call(text="word " * (size // 5)))
    play = Play()
    play.become("<")
    tracemalloc.start()
    try:
        text = call(text="word " * (size // 5))
        for number in range(1, pieces + 1):
            play.become(text[: len(text) * number // pieces])
        play.text = ""
        assert play.block.parsed
        del text
        return tracemalloc.get_traced_memory()[0] / size
    finally:
        tracemalloc.stop()


def test_the_text_of_a_finished_call_is_kept_as_text_raw_and_value_alone() -> None:
    wrong = [pieces for pieces in [1, 7] if not (kept(pieces) < 3.5)]
    assert wrong == []


def test_a_call_that_came_all_at_once_did_not_grow() -> None:
    play = Play()
    play.become(call())
    assert not play.block.grew


def test_a_unit_whose_text_gets_longer_in_a_later_batch_grew() -> None:
    play = Play()
    play.batch = 0
    play.become("a")
    assert not play.reader.grew
    play.become("ab")
    assert play.reader.grew


def test_a_unit_that_a_highlighter_only_rewrites_did_not_grow() -> None:
    play = Play()
    play.batch = 0
    play.become("ab")
    play.become("ba")
    assert not play.reader.grew


def test_a_users_message_holds_no_call() -> None:
    play = Play(role="user", kind="prose")
    play.become(call())
    assert play.reader.blocks == []
    assert not play.reader.open
    assert play.reader.finish() == []


def test_an_unfenced_call_is_never_exact() -> None:
    play = Play(kind="prose", language="")
    play.become(call())
    assert play.block.parsed
    assert play.block.parsed.confidence == "repaired"


def test_a_text_that_ends_in_a_call_leaves_it_incomplete() -> None:
    play = Play()
    play.become(call(text="hello")[:-40])
    assert play.reader.open
    play.reader.finish()
    assert play.block.parsed
    assert not play.block.parsed.complete
    assert not play.reader.open


def test_finishing_twice_is_finishing_once() -> None:
    play = Play()
    play.become(call(text="hello")[:-40])
    assert play.reader.finish()
    assert play.reader.finish() == []


def test_a_text_that_goes_on_after_it_was_taken_for_finished_is_read_on() -> None:
    play = Play()
    text = call(text="hello")
    play.become(text[:-40])
    play.reader.finish()
    play.become(text)
    assert play.block.parsed
    assert play.block.parsed.complete


def test_a_renderer_that_ends_each_state_of_a_code_block_with_a_line_end_is_followed_without_a_reset() -> (
    None
):
    play = Play()
    text = call(text="hello").rstrip()
    events: list[ReaderEvent] = []
    for end in range(1, len(text) + 1):
        events += play.become(text[:end] + "\n")
    assert ParamReset not in kinds(events)
    assert shown(events) == "hello"
    assert play.block.parsed
    assert play.block.parsed.complete


def test_a_growing_call_whose_beginning_is_sent_again_only_grows() -> None:
    play = Play()
    text = call(text="hello")
    play.become(text[: text.index("llo")])
    events = play.become(text, at=0)
    assert ParamReset not in kinds(events)
    assert shown(events) == "llo"


def test_a_growing_call_whose_argument_is_rewritten_is_redrawn() -> None:
    play = Play()
    text = call(text="hello")
    play.become(text[: text.index("llo")])
    events = play.become(call(text="other"))
    assert kinds(events)[0] is ParamReset
    assert shown(events) == "other"


def test_a_decided_call_that_reads_as_before_is_left_alone() -> None:
    play = Play()
    play.become(bare(call(text="a")))
    block = play.block
    assert play.become("Look: \n" + bare(call(text="a"))) == []
    assert play.reader.blocks == [block]
    assert play.reader.spans()[0][0] == len("Look: \n")


def test_a_decided_call_that_reads_otherwise_is_reset_and_has_not_grown() -> None:
    play = Play()
    play.become(call(text="a")[:40])
    play.become(call(text="a"))
    events = play.become(call(text="b"))
    assert kinds(events)[0] is ParamReset
    assert play.block.parsed
    assert play.block.parsed.arguments == {"text": "b"}
    assert not play.block.grew


def test_a_call_that_is_no_longer_there_is_gone() -> None:
    play = Play()
    play.become(call())
    block = play.block
    assert play.become("nothing") == [BlockGone(block)]
    assert play.reader.blocks == []


def test_a_call_that_turns_out_to_be_none_is_taken_back() -> None:
    play = Play()
    events = play.become('<function_calls>\n<invoke name="note">\n<parameter name="a">x')
    events += play.become('<function_calls>\n<invoke name="note">\n<parameter name="a">x</parameter>\nwords')
    events += play.become("<function_calls>\nwords instead\n", at=0)
    assert kinds(events)[0] == BlockAdded
    assert kinds(events)[-1] == BlockGone
    assert play.reader.blocks == []


def test_several_calls_of_one_text_are_several_blocks_in_their_order() -> None:
    play = Play()
    play.become(call("one") + call("two"))
    assert [(block.index, block.name) for block in play.reader.blocks] == [(0, "one"), (1, "two")]


def test_spans_are_counted_as_the_page_counts() -> None:
    wrong: list[object] = []
    for before in ["words\n", "\U0001f600 words \U0001f600\n", "é\n"]:
        play = Play()
        text = before + bare(call(text="\U0001f600")) + bare(call("two"))
        play.become(text)
        starts = [units(text[:at]) for at in range(len(text)) if text.startswith("<invoke", at)]
        if (found := [start for start, _ in play.reader.spans()]) != starts:
            wrong.append((before, found))
    assert wrong == []


def test_spans_are_counted_as_the_page_counts_after_the_first_character_of_two_units() -> None:
    wrong: list[object] = []
    for kind in ["prose", "fence"]:
        play, before = Play(kind=kind), "Ünits of one.\n" * 20
        play.become(before)
        play.become(before := f"{before}And of two: \U0001f600\U0001f600.\n")
        play.become(before + call(text="\U0001f600"))
        if (found := play.reader.spans()[0][0]) != units(before):
            wrong.append((kind, found))
    assert wrong == []


def test_a_wrapper_is_hidden_with_the_calls_in_it() -> None:
    play = Play(kind="prose", language="")
    text = '<function_calls>\n<invoke name="a"></invoke>\n<invoke name="b"></invoke>\n</function_calls>'
    play.become(f"Look:\n{text} done")
    assert play.reader.spans() == [(6, 6 + len(text))]


def test_text_that_may_become_a_call_is_hidden_to_the_end() -> None:
    play = Play()
    play.become("\U0001f600 words <function_ca")
    assert play.reader.spans() == [(units("\U0001f600 words "), OPEN_END)]


def test_a_result_becomes_a_block_that_only_shows() -> None:
    play = Play(role="user", kind="prose")
    events = play.become(f"Here: {RESULT} so")
    assert kinds(events) == [BlockAdded]
    assert play.block.call.outcome
    assert play.block.kind == "result"
    assert play.block.call_id == "7"
    assert play.block.call.outcome.text == "fine"
    assert play.block.span == (6, 6 + len(RESULT))


def test_a_result_that_streams_in_is_found_at_its_end() -> None:
    play = Play(role="user", kind="prose")
    assert play.become(RESULT[:-3]) == []
    assert kinds(play.become(RESULT)) == [BlockAdded]


def test_a_result_that_is_an_error_is_shown_as_an_error() -> None:
    play = Play(role="user", kind="prose")
    play.become('<function_result call_id="7">\nError (tool_denied): no\n</function_result>')
    assert play.block.call.outcome
    assert play.block.call.outcome.error


def test_results_that_were_sent_on_one_line_are_shown_as_they_were() -> None:
    results = ['one\n\n\t"a\\n" & \\', "Error (tool_denied): no\nmore"]
    play = Play(role="user", kind="prose")
    text = "\n".join(encode_result(text, "7") for text in results)
    play.become(f"mine {one_line(text)} mine")
    blocks = play.reader.blocks
    assert [block.call.outcome and block.call.outcome.text for block in blocks] == results
    assert [block.call.outcome and block.call.outcome.error for block in blocks] == [False, True]
    assert blocks[0].span
    assert blocks[0].span[0] == len("mine ")


def test_a_second_result_leaves_the_first_alone() -> None:
    play = Play(role="user", kind="prose")
    play.become(RESULT)
    first = play.block
    play.become(f"{RESULT}\n{RESULT}")
    assert play.reader.blocks[0] is first
    assert len(play.reader.blocks) == 2


def test_a_result_that_the_page_rewrites_is_another_block() -> None:
    play = Play(role="user", kind="prose")
    play.become(RESULT)
    first = play.block
    events = play.become(RESULT.replace("fine", "other"))
    assert events == [BlockGone(first), BlockAdded(play.block)]


def test_a_result_that_the_page_takes_away_is_gone() -> None:
    play = Play(role="user", kind="prose")
    play.become(RESULT)
    first = play.block
    assert play.become("nothing") == [BlockGone(first)]


def test_a_fence_whose_label_comes_later_is_read_by_it() -> None:
    play = Play(language="py")
    play.become("# see\n" + bare(call()))
    assert play.reader.blocks == []
    about = play.reader.about.model_copy(update={"language": "xml"})
    events = play.reader.relabel(about)
    assert kinds(events)[0] == BlockAdded
    assert play.block.name == "note"
    assert play.reader.relabel(about.model_copy(update={"turn": 9})) == []
    assert play.reader.about.turn == 9


def test_a_lost_piece_asks_for_everything_and_a_second_in_a_row_is_given_up() -> None:
    play = Play()
    play.become("abc")
    wrong = TextDelta(k="text", id=1, at=9, text="x", length=10)
    assert play.reader.take(wrong) == ([], True)
    assert play.reader.take(wrong) == ([], False)
    with pytest.raises(ValueError, match="after a resync"):
        play.reader.take(TextDelta(k="text", id=1, at=0, text="x", length=10))


def test_half_a_pair_at_the_end_of_a_rewritten_text_waits_for_its_other_half() -> None:
    play = Play()
    text = call(text="\U0001f600x")
    half = text.encode("utf-16-le")[: (units(text[: text.index("\U0001f600")]) + 1) * 2].decode(
        "utf-16-le", "surrogatepass"
    )
    play.become("z" + half)
    play.become(half)
    play.become(text, at=units(half))
    assert play.block.parsed
    assert play.block.parsed.arguments == {"text": "\U0001f600x"}


PIECES = st.lists(
    st.sampled_from([call(text="a"), call("b", None, x="\U0001f600"), "words\n", "\n", RESULT]), max_size=4
)


@given(start=PIECES, end=PIECES, cuts=st.lists(st.integers(0, 400), max_size=6))
def test_however_a_text_came_to_be_its_calls_are_those_of_the_text(
    start: list[str], end: list[str], cuts: list[int]
) -> None:
    before, after = "".join(start), "".join(end)
    play, straight = Play(), Play()
    for text in [*(before[:cut] for cut in cuts), before, *(after[:cut] for cut in sorted(cuts)), after]:
        play.become(text)
    straight.become(after)
    play.reader.finish()
    straight.reader.finish()
    assert [state(block) for block in play.reader.blocks] == [
        state(block) for block in straight.reader.blocks
    ]
    assert play.reader.spans() == straight.reader.spans()


def state(block: Block) -> tuple[object, ...]:
    call = block.parsed
    text = {key: "".join(parts) for key, parts in block.params.items()}
    return (
        block.kind,
        block.name,
        block.call_id,
        call and call.arguments,
        call and call.complete,
        text,
        block.span,
    )


def gapped(play: Play, text: str, *, gap: bool = True) -> list[ReaderEvent]:
    """The page draws a part of its text, up to the end of `text`."""
    play.text = text
    play.batch += 1
    events, _ = play.reader.take(
        TextDelta(k="text", id=1, at=0, text=text, length=len(text), gapped=gap), play.batch
    )
    return events


async def test_a_call_that_ends_in_a_gap_stays_open() -> None:
    play = Play()
    gapped(play, call(text="one")[:-40])
    assert play.block.call.status == "streaming"
    assert play.reader.partial


async def test_a_call_that_has_ended_before_the_gap_is_a_call() -> None:
    play = Play()
    gapped(play, call(text="one"))
    assert play.block.parsed
    assert play.block.parsed.complete


async def test_a_call_that_ends_only_with_its_text_is_incomplete_before_a_gap() -> None:
    wrong: list[object] = []
    for gap in [True, False]:
        play = Play(language="")
        gapped(play, '[note(text="one")]', gap=gap)
        play.reader.finish()
        if (found := [block.parsed.complete for block in play.reader.blocks if block.parsed]) != [not gap]:
            wrong.append((gap, found))
    assert wrong == []


async def test_a_call_that_was_cut_by_a_gap_is_incomplete_and_no_error() -> None:
    play = Play()
    gapped(play, call(text="one")[:-40])
    play.reader.finish()
    assert play.block.parsed
    assert not play.block.parsed.complete
    assert play.block.parsed.error is None


async def test_text_that_was_in_a_gap_was_not_seen_growing() -> None:
    play = Play()
    play.batch = 0
    gapped(play, call(text="one")[:-40])
    play.batch = 1
    gapped(play, call(text="one"), gap=False)
    assert not play.reader.grew
    assert not play.block.grew


async def test_text_that_grows_after_a_gap_was_closed_was_seen_growing() -> None:
    play = Play()
    gapped(play, call(text="one")[:20])
    gapped(play, call(text="one")[:-40], gap=False)
    play.become(call(text="one"))
    assert play.reader.grew
    assert play.block.grew
