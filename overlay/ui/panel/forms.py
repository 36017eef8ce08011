"""The questions of MCP servers during a call (elicitation): forms to fill in, and pages to open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import visible
from overlay.tools.mcp.elicitation import Elicitation, FormAnswer
from overlay.tools.mcp.elicitation_forms import Field, FormError, Value, fields_of
from overlay.tools.mcp.oauth.url_checks import origin
from overlay.ui.panel.cards import DWELL
from overlay.ui.panel.messages import FieldValue, FormFilled
from overlay.ui.panel.open_requests import OpenRequest, OpenRequests
from overlay.ui.panel.state import FormCard, FormField

EMPTY = mark("must be filled in")
LIMITS = mark("at least {}"), mark("at most {}")
LENGTHS = mark("at least {} characters"), mark("at most {} characters")
FITS = {
    "email": mark("an e-mail address"),
    "uri": mark("an address such as https://example.org"),
    "date": mark("a date"),
    "date-time": mark("a date and time"),
}


@dataclass(slots=True, eq=False)
class OpenForm(OpenRequest[FormAnswer]):
    """One open form.

    `errors` holds one error for each field ("" if it is valid), `tries` how often the user tried to send it.
    """

    asked: Elicitation
    fields: Sequence[Field]
    errors: list[str]
    tries: int = 0


class Forms(OpenRequests[OpenForm]):
    """The open forms, oldest first."""

    def add(self, asked: Elicitation) -> OpenForm:
        """Add a form. Raises FormError if its schema can't be shown."""
        fields = [] if asked.url is not None else fields_of(asked.schema)
        return self.open(OpenForm(asked, fields, [""] * len(fields)))

    def take(self, message: FormFilled) -> bool:
        """Apply the user's message to its form and return True; invalid values leave the form open.

        Returns False if the form is no longer open or the nonce is wrong.
        """
        form = self.find(message.form, message.nonce)
        if form is None:
            return False
        if message.action in ("decline", "cancel"):
            self.end(form, FormAnswer(message.action))
            return True
        content, form.errors = read_all(form.fields, message.values)
        form.tries += message.action == "accept"
        if message.action == "accept" and not any(form.errors):
            self.end(form, FormAnswer("accept", None if form.asked.url is not None else content))
        return True

    def cancel_all(self) -> None:
        """Answer every open form with `cancel`."""
        for form in self:
            self.end(form, FormAnswer("cancel"))


def read_all(fields: Sequence[Field], values: Sequence[FieldValue]) -> tuple[dict[str, Value], list[str]]:
    """Return the valid values by field name, and one error for each field ("" if it is valid)."""
    content: dict[str, Value] = {}
    errors: list[str] = []
    for at, one in enumerate(fields):
        try:
            value = _read(one, values[at] if at < len(values) else None)
        except FormError as error:
            errors.append(str(error))
            continue
        errors.append("")
        if value is not None:
            content[one.name] = value
    return content, errors


def _read(one: Field, said: FieldValue) -> Value | None:
    """Return the value of one field, None if it was left out. Raises FormError."""
    match one.kind, said:
        case "boolean", bool():
            return said
        case "choice", int() if said is not True and said is not False:
            return one.check(_option(one, said))
        case "choices", list() if said or one.required:
            return one.check([_option(one, place) for place in said])
        case "text", str() if said:
            return one.check(said)
        case "integer" | "number", str() if said.strip():
            return one.parse(said.strip())
        case _:
            if one.required:
                raise FormError(EMPTY)
            return None


def _option(one: Field, place: int) -> str:
    if not 0 <= place < len(one.options):
        raise FormError(mark("must be one of its options"))
    return one.options[place][0]


def form_card(form: OpenForm, *, dwell: int = DWELL) -> FormCard:
    """Return the card of an open form, with hidden and direction-changing characters escaped."""
    asked = form.asked
    return FormCard(
        id=form.id,
        nonce=form.nonce,
        server=visible(asked.server),
        tool=visible(asked.tool),
        message=visible(asked.message),
        warnings=[visible(translate(line)) for line in asked.warnings],
        url=visible(asked.url or ""),
        place=visible(origin(asked.url)) if asked.url is not None else "",
        fields=[field_card(one) for one in form.fields],
        errors=[visible(translate(error)) for error in form.errors],
        tries=form.tries,
        dwell=dwell,
    )


def field_card(one: Field) -> FormField:
    """Return a field for the window, with hidden and direction-changing characters escaped."""
    return FormField(
        kind=one.kind,
        title=visible(" ".join(one.title.split())),
        description=visible(one.description),
        required=one.required,
        format=one.format,
        hint=hint_of(one),
        options=[visible(" ".join(words.split())) for _, words in one.options],
        value=_at_first(one),
    )


def hint_of(one: Field) -> str:
    """Return a description of the values that a field accepts, "" if it accepts any."""
    kinds = {"integer": mark("a whole number"), "number": mark("a number"), "choices": mark("choose")}
    words = kinds.get(one.kind) or FITS.get(one.format, "")
    least, most = LIMITS if one.kind != "text" else LENGTHS
    bounds = [
        translate(Phrase(limit, f"{bound:g}"))
        for limit, bound in ((least, one.least), (most, one.most))
        if bound is not None
    ]
    if not bounds and one.kind == "choices":
        return ""
    both = translate(Phrase(mark("{} and {}"), *bounds)) if len(bounds) == 2 else "".join(bounds)
    return ", ".join(filter(None, (translate(words), both)))


def _at_first(one: Field) -> FieldValue:
    values = [value for value, _ in one.options]
    match one.default:
        case None:
            return None
        case bool():
            return one.default
        case list():
            return [values.index(value) for value in one.default]
        case str() if one.kind == "choice":
            return values.index(one.default)
        case _:
            return str(one.default)
