from __future__ import annotations

from overlay.sites.profile import SiteProfile
from overlay.sites.table import table_of

GENERIC = SiteProfile(name="generic", title="G", composer="textarea")
CHAT = SiteProfile(name="chat", title="C", hosts=("chat.test",), user=".user")
OTHER = SiteProfile(name="other", title="O", hosts=("other.test",), user=".other")
SHOWN = SiteProfile(name="shown", title="S", detect="#app", user=".shown")
KNOWN = {profile.name: profile for profile in (CHAT, GENERIC, OTHER, SHOWN)}


def test_home_comes_first_with_the_addresses_it_was_opened_at() -> None:
    rows, _ = table_of(SHOWN, ["http://127.0.0.1:1", "http://127.0.0.1:1"], KNOWN)
    assert (rows[0]["name"], rows[0]["origins"], rows[0]["profile"]["user"]) == (
        "home",
        ["http://127.0.0.1:1"],
        ".shown",
    )


def test_sites_with_hosts_follow_and_what_is_not_known_is_generic() -> None:
    rows, _ = table_of(SHOWN, [], KNOWN)
    assert [(row["name"], row["hosts"]) for row in rows[1:]] == [
        ("chat", ["chat.test"]),
        ("other", ["other.test"]),
        ("generic", []),
    ]


def test_home_is_not_named_twice() -> None:
    rows, _ = table_of(CHAT, [], KNOWN)
    assert [row["hosts"] for row in rows] == [["chat.test"], ["other.test"], []]


def test_each_row_has_its_profile() -> None:
    rows, profiles = table_of(CHAT, [], KNOWN)
    assert [profiles[row["name"]].name for row in rows] == ["chat", "other", "generic"]
