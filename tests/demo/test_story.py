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


DELETED = '<function_result call_id="6">deleted</function_result>'
ODD = '<function_result call_id="6">denied `rm` ``x``</function_result>'
NO_FILE = '<function_result call_id="2">data/</function_result>'
HALF = '<function_result call_id="5">Tools</function_result>'
TOO_MANY = '<function_result call_id="99">x</function_result>'
TOLD: list[tuple[str, tuple[str, ...], str]] = [
    ("asks for the time", (), '<invoke name="current_time" call_id="1">'),
    ("quotes the time", (*RESULTS[:1],), "`2026-11-21T11:25:03+00:00`"),
    ("lists files by JSON lines", (*RESULTS[:1],), '"name": "list_files", "call_id": 2}'),
    ("adds up the files", (*RESULTS[:2],), '<tool:calculator>{"expression": "(2 + 1) * 12.5 - 3"}</tool>'),
    ("reads a listed file", (*RESULTS[:3],), '<parameter name="path">notes.txt</parameter>'),
    ("reads a usual file", (RESULTS[0], NO_FILE, RESULTS[2]), '<parameter name="path">README.md</parameter>'),
    ("gives an unknown id to the call without one", (*RESULTS[:3],), "**34.5**"),
    (
        "finds the calls of results in another order",
        (*RESULTS[:4],),
        "begins with “# Field notes”, and this page is called “Tools · Wren”",
    ),
    ("tells of a deletion", (*RESULTS[:4], DELETED, RESULTS[5]), "**Deleting**: was not denied (`deleted`)"),
    ("is surprised", (*RESULTS[:4], DELETED), "Oh."),
    ("quotes backticks", (*RESULTS[:4], ODD, RESULTS[5]), "(``` denied `rm` ``x`` ```)"),
    ("waits for the second of two", (*RESULTS[:3], HALF), "still waiting for the result of `read_file`."),
    ("takes two results in two messages", (*RESULTS[:3], *RESULTS[3].split("\n", 1)), "“# Field notes”"),
    ("takes no words for a result", ("well?",), "`current_time`"),
    ("ignores a second result", (RESULTS[0], RESULTS[0]), "still waiting for the result of `list_files`"),
    ("passes over one too many", (RESULTS[0] + TOO_MANY,), "Your clock says"),
    ("ends", (*RESULTS, "more"), "whole tour"),
]
"""The steps of the story, the messages after the first that lead there, and a text of each answer."""


def test_the_story_answers_each_message_and_result() -> None:
    wrong = {
        name: tell("hi", *messages) for name, messages, text in TOLD if text not in tell("hi", *messages)
    }
    assert wrong == {}
    assert tell("hi", *RESULTS[:3]).count("<invoke") == 2
    assert tell("hi", "again") == tell("hi") == tell("hello")


def test_the_last_turn_of_the_story_proves_each_result() -> None:
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


def test_the_slow_call_of_the_story_pauses() -> None:
    turns = [Turn("user", message) for message in ["hi", *RESULTS[:2]]]
    delays = [token.delay for token in default_story().tokens(turns, Pace())]
    assert max(delays) > 1


def test_every_call_of_the_story_has_an_id_of_its_own() -> None:
    ids = [call_id for scene in SCENES for call_id in scene.calls]
    assert ids == ["1", "2", "3", "4", "5", "6", "7"]
