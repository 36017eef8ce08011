"""The answers of the scripted model, by key: a message with `case:KEY` asks for one."""

from __future__ import annotations

from dataclasses import dataclass

END = "That was it."
"""The last text of every answer: a page that shows it has the complete answer."""
LONG = "".join(
    f"{i:05d} def f_{i}(a, b): return a < b and a & 0xff or '<tag attr=\"v\">'  # line {i}\n"
    for i in range(760)
)
"""60 KB with everything that a renderer may take for markup."""
SLOW = 0.05
"""For short answers whose calls are to run automatically. If the page stalls while a short answer is written, it
appears complete, and its call does not run automatically.
"""
CODE = 'def add(a, b):\n    """Add <two> numbers & return."""\n    return a + b'


@dataclass(frozen=True, slots=True)
class Case:
    """`answers` to the question and to each message with results after it; `delay` seconds after each
    `chunk` characters.
    """

    answers: tuple[str, ...]
    chunk: int = 12
    delay: float = 0.02


def xml(*calls: tuple[str, str, dict[str, str]]) -> str:
    """Calls (name, id, arguments) as the instructions ask a model for them."""
    inner = "\n".join(
        f'<invoke name="{name}" call_id="{call_id}">\n'
        + "".join(f'<parameter name="{key}">{value}</parameter>\n' for key, value in arguments.items())
        + "</invoke>"
        for name, call_id, arguments in calls
    )
    return f"<function_calls>\n{inner}\n</function_calls>"


def fenced(text: str, language: str = "xml", fence: str = "```") -> str:
    """An answer that is words, a block and words."""
    return f"Let me see.\n\n{fence}{language}\n{text}\n{fence}\n\n{END}"


ONE = xml(("look", "c1", {"zebra": "/srv/data", "gnu": "a < b & c"}))
LINES = """{"type": "function_call_start", "name": "look", "call_id": "c1"}
{"type": "description", "text": "Look at two animals"}
{"type": "parameter", "key": "zebra", "value": "/srv/data"}
{"type": "parameter", "key": "gnu", "value": "*.md & <b> \\"q\\""}
{"type": "function_call_end", "call_id": "c1"}"""
THREE = xml(
    ("look", "c1", {"zebra": "one", "gnu": "1"}),
    ("look", "c2", {"zebra": "two", "gnu": "grep -n 'x && y' a.c | head -3 2>&1"}),
    ("look", "c3", {"zebra": "three", "gnu": "3"}),
)
FENCE = xml(
    ("look", "c1", {"zebra": "# Read me\n\n```python\nprint('a < b')\n```\n\nThat is all of it.", "gnu": "1"})
)
"""Its first argument is Markdown with a block of its own: inside the same fence, that block's end is the call's."""
RIVERS = "\n\n".join(
    f"Rivers run to the sea, and number {line} carries sand and stones through the land." for line in range(8)
)
FIRST, SECOND = xml(("spell", "r1", {"word": "first"})), xml(("spell", "r2", {"word": "second"}))

BARE = xml(("look", "u1", {"zebra": "/srv/bare", "gnu": "a < b & c"}))
QUOTED_CALL = xml(("look", "q1", {"zebra": "/srv/quoted", "gnu": "a < b & c"}))
QUOTED = "\n".join(f"> {line}" for line in f"```xml\n{QUOTED_CALL}\n```".split("\n"))

CASES: dict[str, Case] = {
    "fenced": Case((fenced(ONE), END)),
    # Slower than assistant-ui draws: it takes its Stop button away when the text has come, not when it is drawn.
    "slow": Case((fenced(ONE), END), delay=0.1),
    "unfenced": Case((f"Let me see.\n\n{BARE}\n\n{END}", END), delay=SLOW),
    "quote": Case((f"You wrote:\n\n{QUOTED}\n\n{END}", END), delay=SLOW),
    "waiting": Case((f"You wrote:\n\n{QUOTED}\n\nLet me see.\n\n{BARE}\n\n{END}", END), delay=SLOW),
    "lines": Case((fenced(LINES, "jsonl"), END), delay=SLOW),
    "three": Case((fenced(THREE), END)),
    "long": Case(
        (fenced(xml(("look", "c1", {"zebra": "/srv/big.py", "gnu": LONG}))), END), chunk=6000, delay=0.05
    ),
    "code": Case(
        (f"A function.\n\n```python\n{CODE}\n```\n\nInline `x < y`, a list:\n\n- one\n- two\n\n{END}",)
    ),
    "cut": Case((fenced(FENCE),)),
    "rivers": Case((f"{RIVERS}\n\n{END}",), delay=SLOW),
    "longer": Case((fenced(FENCE, fence="````"), END)),
    "forty": Case(
        (*(f"{fenced(xml(('spell', f'f{n}', {'word': f'word {n}'})))} Turn {n}." for n in range(40)), END)
    ),
    "rounds": Case((fenced(FIRST), fenced(SECOND), f"All done. {END}"), delay=SLOW),
}
