"""A block's look changes with all that its accessibility tree depends on, besides its nodes."""

from __future__ import annotations

import injected_js
from tests.injected.lab import Case, Lab

HTML = """<div id=around><div id=block><p id=text>words</p><input id=field value=a><textarea id=area>a</textarea></div></div>"""
CHANGES = {
    "a style hides a part": "sheet('#text { display: none }')",
    "a style hides a part and keeps its place": "sheet('#text { visibility: hidden }')",
    "a style hides all": "sheet('#around { display: none }')",
    "a style adds words": "sheet('#text::before { content: \"not \" }')",
    "a style draws a part in a line": "sheet('#text { display: inline }')",
    "a field holds something else": "$('field').value = 'b'",
    "a box of lines holds something else": "$('area').value = 'b'",
    "an element around it is hidden from assistive technology": "$('around').setAttribute('aria-hidden', 'true')",
    "an element around it can't be used": "$('around').inert = true",
    "a part in a shadow tree is hidden": "shadow.firstChild.style.display = 'none'",
}
MODULES = injected_js.bundle(injected_js.FOLDER / "replaying", "drawn_look")
WRITE_LOOK = f"(() => {{ {MODULES}\nreturn drawn_look.writeLook; }})()"
CODE = f"""const writeLook = {WRITE_LOOK};
const $ = (id) => document.getElementById(id);
const sheet = (textContent) => document.body.append(Object.assign(document.createElement("style"), {{ textContent }}));
const shadow = $("block").appendChild(document.createElement("div")).attachShadow({{ mode: "open" }});
shadow.append(document.createElement("b"));
const look = () => writeLook($("block"));
const before = look();
const same = before === look();
"""


async def test_a_look_changes_with_what_the_accessibility_tree_depends_on(lab: Lab) -> None:
    cases = {
        name: Case(f"{CODE} {change}; return [same, before === look()];", [True, False], html=HTML)
        for name, change in CHANGES.items()
    }
    assert await lab.differing("", cases) == {}
