from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from overlay.tools.mcp.elicitation import Elicitation, FormAnswer
from overlay.tools.mcp.elicitation_forms import FormError, fields_of
from overlay.ui.panel.forms import Forms, form_card, hint_of, read_all
from overlay.ui.panel.messages import FieldValue, FormFilled
from tests.ui.panel.room import LONG, Room, question, room, shared_room

PROPERTIES: dict[str, Any] = {
    "name": {"type": "string", "title": "Name", "description": "As in your passport", "minLength": 2},
    "mail": {"type": "string", "format": "email"},
    "age": {"type": "integer", "minimum": 1, "maximum": 150},
    "height": {"type": "number", "default": 1.5},
    "news": {"type": "boolean"},
    "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
    "days": {"type": "array", "items": {"enum": ["mo", "tu", "we"]}, "maxItems": 2, "default": ["tu"]},
}
FORM: dict[str, Any] = {"type": "object", "properties": PROPERTIES, "required": ["name", "news", "size"]}
ASKED = Elicitation("weather", "forecast", "Who are you?", FORM)
PAGE = Elicitation("weather", "", "Pay here", url="https://pay.example/x?y=\u202e1")
FILLED: list[FieldValue] = ["Ada", "ada@example.org", "36", "1.5", True, 1, [0, 2]]


def fields(**properties: Any) -> Any:
    return fields_of({"type": "object", "properties": properties})


def said(form: Any, action: Any, values: list[FieldValue] | None = None, /, **more: Any) -> FormFilled:
    plain = {"t": "form", "form": form.id, "nonce": form.nonce, "action": action, "values": values or []}
    return FormFilled.model_validate(plain | more)


def test_the_values_of_a_form_have_the_names_and_types_of_its_fields() -> None:
    assert read_all(fields_of(FORM), FILLED) == (
        {
            "name": "Ada",
            "mail": "ada@example.org",
            "age": 36,
            "height": 1.5,
            "news": True,
            "size": "l",
            "days": ["mo", "we"],
        },
        [""] * 7,
    )


def test_an_empty_field_is_left_out_and_is_an_error_only_if_it_is_required() -> None:
    content, errors = read_all(fields_of(FORM), ["", "", " ", "", None, None, []])
    must = "must be filled in"
    assert (content, errors) == ({}, [must, "", "", "", must, must, ""])


WRONG: dict[str, tuple[dict[str, Any], FieldValue, str]] = {
    "short": ({"type": "string", "minLength": 3}, "ab", "must be a text of a length of at least 3"),
    "no mail": ({"type": "string", "format": "email"}, "ab", "must be an e-mail address"),
    "no number": ({"type": "integer"}, "2.5", "must be a whole number"),
    "too much": ({"type": "number", "maximum": 5}, "6", "must be a number of at most 5"),
    "no option": ({"type": "string", "enum": ["a"]}, 1, "must be one of its options"),
    "an option before the first": ({"type": "string", "enum": ["a"]}, -1, "must be one of its options"),
    "one option twice": ({"type": "array", "items": {"enum": ["a"]}}, [0, 0], "must be some of a"),
}


def test_a_value_of_the_wrong_type_counts_as_empty() -> None:
    wrong = [
        (value, found)
        for value in [True, 0, [0]]
        if (found := read_all(fields(x={"type": "string"}), [value])) != ({}, [""])
    ]
    assert wrong == []


def test_true_is_no_option_of_a_choice() -> None:
    assert read_all(fields(x={"type": "string", "enum": ["a", "b"]}), [True]) == ({}, [""])


def test_an_array_that_must_be_there_may_be_empty_where_that_fits() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"x": {"type": "array", "items": {"enum": ["a"]}}},
        "required": ["x"],
    }
    assert read_all(fields_of(schema), [[]]) == ({"x": []}, [""])


