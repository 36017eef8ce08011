from __future__ import annotations

from overlay.tools.mcp import SignInRequest
from overlay.ui.terminal.sign_in import ShowSignIn

REQUEST = SignInRequest("git\x1b", "https://auth.example/authorize?state=x")


async def test_the_server_and_the_address_are_said() -> None:
    said: list[str] = []
    await ShowSignIn(said.append)(REQUEST)
    assert said == [
        "the server git\\u001b wants you to sign in at https://auth.example:\n"
        "https://auth.example/authorize?state=x"
    ]


async def test_the_page_is_opened_where_that_can_be_done() -> None:
    opened: list[str] = []
    await ShowSignIn(str, opened.append)(REQUEST)
    assert opened == [REQUEST.address]
