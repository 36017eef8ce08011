from __future__ import annotations

import json

from playwright.async_api import Browser

import injected_js

CASES: list[tuple[str, str, str, bool]] = [
    ("div", "class", "a", True),
    ("div", "onclick", "x()", False),
    ("div", "ONLOAD", "x()", False),
    ("a", "href", "https://example.test/", True),
    ("a", "href", "javascript:x()", False),
    ("a", "href", " \n jAvA\tscript:x()", False),
    ("a", "href", "\x01vbscript:x()", False),
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


async def test_attributes_that_run_or_lead_elsewhere_are_not_built(browser: Browser) -> None:
    page = await browser.new_page()
    rules = injected_js.bundle(injected_js.FOLDER / "replaying", "replay_sanitizer")
    kept = await page.evaluate(
        f"(cases) => {{ {rules}\nreturn JSON.parse(cases).map((each) => replay_sanitizer.kept(...each)); }}",
        json.dumps([case[:3] for case in CASES]),
    )
    await page.close()
    assert [case for case, got in zip(CASES, kept, strict=True) if case[3] is not got] == []
