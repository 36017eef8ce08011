from __future__ import annotations

from dataclasses import replace

import pytest

from overlay.policy.tool_effects import ToolEffects, checked_change, effects_of
from tests.policy.caller import FOREIGN, PLAIN, READS
from tests.support.effects import EVERY_EFFECT
from tests.support.table import for_each


def test_a_trusted_tool_is_what_it_says() -> None:
    assert effects_of(READS, {}, trusted=True) == ToolEffects(private=True)


def test_an_untrusted_tool_is_believed_to_have_every_effect() -> None:
    assert effects_of(FOREIGN, {}, trusted=False) == EVERY_EFFECT


def test_the_user_may_add_and_take_away_by_patterns() -> None:
    changes = {"read_*": ["untrusted", "-private"], "other": ["+destructive"]}
    assert effects_of(READS, changes, trusted=True) == ToolEffects(untrusted=True)


def test_an_effect_that_is_added_anywhere_stays_added() -> None:
    assert effects_of(PLAIN, {"add": ["+private"], "*": ["-private"]}, trusted=True).private


def test_nothing_is_taken_from_a_tool_that_is_not_trusted() -> None:
    everything = [f"-{name}" for name in ("private", "untrusted", "sends_out", "destructive")]
    assert effects_of(FOREIGN, {"*": everything}, trusted=False) == EVERY_EFFECT


@for_each("name", ["private", "untrusted", "sends_out", "destructive"])
def test_each_hint_is_a_class_of_its_own(name: str) -> None:
    hints = replace(PLAIN.hints, **{name: True})
    assert effects_of(replace(PLAIN, hints=hints), {}, trusted=True) == ToolEffects(**{name: True})


@for_each("word", ["private", "+untrusted", "-sends_out"])
def test_a_class_may_be_written_with_a_sign(word: str) -> None:
    assert checked_change(word) == word


@for_each("word", ["", "+", "secret", "--private", "+-private", "private+"])
def test_a_text_that_is_no_class_is_refused_with_the_classes(word: str) -> None:
    with pytest.raises(ValueError, match="is not an effect: use private, untrusted"):
        checked_change(word)
