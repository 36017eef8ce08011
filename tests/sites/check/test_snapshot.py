from __future__ import annotations

import pytest
from playwright.async_api import Page

from overlay.sites.check.snapshot import Node, elements
from tests.sites.check.trees import node

BODY = """<style>p { color: red }</style><div id=a class="x y"><p id=b>four</p><script>'not counted'</script></div>
<p id=hidden hidden>words</p><x-y id=host></x-y>
<script>document.querySelector('x-y').attachShadow({ mode: 'open' }).innerHTML = '<b id=deep>in</b>'</script>"""


@pytest.fixture
async def seen(still_page: Page) -> dict[str, Node]:
    await still_page.goto("about:blank")
    await still_page.set_content(BODY)
    return {found.attributes.get("id", found.tag): found for found in await elements(still_page)}


async def test_elements_have_their_attributes(seen: dict[str, Node]) -> None:
    assert (seen["a"].tag, seen["a"].classes) == ("div", ["x", "y"])


async def test_an_element_knows_its_ancestors(seen: dict[str, Node]) -> None:
    assert [above.tag for above in seen["b"].ancestors()] == ["div", "body", "html"]


async def test_the_text_in_an_element_is_counted_without_scripts(seen: dict[str, Node]) -> None:
    assert (seen["a"].text, seen["b"].text) == (4, 4)


async def test_a_hidden_element_has_no_box(seen: dict[str, Node]) -> None:
    assert (seen["hidden"].box, seen["b"].box is not None) == (None, True)


async def test_the_parent_of_an_element_in_a_shadow_tree_is_the_host(seen: dict[str, Node]) -> None:
    assert seen["deep"].parent is seen["host"]


async def test_each_element_is_there_once(still_page: Page, seen: dict[str, Node]) -> None:
    found = await elements(still_page)
    assert len(found) == len({id(element) for element in found})


def test_an_element_in_brief_is_its_start_tag() -> None:
    assert node("p#x", hidden="").brief == '<p hidden id="x">'


def test_a_long_start_tag_is_cut() -> None:
    brief = node("p", title="long " * 50).brief
    assert (len(brief), brief.endswith("…>")) == (112, True)
