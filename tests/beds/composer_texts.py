"""Four texts that boxes like to change, each in its own way."""

from __future__ import annotations

LINES = """The listing:


def walk(node, depth=0):
\tfor child in node:
\t\tyield from walk(child, depth + 1)\t# tab,\ttab
        return {"a": 1,   "b": [2,  3]}

    four spaces, then nothing for two lines:


<b>&amp;</b> 'single' "double" a < b && c > d
last"""
"""Many lines: blank ones, tabs, indentation, runs of spaces, what looks like markup."""

LARGE = "".join(
    f'{number:05d}\t{"  " * (number % 4)}value_{number} = "{"x" * (number % 60)}"  # line {number}\n'
    + ("\n" if number % 50 == 0 else "")
    for number in range(3150)
).rstrip()
"""200 KB of lines, of which some are blank."""

SIGNS = (
    "smile \U0001f600, family \U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466, flag \U0001f1e9\U0001f1ea, "
    "skin \U0001f44d\U0001f3fd, heart \u2764\ufe0f\n"
    "\u05e9\u05dc\u05d5\u05dd, \u0645\u0631\u062d\u0628\u0627 (right to left) \u05e9\u05dc\u05d5\u05dd 123\n"
    "combining e\u0301 n\u0303 o\u0308 beside \u00e9 \u00f1 \u00f6; \u0e01\u0e33 \u0915\u094d\u0937\n"
    "lone ' and \" and ` and \u2019 and \u201c\n"
    "no-break\u00a0space, two\u00a0\u00a0of them, a\u2003wide one, \u4e2d\u6587\u3002 "
    "\U00020000 end"
)
"""Emoji that are several code points, writing from the right, combining marks, quotes alone, other spaces."""

MARKS = """# heading
## another

- one
- two
  - nested *star* _under_ **bold** ~~gone~~
1. first
2. second

> quoted `tick` and

```python
def f():
    return "``"
```

/help is a command, @bob and @alice are people, #tag :smile: (c) -> ... -- https://example.com/a_b_c
[ ] open, [x] done, [link](https://example.com) ![picture](x.png) $x^2$
---
/clear @bob"""
"""Texts that look like Markdown, commands, mentions: editors turn some of it into something else as one types."""

TEXTS = {"lines": LINES, "large": LARGE, "signs": SIGNS, "marks": MARKS}
