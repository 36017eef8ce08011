from __future__ import annotations

import pytest

from overlay.capture.redact import FIELDS, LOOKS, Secrets, filler
from overlay.common.errors import UsageError

KEY = "sk-abcdefghij0123456789ABCD"


@pytest.fixture
def secrets() -> Secrets:
    found = Secrets()
    found.look(f"my key is {KEY}, keep it")
    return found


def test_a_secret_is_taken_out_wherever_it_is(secrets: Secrets) -> None:
    assert secrets.clean(f"a{KEY}b {KEY}") == f"a{filler(KEY)}b {filler(KEY)}"


def test_no_length_changes(secrets: Secrets) -> None:
    secrets.add("geheim\U0001f600wort", "a rule")
    text = f"x \U0001f600 {KEY} geheim\U0001f600wort"
    assert len(secrets.clean(text).encode("utf-16-le")) == len(text.encode("utf-16-le"))


@pytest.mark.parametrize("size", range(4, len(KEY)))
def test_the_beginning_of_a_secret_at_the_end_of_a_text_goes_too(secrets: Secrets, size: int) -> None:
    assert secrets.clean(f"key: {KEY[:size]}") == f"key: {'x' * size}"


def test_a_beginning_within_a_text_stays(secrets: Secrets) -> None:
    assert secrets.clean(f"{KEY[:6]} is how they begin") == f"{KEY[:6]} is how they begin"


def test_a_short_secret_is_taken_out_as_a_word_only(secrets: Secrets) -> None:
    secrets.add("pass1", "a rule")
    assert secrets.clean("pass1 compass12 (pass1)") == "xxxxx compass12 (xxxxx)"


def test_a_secret_that_is_in_every_other_word_is_left(secrets: Secrets) -> None:
    secrets.add("abc", "a rule")
    assert secrets.clean("abc") == "abc"


@pytest.mark.parametrize("form", ['q\\"uo\\"te', "a%20b%2Fc1"])
def test_a_secret_is_found_as_json_and_addresses_write_it(form: str) -> None:
    secrets = Secrets()
    secrets.add('q"uo"te', "a rule")
    secrets.add("a b/c1", "a rule")
    assert form not in secrets.clean(f"in {form} too")


def test_fields_that_the_schema_or_their_name_calls_secret_are_collected() -> None:
    secrets = Secrets()
    schema = {
        "properties": {
            "a": {"writeOnly": True},
            "b": {"type": "object"},
            "c": {"items": {"format": "password"}},
        }
    }
    arguments = {
        "a": {"deep": ["one secret"]},
        "b": {"password": "other secret"},
        "c": ["third secret"],
        "d": "open",
    }
    secrets.look_at_arguments(arguments, schema)
    assert [secrets.clean(text) for text in ("one secret", "other secret", "third secret", "open")] == [
        "x" * 10,
        "x" * 12,
        "x" * 12,
        "open",
    ]


def test_a_number_that_is_secret_is_collected_as_it_is_written() -> None:
    secrets = Secrets()
    secrets.look_at_arguments({"pin": 123456}, {"properties": {"pin": {"writeOnly": True}}})
    assert secrets.clean("pin 123456!") == "pin xxxxxx!"


def test_json_is_cleaned_in_keys_and_values(secrets: Secrets) -> None:
    value = {KEY: [KEY, 1, None, {"a": f"-{KEY}"}]}
    hidden = filler(KEY)
    assert secrets.clean_in(value) == {hidden: [hidden, 1, None, {"a": f"-{hidden}"}]}


def test_texts_in_data_are_looked_at() -> None:
    secrets = Secrets()
    secrets.look_in({"a": [f"{KEY}"], "n": 3})
    assert bool(secrets)


def test_a_pattern_of_the_users_own_counts_by_its_group() -> None:
    secrets = Secrets([r"customer (\d+)"])
    secrets.look("customer 12345678 came")
    assert secrets.clean("12345678 and customer") == "xxxxxxxx and customer"


def test_a_pattern_without_a_group_counts_as_a_whole() -> None:
    secrets = Secrets(["Dr. Muster"])
    secrets.look("by Dr. Muster")
    assert secrets.clean("Dr. Muster") == "x" * 10


def test_a_pattern_that_is_none_is_named() -> None:
    with pytest.raises(UsageError, match=r"--redact '\('"):
        Secrets(["("])


def test_what_was_taken_out_is_counted_by_rule_and_never_named(secrets: Secrets) -> None:
    secrets.look(f"{KEY}EFGH and {KEY}")
    secrets.look_at_arguments({"password": "hunter2!"}, {})
    told = {entry.rule: entry.count for entry in secrets.report()}
    assert told == {LOOKS: 1, FIELDS: 1}


def test_what_was_taken_out_already_is_no_secret() -> None:
    secrets = Secrets()
    secrets.add("xxxxxxxx", "a rule")
    secrets.add("[redacted]", "a rule")
    assert not secrets
