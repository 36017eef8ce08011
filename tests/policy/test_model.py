from __future__ import annotations

from overlay.policy.model import EVERY_SCOPE, ONLY_ONCE, THIS_RUN, ApprovalRequest


def test_every_set_of_answers_holds_a_yes_for_once_and_a_no() -> None:
    assert all({"once", "deny"} <= set(offers) for offers in (EVERY_SCOPE, THIS_RUN, ONLY_ONCE))


def test_where_it_is_asked_again_each_time_nothing_else_is_on_offer() -> None:
    assert ONLY_ONCE == ("once", "deny")


def test_two_inquiries_are_the_same_if_they_ask_the_same() -> None:
    assert ApprovalRequest("why", ("mind",)) == ApprovalRequest("why", ("mind",))
    assert ApprovalRequest("why", ("mind",)) != ApprovalRequest("why")