HINTS: dict[str, tuple[dict[str, Any], str]] = {
    "anything": ({"type": "string"}, ""),
    "a format": ({"type": "string", "format": "email"}, "an e-mail address"),
    "a length": ({"type": "string", "minLength": 2}, "at least 2 characters"),
    "bounds": (
        {"type": "integer", "minimum": 1, "maximum": 9},
        "a whole number, at least 1 and at most 9",
    ),
    "any options": ({"type": "array", "items": {"enum": ["a"]}}, ""),
    "some options": ({"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}, "choose, at most 1"),
}


def test_the_hint_of_a_field_says_which_values_fit() -> None:
    wrong: list[object] = []
    for case in HINTS:
        about, hint = HINTS[case]
        if (found := hint_of(fields(x=about)[0])) != hint:
            wrong.append((case, found))
    assert wrong == []


async def test_the_card_of_a_form_shows_the_defaults_in_its_fields() -> None:
    schema = {
        "type": "object",
        "properties": {
            "b": {"type": "boolean", "default": False},
            "c": {"type": "string", "enum": ["x", "y"], "default": "y"},
            "d": {"type": "array", "items": {"enum": ["x", "y"]}, "default": ["y"]},
            "i": {"type": "integer", "default": 7},
            "t": {"type": "string", "default": "x"},
            "n": {"type": "string"},
        },
    }
    card = form_card(Forms().add(Elicitation("s", "", "", schema)))
    assert [field.value for field in card.fields] == [False, 1, [1], "7", "x", None]


async def test_nothing_in_a_card_hides_or_turns_round() -> None:
    properties = {"a\u202e": {"type": "string", "title": "t\u200b", "description": "d\u202e"}}
    asked = Elicitation("s", "t\u202e", "m\u202e", {"type": "object", "properties": properties})
    assert not [sign for sign in "\u202e\u200b" if sign in form_card(Forms().add(asked)).model_dump_json()]


async def test_a_schema_that_can_not_be_a_form_is_refused() -> None:
    with pytest.raises(FormError):
        Forms().add(Elicitation("s", "", "", {"type": "object"}))


async def test_a_form_can_be_declined_without_values() -> None:
    wrong: list[object] = []
    actions: list[Any] = ["decline", "cancel"]
    for action in actions:
        forms = Forms()
        form = forms.add(ASKED)
        if (found := (forms.take(said(form, action)), form.answer.result(), list(forms))) != (
            True,
            FormAnswer(action),
            [],
        ):
            wrong.append((action, found))
    assert wrong == []


async def test_a_value_that_does_not_fit_leaves_the_form_open() -> None:
    forms = Forms()
    form = forms.add(ASKED)
    assert forms.take(said(form, "accept", ["A", *FILLED[1:]]))
    assert (form.errors[0], form.tries, list(forms)) == (
        "must be a text of a length of at least 2",
        1,
        [form],
    )


async def test_a_check_of_a_forms_values_sends_nothing() -> None:
    forms = Forms()
    form = forms.add(ASKED)
    assert forms.take(said(form, "check", FILLED))
    assert (form.answer.done(), form.tries) == (False, 0)


async def test_a_page_is_agreed_to_without_content() -> None:
    forms = Forms()
    form = forms.add(PAGE)
    forms.take(said(form, "accept"))
    assert form.answer.result() == FormAnswer("accept")


async def test_an_answer_to_an_unknown_form_is_not_accepted() -> None:
    wrong: list[object] = []
    for other in [{"nonce": "x"}, {"form": "x"}]:
        forms = Forms()
        form = forms.add(ASKED)
        if forms.take(said(form, "cancel", **other)):
            wrong.append(other)
        if form.answer.done():
            wrong.append(other)
    assert wrong == []


async def test_all_open_forms_are_answered_with_cancel() -> None:
    forms = Forms()
    form, gone = forms.add(ASKED), forms.add(ASKED)
    gone.answer.cancel()
    forms.cancel_all()
    assert (form.answer.result(), list(forms)) == (FormAnswer("cancel"), [])


@pytest.fixture(scope="module")
async def one_room(browser: Browser) -> AsyncIterator[Room]:
    async with shared_room(browser) as here:
        yield here


@pytest.fixture
async def here(one_room: Room) -> Room:
    return await one_room.cleared()


async def asked(here: Room, what: Elicitation = ASKED) -> asyncio.Task[FormAnswer]:
    await here.answered()
    task = asyncio.ensure_future(here.prompts.elicit(what))
    here.tasks.append(task)
    await here.page.get_by_text("1 question").wait_for()
    return task


async def test_the_card_of_a_form_shows_all_that_is_asked(here: Room) -> None:
    await asked(here)
    await expect(here.card).to_match_aria_snapshot("""
      - article "weather asks you":
        - heading "weather" [level=2]
        - paragraph:
          - text: This server asks you, for its tool
          - strong: forecast
        - blockquote "In the server's words": Who are you?
        - text: Name (required)
        - paragraph: As in your passport
        - textbox "Name (required)"
        - paragraph: at least 2 characters
        - text: mail (optional)
        - textbox "mail (optional)"
        - paragraph: an e-mail address
        - text: age (optional)
        - textbox "age (optional)"
        - paragraph: a whole number, at least 1 and at most 150
        - text: height (optional)
        - textbox "height (optional)": /1.5/
        - paragraph: a number
        - text: news (required)
        - radiogroup "news (required)":
          - radio "Yes"
          - text: "Yes"
          - radio "No"
          - text: "No"
        - text: size (required)
        - combobox "size (required)":
          - option "Choose…" [selected]
          - option "Small"
          - option "Large"
        - text: days (optional)
        - group "days (optional)":
          - checkbox "mo"
          - text: mo
          - checkbox "tu" [checked]
          - text: tu
          - checkbox "we"
          - text: we
        - paragraph: choose, at most 2
        - button "Accept and send"
        - button "Decline"
        - button "Cancel"
        - paragraph: /Your values are sent to the server weather/
    """)


async def test_a_form_is_filled_in_and_sent(here: Room) -> None:
    answer, card = await asked(here), here.card
    await card.get_by_label("Name").fill("Ada")
    await card.get_by_label("mail").fill("ada@example.org")
    await card.get_by_label("age").fill("36")
    await card.get_by_label("No", exact=True).check()
    await card.get_by_label("size").select_option("Large")
    await card.get_by_label("we").check()
    await here.button("Accept and send").click()
    content = {"name": "Ada", "mail": "ada@example.org", "age": 36, "height": 1.5, "news": False, "size": "l"}
    assert await answer == FormAnswer("accept", {**content, "days": ["tu", "we"]})
    await expect(card).to_have_count(0)


async def test_a_form_says_beside_each_field_what_does_not_fit_and_what_is_missing(here: Room) -> None:
    answer = await asked(here)
    age, faults = here.card.get_by_label("age"), here.card.locator(".error:not(:empty)")
    await age.fill("old")
    await age.blur()
    await expect(here.card.get_by_role("alert").filter(has_text="whole number")).to_be_visible()
    await expect(faults).to_have_count(1)
    await age.fill("7")
    await age.blur()
    await expect(faults).to_have_count(0)
    await here.button("Accept and send").click()
    await expect(faults).to_have_count(3)
    await expect(here.card.get_by_label("Name")).to_be_focused()
    assert not answer.done()


async def test_decline_and_cancel_are_different_answers(here: Room) -> None:
    given: dict[str, FormAnswer] = {}
    for name in ("Decline", "Cancel"):
        answer = await asked(here)
        await here.button(name).click()
        given[name] = await answer
    assert given == {"Decline": FormAnswer("decline"), "Cancel": FormAnswer("cancel")}


@pytest.mark.thorough
async def test_a_time_is_sent_with_its_zone_and_a_given_one_stays_that_time(here: Room) -> None:
    when: dict[str, Any] = {"type": "string", "format": "date-time"}
    answer = await asked(here, Elicitation("s", "", "", {"type": "object", "properties": {"when": when}}))
    await here.card.get_by_label("when").fill("2026-11-21T12:00:05")
    await here.button("Accept and send").click()
    content = (await answer).content
    assert content
    assert str(content["when"]).endswith(":05.000Z")
    when["default"] = "2026-11-21T12:00:00+03:00"
    answer = await asked(here, Elicitation("s", "", "", {"type": "object", "properties": {"when": when}}))
    await here.button("Accept and send").click()
    assert await answer == FormAnswer("accept", {"when": "2026-11-21T09:00:00.000Z"})


async def test_a_page_is_named_whole_and_not_opened(here: Room) -> None:
    answer = await asked(here, PAGE)
    await expect(here.card.get_by_label("Address")).to_have_value("https://pay.example/x?y=\\u202e1")
    await expect(here.card.get_by_text("https://pay.example", exact=True)).to_be_visible()
    pages = len(here.context.pages)
    await here.button("Accept: I will open it myself").click()
    assert (await answer, len(here.context.pages)) == (FormAnswer("accept"), pages)


@pytest.mark.thorough
async def test_the_card_of_a_form_shows_a_warning(here: Room) -> None:
    await asked(here, Elicitation("s", "", "", {"type": "object", "properties": {"pin": {"type": "string"}}}))
    await expect(here.card.get_by_text("looks like a secret (pin)")).to_be_visible()


async def test_closing_the_window_is_no_choice(here: Room) -> None:
    answer = await asked(here)
    await here.page.close()
    assert await answer == FormAnswer("cancel")


@pytest.mark.thorough
async def test_a_withdrawn_form_disappears(here: Room) -> None:
    answer = await asked(here)
    answer.cancel()
    await expect(here.card).to_have_count(0)


@pytest.mark.thorough  # The panel's questions have the same buttons.
async def test_buttons_that_just_appeared_send_nothing(context: BrowserContext) -> None:
    async with room(context, dwell=LONG) as here:
        answer = await asked(here)
        await here.button("Accept and send").click(force=True)
        await here.button("Decline").click(force=True)
        await here.page.get_by_role("button", name="Stop everything").click()
        await expect(here.page.get_by_role("button", name="Resume")).to_be_visible()
        assert not answer.done()


@pytest.mark.thorough
async def test_a_form_waits_behind_a_question_that_was_there_before(here: Room) -> None:
    await here.ask(question("one"))
    form = asyncio.ensure_future(here.prompts.elicit(ASKED))
    here.tasks.append(form)
    await here.page.get_by_text("1 of 2 questions; then forecast").wait_for()
    await here.button("Deny").click()
    await expect(here.card).to_have_accessible_name("weather asks you")
    form.cancel()
