"""Code views draw only a part of their text."""

from __future__ import annotations

from typing import Any

from tests.injected.lab import Lab

READ = "return code_editors.readView(code_editors.contentOf(document.body.firstElementChild))"


def mirror(*inside: str) -> str:
    """A CodeMirror 6 view with these in its content, gutters and all."""
    return (
        "<div class=cm-editor><div class=cm-scroller><div class=cm-gutters>1</div>"
        f"<div class=cm-content>{''.join(inside)}</div><div class=cm-layer></div></div></div>"
    )


def line(inside: str = "<br>") -> str:
    return f"<div class=cm-line>{inside}</div>"


def monaco(rows: list[tuple[int, str]], numbers: dict[int, int], height: int, font: str = "") -> str:
    """A Monaco view: rows and line numbers by their `top`."""
    drawn = "".join(
        f'<div class=view-line style="top: {top}px; height: 20px"><span>{text}</span></div>'
        for top, text in rows
    )
    told = "".join(
        f'<div style="top: {top}px"><div class=line-numbers>{number}</div></div>'
        for top, number in numbers.items()
    )
    return (
        f"<div class=monaco-editor><div class=margin><div class=margin-view-overlays>{told}</div></div>"
        f'<div class=view-lines style="height: {height}px; font-family: {font}">{drawn}</div></div>'
    )


def ace(rows: dict[int, str]) -> str:
    numbers = "".join(f"<div class=ace_gutter-cell>{number}</div>" for number in rows)
    lines = "".join(
        f"<div class=ace_line_group><div class=ace_line>{line}</div></div>" for line in rows.values()
    )
    return f"<div class=ace_editor>{numbers}<div class=ace_text-layer>{lines}</div></div>"


GAP = '<div class=cm-gap style="height: 900px"></div>'
WIDGET = "<span contenteditable=false>…</span>"
VIEWS: dict[str, tuple[str, list[str], bool]] = {
    "a line each": (mirror(line("<span>a</span> b"), line(), line("c")), ["a b\n\nc"], False),
    "nothing yet": (mirror(), [], False),
    "a gap in the middle": (mirror(line("a"), GAP, line("y"), line("z")), ["a", "y\nz"], False),
    "a gap at the end": (mirror(line("a"), line("b"), GAP), ["a\nb"], True),
    "a gap at the beginning": (mirror(GAP, line("z")), ["", "z"], False),
    "nothing but a gap": (mirror(GAP), [""], True),
    "a folded range": (mirror(line(f"f({WIDGET})"), line("b")), ["f(", ")\nb"], False),
    "a sign for what can't be seen": (
        mirror(line("a<span class=cm-specialChar>•</span>b")),
        ["a", "b"],
        False,
    ),
    "the inside of a long line": (
        mirror(line('aa<div contenteditable=false style="width: 9px"></div>zz')),
        ["aa", "zz"],
        False,
    ),
    "a tab": (mirror(line("<span class=cm-tab contenteditable=false>\t</span>a")), ["\ta"], False),
    "the edges of a widget": (mirror(line("a<img class=cm-widgetBuffer>b")), ["ab"], False),
    "words that stand for nothing": (
        mirror(line("<span class=cm-placeholder contenteditable=false>Enter</span>")),
        [""],
        False,
    ),
    "rows in any order": (
        monaco([(20, "b&nbsp;&nbsp;c"), (0, "a")], {0: 1, 20: 2}, 40),
        ["a\nb  c"],
        False,
    ),
    "a row that the view broke": (
        monaco([(0, "aa"), (20, "bb"), (40, "c")], {0: 1, 40: 2}, 60),
        ["aabb\nc"],
        False,
    ),
    "rows that are not drawn": (monaco([(0, "a"), (60, "d")], {0: 1, 60: 4}, 80), ["a", "d"], False),
    "rows below": (monaco([(0, "a")], {0: 1}, 80), ["a"], True),
    "rows above": (monaco([(40, "c")], {40: 3}, 60), ["", "c"], False),
    "a folded range of lines": (monaco([(0, "a"), (20, "f")], {0: 1, 20: 6}, 40), ["a", "f"], False),
    "rows without numbers, one as long as two parts of others": (
        monaco([(0, "if a"), (20, "b&nbsp;c"), (40, "a long row"), (60, "it")], {}, 80, "monospace"),
        ["if a\nb c\na long row", "it"],
        True,
    ),
    "rows without numbers whose letters differ in width": (
        monaco([(0, "a"), (20, "b"), (40, "a long row")], {}, 60, "serif"),
        ["a", "b", "a long row"],
        True,
    ),
    "rows without numbers": (monaco([(0, "a"), (20, "b")], {}, 40), ["a", "b"], True),
    "rows of Ace with numbers": (ace({1: "a", 2: "b"}), ["a\nb"], True),
    "rows of Ace from the middle": (ace({7: "g"}), ["", "g"], True),
    "lines with numbers": (
        "<div class=CodeMirror><div class=CodeMirror-code><div><div class=CodeMirror-linenumber>1</div>"
        "<pre class=CodeMirror-line>a</pre></div><div><div class=CodeMirror-linenumber>7</div>"
        "<pre class=CodeMirror-line>g\u200b</pre></div></div></div>",
        ["a", "g"],
        True,
    ),
    "lines without numbers": (
        "<div class=CodeMirror><div class=CodeMirror-code><pre class=CodeMirror-line>a</pre>"
        "<pre class=CodeMirror-line>b</pre></div></div>",
        ["a\nb"],
        True,
    ),
}


async def test_a_view_is_read_in_runs_that_belong_together(lab: Lab) -> None:
    wrong: list[object] = []
    for name in VIEWS:
        await lab.empty()
        html, runs, is_open = VIEWS[name]
        await lab.body(html)
        if (found := await lab(READ)) != {"runs": runs, "open": is_open}:
            wrong.append((name, found))
    assert wrong == []


WHOLES: list[tuple[list[str], bool, str, bool]] = [
    (["a", "z"], False, "a\nb\nz", True),
    (["a", "z"], False, "a\nb\nz\n", False),
    (["a", "z"], False, "b\nz", False),
    (["a", "m", "z"], False, "a\nm\nz", True),
    (["a", "m", "z"], False, "a\nb\nz", False),
    (["ab", "ba"], False, "aba", False),
    (["a"], True, "a\nb", True),
    (["a", "m"], True, "a\nm\nb", True),
    (["a", "m"], True, "a\nb", False),
    (["a"], False, "a", True),
    (["a"], False, "ab", False),
    ([], False, "", True),
]


async def test_a_full_text_fits_if_all_that_is_drawn_is_in_it(lab: Lab) -> None:
    wrong: list[object] = []
    for runs, is_open, whole, fits in WHOLES:
        await lab.empty()
        given: dict[str, Any] = {"drawn": {"runs": runs, "open": is_open}, "whole": whole}
        if (found := await lab("return code_editors.agrees(given.drawn, given.whole)", given)) is not fits:
            wrong.append((runs, is_open, whole, found))
    assert wrong == []


async def test_the_lines_of_a_view_are_found(lab: Lab) -> None:
    wrong: list[object] = []
    for html, found in [
        (mirror(line("a")), "cm-content"),
        (f"<pre>{mirror(line('a'))}</pre>", "cm-content"),
        ("<pre>a</pre>", None),
        ("<div class=cm-editor></div>", None),
    ]:
        await lab.empty()
        await lab.body(html)
        if (
            found := await lab(
                "return code_editors.contentOf(document.body.firstElementChild)?.className ?? null"
            )
        ) != found:
            wrong.append((html, found))
    assert wrong == []
