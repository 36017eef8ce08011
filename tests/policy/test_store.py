from __future__ import annotations

from overlay.policy.policy_schema import Grant
from overlay.policy.store import InMemoryStore

ENTRY = Grant(tool="x", site="https://a.example", definition="a" * 64)


def test_a_new_permission_takes_the_place_of_the_old_one_for_the_same_tool() -> None:
    store = InMemoryStore()
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
    store = InMemoryStore()
    store.pin("x", "a" * 64)
    store.trust("files", "m")
    assert store.rules().pins == {"x": "a" * 64}
    assert store.rules().servers["files"].vouched == "m"


def test_a_revoked_permission_is_gone_and_the_others_stay() -> None:
    store, narrow = InMemoryStore(), ENTRY.model_copy(update={"arguments": "h"})
    store.allow(ENTRY)
    store.allow(narrow)
    store.revoke(ENTRY.key)
    assert store.rules().allow == [narrow]


def test_a_server_is_forgotten_once_its_trust_is_revoked() -> None:
    store = InMemoryStore()
    store.trust("files", "m")
    for _ in range(2):
        store.distrust("files")
    assert store.rules().servers == {}
