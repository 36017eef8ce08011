"""Applications that are pages, with one change of their script: a release of theirs that overlay does not know yet."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from tests.beds.install import install
from tests.beds.serve import serving

Edit = tuple[str, str]
"""A regular expression for what stands in the application's script, and what stands there after the change."""
LOOK = "display:block;overflow:auto;white-space:pre;padding:.6em;background:#2b2b2b;color:#f8f8f2"
"""What a code block of deep-chat looks like."""
ASSISTANT_UI: dict[str, list[Edit]] = {
    "class renamed": [
        ('className:"aui-assistant-message-root","data-role":"assistant"', 'className:"reply-root"')
    ],
    "code in another element": [
        (
            r"SyntaxHighlighter:(\w+)\(\{\}\)",
            r'SyntaxHighlighter:\1({PreTag:({children:c})=>x.jsx("section",{className:"listing",'
            r'style:{whiteSpace:"pre"},children:c})})',
        ),
    ],
    "language label gone": [
        (r'x\.jsx\("span",\{children:e\}\)', "null"),
        (r'className:(\w)\?"language-"\.concat\(\1\):void 0', "className:void 0"),
        (r'className=\["language-"\+\w+\[0\]\]', "className=[]"),
    ],
    "composer of another kind": [
        (
            r'(\w+)\.Input,\{className:"aui-composer-input",',
            r'\1.Input,{asChild:!0,children:x.jsx("input",{className:"ask-line"}),',
        ),
    ],
    "streaming sign gone": [
        (r'x\.jsx\(\w+\.If,\{running:!0,children:x\.jsx\(\w+\.Cancel,\{.*?"Stop"\}\)\}\)', "null"),
        (r'"data-status":(\w+)\.type,\.\.\.t,', "...t,"),
    ],
    "streaming sign renamed": [
        ('className:"aui-composer-cancel"', 'className:"composer-stop"'),
        (r'"data-status":(\w+)\.type,\.\.\.t,', "...t,"),
    ],
    "virtual list": [(r",n\)\),\[t,e\]\)\},(\w+)=", r",n)).slice(-2),[t,e])},\1=")],
    "answer drawn whole": [
        (r'\w+&&\((yield\{content:\[\{type:"text",text:\w+\}\]\})\)\}', r"}\1"),
    ],
    "send button gone": [
        (r'x\.jsx\(\w+\.If,\{running:!1,children:x\.jsx\(\w+\.Send,\{.*?"Send"\}\)\}\)', "null")
    ],
    "wrapper in between": [
        (r"children:(x\.jsx\(\w+\.Messages,\{.*?\}\}\))", r'children:x.jsx("article",{children:\1})')
    ],
}
DEEP_CHAT: dict[str, list[Edit]] = {
    "class renamed": [
        (r'"buildRoleOuterContainerClass",value:function\(t\)\{', r'\g<0>t=t==="user"?t:"reply";'),
    ],
    "code in another element": [
        ('"<pre><code"', f"'<div class=\"listing\" style=\"{LOOK}\"><code'"),
        ('">"\\+d\\+"</code></pre>"', '">"+d+"</code></div>"'),
    ],
    "language label gone": [(r"s=' class=\"'\+o\+l\+'\"'", "s=''")],
    "composer of another kind": [('TEXT_INPUT_ID="text-input"', 'TEXT_INPUT_ID="ask-line"')],
    "streaming sign gone": [
        ('id="stop-icon"', 'id=""'),
        ('MESSAGE_CLASS="streamed-message"', 'MESSAGE_CLASS="text"'),
    ],
    "streaming sign renamed": [
        ('id="stop-icon"', 'id="stop-square"'),
        ('MESSAGE_CLASS="streamed-message"', 'MESSAGE_CLASS="text"'),
    ],
    "virtual list": [
        (
            r'document\.getElementById\("host"\)\.append\((\w+)\)',
            r'\g<0>;new MutationObserver(()=>[...\1.shadowRoot.querySelectorAll("[class*=container-role-]")].slice(0,-2)'
            r".forEach(one=>one.remove())).observe(\1.shadowRoot,{childList:true,subtree:true})",
        ),
    ],
    "answer drawn whole": [
        (r"(\w)&&await (\w)\.onResponse\(\{text:\1\}\)\}\}", r"\1&&(\2.whole=(\2.whole||'')+\1)}}await \2.onResponse({text:\2.whole});"),
    ],
    "send button gone": [('buildDefaultIconElement\\("submit-icon"\\)', 'buildDefaultIconElement("go-icon")')],
    "wrapper in between": [
        (
            r'document\.getElementById\("host"\)\.append\((\w+)\)',
            r'const frame=document.createElement("article");document.getElementById("host").append(frame);frame.append(\1)',
        ),
    ],
}  # fmt: skip
CHANGES = {"assistantui": ASSISTANT_UI, "deepchat": DEEP_CHAT}


@contextmanager
def serving_changed(name: str, edits: Sequence[Edit], folder: Path) -> Generator[str]:
    """Yield the address of the application with these changes; `folder` gets its files."""
    page = folder / "page"
    shutil.copytree(
        install(name, platformdirs.user_cache_path("overlay", appauthor=False), lambda _: None), page
    )
    found = re.search(r'src="/(assets/[^"]+)"', (page / "index.html").read_text("utf-8"))
    assert found
    script = page / found[1]
    text = script.read_text("utf-8")
    for before, after in edits:
        text, count = re.subn(before, after, text, flags=re.DOTALL)
        assert count, (name, before)
    script.write_text(text, "utf-8")
    with serving(name, page) as (url, _):
        yield url
