from __future__ import annotations

import json

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


def test_attributes_that_run_or_lead_elsewhere_are_left_out() -> None:
    assert [case for case in CASES if kept(*case[:3]) is not case[3]] == []


def test_only_the_text_of_a_script_is_left_out() -> None:
    assert [tag for tag in ("script", "style", "p", "pre") if silent(tag)] == ["script"]


async def test_the_page_script_has_the_same_rules_for_attributes(browser: Browser) -> None:
    page = await browser.new_page()
    rules = injected_js.bundle(injected_js.FOLDER / "replaying", "replay_sanitizer")
    told = await page.evaluate(
        f"(cases) => {{ {rules}\nreturn JSON.parse(cases).map(([tag, name, value]) => replay_sanitizer.kept(tag, name, value)); }}",
        json.dumps([case[:3] for case in CASES]),
    )
    await page.close()
    assert told == [case[3] for case in CASES]
