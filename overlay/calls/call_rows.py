"""Converts a call to a row of the ledger, and a row back to a call."""

from __future__ import annotations

from typing import Any, cast

from observers.block_view import Status
from overlay.calls.block_context import BlockContext
from overlay.calls.call import Call
from overlay.calls.edit_form import Edit
from overlay.calls.ledger import Ledger, RedactedRow
from overlay.calls.ledger.redacted_row import NOT_STARTED
from overlay.calls.outcome import Outcome
from overlay.common.language import mark
from overlay.detection.model import ToolCall
from overlay.tools import ToolError, ToolRegistry

ELSEWHERE = mark("It was started in another window of overlay. It is not run a second time.")


class JournalRows:
    """Converts between calls and rows; `registry` knows the tools as they are now."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry

    def new(self, call: Call, context: BlockContext, ledger: Ledger) -> RedactedRow:
        """Return the first row of a call that a block shows."""
        parsed = call.parsed
        return RedactedRow(
            id=call.id,
            run=ledger.run,
            version=ledger.version,
            site=context.origin,
            home=context.conversation_key,
            place=context.address,
            turn=call.turn,
            call_id=call.identity,
            mark=call.fingerprint,
            tool=parsed.name,
            arguments=parsed.arguments,
            format=parsed.format,
            confidence=parsed.confidence,
            detected=ledger.clock(),
            answers=call.replies_to,
        )

    def columns_of_run(self, call: Call) -> dict[str, Any]:
        """Return the columns about the run itself: the tool's name, its fingerprint, converted arguments."""
        try:
            tool = self._registry.find(call.parsed.name)
        except ToolError:
            return {}
        known: dict[str, Any] = {"tool": tool.name, "server": tool.server or ""}
        known["definition"] = call.definition
        if call.edit:
            known["printed"] = call.edit.printed
        return known | {"arguments": call.arguments}

    def schema(self, name: str) -> dict[str, Any]:
        """Return the parameters of a tool as it is now; {} if it no longer exists."""
        try:
            return self._registry.find(name).parameters
        except ToolError:
            return {}

    def call(self, row: RedactedRow, conversation: str) -> Call:
        """Return a new call of `conversation` as the model wrote it; `restore` then sets its state."""
        parsed = ToolCall(name=row.tool, arguments=row.arguments, format=row.format, span=(0, 0), raw="")
        call = Call(conversation, row.turn, parsed, row.call_id, id=row.id, status="ready")
        call.from_ledger, call.replies_to = True, row.answers
        return call

    def restore(self, call: Call, row: RedactedRow) -> None:
        """Set the call's state from `row`; a private result is shown only after the user opens it."""
        call.definition, call.inserted = row.definition, row.inserted is not None
        # The ledger doesn't say whether the result was sent or was left in the message box of a closed page.
        call.sent = call.inserted
        if row.status in NOT_STARTED:
            return
        call.started = row.status != "invalid"
        if row.status == "running":
            call.status, call.note = "unknown", ELSEWHERE
        else:
            call.status, call.note = cast("Status", row.status), ""
        if row.result is not None:
            notice = Edit(row.printed, row.arguments).notice({}) if row.printed is not None else ""
            call.outcome = Outcome(
                _result_text(row),
                row.error_code,
                private=row.private,
                folded=self._reads_private(row.tool),
                notice=notice,
            )

    def _reads_private(self, name: str) -> bool:
        """Return whether the tool's results are private; True for a tool that no longer exists."""
        try:
            return self._registry.find(name).hints.private
        except ToolError:
            return True


def _result_text(row: RedactedRow) -> str:
    """Return the stored part of the result; a last line says if the ledger cut it, for the model too."""
    text = row.result or ""
    if row.result_size is None or row.result_size <= len(text) or "[redacted]" in text:
        return text
    return f"{text}\n[overlay kept the first {len(text):,} of {row.result_size:,} characters]"
