from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest

from overlay.common.language import (
    LANGUAGES,
    Phrase,
    Sentence,
    current,
    mark,
    of_the_system,
    translate,
    use,
    words_in,
)
from tests.support.table import for_each


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


def test_a_marked_text_is_translated_where_it_is_shown() -> None:
    use("de")
    assert translate(mark("Not allowed")) == "Nicht erlaubt"


def test_a_text_that_is_in_no_catalogue_stays_as_it_is() -> None:
    use("zh")
    assert translate("The words of a server") == "The words of a server"


def test_a_phrase_is_english_as_a_text() -> None:
    use("de")
    assert f"{Phrase('{} waits for your click each time.', 'send')}" == "send waits for your click each time."


def test_a_phrase_keeps_its_values_in_another_language() -> None:
    use("de")
    assert (
        translate(Phrase("{} waits for your click each time.", "send"))
        == "send wartet jedes Mal auf Ihren Klick."
    )


def test_a_value_that_is_a_text_of_overlay_is_translated_too() -> None:
    use("de")
    said = translate(Phrase("Not run automatically: {}.", mark("it is in a quote")))
    assert said == "Nicht automatisch ausgeführt: er steht in einem Zitat."


def test_braces_in_a_value_are_no_template() -> None:
    use("de")
    assert translate(Phrase("Kept in {}.", "{0}{x}")) == "In {0}{x} gespeichert."


@for_each(
    ("language", "said"),
    [("en", "It is in a quote."), ("de", "Er steht in einem Zitat."), ("zh", "它在引用中。")],
)
def test_a_clause_becomes_a_sentence(language: str, said: str) -> None:
    use(language)
    assert translate(Sentence("it is in a quote")) == said


def test_a_phrase_outlives_a_copy_of_its_holder() -> None:
    use("de")
    (copied,) = copy.deepcopy([Phrase("Kept in {}.", "x")])
    assert translate(copied) == "In x gespeichert."


@for_each(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "en_US", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "dead_XX"}, "en"),
    ],
)
def test_the_language_is_that_of_the_users_system(variables: dict[str, str], language: str) -> None:
    assert of_the_system(variables.get) == language


def test_a_language_that_overlay_does_not_have_is_the_systems() -> None:
    use("fr")
    assert current() in LANGUAGES


def test_a_script_gets_the_words_that_it_shows_and_no_others() -> None:
    use("de")
    assert words_in('t("Copy"); mark("Send"); other("Close"); t("not in the catalogue")') == {
        "Copy": "Kopieren",
        "Send": "Senden",
    }


def test_in_english_a_script_needs_no_words() -> None:
    use("en")
    assert words_in('t("Copy")') == {}
