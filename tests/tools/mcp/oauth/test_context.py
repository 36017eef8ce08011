from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from overlay.tools.mcp.oauth.context import SignInContext
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.tools.mcp.prompts import SignInRequest
from tests.support.table import for_each


async def prompt(request: SignInRequest) -> None: ...


def context(*, person: bool, asks: bool) -> SignInContext:
    return SignInContext(
        key="k",
        url="https://mcp.example/",
        prompt=prompt if person else None,
        token_store=TokenStore(Path("unused")),
        limit=1,
        waiting=nullcontext,
        may_ask=lambda: asks,
        lost=print,
    )


def test_a_user_who_is_there_is_asked_while_it_connects():
    assert context(person=True, asks=True).refusal() is None


@for_each(
    ("person", "asks", "said", "lasting"),
    [(True, False, "sign in again", False), (False, True, "overlay servers login k", True)],
)
def test_a_refused_sign_in_says_why_and_whether_the_reason_lasts(
    person: bool, asks: bool, said: str, lasting: bool
):
    refusal = context(person=person, asks=asks).refusal()
    assert refusal is not None
    assert said in str(refusal)
    assert refusal.lasting == lasting
