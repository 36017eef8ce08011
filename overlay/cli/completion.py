"""Completion for the shell: names of sites, browsers, servers, tools, permissions and calls.

Nothing is started for it, and an error offers nothing: the shell would print it into the user's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from overlay.calls.ledger.redacted_row import RedactedRow

NEWEST = 50
"""The most calls that are offered."""
ID = 8
"""Characters of an id that are offered."""
Offers = Callable[[click.Context], Iterable[tuple[str, str]]]


class Completion:
    """Offers names with a text each; `offers` is called only when the shell asks."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def __call__(
        self,
        context: click.Context,
        parameter: click.Parameter,  # noqa: ARG002 - click passes it
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the names that begin with what was typed."""
        with suppress(Exception):
            found = list(self._offers(context))
            return [CompletionItem(name, help=text) for name, text in found if name.startswith(incomplete)]
        return []


def _sites(context: click.Context) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    from overlay.sites.loader import load_profiles

    for name, site in load_profiles().items():
        yield name, site.title


def _servers(context: click.Context) -> Iterator[tuple[str, str]]:
    from overlay.cli.server_options import configured

    configs, _ = configured(context.params.get("files") or (), tolerant=True)
    for config in configs:
        yield config.key, config.target


def _tools(context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the tools that need no server, and those of servers that were called lately.

    A server is not started: that takes seconds.
    """
    from overlay.tools.discovery import Sources, load

    registry, _ = load(Sources(folders=context.params.get("folders") or ()))
    for name in registry.all_names:
        yield name, registry.definition(name).description.partition("\n")[0]
    known = set(registry.all_names)
    for row in _newest_calls():
        if row.tool not in known:
            known.add(row.tool)
            yield row.tool, "called lately"


def _permissions(context: click.Context) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    from overlay.policy import PolicyFile

    rules = PolicyFile.own().rules()
    yield from ((entry.id, entry.tool) for entry in rules.allow)
    yield from ((entry.id, " ".join(entry.words)) for entry in rules.commands)


def _calls(context: click.Context) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for row in _newest_calls():
        yield row.id[:ID], f"{row.tool}, {row.status}"


def _newest_calls() -> list[RedactedRow]:
    """Return the newest calls of the ledger; none if this machine has no ledger."""
    from overlay.calls.ledger import Ledger
    from overlay.calls.ledger.history import Filter, find

    ledger = Ledger.own()
    if not ledger.path.exists():
        return []
    ledger.open()
    try:
        return find(ledger, Filter(), NEWEST)
    finally:
        ledger.close()


def _browsers(context: click.Context) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    from overlay.companion.browser.find import CHANNELS

    yield from ((name, "") for name in CHANNELS)


def _running_browsers(context: click.Context) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    from overlay.companion.browser.everyday import NAMES

    yield from ((name, "the running browser") for name in NAMES)


sites, servers, tools = Completion(_sites), Completion(_servers), Completion(_tools)
permissions, calls = Completion(_permissions), Completion(_calls)
browsers, running_browsers = Completion(_browsers), Completion(_running_browsers)
