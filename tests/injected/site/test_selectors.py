"""Of several selectors the first that finds something counts."""

from __future__ import annotations

from tests.injected.lab import Lab

PICK = """const refused = [];
const live = selectors.resolveSelectors({ user: "", assistant: ".new, .old", reasoning: "", streaming: "", fence: "", header: "",
    faded: "", turn: "", message_id: "", composer: "#box, textarea", send: "", guessed: false, conversation: "",
    pick: { assistant: [".new", ".old"], composer: ["#box", "textarea"] }, ...given }, new shadow_roots.Roots(),
    (name) => refused.push(name));
const put = (html) => { document.body.innerHTML = html };
"""


async def test_the_first_that_finds_something_counts_and_all_where_none_does(lab: Lab) -> None:
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


async def test_what_counts_goes_on_to_count_while_it_finds_something(lab: Lab) -> None:
    code = 'put("<p class=old></p>"); live.assistant; put("<p class=old></p><p class=new></p>"); return live.assistant;'
    assert await lab(PICK + code, {}) == ".old"


async def test_once_it_finds_nothing_another_is_looked_for(lab: Lab) -> None:
    code = 'put("<p class=old></p>"); live.assistant; put("<p class=new></p>"); return live.assistant;'
    assert await lab(PICK + code, {}) == ".new"


async def test_a_box_that_is_not_visible_does_not_count(lab: Lab) -> None:
    await lab.body("<input id=box hidden><textarea></textarea>")
    assert await lab(f"{PICK} return live.composer;", {}) == "textarea"


async def test_a_message_counts_though_it_takes_up_no_room(lab: Lab) -> None:
    await lab.body("<p class=new hidden></p><p class=old>x</p>")
    assert await lab(f"{PICK} return live.assistant;", {}) == ".new"


async def test_a_message_in_a_shadow_tree_counts(lab: Lab) -> None:
    await lab.body("<x-y></x-y>")
    code = """const root = document.querySelector('x-y').attachShadow({ mode: 'open' });
        root.innerHTML = '<p class=old></p>';
        const known = new shadow_roots.Roots(); known.add(root);
        return selectors.resolveSelectors({ assistant: '.new, .old', pick: { assistant: ['.new', '.old'] } }, known).assistant;"""
    assert await lab(code, {}) == ".old"


async def test_a_selector_that_the_browser_refuses_is_left_out_and_named(lab: Lab) -> None:
    given = {"user": "p:frobnicated(x)", "pick": {"assistant": [".a:frobnicated(x)", ".old"]}}
    assert await lab(f"{PICK} return [live.user, live.assistant, refused];", given) == [
        "",
        ".old",
        ["user", "assistant"],
    ]


async def test_a_profile_without_lists_is_as_it_was(lab: Lab) -> None:
    code = "const one = selectors.resolveSelectors({ user: '.u' }, new shadow_roots.Roots()); return [one.user, one.assistant];"
    assert await lab(code) == [".u", None]
