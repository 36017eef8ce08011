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


def test_a_secret_is_replaced_by_filler_of_the_same_length(secrets: Secrets) -> None:
    assert secrets.clean(f"a{KEY}b {KEY}") == f"a{filler(KEY)}b {filler(KEY)}"
    secrets.add("geheim\U0001f600wort", "a rule")
    text = f"x \U0001f600 {KEY} geheim\U0001f600wort"
    assert len(secrets.clean(text).encode("utf-16-le")) == len(text.encode("utf-16-le"))


def test_the_beginning_of_a_secret_is_replaced_only_at_the_end_of_a_text(secrets: Secrets) -> None:
    shown = {size: secrets.clean(f"key: {KEY[:size]}") for size in range(4, len(KEY))}
    assert {size: text for size, text in shown.items() if text != f"key: {'x' * size}"} == {}
    assert secrets.clean(f"{KEY[:6]} is how they begin") == f"{KEY[:6]} is how they begin"


def test_a_short_secret_is_replaced_only_as_a_word_and_filler_is_not_a_secret(secrets: Secrets) -> None:
    secrets.add("pass1", "a rule")
    assert secrets.clean("pass1 compass12 (pass1)") == "xxxxx compass12 (xxxxx)"
    secrets.add("abc", "a rule")
    assert secrets.clean("abc") == "abc"
    fresh = Secrets()
    fresh.add("xxxxxxxx", "a rule")
    fresh.add("[redacted]", "a rule")
    assert not fresh


def test_a_secret_is_found_as_json_and_addresses_write_it() -> None:
    secrets = Secrets()
    secrets.add('q"uo"te', "a rule")
    secrets.add("a b/c1", "a rule")
    assert [form for form in ('q\\"uo\\"te', "a%20b%2Fc1") if form in secrets.clean(f"in {form} too")] == []


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


def test_json_is_searched_and_cleaned_in_keys_and_values(secrets: Secrets) -> None:
    value = {KEY: [KEY, 1, None, {"a": f"-{KEY}"}]}
    hidden = filler(KEY)
    assert secrets.clean_in(value) == {hidden: [hidden, 1, None, {"a": f"-{hidden}"}]}
    found = Secrets()
    found.look_in({"a": [f"{KEY}"], "n": 3})
    assert bool(found)


def test_a_pattern_of_the_user_is_replaced_by_its_group_or_as_a_whole() -> None:
    secrets = Secrets([r"customer (\d+)", "Dr. Muster"])
    secrets.look("customer 12345678 came, by Dr. Muster")
    assert secrets.clean("12345678 and customer") == "xxxxxxxx and customer"
    assert secrets.clean("Dr. Muster") == "x" * 10
    with pytest.raises(UsageError, match=r"--redact '\('"):
        Secrets(["("])


def test_a_report_counts_secrets_by_rule_and_never_names_them(secrets: Secrets) -> None:
    secrets.look(f"{KEY}EFGH and {KEY}")
    secrets.look_at_arguments({"password": "hunter2!"}, {})
    assert {entry.rule: entry.count for entry in secrets.report()} == {LOOKS: 1, FIELDS: 1}
    assert "hunter2!" not in str(secrets.report())
