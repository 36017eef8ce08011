"""A report of a broken site has no text of the user, wherever the page has it. Control: the words are in the
page, and the page's structure is in the report.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.async_api import BrowserContext, Page

from overlay.cli.sites import command
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile
from overlay.sites.report import BreakReport, report_break
from overlay.sites.report.report import address_of
from overlay.sites.report.vocabulary import veiled
from tests.injected.pages import PageSite

WORDS = [f"zz{letter}geheim" for letter in "abcdefghijklmnopqrstuvwxyz"]
A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z = WORDS  # noqa: E741
PAGE = f"""<!doctype html><html lang="{A}"><head><title>{B}</title><meta property="og:title" content="{C}">
<link rel="{D}" href="https://{E}.example/{E}.css"><style>.{F} {{ background: url("/{G}.png") }}
.x::before {{ content: "{H}" }}</style><script>var {I} = "{I}";</script></head>
<body class="{J}" data-{K}="1" onload="{K}()">
<main><div data-message-author-role="user" id="m-{L}" data-title="{M}" aria-label="{N}" title="{O}">{P} <b>{P}</b></div>
<div data-message-author-role="assistant" style="background: url(/{Q}.png)"><a href="/c/{R}?{R}#{R}">x</a>
<img src="/{S}.png" alt="{S}" srcset="/{S}.png 2x"><pre><code class="language-{T}">&lt;function_calls&gt;
&lt;invoke name="{T}" call_id="1"&gt;&lt;parameter name="{T}"&gt;{T}&lt;/parameter&gt;&lt;/invoke&gt;</code></pre></div></main>
<!-- {U} --><{V}-tag {V}=1></{V}-tag><textarea id="prompt-textarea" placeholder="{W}">{W}</textarea>
<input value="{X}" name="{X}"><select><option value="{X}" label="{X}">{X}</select>
<div><template shadowrootmode="open"><p class="{Y}">{Y}</p></template></div>
<iframe srcdoc="<p>{Z}</p>" name="{Z}"></iframe><svg><title>{Z}</title><text>{Z}</text></svg>
<script type="application/json">{{"{Z}": "{Z}"}}</script><noscript>{Z}</noscript>
<p>Zz\u00e4\u4e2d\u6587geheim 0171 5550123</p></body></html>"""


@pytest.fixture
async def opened(page: Page) -> Page:
    async with PageSite() as site:
        await page.goto(site.add(PAGE, path=f"/c/{R}.html"))
        await page.evaluate(f"document.querySelector('input').value = '{X} typed'")
    return page


def whole(made: BreakReport) -> str:
    return (made.text + made.page).lower()


SECRET = [*WORDS, "geheim", "\u4e2d", "0171", "5550123", "127.0.0.1"]


async def test_a_report_contains_no_text_of_the_user(opened: Page) -> None:
    """Each of the words is in the page, and what a profile needs is in the report."""
    assert [word for word in WORDS if word not in PAGE] == []
    assert P in await opened.content()
    generic = whole(await report_break(opened, load_profiles()["generic"]))
    assert [word for word in SECRET if word in generic] == []
    made = await report_break(opened, load_profiles()["chatgpt"])
    assert [word for word in SECRET if word in whole(made)] == []
    assert 'data-message-author-role="user"' in made.page
    assert 'id="prompt-textarea"' in made.page
    assert '<p class="xxxxxxxxx" data-shadow="">xxxxxxxxx</p>' in made.page
    assert 'data-message-author-role="assistant"' in made.text


async def test_a_report_names_what_a_turn_showed_without_the_words_of_its_selectors(opened: Page) -> None:
    shown = {"user": f'[class*="{A}"]', "assistant": '[role="article"]'}
    made = await report_break(opened, load_profiles()["generic"], shown)
    assert re.findall(r"^watched +(\w+)", made.text, re.MULTILINE) == ["user", "assistant"]
    assert A not in whole(made)


async def test_a_profile_of_the_users_own_is_not_shown(opened: Page) -> None:
    own = SiteProfile(
        name=A, title=B, url=f"https://{C}.example/", hosts=(f"{C}.example",), user=f".{D}", assistant=f"#{E}",
        conversation=f"/{F}/(a)", notes=G, message_id=f"data-{H}", source=f"/home/{I}/x.toml",
    )  # fmt: skip
    made = whole(await report_break(opened, own))
    assert [word for word in WORDS if word in made] == []


async def test_the_page_in_a_report_gives_the_same_report(
    opened: Page, tmp_path: Path, context: BrowserContext
) -> None:
    profile = load_profiles()["chatgpt"]
    made = await report_break(opened, profile)
    (tmp_path / "report.html").write_text(made.page)
    again = await context.new_page()
    await again.goto((tmp_path / "report.html").as_uri())
    other = await report_break(again, profile)
    assert other.text.splitlines()[4:] == made.text.splitlines()[4:]
    assert other.page == made.page


def test_a_value_keeps_only_words_that_overlay_ships() -> None:
    values = [
        "Scheidung", "SCHEIDUNG", "scheidungUser", "user_scheidung", "\u0441ekret", "s3cr3t", "sec\u00adret", "\U0001f4a9", "\ud800",
    ]  # fmt: skip
    left = {value: veiled(value).lower().replace("user", "") for value in values}
    assert {value: text for value, text in left.items() if not set(text) <= set("x0_?-")} == {}


def test_an_address_keeps_its_form() -> None:
    shown = {
        "https://chatgpt.com/c/68f0-abc?model=gpt": "chatgpt.com /x/00x0-xxx?model=xxx",
        "https://intranet.bank.example/secret#x": "a host without a bundled profile /xxxxxx",
        "https://user:pw@claude.ai/chat/1": "claude.ai /chat/0",
        "https://geheim.chatgpt.com/": "chatgpt.com /",
    }
    assert {url: address_of(url) for url in shown} == shown


@pytest.mark.thorough
@pytest.mark.browser
def test_the_command_writes_a_file_and_prints_a_text(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE)
    words = ["report", "chatgpt", "--page", str(tmp_path / "page.html"), "-o", str(tmp_path / "out.html")]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    assert "Profile: chatgpt" in result.stdout
    assert [word for word in WORDS if word in result.stdout + (tmp_path / "out.html").read_text()] == []
    assert CliRunner().invoke(command, words).exit_code == 2
    assert CliRunner().invoke(command, [*words, "--force"]).exit_code == 0


@pytest.mark.thorough
async def test_a_page_with_deeply_nested_elements_is_written(page: Page) -> None:
    await page.set_content("<div>" * 500 + "deep")
    assert (await report_break(page, load_profiles()["generic"])).page.count("<div>") >= 300
