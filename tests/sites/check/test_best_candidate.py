from __future__ import annotations

from overlay.sites.check.best_candidate import best_candidate
from overlay.sites.check.candidate_score import MissingField
from overlay.sites.check.model import Candidate
from overlay.sites.check.snapshot import Node
from tests.sites.check.trees import node


async def found(nodes: list[Node], field: str, said: str, taken: str = "", **counts: int) -> Candidate | None:
    async def count(selector: str) -> int:
        return counts.get(selector.strip("#."), 1)

    async def fits(selector: str) -> bool:
        return selector != ".unfit"

    missing = MissingField.of(field, [said], None)
    return await best_candidate(nodes, missing, count, fits, frozenset([taken]))


async def test_the_element_that_fits_best_is_the_candidate() -> None:
    nodes = [node("textarea#other", box=(0, 0, 120, 20)), node("div#prompt", contenteditable="true")]
    near = await found(nodes, "composer", "#prompt-textarea")
    assert near == Candidate("#prompt", 1, '<div contenteditable="true" id="prompt">')


async def test_a_page_without_a_similar_element_has_no_candidate() -> None:
    assert await found([node("p"), node("button.menu")], "send", "#go") is None


async def test_a_selector_that_finds_too_much_for_its_field_is_passed_over() -> None:
    near = await found([node("button#send.submit")], "send", "#gone", send=9)
    assert near is not None
    assert near.selector == ".submit"


async def test_a_selector_that_finds_nothing_is_passed_over() -> None:
    near = await found([node("button#send.submit")], "send", "#gone", send=0)
    assert near is not None
    assert near.selector == ".submit"


async def test_a_selector_that_does_not_fit_on_the_page_is_passed_over() -> None:
    near = await found([node("button.unfit.submit")], "send", "#gone-unfit")
    assert near is not None
    assert near.selector == ".submit"


async def test_an_element_of_another_field_is_no_candidate() -> None:
    assert await found([node("button#send")], "send", "#gone", taken="#send") is None
