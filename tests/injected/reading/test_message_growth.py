"""Text added to a message: the cost is that of the added text."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
const g = new message_growth.Growth(8);
const root = document.createElement("div");
document.body.replaceChildren(root);
let found = [];
const ownObserver = new MutationObserver((records) => { for (const record of records) found.push(g.next(record)); });
ownObserver.observe(root, { childList: true, subtree: true, characterData: true });
const done = async (step) => { found = []; step(); await Promise.resolve(); return found; };
const node = root.appendChild(document.createTextNode("the words so far"));
await done(() => {});
"""


async def test_new_text_is_given_with_the_end_of_the_text_before_it(lab: Lab) -> None:
    wrong: list[object] = []
    for step, text in [
        ('node.appendData(" and more")', "ll known and more"),
        (
            'node.data = "something else that is as long"',
            ", all known"[-8:] + "something else that is as long",
        ),
        ('root.append("a text")', "ll knowna text"),
        ('root.append(Object.assign(document.createElement("b"), { textContent: "bold" }))', "ll knownbold"),
        ('root.append(document.createElement("invoke"))', None),
        ('root.append(document.createElement("x-y"))', None),
    ]:
        await lab.empty()
        code = f"await done(() => node.appendData(', all known')); return done(() => {{ {step} }});"
        if (found := await lab(SCENE + code)) != [text]:
            wrong.append((step, found))
    assert wrong == []


async def test_of_a_long_text_only_the_end_is_read(lab: Lab) -> None:
    code = """await done(() => node.appendData("x".repeat(100_000)));
    return (await done(() => node.appendData("new")))[0];"""
    assert await lab(SCENE + code) == "xxxxxxxxnew"


async def test_an_opener_across_two_nodes_is_seen(lab: Lab) -> None:
    code = """await done(() => root.append("<inv")); return (await done(() => root.append("oke>")))[0];"""
    assert "<invoke>" in await lab(SCENE + code)
