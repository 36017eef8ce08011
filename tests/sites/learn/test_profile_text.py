"""The file of a learned profile."""

from __future__ import annotations

from overlay.sites.learn.lesson import Learned
from overlay.sites.learn.profile_text import learned_profile, name_for
from overlay.sites.loader import load_profiles, parse_profile
from overlay.sites.profile import SiteProfile

LEARNED = Learned({"user": '[data-who="me"]', "assistant": ".bot", "conversation": r"/c/(\d+)"})


def written(url: str, before: SiteProfile | None = None) -> SiteProfile:
    return parse_profile(learned_profile(LEARNED, "mine", url, before), "mine.toml", "a file")


def test_a_learned_profile_is_read_back_unchanged() -> None:
    site = written("https://chat.example/new")
    assert (site.user, site.assistant, site.conversation) == ('[data-who="me"]', ".bot", r"/c/(\d+)")


def test_the_host_of_a_public_site_is_in_the_profile() -> None:
    assert written("https://chat.example/new").hosts == ("chat.example",)


def test_an_application_on_a_port_has_its_address_alone() -> None:
    wrong: list[object] = []
    for url in ["http://localhost:3000/", "http://127.0.0.1:8080/", "http://nas.local:81/"]:
        site = written(url)
        if (found := (site.hosts, site.url)) != ((), url):
            wrong.append((url, found))
    assert wrong == []


def test_a_lesson_keeps_the_fields_of_the_replaced_profile_that_it_does_not_learn() -> None:
    before = load_profiles()["openwebui"]
    site = written("http://localhost:3000/", before)
    assert (site.fence, site.rewrites, site.title) == (before.fence, True, "Open WebUI")


def test_a_site_without_a_name_is_called_by_its_host() -> None:
    wrong: list[object] = []
    for url, name in [
        ("https://www.chat.example/x", "chat-example"),
        ("https://chat.example.org", "example-org"),
        ("http://localhost:3000", "localhost-3000"),
    ]:
        if (found := name_for(url)) != name:
            wrong.append((url, found))
    assert wrong == []
