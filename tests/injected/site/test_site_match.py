"""Which site a document is of, by its origin."""

from __future__ import annotations

from typing import Any

from tests.injected.lab import Lab

TABLE: dict[str, Any] = {
    "profile": {"user": "given"},
    "sites": [
        {"name": "home", "origins": ["http://127.0.0.1:8000", "null"], "hosts": [], "profile": {"user": "h"}},
        {"name": "chat", "origins": [], "hosts": ["chat.test", "wide.test/i/chat"], "profile": {"user": "c"}},
        {"name": "generic", "origins": [], "hosts": [], "profile": {"user": "g"}},
    ],
}


async def test_the_first_site_that_claims_an_origin_has_it(lab: Lab) -> None:
    wrong: list[object] = []
    for origin, name in [
        ("http://127.0.0.1:8000", "home"),
        ("http://127.0.0.1:8001", "generic"),
        ("https://chat.test", "chat"),
        ("https://eu.chat.test", "chat"),
        ("https://notchat.test", "generic"),
        ("https://chat.test.evil.test", "generic"),
        ("https://wide.test", "generic"),
        ("null", "home"),
    ]:
        await lab.empty()
        code = "const found = site_match.siteOf(given.table, given.origin); return [found.name, found.profile.user];"
        if (found := await lab(code, {"table": TABLE, "origin": origin})) != [name, name[0]]:
            wrong.append((origin, found))
    assert wrong == []


async def test_a_site_may_have_only_a_part_of_a_host(lab: Lab) -> None:
    wrong: list[object] = []
    for path, name in [
        ("/i/chat", "chat"),
        ("/i/chat/7", "chat"),
        ("/i/chatter", "generic"),
        ("/", "generic"),
    ]:
        await lab.empty()
        code = "return site_match.siteOf(given.table, 'https://wide.test', given.path).name;"
        if (found := await lab(code, {"table": TABLE, "path": path})) != name:
            wrong.append((path, found))
    assert wrong == []


async def test_without_a_table_the_profile_holds_everywhere(lab: Lab) -> None:
    assert await lab("return site_match.siteOf({ profile: 1 });") == {"name": "", "profile": 1}


async def test_a_document_is_taken_by_its_own_origin(lab: Lab) -> None:
    rows: list[dict[str, Any]] = [
        {"name": "here", "hosts": [], "profile": 1},
        {"name": "rest", "origins": [], "hosts": [], "profile": 2},
    ]
    code = "given[0].origins = [globalThis.origin]; return site_match.siteOf({ sites: given }).name;"
    assert await lab(code, rows) == "here"


SIGNED: dict[str, Any] = {
    "sites": [
        {"name": "home", "origins": ["http://127.0.0.1:8000"], "hosts": [], "sign": "", "profile": {}},
        {"name": "faulty", "origins": [], "hosts": [], "sign": "::before(", "profile": {}},
        {"name": "app", "origins": [], "hosts": [], "sign": "#app", "profile": {"guessed": True}},
        {"name": "generic", "origins": [], "hosts": [], "sign": "", "profile": {"guessed": True}},
    ],
}
TOLD = "site_match.makeSiteDetector(given, site, new shadow_roots.Roots())()?.name ?? null"


async def test_a_guessed_site_with_a_host_of_its_own_is_no_application(lab: Lab) -> None:
    await lab.body("<p id=app>")
    site = "{ ...given.sites[3], hosts: ['chat.example'] }"
    assert await lab(f"const site = {site}; return {TOLD};", SIGNED) is None


async def test_an_unknown_page_is_recognised_by_what_it_shows(lab: Lab) -> None:
    wrong: list[object] = []
    for body, name in [("<p id=app>", "app"), ("<p>", None)]:
        await lab.empty()
        await lab.body(body)
        if (found := await lab(f"const site = given.sites[3]; return {TOLD};", SIGNED)) != name:
            wrong.append((body, found))
    assert wrong == []


async def test_a_known_site_is_not_recognised_by_its_content(lab: Lab) -> None:
    wrong: list[object] = []
    for site in ["{ profile: {} }", "given.sites[2]"]:
        await lab.empty()
        await lab.body("<p id=app>")
        if (found := await lab(f"const site = {site}; return {TOLD};", SIGNED)) is not None:
            wrong.append((site, found))
    assert wrong == []
