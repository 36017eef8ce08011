from __future__ import annotations

from overlay.sites.loader import SiteProfile
from overlay.sites.page_table import site_rows

GENERIC = SiteProfile(name="generic", title="G", composer="textarea")
CHAT = SiteProfile(name="chat", title="C", hosts=("chat.test",), user=".user")
OTHER = SiteProfile(name="other", title="O", hosts=("other.test",), user=".other")
SHOWN = SiteProfile(name="shown", title="S", detect="#app", user=".shown")
KNOWN = {profile.name: profile for profile in (CHAT, GENERIC, OTHER, SHOWN)}


def test_home_comes_first_with_the_addresses_it_was_opened_at() -> None:
    rows, _ = site_rows(SHOWN, ["http://127.0.0.1:1", "http://127.0.0.1:1"], KNOWN)
    assert (rows[0]["name"], rows[0]["origins"], rows[0]["profile"]["user"]) == (
        "home",
        ["http://127.0.0.1:1"],
        ".shown",
    )


def test_sites_with_hosts_follow_then_those_with_a_sign_and_what_is_not_known_is_generic() -> None:
    rows, _ = site_rows(SHOWN, [], KNOWN)
    assert [(row["name"], row["hosts"], row["sign"]) for row in rows[1:]] == [
        ("chat", ["chat.test"], ""),
        ("other", ["other.test"], ""),
        ("shown", [], "#app"),
        ("generic", [], ""),
    ]


def test_an_application_that_a_page_shows_itself_to_be_is_a_guess_and_at_home_it_is_none() -> None:
    rows, profiles = site_rows(SHOWN, [], KNOWN)
    assert [(row["name"], row["profile"]["guessed"]) for row in (rows[0], rows[3])] == [
        ("home", False),
        ("shown", True),
    ]
    assert (profiles["home"].guessed, profiles["shown"].guessed) == (False, True)


def test_a_page_is_not_the_home_site_because_of_its_content() -> None:
    assert site_rows(SHOWN, [], KNOWN)[0][0]["sign"] == ""


def test_a_guessed_home_site_with_a_host_of_its_own_is_not_recognised_by_its_content() -> None:
    rows, _ = site_rows(CHAT.model_copy(update={"guessed": True}), [], KNOWN)
    assert [row["name"] for row in rows] == ["home", "other", "shown", "generic"]


def test_home_is_not_named_twice() -> None:
    rows, _ = site_rows(CHAT, [], KNOWN)
    assert [row["hosts"] for row in rows] == [["chat.test"], ["other.test"], [], []]


def test_each_row_has_its_profile() -> None:
    rows, profiles = site_rows(CHAT, [], KNOWN)
    assert [profiles[row["name"]].name for row in rows] == ["chat", "other", "shown", "generic"]


def test_an_unknown_home_site_may_still_be_recognised_by_its_content() -> None:
    rows, profiles = site_rows(GENERIC.model_copy(update={"guessed": True}), ["http://127.0.0.1:1"], KNOWN)
    (row,) = (row for row in rows if row["name"] == "home shown")
    assert (row["origins"], row["sign"], profiles["home shown"].guessed) == (
        ["http://127.0.0.1:1"],
        "#app",
        False,
    )
