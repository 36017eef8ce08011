"""What a person did is done again only on the chat, not on a page that asks for a sign-in."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from overlay import Companion
from overlay.capture.live_check import acting, chat_page
from overlay.capture.live_check.acting import NO_BOX, NOT_SENT, act
from overlay.capture.live_check.chat_page import SIGN_IN
from overlay.capture.live_check.person import Deed, Person, Sent
from overlay.sites.loader import load_profiles
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]
EMPTIED = (
    "onkeydown=\"if (event.key === 'Enter') { event.preventDefault(); document.title = value; value = '' }\""
)
SIGNS_IN = f"<form><input type=text {EMPTIED}><input type=password><button>Sign in</button></form>"
HAS_A_KEY = (
    f"<aside><label>Key <input type=password></label></aside><main><textarea {EMPTIED}></textarea></main>"
)
ASKS_WHO = [
    f"<form><input {field} {EMPTIED}><button>Next</button></form>"
    for field in ("type=email", "type=text name=login_id", "type=text autocomplete='username webauthn'")
]
DIALOG_INPUT = (
    f"<main><input id=dialog-input placeholder=Message {EMPTIED}></main><footer><input type=email></footer>"
)
NO_FORM = f"<div><div><input type=text {EMPTIED}></div><div><input type=password></div></div>"
HAS_AN_ADDRESS = f"<form><input type=hidden name=account><input type=email placeholder=Newsletter><textarea {EMPTIED}></textarea></form>"
IN_AN_INPUT = f"<aside><input type=password></aside><main><div><div><div><input type=text id=chat-input {EMPTIED}></div></div></div></main>"
SIGN_INS = [
    f"<form><input type=text {field} {EMPTIED}><button>Weiter</button></form>"
    for field in (
        "name=benutzer placeholder=Benutzername",
        "class=textbox role=textbox placeholder=Benutzername",
        "name=benutzer data-error-message=Pflichtfeld",
        "id=chat-benutzer class=input placeholder='Dein Name bei OpenChat'",
        "",
    )
]
USED = f"<form><input type=text name=zeile placeholder=Schreiben... {EMPTIED}><button>Los</button></form>"


DIALOG = "<main><textarea></textarea></main><div class='over dim' style='position: fixed; inset: 0'>Agree first</div>"


class Still:
    """A page of which nothing is recorded."""

    count = progress = grown = 0


@pytest.mark.parametrize(
    ("markup", "problems", "sent"),
    [
        (SIGNS_IN, [SIGN_IN], ""),
        *((markup, [SIGN_IN], "") for markup in ASKS_WHO),
        (NO_FORM, [SIGN_IN], ""),
        (DIALOG_INPUT, [], "Hello there"),
        (HAS_A_KEY, [], "Hello there"),
        (HAS_AN_ADDRESS, [], "Hello there"),
        (IN_AN_INPUT, [], "Hello there"),
        *((markup, [NO_BOX], "") for markup in SIGN_INS),
        (USED, [], "Hello there"),
        (DIALOG, [f"{NOT_SENT}; <div.over.dim> is in front of it"], ""),
    ],
)
async def test_a_message_is_written_beside_a_password_but_not_in_a_sign_in(
    markup: str,
    problems: list[str],
    sent: str,
    context: BrowserContext,
    pages: PageSite,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chat_page, "DRAWING", 0.4)
    monkeypatch.setattr(chat_page, "OPENING", 3)
    monkeypatch.setattr(acting, "EMPTIED", 0.6)
    url = pages.add(f"<!doctype html>{markup}")
    async with Companion(url, context=context, profile=load_profiles()["generic"]) as companion:
        used = frozenset({("name", "zeile"), ("placeholder", "Text ...")})
        person = Person([Deed(Sent("Hello there"), 0.1, 0)], {}, used)
        assert await act(companion, person, Still()) == problems
        assert await companion.page.title() == sent


@pytest.mark.parametrize(("markup", "problems"), [(ASKS_WHO[0], [SIGN_IN]), (HAS_A_KEY, [])])
async def test_the_page_that_another_one_goes_on_to_is_looked_at(
    markup: str,
    problems: list[str],
    context: BrowserContext,
    pages: PageSite,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chat_page, "DRAWING", 0.4)
    onward = pages.add(f"<!doctype html>{markup}")
    first = f"<!doctype html><script>addEventListener('load', () => location.replace('{onward}'))</script>"
    async with Companion(pages.add(first), context=context, profile=load_profiles()["generic"]) as companion:
        assert await chat_page.why_not_the_chat(companion) == "".join(problems)
        assert companion.page.url == onward
