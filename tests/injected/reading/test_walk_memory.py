"""Answers about elements that are kept while a walk through the page lasts."""

from __future__ import annotations

from tests.injected.lab import Lab

ASK = """
    const asked = [];
    const isShort = walk_memory.onceInWalk((element) => {
        asked.push(element.id);
        return element.textContent.length < 2;
    });
    const [first, second] = document.querySelectorAll("p");
"""


async def test_an_element_is_asked_once_in_a_walk_and_again_after_it(lab: Lab) -> None:
    await lab.body("<p id=a>1</p><p id=b>22</p>")
    code = """
        const inWalk = walk_memory.walking(() => {
            const answers = [isShort(first), isShort(second), isShort(first)];
            walk_memory.walking(() => answers.push(isShort(second)));
            return [...answers, isShort(second)];
        });
        first.textContent = "22";
        const broken = (() => {
            try {
                walk_memory.walking(() => { throw new Error("x"); });
            } catch {
                return isShort(first);
            }
        })();
        return [inWalk, broken, asked];
    """
    assert await lab(ASK + code) == [[True, False, True, False, False], False, ["a", "b", "a"]]
