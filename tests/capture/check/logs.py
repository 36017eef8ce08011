"""Logs and drawings of a replay, written briefly."""

from __future__ import annotations

from typing import Any

from overlay.capture.check.block_history import BlockHistory, block_histories
from overlay.capture.model import Drawn, LogLine


def call(
    block: int,
    name: str,
    *path: str,
    step: int = 0,
    call_id: str = "",
    arguments: dict[str, Any] | None = None,
    **info: Any,
) -> list[LogLine]:
    """The lines of one call that goes through `path`, a step each; the last one has `info`."""
    first = {"kind": "call", "name": name, "call_id": call_id, "arguments": arguments or {}}
    states = path or ("ready", "running", "done")
    lines = [LogLine(n=step or block, block=block, kind="detected", info=first)]
    for place, state in enumerate(states):
        lines.append(LogLine(n=(step or block) + place, block=block, kind=state, info={"status": state}))
    lines[-1] = lines[-1].model_copy(update={"info": {**lines[-1].info, **info}})
    return lines


def story(name: str = "read", *path: str, block: int = 1, **given: Any) -> BlockHistory:
    return block_histories(call(block, name, *path, **given))[0]


def log_of(*calls: list[LogLine]) -> list[LogLine]:
    return [line for one in calls for line in one]


BLOCK = """\
<div class="function-block">
  <div class="function-name">
    <div class="function-name-text">
      "{name}"
  <div class="function-buttons">
    <button class="raw-toggle">
      "Raw"
    <button class="execute-button">
      "Execute"
"""


def drawing(block: int, status: str = "ready", name: str = "read", dom: str = BLOCK) -> Drawn:
    return Drawn(block=block, status=status, dom=dom.replace("{name}", name), aria=f'- button "{name}"')
