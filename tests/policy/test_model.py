from __future__ import annotations

from overlay.policy.model import EVERY_SCOPE, ONLY_ONCE, THIS_RUN


def test_every_set_of_answers_holds_a_yes_for_once_and_a_no() -> None:
    assert all({"once", "deny"} <= set(offers) for offers in (EVERY_SCOPE, THIS_RUN, ONLY_ONCE))
