"""A listener of the event stream that fails must not change what happens to a call."""

from __future__ import annotations

import logging

from overlay.calls.events import StatusChanged
from tests.support.scene import AUTO, Scene, call


def _fail(event: StatusChanged) -> None:
    raise LookupError(event.call.status)


async def test_a_call_runs_and_ends_though_a_listener_fails_at_each_change(
    listener_errors: list[logging.LogRecord],
) -> None:
    scene = Scene(AUTO)
    scene.events.subscribe(StatusChanged, _fail)
    page = scene.page()
    page.stream(call(text="x"))
    await scene.clock.pass_()
    assert page.block.call.status == "done"
    assert scene.ran == ["x"]
    assert len(listener_errors) > 1
    listener_errors.clear()
