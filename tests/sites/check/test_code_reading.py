"""The text of code blocks is read as the page script reads it."""

from __future__ import annotations

from playwright.async_api import Page

from overlay.sites.check.code_reading import CheckedBlock, read_code
from overlay.sites.profile import SiteProfile

SITE = SiteProfile(
    name="x", title="X", user=".me", assistant=".bot", reasoning=".thought", composer="textarea"
)
TREE = "<div class=bot><div class=tree><b>name</b></div></div>"


async def blocks(page: Page, body: str, code: str = "pre") -> list[tuple[str, bool]]:
    await page.goto("about:blank")
    await page.set_content(body)
    return [(block.role, block.read) for block in await read_code(page, SITE, code)]


async def test_each_code_block_of_a_message_is_read_with_its_author(still_page: Page) -> None:
    body = """<pre>outside</pre><div class=me><pre>mine</pre></div>
        <div class=bot><div class=thought><pre>thought</pre></div><p>See <code>x</code></p><pre>said</pre></div>"""
    found = await blocks(still_page, body, "pre, code")
    assert sorted(found) == [("assistant", True), ("reasoning", True), ("user", True)]


async def test_a_code_block_that_no_reader_knows_is_seen_but_not_read(still_page: Page) -> None:
    assert await blocks(still_page, TREE, ".tree") == [("assistant", False)]


async def test_a_code_block_in_a_shadow_tree_is_read(still_page: Page) -> None:
    body = "<x-y><template shadowrootmode=open><div class=bot><pre>said</pre></div></template></x-y>"
    assert await blocks(still_page, body) == [("assistant", True)]


async def test_code_that_an_editor_draws_in_part_is_said_to_be_partly_there(still_page: Page) -> None:
    lines = "<div class=cm-line>a</div><div class=cm-gap></div>"
    await still_page.goto("about:blank")
    await still_page.set_content(
        f"<div class=bot><div class=cm-editor><div class=cm-content>{lines}</div></div></div>"
    )
    assert await read_code(still_page, SITE, "") == [CheckedBlock("assistant", read=True, partly=True)]
