"""What the panel's window may say and what it is shown: the Python twin of `static/types.js`.

The window is overlay's own, and still nothing that comes from it is believed: each message is checked against
these models, and each answer names its question and that question's nonce.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from observers.protocol import Picture
from overlay.policy import Scope
from overlay.tools.mcp.elicitation_forms import MAX_FIELDS, Kind

MAX_PAYLOAD = 100_000
"""Characters of one message: what is filled into a form is the longest thing that is said."""
MAX_REASON = 2000

Short = Annotated[str, StringConstraints(max_length=400)]
CallAction = Literal["execute", "cancel", "show", "insert"]
Said = str | bool | int | list[int] | None
"""What stands in a field of a form: a text or number as typed, yes or no, the place of an option, the places
of some; None for nothing.
"""


class InvalidMessage(ValueError):
    """What came through the binding is not one of our messages."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class QuestionAnswered(_Model):
    """A person's answer to the question `question`, whose nonce is used once."""

    t: Literal["answer"]
    question: Short
    nonce: Short
    scope: Scope
    reason: Annotated[str, StringConstraints(max_length=MAX_REASON)] = ""


class FormFilled(_Model):
    """What the person did with the form `form`: `values` are in the order of its fields; `check` only looks
    whether they fit.
    """

    t: Literal["form"]
    form: Short
    nonce: Short
    action: Literal["accept", "decline", "cancel", "check"]
    values: Annotated[list[Said], Field(max_length=MAX_FIELDS)] = []


class SwitchTool(_Model):
    """A tool is to be on or off, everywhere or in the conversation `chat` alone."""

    t: Literal["tool"]
    name: Short
    on: bool
    chat: Annotated[str, StringConstraints(max_length=4000)] | None = None


class SwitchServer(_Model):
    """A server is to be on or off."""

    t: Literal["server"]
    key: Short
    on: bool


class TrustServer(_Model):
    """The user trusts a server, or (`on` false) no longer does."""

    t: Literal["trust"]
    key: Short
    on: bool


class RevokeGrant(_Model):
    """A permission for good is to end."""

    t: Literal["revoke"]
    id: Short


class CallCommand(_Model):
    """A running call is to be cancelled, or one that waits for a press to be run; or the result of one that
    is over is to be shown, or put into the chat's composer.
    """

    t: Literal["call"]
    id: Short
    action: CallAction


class StopAll(_Model):
    """Everything is to stop, or (`on`) may go on by itself again."""

    t: Literal["halt"]
    on: bool


class Instructions(_Model):
    """The instructions for the model are to be shown for copying, or put into the chat's composer."""

    t: Literal["instructions"]
    action: Literal["show", "insert"]


PanelMessage = Annotated[
    QuestionAnswered
    | FormFilled
    | SwitchTool
    | SwitchServer
    | TrustServer
    | RevokeGrant
    | CallCommand
    | StopAll
    | Instructions,
    Field(discriminator="t"),
]
_ORDER: TypeAdapter[PanelMessage] = TypeAdapter(PanelMessage, config=ConfigDict(defer_build=True))


def parse(payload: str) -> PanelMessage:
    """Return the message in `payload`. Raises InvalidMessage when it is too large, no JSON, or none of
    ours.
    """
    if len(payload) > MAX_PAYLOAD:
        raise InvalidMessage(f"a message of {len(payload)} characters (at most {MAX_PAYLOAD})")
    try:
        return _ORDER.validate_python(json.loads(payload))
    except (ValidationError, ValueError, RecursionError) as error:
        raise InvalidMessage(str(error)[:300]) from error


class QuestionCard(_Model):
    """One question: all texts are as a person reads them, nothing in them hides or turns round.

    `about` is what the tool may do, `arguments` JSON, `dwell` milliseconds that its buttons do nothing.
    """

    kind: Literal["question"] = "question"
    id: str
    nonce: str
    tool: str
    server: str
    about: list[str]
    site: str
    reason: str
    warnings: list[str]
    preview: str
    arguments: str
    offers: list[Scope]
    dwell: int


class FormField(_Model):
    """One field of a form. `hint` says what fits, `value` is what stands in it at first, as `Said` has it."""

    kind: Kind
    title: str
    description: str
    required: bool
    format: str
    hint: str
    options: list[str]
    value: Said


class FormCard(_Model):
    """What a server asks while its tool runs: a form, or a page to open, which `url` then names whole.

    `faults` says of each field what does not fit, "" for nothing; `tries` how often it was to be sent;
    `place` is the origin of `url`.
    """

    kind: Literal["form"] = "form"
    id: str
    nonce: str
    server: str
    tool: str
    message: str
    warnings: list[str]
    url: str
    place: str
    fields: list[FormField]
    faults: list[str]
    tries: int
    dwell: int


class ToolRow(_Model):
    """One tool, on or off; `off_in` are the conversations on show in which it is off."""

    name: str
    server: str
    text: str
    on: bool
    off_in: list[str]


class ChatRow(_Model):
    """One conversation that is on show, and its page's title."""

    id: str
    title: str


class ServerRow(_Model):
    """One server; `state` as in `ServerStatus`, `reason` why, `note` what else is to be said.

    `vouched` is None where nothing is known of it that could be trusted.
    """

    key: str
    state: str
    reason: str
    target: str
    note: str
    on: bool
    vouched: bool | None


class GrantRow(_Model):
    """One permission for good; `text` says for which arguments and since when."""

    id: str
    tool: str
    site: str
    text: str


class CallRow(_Model):
    """One call: `group` says in which list; `actions` are the buttons; `text` the arguments, cut off.

    `open`: its result is shown without being asked for, once.
    """

    id: str
    group: Literal["running", "ready", "over"]
    name: str
    status: str
    note: str
    text: str
    actions: list[CallAction]
    open: bool


class ResultShown(_Model):
    """The result of the call `id`, whole."""

    id: str
    text: str
    error: bool
    pictures: list[Picture] = []


class PanelState(BaseModel):
    """What the window is to show; a part that is None stays as it is.

    `halted`: everything was stopped; `trouble` one line, such as what is wrong with policy.toml; `said` one
    line about what was just done; `word` what the person chose to know the panel by; `instructions` a text to
    copy; `result` what was asked for.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    def as_json(self) -> str:
        """Return the parts that are given, as the window takes them; within a part None stays null."""
        return json.dumps({name: part for name, part in self.model_dump().items() if part is not None})

    questions: list[QuestionCard | FormCard] | None = None
    calls: list[CallRow] | None = None
    chats: list[ChatRow] | None = None
    tools: list[ToolRow] | None = None
    servers: list[ServerRow] | None = None
    allowed: list[GrantRow] | None = None
    result: ResultShown | None = None
    halted: bool | None = None
    trouble: str | None = None
    said: str | None = None
    word: str | None = None
    instructions: str | None = None
