"""Changing a call's arguments before it runs: opens the form, and takes what the user saved."""

from __future__ import annotations

from collections.abc import Mapping

from observers.block_view import EditForm
from overlay.calls.authorization import Authorizer
from overlay.calls.call import Block, Call
from overlay.calls.controller import CallController, can_be_pressed
from overlay.calls.edit_form import Edit, EditError, edited, fields_of
from overlay.calls.updates import CallUpdates
from overlay.common.language import mark, translate
from overlay.tools import ToolError, ToolRegistry

EDITING = mark("Not run automatically: you are changing its arguments.")
CHANGED = mark("You changed the arguments. Look at them, then click Execute.")
AS_PRINTED = mark("The arguments are as the model wrote them. Click Execute to run it.")
TOO_LATE = mark("The arguments were not changed: the call was decided or rewritten meanwhile.")


class ArgumentEditor:
    """Edits calls that wait for the user's decision. It runs nothing."""

    def __init__(
        self,
        registry: ToolRegistry,
        updates: CallUpdates,
        authorizer: Authorizer,
        controller: CallController,
    ) -> None:
        self._registry = registry
        self._updates = updates
        self._authorizer = authorizer
        self._controller = controller

    def begin(self, block: Block) -> None:
        """Show the form in the block. A countdown ends: the call no longer runs automatically."""
        call = block.pressed_call
        if call is None or not can_be_pressed(call):
            return
        self._controller.stop_countdown(call, EDITING)
        call.live = False
        try:
            tool = self._registry.find(call.parsed.name)
        except ToolError as error:
            self._updates.note(call, error.message)
            return
        block.form_of = call.parsed
        block.form = EditForm(fields=fields_of(tool.parameters, self._arguments(call)))

    def discard(self, block: Block) -> None:
        """Close the form; the call stays as it was."""
        block.form = block.form_of = None

    def save(self, block: Block, values: Mapping[str, str]) -> None:
        """Take the values of the form as the call's arguments, if they are valid.

        The policy decides again on the changed call, and earlier presses no longer count.
        """
        call = block.pressed_call
        if block.form is None:
            return
        if call is None or not can_be_pressed(call) or block.form_of is not call.parsed:
            self.discard(block)
            self._updates.note(block.call, TOO_LATE)
            return
        try:
            tool = self._registry.find(call.parsed.name)
            changed = edited(tool.parameters, self._arguments(call), values)
            _, arguments = self._registry.prepare(call.parsed.name, changed)
        except EditError as error:
            block.form = block.form.model_copy(update={"problem": translate(error.args[0])})
            return
        except ToolError as error:
            block.form = block.form.model_copy(update={"problem": error.message[:2000]})
            return
        edit = Edit(self._printed(call), arguments)
        call.edit = edit if edit.changed else None
        self.discard(block)
        note = self._authorizer.on_edited(call) or (CHANGED if call.edit else AS_PRINTED)
        # A press on the unchanged call must not run the changed one.
        call.renew_blocks()
        self._updates.move(call, "ready", note)

    def _arguments(self, call: Call) -> dict[str, object]:
        """Return the arguments that would run now, converted if they are valid."""
        return call.edit.arguments if call.edit else self._printed(call)

    def _printed(self, call: Call) -> dict[str, object]:
        try:
            return self._registry.prepare(call.parsed.name, call.parsed.arguments)[1]
        except ToolError:
            return call.parsed.arguments
