"""The options of a companion in a test."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from overlay.companion.config import Config, load_config
from overlay.demo.server import DemoSite
from overlay.policy import origin_of
from overlay.sites.loader import load_profiles

_DEMOS: set[str] = set()


@asynccontextmanager
async def demo_site() -> AsyncGenerator[str]:
    """Yield the address of the bundled chat site; a companion that opens it uses the site's profile."""
    async with DemoSite() as site:
        origin = origin_of(site.url)
        _DEMOS.add(origin)
        try:
            yield site.url
        finally:
            _DEMOS.discard(origin)


def chat_options(address: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of Companion for a chat at `address`.

    The options of a test are those of Companion, and `auto_execute`: tools that run at once, without a
    countdown. Locators can reach the blocks (`inspectable`), and a long chat is read whole.
    """
    given = dict(options)
    at_once = given.pop("auto_execute", None)
    config = given.pop("config", None)
    config = config if isinstance(config, Config) else load_config(config)
    if isinstance(at_once, str):
        raise TypeError(f'auto_execute is a list of tools, such as ["{at_once}"], not {at_once!r}')
    if at_once is not None:
        delay = {} if "delay" in config.policy.model_fields_set else {"delay": 0}
        policy = config.policy.model_copy(update={"auto_execute": list(at_once), **delay})
        config = config.model_copy(update={"policy": policy})
    if "://" in address and origin_of(address) in _DEMOS:
        given.setdefault("profile", load_profiles()["demo"])
    return {"inspectable": True, **given, "config": config.model_copy(update={"whole_history": True})}
