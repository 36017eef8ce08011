from __future__ import annotations

import json

import pytest
from playwright.async_api import Browser

import injected_js
from overlay.capture.replay.sanitize import kept, silent

CASES: list[tuple[str, str, str, bool]] = [
    ("div", "class", "a", True),
    ("div", "onclick", "x()", False),
    ("div", "ONLOAD", "x()", False),
    ("a", "href", "https://example.test/", True),
    ("a", "href", "javascript:x()", False),
    ("a", "href", " \n jAvA\tscript:x()", False),
    ("use", "xlink:href", "javascript:x()", False),
    ("form", "action", "javascript:x()", False),
    ("p", "title", "not javascript: at all", True),
    ("style", "nonce", "abc", False),
    ("link", "integrity", "sha256-x", False),
    ("script", "src", "/x.js", False),
    ("img", "src", "/x.png", True),
    ("iframe", "src", "https://elsewhere.test/", False),
    ("iframe", "srcdoc", "<p>", False),
    ("frame", "src", "x", False),
    ("object", "data", "x", False),
    ("embed", "src", "x", False),
    ("iframe", "title", "x", True),
    ("meta", "http-equiv", "refresh", False),
    ("meta", "content", "0;url=x", True),
]


@pytest.mark.parametrize(("tag", "name", "value", "stays"), CASES)
def test_what_runs_or_leads_elsewhere_is_left_out(tag: str, name: str, value: str, stays: bool) -> None:
    assert kept(tag, name, value) is stays


def test_only_a_scripts_text_is_silent() -> None:
    assert [tag for tag in ("script", "style", "p", "pre") if silent(tag)] == ["script"]


async def test_the_page_has_the_same_rules(browser: Browser) -> None:
    page = await browser.new_page()
    rules = injected_js.bundle(injected_js.FOLDER / "replaying", "replay_sanitizer")
    told = await page.evaluate(
        f"(cases) => {{ {rules}\nreturn JSON.parse(cases).map(([tag, name, value]) => replay_sanitizer.kept(tag, name, value)); }}",
        json.dumps([case[:3] for case in CASES]),
    )
    await page.close()
    assert told == [case[3] for case in CASES]
