from __future__ import annotations

from typing import Any, get_args

from observers.block_view import Countdown, Picture, Status
from overlay.calls.call import Block, Call
from overlay.calls.call_status import MOVES
from overlay.calls.outcome import Outcome, Progress
from overlay.chat.view import BUTTONS, LABELS, PRIVATE, block_view, target_of
from overlay.detection import ToolCall
from overlay.policy.tool_effects import ToolEffects

BROKEN = ToolCall(
    name="x", format="jsonl", span=(0, 1), raw="", complete=False, error="line 3 is not valid JSON"
)


def block_of(status: Status, parsed: ToolCall | None = None, **known: Any) -> Block:
    return Block(1, 0, parsed=parsed, call=Call(status=status, **known))


def test_every_state_has_a_label_and_a_word_for_the_page() -> None:
    assert set(LABELS) == set(MOVES) == set(get_args(Status))


def test_each_state_offers_what_can_be_done() -> None:
    wrong: list[object] = []
    cells: list[tuple[Any, Outcome | None, list[str]]] = [
        ("streaming", None, []),
        ("incomplete", None, ["resend"]),
        ("invalid", None, ["resend"]),
        ("invalid", Outcome("x", "tool_invalid"), ["insert", "submit", "resend"]),
        ("ready", None, ["execute"]),
        ("scheduled", None, ["execute"]),
        ("running", None, ["cancel"]),
        ("done", Outcome("x"), ["insert", "submit"]),
        ("unknown", None, []),
        ("result", Outcome("x"), []),
    ]
    for status, outcome, buttons in cells:
        if (found := block_view(block_of(status, outcome=outcome)).buttons) != buttons:
            wrong.append((status, outcome, found))
    assert wrong == []


def test_execute_is_offered_only_before_the_start() -> None:
    assert {status for status, buttons in BUTTONS.items() if "execute" in buttons} == {"ready", "scheduled"}


def test_while_the_user_is_asked_nothing_can_be_pressed() -> None:
    assert block_view(block_of("ready", awaiting_approval=True)).buttons == []


def test_a_question_in_the_panel_can_be_shown_until_it_is_answered() -> None:
    asked = block_of("ready", awaiting_approval=True, asked_in_panel=True)
    assert block_view(asked).buttons == ["question"]
    asked.call.awaiting_approval = False
    assert block_view(asked).buttons == ["execute"]


def test_a_block_shows_the_name_id_status_and_countdown_of_its_call() -> None:
    call = Call(status="scheduled", countdown=1.5)
    look = block_view(Block(1, 0, name="note", call_id="7", call=call, nonce="n", span=(3, 9)))
    assert look.name == "note"
    assert look.call_id == "7"
    assert look.status == "scheduled"
    assert look.nonce == "n"
    assert look.span == (3, 9)
    assert look.countdown == Countdown(left=1500, total=1500)


def test_a_result_of_a_tool_that_reads_private_data_is_folded_until_it_was_inserted() -> None:
    wrong: list[object] = []
    for returned in [False, True]:
        look = block_view(block_of("done", outcome=Outcome("secret", folded=True), inserted=returned))
        assert look.result, returned
        if not (look.result.folded is not returned):
            wrong.append(returned)
    assert wrong == []


def test_a_result_that_says_it_is_private_is_shown_only_once_it_was_inserted() -> None:
    wrong: list[object] = []
    for returned, shown in [(False, PRIVATE), (True, "secret")]:
        look = block_view(block_of("done", outcome=Outcome("secret", private=True), inserted=returned))
        assert look.result, (returned, shown)
        if (found := look.result.text) != shown:
            wrong.append((returned, found))
    assert wrong == []


def test_a_failed_call_is_shown_as_failed() -> None:
    look = block_view(block_of("failed", outcome=Outcome("no such file", "tool_execution_failed")))
    assert look.result
    assert look.label == "Failed"
    assert look.result.error


