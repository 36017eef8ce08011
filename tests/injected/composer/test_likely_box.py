"""Which field of an unknown page is its message box."""

from __future__ import annotations

from overlay.sites.loader import load_profiles
from tests.injected.lab import Case, Lab

SEARCH = "<input type=search><input placeholder='Search chats'><form role=search><input type=text><button type=submit>Go</button></form>"
LOGIN = "<form><input name=user><input type=password><button type=submit>Log in</button></form>"
SEND = "<button aria-label='Send message'>+</button>"
FOUND = {
    "a field with a button": (f"<div><input id=box placeholder=Message>{SEND}</div>", "box"),
    "a field in a form": ("<form><input id=box type=text><button type=submit>+</button></form>", "box"),
    "a field whose button has no name": ("<div><input id=box><button>+</button></div>", "box"),
    "a field beside others": (f"{SEARCH}{LOGIN}<div><input id=box>{SEND}</div>{SEARCH}", "box"),
    "a field below the box of another text": (
        f"<p><textarea>Answer shortly.</textarea></p><div><input id=box>{SEND}</div>",
        "box",
    ),
    "a box above a field of a dialog": (
        f"<div><textarea id=box></textarea>{SEND}</div><dialog open><input><button type=submit>Rename</button></dialog>",
        "box",
    ),
    "a box above a field without a button": (
        f"<div><textarea id=box></textarea>{SEND}</div><input type=text>",
        "box",
    ),
    "a box below a field with a button": (
        f"<div><input>{SEND}</div><p><textarea id=box></textarea></p>",
        "box",
    ),
    "a page with a search alone": (SEARCH, None),
    "a page with a login alone": (LOGIN, None),
}


async def test_a_field_of_one_line_is_the_message_box_if_the_page_has_no_likelier_one(lab: Lab) -> None:
    profile = load_profiles()["generic"].for_page()
    code = """const roots = new shadow_roots.Roots();
        const box = new composer.Composer(selectors.resolveSelectors(given, roots), roots).box();
        return box && box.id;"""
    cases = {name: Case(code, wanted, given=profile, html=html) for name, (html, wanted) in FOUND.items()}
    assert await lab.differing("", cases) == {}
