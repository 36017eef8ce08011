from overlay.demo.script import Pace, Turn
from overlay.demo.story import SCENES, default_story, reply
from tests.demo.conftest import text_of

RESULTS = [
    '<function_result call_id="1">\n2026-11-21T11:25:03+00:00\n</function_result>',
    '<function_result call_id="2">\ndata/\nnotes.txt\n</function_result>',
    '<function_result call_id="made-up">34.5</function_result>',
    '<function_result call_id="5">Tools · Wren</function_result>\n'
    '<function_result call_id="4"># Field notes\nrain</function_result>',
    '<function_result call_id="6">tool_denied: not here</function_result>',
    '<function_result call_id="7">tool_execution_failed: gone</function_result>',
]


def tell(*messages: str) -> str:
    """The story's answer to the last of these user messages."""
    turns: list[Turn] = []
    answer = ""
    for message in messages:
        turns.append(Turn("user", message))
        answer = text_of(reply(turns))
        turns.append(Turn("assistant", answer))
    return answer


def test_any_first_message_asks_for_the_time() -> None:
    assert '<invoke name="current_time" call_id="1">' in tell("hello")


def test_the_second_turn_quotes_the_time() -> None:
    assert "`2026-11-21T11:25:03+00:00`" in tell("hi", *RESULTS[:1])


def test_the_second_turn_lists_files_by_json_lines() -> None:
    assert '"name": "list_files", "call_id": 2}' in tell("hi", *RESULTS[:1])


def test_the_sum_is_made_of_the_number_of_files() -> None:
    assert '<tool:calculator>{"expression": "(2 + 1) * 12.5 - 3"}</tool>' in tell("hi", *RESULTS[:2])


def test_two_calls_come_in_one_block() -> None:
    assert tell("hi", *RESULTS[:3]).count("<invoke") == 2


def test_the_file_to_read_is_one_of_those_listed() -> None:
    assert '<parameter name="path">notes.txt</parameter>' in tell("hi", *RESULTS[:3])


def test_a_listing_without_texts_leads_to_a_usual_name() -> None:
    listing = '<function_result call_id="2">data/</function_result>'
    assert '<parameter name="path">README.md</parameter>' in tell("hi", RESULTS[0], listing, RESULTS[2])


def test_a_result_with_an_unknown_id_goes_to_the_call_that_has_none() -> None:
    assert "**34.5**" in tell("hi", *RESULTS[:3])


def test_results_in_another_order_find_their_calls() -> None:
    assert "begins with “# Field notes”, and this page is called “Tools · Wren”" in tell("hi", *RESULTS[:4])


def test_the_last_turn_proves_every_result() -> None:
    proof = tell("hi", *RESULTS)
    assert proof.splitlines()[2:] == [
        "- **Time**: `2026-11-21T11:25:03`",
        "- **Files**: 2 entries",
        "- **Sum**: 34.5",
        "- **First line of the file**: `# Field notes`",
        "- **Page title**: `Tools · Wren`",
        "- **Deleting**: was denied (`tool_denied: not here`)",
        "- **Last read**: failed (`tool_execution_failed: gone`)",
    ]


def test_the_last_turn_tells_of_a_deletion_that_was_not_denied() -> None:
    deleted = '<function_result call_id="6">deleted</function_result>'
    assert "**Deleting**: was not denied (`deleted`)" in tell("hi", *RESULTS[:4], deleted, RESULTS[5])


def test_the_turn_after_a_deletion_is_surprised() -> None:
    deleted = '<function_result call_id="6">deleted</function_result>'
    assert "Oh." in tell("hi", *RESULTS[:4], deleted)


def test_a_backtick_in_a_result_does_not_end_the_quotation() -> None:
    odd = '<function_result call_id="6">denied `rm` ``x``</function_result>'
    assert "(``` denied `rm` ``x`` ```)" in tell("hi", *RESULTS[:4], odd, RESULTS[5])


def test_one_of_two_results_is_not_enough() -> None:
    half = '<function_result call_id="5">Tools</function_result>'
    assert "still waiting for the result of `read_file`." in tell("hi", *RESULTS[:3], half)


def test_two_results_may_come_in_two_messages() -> None:
    halves = RESULTS[3].split("\n", 1)
    assert "“# Field notes”" in tell("hi", *RESULTS[:3], *halves)


def test_words_are_no_result() -> None:
    assert "`current_time`" in tell("hi", "well?")


def test_a_call_is_printed_once_more_when_asked() -> None:
    assert tell("hi", "again") == tell("hi")


def test_a_second_result_for_a_call_changes_nothing() -> None:
    assert "still waiting for the result of `list_files`" in tell("hi", RESULTS[0], RESULTS[0])


def test_a_result_too_many_is_passed_over() -> None:
    assert "Your clock says" in tell("hi", RESULTS[0] + '<function_result call_id="99">x</function_result>')


def test_after_the_story_the_model_says_that_it_has_ended() -> None:
    assert "whole tour" in tell("hi", *RESULTS, "more")


def test_the_slow_call_is_slow_and_pauses() -> None:
    turns = [Turn("user", message) for message in ["hi", *RESULTS[:2]]]
    delays = [token.delay for token in default_story().tokens(turns, Pace())]
    assert max(delays) > 1


def test_every_call_of_the_story_has_an_id_of_its_own() -> None:
    ids = [call_id for scene in SCENES for call_id in scene.calls]
    assert ids == ["1", "2", "3", "4", "5", "6", "7"]
