"""The policy of a replay: the recorded settings and the user's rules for the recorded tools."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from pydantic import ValidationError

from overlay.capture.manifest import Manifest
from overlay.capture.model import Answered, InputLine, Ran
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.recorded_io import names_of
from overlay.capture.user_rules import RECORDED, SAME
from overlay.policy import Policy
from overlay.policy.config import PolicyConfig
from overlay.policy.permissions import arguments_mark
from overlay.policy.policy_schema import Grant, PolicyRules
from overlay.policy.store import InMemoryStore
from overlay.tools import ToolRegistry


def recorded_policy(
    config: PolicyConfig,
    manifest: Manifest,
    inputs: Iterable[InputLine],
    registry: ToolRegistry,
    clock: Callable[[], float] = time.monotonic,
) -> Policy:
    """Return a policy with the rules that the user had for the recorded tools, which `registry` has.

    A permission for some arguments holds for the recorded runs about which the user was not asked. Raises
    CorruptRecording if the rules are not valid. A recording from before rules were recorded has none.
    """
    try:
        rules = PolicyRules.model_validate(manifest.rules)
    except ValidationError as error:
        raise CorruptRecording(f"the recorded rules are not valid: {error}") from error
    marks = {tool.name: tool.fingerprint for tool in registry.snapshot()}
    lines = list(inputs)
    asked = {line.block for line in lines if isinstance(line, Answered)}
    free = [line for line in lines if isinstance(line, Ran) and line.block not in asked]
    rules.allow = [grant for entry in rules.allow for grant in _applied(entry, marks, free)]
    rules.pins = {name: _mark(mark, marks.get(name)) for name, mark in rules.pins.items()}
    policy = Policy(config, store=InMemoryStore(rules), clock=clock)
    for name in {tool.server for tool in registry.snapshot() if tool.server}:
        policy.servers.know(name, SAME, {})
    return policy


def _applied(entry: Grant, marks: dict[str, str], free: list[Ran]) -> Iterator[Grant]:
    grant = entry.model_copy(update={"definition": _mark(entry.definition, marks.get(entry.tool))})
    if entry.arguments != RECORDED:
        yield grant
        return
    for line in free:
        if line.name in names_of(entry.tool):
            yield grant.model_copy(update={"arguments": arguments_mark(line.arguments)})


def _mark(recorded: str, now: str | None) -> str:
    return now if recorded == SAME and now else recorded