def test_the_label_of_a_call_says_that_its_result_was_inserted() -> None:
    wrong: list[object] = []
    labels: dict[Any, str] = {"done": "Done · inserted", "invalid": "Can't be read · inserted"}
    for status, label in labels.items():
        if (found := block_view(block_of(status, outcome=Outcome("x"), inserted=True)).label) != label:
            wrong.append((status, found))
    assert wrong == []


def test_the_line_under_the_name_says_what_is_to_be_known() -> None:
    wrong: list[object] = []
    for block, note in [
        (block_of("ready", note="why"), "why"),
        (block_of("invalid", BROKEN), "line 3 is not valid JSON"),
        (block_of("invalid", BROKEN, note="not sent"), "not sent"),
        (
            block_of("invalid", BROKEN.model_copy(update={"error": None})),
            "The call can't be read.",
        ),
        (block_of("incomplete"), "The call was cut off; it can't run. Ask for it again."),
        (
            block_of("unknown"),
            "It was running when overlay stopped. It is not run again automatically.",
        ),
        (block_of("done"), ""),
    ]:
        if (found := block_view(block).note) != note:
            wrong.append((block, found))
    assert wrong == []


def test_progress_goes_before_the_note() -> None:
    look = block_view(block_of("running", note="x", progress=Progress(0.5, "read")))
    assert look.note == "50% read"
    assert look.progress == 0.5


def test_a_running_call_says_how_long_it_has_been_running() -> None:
    assert block_view(block_of("running", began=10.0), 12.5).elapsed == 2500


def test_an_ended_call_says_how_long_it_ran_if_a_user_would_notice() -> None:
    wrong: list[object] = []
    for took, label in [(None, "Done"), (0.4, "Done"), (3.6, "Done · 4 s"), (125.0, "Done · 2:05 min")]:
        if (found := block_view(block_of("done", run_seconds=took)).label) != label:
            wrong.append((took, found))
    assert wrong == []


def test_the_pictures_of_a_private_result_are_shown_only_once_the_user_inserted_it() -> None:
    picture = Picture(type="image/png", data="", width=1, height=1, alt="A plot")
    block = block_of("done", outcome=Outcome("secret", private=True, pictures=[picture]))
    before = block_view(block).result
    block.call.inserted = True
    after = block_view(block).result
    assert before
    assert after
    assert before.pictures == []
    assert after.pictures == [picture]


def test_the_argument_that_says_what_a_call_is_about_is_its_target() -> None:
    wrong: list[object] = []
    for arguments, target in [
        ({"text": "x", "path": "/tmp/a"}, "/tmp/a"),
        ({"name": "n", "url": "https://example.org"}, "https://example.org"),
        ({"command": "ls\n  -l"}, "ls -l"),
        ({"path": 7}, None),
        ({"text": "x"}, None),
        ({"path": "a" * 500}, "a" * 120 + "…"),
    ]:
        if (found := target_of(arguments)) != target:
            wrong.append((arguments, found))
    assert wrong == []


def test_a_block_shows_in_words_what_its_tool_may_do_and_marks_a_dangerous_tool() -> None:
    look = block_view(block_of("ready", effects=ToolEffects(private=True, destructive=True)))
    assert look.effects == ["can delete or overwrite", "reads your own data"]
    assert look.danger is True


def test_a_result_that_was_sent_says_so_and_can_only_be_inserted_again() -> None:
    look = block_view(block_of("done", outcome=Outcome("x"), inserted=True, sent=True))
    assert look.label == "Done · sent"
    assert look.buttons == ["insert"]


def test_the_view_has_the_json_of_each_argument_that_is_not_a_text() -> None:
    parsed = ToolCall(
        name="x", format="xml", span=(0, 1), raw="", arguments={"text": "5", "count": 5, "names": ["a"]}
    )
    assert block_view(Block(1, 0, call=Call(parsed=parsed))).values == {"count": "5", "names": '["a"]'}


def test_if_all_arguments_are_texts_the_view_has_no_json_of_them() -> None:
    parsed = ToolCall(name="x", format="xml", span=(0, 1), raw="", arguments={"text": "5"})
    assert block_view(Block(1, 0, call=Call(parsed=parsed))).values is None
