"""The text of code blocks is read as the page script reads it, and what can't be read is said with its reason."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from overlay.sites.check.code_reading import read_code
from overlay.sites.profile import SiteProfile

SITE = SiteProfile(
    name="x",
    title="X",
    user=".me",
    assistant=".bot",
    reasoning=".thought",
    composer="textarea",
    code="pre, .tree",
)
TREE = '<div class="tree json-view"><b>"name"</b>: <i>"look"</i>{}</div>'
EDITOR = "<div class=cm-editor><div class=cm-content>{}<div class=cm-gap></div></div></div>"
CASES: dict[str, tuple[str, tuple[int, int, list[str]]]] = {
    "the user's and other code, and reasoning": (
        """<pre>outside</pre><div class=me><pre>mine</pre></div><div class=bot><div class=thought><pre>thought</pre></div>
        <p>See <code>x</code></p><pre>said</pre></div>""",
        (2, 0, []),
    ),
    "code that no reader knows": (
        "<div class=bot><div class=tree><b>name</b></div></div>",
        (1, 0, ["unknown"]),
    ),
    "code in a sentence": (
        '<div class=bot>See <b class=tree style="display: inline-block">x</b></div>',
        (0, 0, []),
    ),
    "a picture of code": ("<div class=bot><pre><canvas height=90></canvas></pre></div>", (1, 0, ["drawn"])),
    "a tree of JSON": (f"<div class=bot>{TREE.format('')}</div>", (1, 0, [])),
    "a tree of JSON that is folded": (
        f"<div class=bot>{TREE.format('<p aria-expanded=false>{…}</p>')}</div>",
        (1, 0, ["folded"]),
    ),
    "a shadow tree": (
        "<x-y><template shadowrootmode=open><div class=bot><pre>said</pre></div></template></x-y>",
        (1, 0, []),
    ),
    "an editor with a part": (
        f"<div class=bot>{EDITOR.format('<div class=cm-line>a</div>')}</div>",
        (1, 1, []),
    ),
    "an editor without its beginning": (f"<div class=bot>{EDITOR.format('')}</div>", (1, 0, ["part"])),
}


@pytest.mark.parametrize("name", CASES)
async def test_the_code_of_answers_is_counted_with_what_can_not_be_read(still_page: Page, name: str) -> None:
    body, wanted = CASES[name]
    await still_page.goto("about:blank")
    await still_page.set_content(body)
    found = await read_code(still_page, SITE)
    assert (found.blocks, found.partly, [unread.why for unread in found.unread]) == wanted


async def test_code_in_no_message_is_counted(still_page: Page) -> None:
    await still_page.goto("about:blank")
    await still_page.set_content(
        "<div class=bot><pre>said</pre></div><div><pre>apart</pre><pre hidden>x</pre></div>"
    )
    assert (await read_code(still_page, SITE)).outside == 1
