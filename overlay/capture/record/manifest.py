"""Builds the manifest, `recording.json`: what was recorded, with which settings, and why it ended."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from overlay.capture.manifest import Manifest
from overlay.capture.user_rules import user_rules
from overlay.common.version import VERSION
from overlay.policy.origins import origin_of

if TYPE_CHECKING:
    from overlay.capture.record.recorder import Recorder
    from overlay.companion.companion import Companion

NEVER = {"wordpress"}
"""Settings that are left out because they hold the user's URLs and keys."""

WIDTH, HEIGHT = 1280, 800
"""The viewport in pixels, if the page did not say it or was minimized."""


def manifest_of(recorder: Recorder, *, ended: str, minimal: bool = False) -> Manifest:
    """Return the manifest of a finished recording. Raises RuntimeError if no companion was started."""
    companion = recorder.companion
    if companion is None:
        raise RuntimeError("nothing was recorded: no companion has begun")
    about = recorder.pages.about
    return Manifest(
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        target=companion.target,
        url=companion.url or recorder.pages.url,
        minimal=minimal,
        overlay=VERSION,
        browser=recorder.browser,
        profile=companion.profile.model_dump(mode="json"),
        config=companion.config.model_dump(mode="json", exclude=NEVER),
        tools=tools_of(companion),
        rules=_rules(recorder, companion),
        width=(about and about.width) or WIDTH,
        height=(about and about.height) or HEIGHT,
        dark=bool(about and about.dark),
        ended=ended,
        gaps=recorder.gaps.all(),
        length=recorder.length,
        steps=recorder.pages.step,
        read=recorder.read,
        unread=recorder.unread,
    )


def _rules(recorder: Recorder, companion: Companion) -> dict[str, Any]:
    site = origin_of(companion.url or recorder.pages.url)
    rules = user_rules(recorder.rules, companion.policy, companion.registry.snapshot(), site)
    return rules.model_dump(mode="json", exclude_defaults=True)


def tools_of(companion: Companion) -> list[dict[str, Any]]:
    """Return the definitions of the enabled tools, each with its `classes` under the policy."""
    return [
        {**asdict(tool), "classes": asdict(companion.policy.effects_of(tool))}
        for tool in companion.registry.snapshot()
    ]
