"""The messages from the panel's window to Python; `tools/make_types.py` writes their types in JavaScript.

They are not trusted, although the window is overlay's own: each is validated against these models, and each
answer must contain the id and the nonce of its question.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from overlay.policy import Scope
from overlay.policy.tool_modes import Mode as ToolMode
from overlay.tools.mcp.elicitation_forms import MAX_FIELDS

MAX_PAYLOAD = 1_000_000
"""The most characters of one message; the longest contain results that the user edited."""
MAX_REASON = 2000

Short = Annotated[str, StringConstraints(max_length=400)]
CallAction = Literal["execute", "cancel", "show", "review", "insert", "again"]
FormAction = Literal["accept", "decline", "cancel", "check"]
SettingName = Literal[
    "delay", "auto_insert", "auto_submit", "auto_tell", "theme", "language", "notifications"
]
FieldValue = str | bool | int | list[int] | None
"""The value of a form field, None if it is empty.

A text or number as typed, a boolean, the index of one option, or the indexes of several options.
"""


class InvalidMessage(ValueError):
    """A message through the binding is not a valid PanelMessage."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class QuestionAnswered(_Model):
    """The user's answer to a question."""

    t: Literal["answer"]
    question: Short
    nonce: Short
    """Valid once."""
    scope: Scope
    reason: Annotated[str, StringConstraints(max_length=MAX_REASON)] = ""


class FormFilled(_Model):
    """The user's action on a form."""

    t: Literal["form"]
    form: Short
    nonce: Short
    action: FormAction
    """`check` only validates the values."""
    values: Annotated[list[FieldValue], Field(max_length=MAX_FIELDS)] = []
    """In the order of the fields."""


class SwitchTool(_Model):
    """Switch a tool on or off."""

    t: Literal["tool"]
    name: Short
    on: bool
    chat: Annotated[str, StringConstraints(max_length=4000)] | None = None
    """The only conversation in which it is switched; None: everywhere."""


class SetToolMode(_Model):
    """Choose how a tool is treated."""

    t: Literal["mode"]
    name: Short
    mode: ToolMode
    sure: bool = False
    """Needed for a choice that allows more than before."""


class SwitchServer(_Model):
    """Switch a server on or off."""

    t: Literal["server"]
    key: Short
    on: bool


class TrustServer(_Model):
    """The user trusts a server, or (`on` false) no longer does."""

    t: Literal["trust"]
    key: Short
    on: bool


class RevokeGrant(_Model):
    """Revoke a permanent permission."""

    t: Literal["revoke"]
    id: Short


class CallCommand(_Model):
    """Run, cancel or show a call, review or insert its result, or run it again."""

    t: Literal["call"]
    id: Short
    action: CallAction


class ReviewedText(_Model):
    """The result of a call that the user wants to send."""

    id: Short
    """Of the call."""
    text: Annotated[str, StringConstraints(max_length=MAX_PAYLOAD)] | None = None
    """None if it was not edited."""


class InsertReviewed(_Model):
    """Insert results that the user reviewed with that of a call."""

    t: Literal["reviewed"]
    id: Short
    """Of the call."""
    parts: Annotated[list[ReviewedText], Field(max_length=1000)]
    submit: bool
    """Send them too."""


class StopAll(_Model):
    """Stop everything (`on` true), or let calls run automatically again (`on` false)."""

    t: Literal["halt"]
    on: bool


class ChangeSetting(_Model):
    """Change a setting; see `overlay.ui.settings.Settings`."""

    t: Literal["setting"]
    name: SettingName
    value: bool | float | Short


class Instructions(_Model):
    """Show the instructions for the model in the panel, or insert them into the chat's message box."""

    t: Literal["instructions"]
    action: Literal["show", "insert"]


class HelpWithChat(_Model):
    """Teach overlay the chat, report its page, look at what overlay found, or say that it is right."""

    t: Literal["chat"]
    action: Literal["learn", "report", "look", "right"]


class ListAttachments(_Model):
    """List the prompts and resources of a server."""

    t: Literal["attachments"]
    server: Short


class ReadAttachment(_Model):
    """Ask a server for a prompt or resource, with the `values` of its fields, and show it."""

    t: Literal["attachment"]
    server: Short
    id: Short
    values: Annotated[list[FieldValue], Field(max_length=MAX_FIELDS)] = []


class InsertAttachment(_Model):
    """Insert the text that the panel shows under this `token` into the chat's message box."""

    t: Literal["attach"]
    token: Short


PanelMessage = Annotated[
    QuestionAnswered
    | FormFilled
    | HelpWithChat
    | SwitchTool
    | SetToolMode
    | SwitchServer
    | TrustServer
    | RevokeGrant
    | CallCommand
    | InsertReviewed
    | StopAll
    | ChangeSetting
    | Instructions
    | ListAttachments
    | ReadAttachment
    | InsertAttachment,
    Field(discriminator="t"),
]
_ORDER: TypeAdapter[PanelMessage] = TypeAdapter(PanelMessage, config=ConfigDict(defer_build=True))


def parse(payload: str) -> PanelMessage:
    """Return the message in `payload`.

    Raises InvalidMessage if it is too large, not JSON, or not a PanelMessage.
    """
    if len(payload) > MAX_PAYLOAD:
        raise InvalidMessage(f"a message of {len(payload)} characters (at most {MAX_PAYLOAD})")
    try:
        return _ORDER.validate_python(json.loads(payload))
    except (ValidationError, ValueError, RecursionError) as error:
        raise InvalidMessage(str(error)[:300]) from error
