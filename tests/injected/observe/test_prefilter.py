"""The cheap test before the first paint: what may become a call?"""

from __future__ import annotations

from tests.injected.lab import Lab

GATE = "const g = new prefilter.Prefilter(['<function_calls', '<invoke', '[', '{', 'tool:']);"


async def test_a_block_is_judged_by_how_it_begins(lab: Lab) -> None:
    wrong: list[object] = []
    for text, verdict in [
        ("", "early"),
        ("  \n ", "early"),
        ("<", "maybe"),
        ("<func", "maybe"),
        ("<func\n", "maybe"),
        ("<func \u258d", "maybe"),
        ("<func\u200b\n", "maybe"),
        ("\n\n<Function_Calls>\n", "maybe"),
        ("{", "maybe"),
        ("[1, 2]", "maybe"),
        ("<div>", "no"),
        ("<div\n", "no"),
        ("func\n", "no"),
        ("print(1)", "no"),
        ("a <invoke", "no"),
        ("\u00a0<invoke", "maybe"),
        ("XML<", "maybe"),
        ("xml\n<invoke", "maybe"),
        ("xml<div>", "no"),
        ("json{", "no"),
    ]:
        await lab.empty()
        if (found := await lab(f"{GATE} return g.startsLikeCall(given)", text)) != verdict:
            wrong.append((text, found))
    assert wrong == []


async def test_a_block_that_begins_with_much_space_is_judged_all_the_same(lab: Lab) -> None:
    assert await lab(f"{GATE} return g.startsLikeCall(given)", " " * 300 + "<invoke") == "maybe"


async def test_prose_is_held_back_where_a_call_may_begin(lab: Lab) -> None:
    wrong: list[object] = []
    for text, grows, found in [
        ("words <invoke name", False, True),
        ("words <INVOKE", False, True),
        ("words <inv", True, True),
        ("words <inv", False, False),
        ("words <", True, False),
        ("words <b>", True, False),
        ("words { and [", True, False),
        ("words", True, False),
    ]:
        await lab.empty()
        if (found := await lab(f"{GATE} return g.containsOpener(...given)", [text, grows])) is not found:
            wrong.append((text, grows, found))
    assert wrong == []


async def test_the_position_of_the_first_opener_is_known(lab: Lab) -> None:
    wrong: list[object] = []
    for text, at in [("ab <invoke x <function_calls", 3), ("ab <inv", 3), ("<invoke", 0)]:
        await lab.empty()
        if (found := await lab(f"{GATE} return g.firstOpener(given)", text)) != at:
            wrong.append((text, found))
    assert wrong == []


async def test_without_openers_nothing_is_held(lab: Lab) -> None:
    assert await lab(
        "const g = new prefilter.Prefilter([]); return [g.startsLikeCall('{'), g.containsOpener('<invoke', true)]"
    ) == [
        "no",
        False,
    ]
