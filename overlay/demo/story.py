"""The default story: the user asks once; then the companion's results lead the model through seven turns.

Each later turn uses the results that arrived, and the last one quotes all of them, which proves that the loop
works. A turn waits for the results of its calls. Results are matched by `call_id`; a result with an
unknown id (of a call in a format without ids) belongs to the first open call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from overlay.demo import results
from overlay.demo.results import FunctionResult
from overlay.demo.script import Answer, Pause, Said, Script, Turn

MISSING_FILE = "no-such-file.txt"
DELETED_FILE = "important.txt"
SLOW, FAST = 12.0, 300.0

Known = dict[str, FunctionResult]


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn of the story: its calls (names by id, in order), and a function of the results so far."""

    calls: dict[str, str]
    say: Callable[[Known], Answer]


def default_story() -> Script:
    """Return the story as a script."""
    return Script(reply)


def reply(turns: Sequence[Turn]) -> Answer:
    """Return the answer to the last user message: the next turn, or a line about results that are missing."""
    play = _Play()
    answer: Answer = []
    for turn in turns:
        if turn.role == "user":
            answer = play.hear(turn.text)
    return answer


@dataclass(slots=True)
class _Play:
    scene: int = -1
    known: Known = field(default_factory=dict[str, FunctionResult])
    waiting: list[str] = field(default_factory=list[str])

    def hear(self, message: str) -> Answer:
        if self.scene >= 0:
            for result in results.parse_results(message):
                self._take(result)
            if self.waiting:
                return self._still_waiting(message)
        if self.scene + 1 == len(SCENES):
            return [
                Said("That was the whole tour. Send `say:` and any Markdown, and I print it word for word.")
            ]
        self.scene += 1
        self.waiting = list(SCENES[self.scene].calls)
        return SCENES[self.scene].say(self.known)

    def _take(self, result: FunctionResult) -> None:
        """Store a result; a second result of the same call is ignored."""
        if result.call_id in self.known or not self.waiting:
            return
        call_id = result.call_id if result.call_id in self.waiting else self.waiting[0]
        self.waiting.remove(call_id)
        self.known[call_id] = result

    def _still_waiting(self, message: str) -> Answer:
        scene = SCENES[self.scene]
        if message.strip().lower() in ("again", "retry", "continue"):
            return scene.say(self.known)
        names = " and ".join(f"`{scene.calls[call_id]}`" for call_id in self.waiting)
        return [
            Said(f"I am still waiting for the result of {names}. Say *again* and I print the call once more.")
        ]


def _fence(language: str, body: str) -> str:
    return f"```{language}\n{body}\n```\n"


def _ask_time(_known: Known) -> Answer:
    call = '<function_calls>\n<invoke name="current_time" call_id="1">\n</invoke>\n</function_calls>'
    return [
        Said(
            "Happy to. Let me start with something I can't know by myself: **the time** on your machine.\n\n"
            + _fence("xml", call)
        )
    ]


def _ask_files(known: Known) -> Answer:
    call = "\n".join(
        [
            '{"type": "function_call_start", "name": "list_files", "call_id": 2}',
            '{"type": "description", "text": "Look at what is in the folder"}',
            '{"type": "parameter", "key": "path", "value": "."}',
            '{"type": "function_call_end", "call_id": 2}',
        ]
    )
    heard = results.first_line(known["1"].text)
    return [
        Said(
            f"Your clock says `{heard}`, thank you. Now I'd like to see *which files* you let me look at:\n\n"
            + _fence("jsonl", call)
        )
    ]


def _ask_number(known: Known) -> Answer:
    count = len(results.file_names(known["2"].text))
    start = f'```xml\n<tool:calculator>{{"expression": "({count} + 1) * '
    return [
        Said(
            f"I count **{count}** entries. Sums are not my strength, so a calculator does this one:\n\n",
            SLOW * 4,
        ),
        Said(start, SLOW),
        Pause(1.2),
        Said('12.5 - 3"}</tool>\n```\n', SLOW),
    ]


def _ask_two(known: Known) -> Answer:
    number, path = results.last_number(known["3"].text), _pick_file(known["2"])
    calls = (
        "<function_calls>\n"
        f'<invoke name="read_file" call_id="4">\n<parameter name="path">{path}</parameter>\n</invoke>\n'
        '<invoke name="page_title" call_id="5">\n</invoke>\n'
        "</function_calls>"
    )
    wishes = f"1. the text of `{path}`\n2. the title of this page\n\n"
    text = f"So that makes **{number}**. Two things at once now, and quickly:\n\n{wishes}"
    return [Said(text + _fence("xml", calls), FAST)]


def _ask_delete(known: Known) -> Answer:
    call = (
        '{\n  "name": "delete_file",\n  "call_id": "6",\n'
        f'  "arguments": {{\n    "path": "{DELETED_FILE}"\n  }}\n}}'
    )
    line, title = results.first_line(known["4"].text), results.first_line(known["5"].text)
    heard = f"The file begins with “{line}”, and this page is called “{title}”."
    text = f"{heard}\n\nNow something you should *not* let me do:\n\n"
    return [Said(text + _fence("json", call))]


def _ask_missing(known: Known) -> Answer:
    call = (
        '<function_calls>\n<invoke name="read_file" call_id="7">\n'
        f'<parameter name="path">{MISSING_FILE}</parameter>\n</invoke>\n</function_calls>'
    )
    denied = "Quite right, that was denied." if known["6"].denied else "Oh. That was not denied?"
    return [Said(f"{denied} Last of all, a file that is not there:\n\n" + _fence("xml", call))]


def _prove(known: Known) -> Answer:
    lines = [
        f"- **Time**: {_code(results.clock_time(known['1'].text))}",
        f"- **Files**: {len(results.file_names(known['2'].text))} entries",
        f"- **Sum**: {results.last_number(known['3'].text)}",
        f"- **First line of the file**: {_code(results.first_line(known['4'].text))}",
        f"- **Page title**: {_code(results.first_line(known['5'].text))}",
        f"- **Deleting**: {_verdict(known['6'].denied, 'was denied', 'was not denied', known['6'])}",
        f"- **Last read**: {_verdict(known['7'].failed, 'failed', 'did not fail', known['7'])}",
    ]
    return [Said("All done. Here is what I learned from you:\n\n" + "\n".join(lines) + "\n")]


SCENES = (
    Scene({"1": "current_time"}, _ask_time),
    Scene({"2": "list_files"}, _ask_files),
    Scene({"3": "calculator"}, _ask_number),
    Scene({"4": "read_file", "5": "page_title"}, _ask_two),
    Scene({"6": "delete_file"}, _ask_delete),
    Scene({"7": "read_file"}, _ask_missing),
    Scene({}, _prove),
)


def _pick_file(listing: FunctionResult) -> str:
    """Return the first entry that looks like a text file, `README.md` if there is none."""
    names = results.file_names(listing.text)
    readable = [name for name in names if name.endswith((".md", ".txt", ".toml", ".py", ".csv"))]
    plain = [name for name in readable if " " not in name and '"' not in name]
    return (plain or ["README.md"])[0]


def _verdict(is_true: bool, yes: str, no: str, result: FunctionResult) -> str:
    return f"{yes if is_true else no} ({_code(results.first_line(result.text))})"


def _code(text: str) -> str:
    """Return the text as inline code, between more backticks than the text has in a row."""
    ticks = "`"
    while ticks in text:
        ticks += "`"
    return f"{ticks} {text} {ticks}" if "`" in text else f"`{text}`"
