from __future__ import annotations

from overlay.policy.settings import Allowed
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
