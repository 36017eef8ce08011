"""A call that has run."""

from __future__ import annotations

from typing import Any

from tests.support.scene import AUTO, PlayedPage, Scene, call

AUTO_INSERT: dict[str, Any] = {**AUTO, "returns": {"auto_insert": True}}


async def done(config: dict[str, Any], text: str = "") -> tuple[Scene, PlayedPage]:
    """An answer whose calls have run."""
    scene = Scene(config)
    page = scene.page()
    page.stream(text or call(text="a"))
    await scene.clock.pass_()
    return scene, page
