from __future__ import annotations

from overlay.policy.policy_schema import Allowed
from overlay.policy.store import Memory

ENTRY = Allowed(tool="x", site="https://a.example", definition="a" * 64)


def test_what_is_allowed_takes_the_place_of_what_was_allowed_for_the_same() -> None:
    store = Memory()
    for entry in (
        ENTRY,
        ENTRY.model_copy(update={"arguments": "h"}),
        ENTRY.model_copy(update={"definition": "b" * 64}),
    ):
        store.allow(entry)
    assert [(entry.definition[0], entry.arguments) for entry in store.rules().allow] == [
        ("a", "h"),
        ("b", ""),
    ]


def test_pins_and_vouched_servers_are_remembered() -> None:
    store = Memory()
    store.pin("x", "a" * 64)
    store.vouch("files", "m")
    assert (store.rules().pins, store.rules().servers["files"].vouched) == ({"x": "a" * 64}, "m")


def test_what_is_taken_back_is_gone_and_nothing_else() -> None:
    store, narrow = Memory(), ENTRY.model_copy(update={"arguments": "h"})
    store.allow(ENTRY)
    store.allow(narrow)
    store.take_back(ENTRY.meant)
    assert store.rules().allow == [narrow]


def test_what_was_vouched_for_is_forgotten_once_that_is_taken_back() -> None:
    store = Memory()
    store.vouch("files", "m")
    for _ in range(2):
        store.unvouch("files")
    assert store.rules().servers == {}
