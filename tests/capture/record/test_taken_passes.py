"""A recording that was just taken passes its check: all that a page can hold, with all options."""

from __future__ import annotations

import asyncio
import json
from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from playwright.async_api import Browser

from overlay.capture.check.runner.check_recording import check
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.text_report import report
from overlay.cli import main
from tests.injected.fixtures import pages
from tests.injected.pages import PageSite
from tests.support.scene import call

__all__ = ["pages"]
CALL = f"<pre><code class=language-xml>{escape(call(text='kept'))}</code></pre>"
BEGIN = "<!doctype html><title>Chat of Ann</title><main id=chat></main>"
LATER = "<script>const chat = document.querySelector('main'); setTimeout(() => {{ {} }}, 50);</script>"
PAGES = {
    "a call that never ends": f"{BEGIN}<textarea></textarea>{CALL}<pre>{escape(call(text='a &amp; Ann'))[:-60]}</pre>"
    "<p>said Ann</p><pre><code class=language-json>{\"name\": \"note\", \"arguments\": {\"text\": \"a 12 \\\\u0416 Ann</code></pre>",
    "announced examples": f"{BEGIN}<textarea></textarea><article><p>Ann, it <b>looks like</b> this:</p>{CALL}</article>"
    + LATER.format(
        f"const text = {json.dumps('Do not run this, Ann: ' + call(text='prose'))}; let at = 0; const timer = setInterval(() => {{"
        "at += 5; chat.textContent = text.slice(0, at); if (at > text.length) clearInterval(timer) }}, 5)"
    ),
    "a plain page": f"{BEGIN}{CALL}<textarea>a draft</textarea>",
    "form controls": f"{BEGIN}<form><input value=a><input type=checkbox checked><input type=radio name=r checked>"
    "<select><option>a<option selected>b</select><input type=password value=secret><input type=hidden value=h>"
    f"<input type=range value=7><textarea></textarea></form>{CALL}"
    + LATER.format("document.querySelector('textarea').value = 'typed'; document.querySelector('select').value = 'a'"),
    "an editor": f"{BEGIN}{CALL}<div contenteditable=true><p>one<p>two</div>",
    "a shadow root": f"{BEGIN}<x-chat></x-chat><textarea></textarea>"
    + LATER.format(
        "const root = document.querySelector('x-chat').attachShadow({mode: 'open'});"
        f"root.innerHTML = {json.dumps('<style>p { color: red }</style><p>shadow</p>' + CALL)}"
    ),
    "a frame of the same site": f"{BEGIN}<iframe srcdoc='<p>in a frame</p>{escape(CALL)}'></iframe><textarea></textarea>",
    "svg, math and a table": f"{BEGIN}<svg viewBox='0 0 9 9'><path d='M0 0h9'/></svg><math><mi>x</mi></math>"
    f"<table><tr><td>1<td>2</table><details open><summary>s</summary>{CALL}</details><textarea></textarea>",
    "styles of all kinds": f"{BEGIN}<style>.a::before {{ content: 'x' }}</style>{CALL}<textarea class=a style='color: blue'></textarea>"
    + LATER.format(
        "const sheet = new CSSStyleSheet(); sheet.replaceSync('p { margin: 0 }'); document.adoptedStyleSheets = [sheet];"
        "document.querySelector('style').sheet.insertRule('.b { color: red }')"
    ),
    "an answer that is drawn again": f"{BEGIN}<textarea></textarea>"
    + LATER.format(
        f"const text = {json.dumps(call(text='kept'))}; let at = 0; const timer = setInterval(() => {{ at += 9;"
        "const pre = document.createElement('pre'); pre.textContent = text.slice(0, at); chat.replaceChildren(pre);"
        "if (at > text.length) clearInterval(timer) }, 5)"
    ),
    "text of other kinds": f"{BEGIN}<p>\u202eעברית 😀 a\u0301 &#xfffd;<!-- a comment --></p><p>{'long ' * 3000}</p>{CALL}<textarea></textarea>",
    "moved nodes": f"{BEGIN}<ul><li>a<li>b<li>c</ul>{CALL}<textarea></textarea>"
    + LATER.format("const list = document.querySelector('ul'); for (let n = 0; n < 9; n++) list.append(list.firstChild)"),
    "a broken document": f"<p>no doctype<b>bold<p>still</b></p></nothing>{CALL}<textarea>",
    "a new address": f"{BEGIN}{CALL}<textarea></textarea>" + LATER.format("history.pushState(null, '', '/c/one?x=1#y')"),
}  # fmt: skip
MINIMAL, REDACT = ["--minimal"], ["--redact", "draft|shadow"]


async def capture(*words: str | Path) -> Result:
    given = ["capture", "--headless", "--no-servers", "--until", "1", "--json", *map(str, words)]
    return await asyncio.to_thread(CliRunner().invoke, main, given)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
async def test_a_page_passes_its_check_in_each_combination_of_options(
    name: str, pages: PageSite, browser: Browser, tmp_path: Path
) -> None:
    wrong: dict[str, object] = {}
    for number, options in enumerate(([], MINIMAL, REDACT, MINIMAL + REDACT)):
        folder = tmp_path / str(number)
        taken = await capture(pages.add(PAGES[name]), *options, "-o", folder)
        if taken.exit_code or json.loads(taken.stdout)["differs"]:
            wrong[" ".join(options)] = taken.stderr.splitlines()[-6:]
            continue
        verdict = await check(name, folder, browser, Options(), tmp_path)
        if not verdict.ok:
            wrong[" ".join(options)] = report(verdict)[:12]
    assert wrong == {}
