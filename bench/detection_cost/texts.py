"""The texts on which detection is measured: those of chats, exports and saved pages."""

from __future__ import annotations

import json
from collections.abc import Callable

TAG, KEY, ALL = "invoke", "parameter", "function_calls"
SIZE = 2_000_000
WORDS = 'The quick brown fox jumps over the "lazy" dog, a < b & c.\n'
CHAT = """Here is what I found, with *some* markup, a [link](https://example.org/a) and `inline code`:

1. The first thing (see below), which takes a line or two to say in full, as such things do in a chat.
2. The second: {not json}, [not a list], a < b and c > d.

```python
def area(width: float, height: float) -> float:
    return {"w": width, "h": height}["w"] * height
```

"""
PLAIN = (
    "The quick brown fox jumps over the lazy dog, and goes on for a while.\n"
    "It's a well-known tale; who would not tell it twice?\n\n"
)
OTHER_SCRIPT = "Der schnelle Fuchs läuft über die Wiese – und weiter „so“, bis er müde ist.\n"
PAGE = """<div class="row item" id="r1" data-id="12">
  <a href="https://example.org/a/b?c=1&amp;d=2" title="The first thing">The <b>first</b> thing</a>
  <p>Some text of a paragraph, a little longer than the markup around it, as it is on pages.</p>
  <ul><li>one</li><li>two &lt; three</li></ul>
  <img src="/i.png" alt=""><br/>
</div>
"""
STYLE = """<style>.a > .b:hover{color:red;padding:0 4px;margin:0}
@media (max-width:600px){.x{display:none}}</style>
"""
SCRIPT = """<script>var a={b:1,c:"x",d:[1,2]};if(a<b&&b>c){g(h[0],{k:'v'})}</script>
"""


def xml_call(value: str) -> str:
    """Return one call in tags."""
    return f'<{ALL}>\n<{TAG} name="write">\n<{KEY} name="text">{value}</{KEY}>\n</{TAG}>\n</{ALL}>\n'


def json_call(value: str) -> str:
    """Return one call as JSON."""
    return json.dumps({"name": "write", "arguments": {"text": value}}) + "\n"


def filled(unit: str, size: int = SIZE) -> str:
    """Return `unit` repeated, at most `size` characters."""
    return unit * (size // len(unit))


def _records() -> str:
    lines = (
        {"name": f"user{one}", "email": "a@example.org", "age": one, "tags": ["a", "b"], "active": True}
        for one in range(SIZE // 100)
    )
    return "\n".join(map(json.dumps, lines)) + "\n"


def _calls(size: int, text: str) -> str:
    value = WORDS * (size // len(WORDS) + 1)
    return filled(text + xml_call(value[:size]) + json_call(value[:size]))


WHOLE: dict[str, tuple[Callable[[], str], float]] = {
    "chat with code": (lambda: filled(CHAT), 30),
    "calls of 3 KB": (lambda: _calls(3000, CHAT), 30),
    "calls of 0.1 KB": (lambda: filled(xml_call("a short value") + json_call("a short value"), 700_000), 6),
    "JSON lines": (_records, 6),
    "HTML": (lambda: filled(STYLE + PAGE * 20 + SCRIPT), 30),
    "plain words": (lambda: filled(PLAIN), 200),
    "plain words, beyond ASCII": (lambda: filled(OTHER_SCRIPT), 200),
}
"""The whole texts by name, each with its target in MB/s."""
