"""Of several selectors the first that finds something counts."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

PICK = """const refused = [];
const live = selectors.resolveSelectors({ user: "", assistant: ".new, .old", reasoning: "", streaming: "", fence: "", header: "",
    faded: "", turn: "", message_id: "", composer: "#box, textarea", send: "", guessed: false, conversation: "",
    pick: { assistant: [".new", ".old"], composer: ["#box", "textarea"] }, ...given }, new shadow_roots.Roots(),
    (name) => refused.push(name));
const put = (html) => { document.body.innerHTML = html };
"""


async def test_the_first_selector_that_finds_something_is_used_and_all_if_none_does(lab: Lab) -> None:
    wrong: list[object] = []
    for body, chosen in [
        ("<p class=new></p><p class=old></p>", ".new"),
        ("<p class=old></p>", ".old"),
        ("<p class=other></p>", ".new, .old"),
    ]:
        await lab.empty()
        await lab.body(body)
        if (found := await lab(f"{PICK} return live.assistant;", {})) != chosen:
            wrong.append((body, found))
    assert wrong == []


async def test_the_selector_that_finds_something_in_use_counts(lab: Lab) -> None:
    cases = {
        "a selector in use stays in use while it finds something": Case(
            PICK
            + 'put("<p class=old></p>"); live.assistant; put("<p class=old></p><p class=new></p>"); return live.assistant;',
            ".old",
            given={},
        ),
        "another selector is looked for once the one in use finds nothing": Case(
            PICK
            + 'put("<p class=old></p>"); live.assistant; put("<p class=new></p>"); return live.assistant;',
            ".new",
            given={},
        ),
        "a box that is not visible does not count": Case(
            f"{PICK} return live.composer;",
            "textarea",
            given={},
            html="<input id=box hidden><textarea></textarea>",
        ),
        "a message counts though it takes up no room": Case(
            f"{PICK} return live.assistant;",
            ".new",
            given={},
            html="<p class=new hidden></p><p class=old>x</p>",
        ),
        "a message in a shadow tree counts": Case(
            """const root = document.querySelector('x-y').attachShadow({ mode: 'open' });
        root.innerHTML = '<p class=old></p>';
        const known = new shadow_roots.Roots(); known.add(root);
        return selectors.resolveSelectors({ assistant: '.new, .old', pick: { assistant: ['.new', '.old'] } }, known).assistant;""",
            ".old",
            given={},
            html="<x-y></x-y>",
        ),
        "a selector that the browser refuses is left out and named": Case(
            f"{PICK} return [live.user, live.assistant, refused];",
            [
                "",
                ".old",
                ["user", "assistant"],
            ],
            given={"user": "p:frobnicated(x)", "pick": {"assistant": [".a:frobnicated(x)", ".old"]}},
        ),
        "a profile without lists is as it was": Case(
            "const one = selectors.resolveSelectors({ user: '.u' }, new shadow_roots.Roots()); return [one.user, one.assistant];",
            [".u", None],
        ),
    }
    assert await lab.differing("", cases) == {}
