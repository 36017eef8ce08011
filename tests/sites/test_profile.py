from __future__ import annotations

import re

import pytest
from pydantic import ValidationError

from overlay.sites.profile import SELECTORS, SiteProfile, first_id


def site(**fields: object) -> SiteProfile:
    return SiteProfile.model_validate({"name": "x", "title": "X", **fields})


def test_a_list_of_selectors_is_kept_in_its_order() -> None:
    assert site(send=["#b", ".a"]).selectors("send") == ("#b", ".a")


def test_a_list_of_selectors_is_one_selector_for_who_wants_any_of_them() -> None:
    assert site(send=["#b", ".a"]).send == "#b, .a"


def test_a_single_selector_is_given_as_a_list_of_one() -> None:
    assert site(send="#b, .a").selectors("send") == ("#b, .a",)


def test_a_field_without_a_selector_gives_an_empty_list() -> None:
    assert site().selectors("send") == ()


def test_a_profile_survives_being_written_down() -> None:
    whole = site(send=["#b", ".a"], hosts=["x.example"])
    assert SiteProfile.model_validate(whole.model_dump()) == whole


def test_a_value_that_is_no_profile_is_refused() -> None:
    with pytest.raises(ValidationError):
        SiteProfile.model_validate("x")


def test_a_malformed_selector_is_refused_by_its_field() -> None:
    wrong: list[object] = []
    for name in SELECTORS:
        for broken in ["a >", "[x", ["#a", "b["], ["#a", " "]]:
            try:
                site(**{name: broken})
            except ValidationError as error:
                if not re.search(name, str(error)):
                    wrong.append((name, broken, str(error)))
            else:
                wrong.append((name, broken, "nothing was raised"))
    assert wrong == []


def test_selectors_that_browsers_know_are_accepted() -> None:
    wrong = [
        (selector, found)
        for selector in ["a:has(> b)", ":is(a, b) c", "a:not(:has(b, c))", '[a*="x" i]', r".a\/b"]
        if (found := site(user=selector).user) != selector
    ]
    assert wrong == []


def test_a_text_that_is_no_host_is_refused_with_the_reason() -> None:
    wrong: list[object] = []
    for host, why in [
        ("https://x.example", "leave out the scheme"),
        ("X.example", "write it in small letters"),
        ("localhost", "a host has a dot, .* write 127.0.0.1"),
        ("localhost:8080", "leave out the port"),
        ("x.example:80", "leave out the port"),
        ("*.x.example", "leave out the [*]"),
        ("com", "a host has a dot"),
        ("x.example?y", "write it such as"),
    ]:
        try:
            site(hosts=[host])
        except ValidationError as error:
            if not re.search(f"is not a valid host: {why}", str(error)):
                wrong.append((host, why, str(error)))
        else:
            wrong.append((host, why, "nothing was raised"))
    assert wrong == []


def test_an_address_fits_a_host_and_the_path_that_is_written_with_it() -> None:
    wrong: list[object] = []
    for entry, host, path, fits in [
        ("x.example", "x.example", "/any", True),
        ("x.example", "www.x.example", "/", True),
        ("x.example", "notx.example", "/", False),
        ("x.example/i/chat", "x.example", "/i/chat", True),
        ("x.example/i/chat", "x.example", "/i/chat/12", True),
        ("x.example/i/chat", "x.example", "/i/chatter", False),
        ("x.example/i/chat", "x.example", "/i", False),
        ("x.example/i/chat/", "x.example", "/i/chat", True),
    ]:
        if (found := bool(site(hosts=[entry]).match(host, path))) != fits:
            wrong.append((entry, host, path, found))
    assert wrong == []


def test_the_longer_entry_fits_more_closely() -> None:
    assert site(hosts=["x.example/i"]).match("x.example", "/i/a") > site(hosts=["x.example"]).match(
        "x.example", "/"
    )


def test_the_origins_of_a_site_are_those_of_its_hosts() -> None:
    assert site(hosts=["a.example/chat", "b.example"]).origins == {"https://a.example", "https://b.example"}


def test_the_page_is_told_the_lists_of_what_it_picks_from() -> None:
    told = site(send=["#b", ".a"], reasoning=[".c", ".d"], guessed=True).for_page()
    assert (told["pick"], told["reasoning"], told["guessed"]) == ({"send": ["#b", ".a"]}, ".c, .d", True)


def test_a_site_that_settles_never_or_before_it_wrote_is_refused() -> None:
    wrong: list[object] = []
    for seconds in [-1, 61]:
        try:
            site(settle=seconds)
        except ValidationError as error:
            if not re.search("settle", str(error)):
                wrong.append((seconds, str(error)))
        else:
            wrong.append((seconds, "nothing was raised"))
    assert wrong == []


def test_a_field_of_a_page_that_has_several_generations_may_be_a_list() -> None:
    told = site(kind=["lexical", "textarea"], message_id=["data-ids", "id"])
    assert (told.selectors("kind"), told.selectors("message_id")) == (
        ("lexical", "textarea"),
        ("data-ids", "id"),
    )


def test_a_profiles_notes_about_its_fields_name_only_fields_that_there_are() -> None:
    wrong: list[object] = []
    for fields, why in [
        ({"kind": "vim"}, "'vim' is not one of textarea, input"),
        ({"kind": ["textarea", "vim"]}, "'vim' is not one of textarea, input"),
        ({"guesses": ["notes"]}, "'notes' is not a field with a selector"),
        ({"english": ["x"]}, "'x' is not a field with a selector"),
        ({"held": "today"}, "held"),
        ({"held": "2026-13"}, "held"),
    ]:
        try:
            site(**fields)
        except ValidationError as error:
            if why not in str(error):
                wrong.append((fields, why, str(error)))
        else:
            wrong.append((fields, why, "nothing was raised"))
    assert wrong == []


def test_of_an_attribute_with_several_ids_the_first_is_the_messages() -> None:
    assert [first_id("data-message-ids", "a b"), first_id("data-ids", " "), first_id("id", "a b")] == [
        "a",
        "",
        "a b",
    ]


def test_a_pattern_that_can_give_no_key_is_refused() -> None:
    wrong: list[object] = []
    for pattern in ["/c/x", "(("]:
        try:
            site(conversation=pattern)
        except ValidationError as error:
            if not re.search("conversation", str(error)):
                wrong.append((pattern, str(error)))
        else:
            wrong.append((pattern, "nothing was raised"))
    assert wrong == []
