"""`overlay launch`: opens a chat with the companion, in overlay's own browser profile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from functools import partial
from typing import Any, TypeVar

import click

from overlay.calls.events import Event
from overlay.calls.ledger import Ledger
from overlay.cli import completion
from overlay.cli.browser_options import browser_option, connect_option, profile_option
from overlay.cli.command import Command
from overlay.cli.common_options import FiniteRange, WholeRange
from overlay.cli.first_start import can_guide, guided_choice
from overlay.cli.json_output import json_option, print_json
from overlay.cli.option_checks import check_auto_execute, check_opening
from overlay.cli.profile_trials import less_on
from overlay.cli.reopen_panel import within_reach
from overlay.cli.server_options import configured, prefixes, report, watched_files
from overlay.cli.sign_in import sign_in_if_needed
from overlay.cli.tool_sources import source_options, sources_of
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.language import SYSTEM, Phrase, mark, translate, use
from overlay.common.paths import data_dir
from overlay.common.paths import profile_dir as own_profile
from overlay.common.terminal_text import inline, name
from overlay.companion.browser import Machine
from overlay.companion.browser.profile_lock import hold_profile
from overlay.companion.browser_profile import profile_folder
from overlay.companion.companion import Companion, RunRecorder
from overlay.companion.config import Config, load_config
from overlay.companion.run_settings import fixed_settings, put_kept, show_settings
from overlay.companion.wiring import Runtime
from overlay.policy import Policy, PolicyFile, Taints
from overlay.tools.discovery import load
from overlay.tools.errors import LoadProblem
from overlay.tools.loader import ReloadResult
from overlay.tools.reload import watched
from overlay.ui.settings import Settings, SettingsFile
from overlay.ui.terminal.output import echo, tell

WORDS = {
    "named": mark("a call of {0} is being written"),
    "ready": mark("{0} may be executed: click Execute in its block"),
    "scheduled": mark("{0} will run automatically soon; touch its block to stop it"),
    "running": mark("{0} runs"),
    "done": mark("{0} is done"),
    "failed": mark("{0} failed: {1}"),
    "denied": mark("{0} was not run: {1}"),
    "cancelled": mark("{0} was cancelled"),
    "incomplete": mark("a call of {0} was cut off"),
    "invalid": mark("a call of {0} can't be read"),
    "inserted": mark("the result of {0} is in the message box"),
    "submitted": mark("the result of {0} was sent"),
    "asked": mark("the model is asked to send the call of {0} again"),
}


F = TypeVar("F", bound=Callable[..., Any])


BROWSER_OPTIONS = (
    profile_option,
    browser_option,
    connect_option,
    click.option(
        "--extensions",
        is_flag=True,
        help="Leave the profile's extensions on (default: off, so that nothing else works in the page).",
    ),
    click.option(
        "--headless",
        is_flag=True,
        help="No window. Then overlay can't ask you: calls that are not allowed are denied.",
    ),
)
RUN_OPTIONS = (
    click.option(
        "--delay",
        type=FiniteRange(0, 3600),
        metavar="SECONDS",
        help="Seconds of the countdown before a call runs automatically.",
    ),
    click.option(
        "--panel/--no-panel",
        "panel",
        default=None,
        help="A window next to the chat that asks you and shows the calls (default: with a window).",
    ),
    click.option(
        "--ask",
        type=click.Choice(["terminal", "panel", "both"]),
        help="Where you are asked: in both, your first answer counts "
        "(default: the panel, else the terminal).",
    ),
    click.option("--auto-insert", is_flag=True, help="Insert results into the message box without a press."),
    click.option("--auto-submit", is_flag=True, help="Send them too."),
    click.option(
        "--max-rounds",
        type=WholeRange(0),
        help="How many messages may be sent automatically.",
    ),
)


def launch_options(*, alone: bool = False) -> Callable[[F], F]:
    """Return a decorator that adds the options for opening a chat, the same for each command that opens one.

    With `alone`, --auto-execute without a tool means all tools.
    """
    auto: dict[str, Any] = {"is_flag": False, "flag_value": "*"} if alone else {}
    auto_execute = click.option(
        "--auto-execute",
        **auto,
        multiple=True,
        metavar="TOOL",
        shell_complete=completion.tools,
        help="Let calls of TOOL run automatically after the delay; * matches any text.",
    )

    def add(function: F) -> F:
        for option in reversed((*BROWSER_OPTIONS, auto_execute, *RUN_OPTIONS)):
            function = option(function)
        return source_options(function)

    return add


@click.command("launch", cls=Command)
@click.argument("target", metavar="[SITE|URL]", required=False, shell_complete=completion.sites)
@click.option(
    "--sign-in/--no-sign-in",
    "signing_in",
    default=True,
    help="A known site that the profile isn't signed in to is first opened for you without a debugger.",
)
@click.option(
    "--quiet", is_flag=True, help="Print what goes wrong and what needs you, not what becomes of each call."
)
@launch_options()
@json_option(Event, lines=True)
def command(
    target: str | None, as_json: bool, signing_in: bool, quiet: bool, guided: bool = False, **options: Any
) -> None:
    """Open a chat SITE (see `overlay sites list`), or any address, with the companion.

    Without one, opens the site that you chose at the first start, or asks. Runs until the window is closed or
    Ctrl+C is pressed, and then ends with 0.

    \b
    Examples:
      overlay launch chatgpt
      overlay launch https://chat.example.org --root ~/notes
      overlay launch claude --auto-execute read_file --delay 5
      overlay launch chatgpt --connect chrome
    """
    target, options["browser"] = _opened(target, options, guided)
    companion = companion_of(target, options)
    attach = not signing_in or options["headless"] or options["connect"]
    files, opened = options["files"], False

    def reloaded(lines: list[str], problems: list[LoadProblem]) -> None:
        for line in lines:
            tell(inline(line))
        report(problems)
        companion.reconsider()

    async def running(_: Companion) -> None:
        nonlocal opened
        opened = True
        await asyncio.Event().wait()

    async def run() -> None:
        nonlocal attach
        folder = companion.profile_dir or own_profile()
        with nullcontext() if attach else hold_profile(folder):  # between the two browsers too
            if not attach:
                await sign_in_if_needed(target, folder, options["browser"])
                attach = True
            async with watched_files(companion.servers, files, reloaded):
                show = partial(tell_event, as_json=as_json, quiet=quiet)
                await run_until_closed(companion, show, running)

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        if not opened:
            raise
    fail_if_unattended_denials(companion)


def _opened(target: str | None, options: dict[str, Any], guided: bool) -> tuple[str, str | None]:
    """Return the site and the browser: those of the command line, or else those that the user chose."""
    browser = options["browser"]
    given = browser is not None or options["connect"]
    kept = SettingsFile.own().read() if target is None or not given else Settings()
    if target is None and (guided or (kept.site is None and can_guide())):
        kept = guided_choice()
    if target is None and kept.site is None:
        raise UsageError("the site is missing", advice="Type overlay launch SITE; see `overlay sites list`.")
    return target or kept.site or "", browser if given else kept.browser


def companion_of(target: str, options: dict[str, Any], recorder: RunRecorder | None = None) -> Companion:
    """Return a companion for the `launch_options`. Raises UsageError for options that can't be used."""
    headless, connect = options["headless"], options["connect"]
    check_opening(target, options)
    file, loaded = SettingsFile.own(), load_config(options["config_file"])
    kept = Settings() if recorder else file.read()
    use(kept.language or SYSTEM)
    fixed = fixed_settings(loaded, options)
    config = _config(loaded, options, headless, kept, fixed)
    policy = _policy(config)
    folder = profile_folder(options["profile_dir"] or config.profile, target)
    try:
        registry, problems = load(sources_of(options, config))
    except ValueError as error:
        raise UsageError(str(error)) from error
    configs, wrong = ([], []) if options["no_servers"] else configured(options["files"])
    problems += wrong
    check_auto_execute(options["auto_execute"], registry, prefixes(configs))
    report(problems)
    companion = Companion(
        target,
        panel=not headless if options["panel"] is None else options["panel"],
        ask=options["ask"],
        registry=registry,
        servers=None if options["no_servers"] else configs,  # servers may be added to the file later
        config=config,
        headless=headless,
        profile_dir=folder,
        browser=options["browser"],
        connect=connect,
        extensions=options["extensions"],
        policy=policy,
        notify=tell,
        ledger=Ledger.own(),
        recorder=recorder,
        runtime=Runtime(try_profile=less_on),
    )
    panel = companion.panel  # reads the options: their errors come before that of the display
    if not headless and not connect and Machine.current().display() is None:
        raise UsageError(
            "there is no display to open a window on",
            advice="Add --headless, or --connect to a browser that runs.",
        )
    if panel and not recorder:
        show_settings(panel, config, file, kept, fixed)
    return companion


def fail_if_unattended_denials(companion: Companion) -> None:
    """Raise CheckFailed if calls were denied only because no user was present to allow them."""
    denied = companion.unattended_denials
    if denied:
        raise CheckFailed(
            f"{denied} {'call was' if denied == 1 else 'calls were'} denied: no user was there to allow them",
            advice="Let the tool run automatically (`overlay help policy`), or run with a window.",
        )


def _config(
    loaded: Config, options: dict[str, Any], headless: bool, kept: Settings, fixed: dict[str, str]
) -> Config:
    """Return the --config file's settings and the kept ones; options on the command line override them."""
    plain = loaded.model_dump()
    put_kept(plain, kept, fixed)
    policy, returns = plain["policy"], plain["returns"]
    policy["auto_execute"] += list(options["auto_execute"])
    policy["attended"] = policy["attended"] and not headless
    if options["delay"] is not None:
        policy["delay"] = options["delay"]
    if options["max_rounds"] is not None:
        returns["max_rounds"] = options["max_rounds"]
    for key in ("auto_insert", "auto_submit"):
        returns[key] = returns[key] or options[key]
    return load_config(plain)


def _policy(config: Config) -> Policy:
    """Return the policy of the user's own file and the options. Raises UsageError if it is broken."""
    store = PolicyFile.own()
    store.rules()
    return Policy(config.policy, store=store, taints=Taints(data_dir() / "taint.jsonl"))


async def run_until_closed(
    companion: Companion,
    show: Callable[[Event], None],
    until: Callable[[Companion], Coroutine[Any, Any, None]] | None = None,
) -> None:
    """Show what happens until the last page is closed, or until `until` returns."""
    tell = partial(_reloaded, companion)
    events = companion.listen()
    reach = within_reach(companion.panel, companion.parts.events, lambda: not companion.pages)
    async with companion, watched(companion.registry, tell), reach:
        closed = asyncio.create_task(_closed(companion, until))
        while not closed.done():
            next_event = asyncio.create_task(events.get())
            await asyncio.wait({next_event, closed}, return_when=asyncio.FIRST_COMPLETED)
            if not next_event.done():
                next_event.cancel()
                break
            event = next_event.result()
            if event is None:
                break
            show(event)
        closed.cancel()
        if closed.done() and not closed.cancelled():
            closed.result()
        while not events.empty() and (event := events.get_nowait()):
            show(event)


def _reloaded(companion: Companion, changes: list[ReloadResult], problems: list[LoadProblem]) -> None:
    """Report a reload of tool files, and cancel countdowns that may not run any more."""
    for path in [path for change in changes for path in (*change.loaded, *change.gone)]:
        tell(Phrase(mark("tools of {} are read again"), name(path.name)))
    report(problems)
    companion.reconsider()


async def _closed(
    companion: Companion, until: Callable[[Companion], Coroutine[Any, Any, None]] | None
) -> None:
    """Return when the run has ended. Raises the error if it can't go on."""
    waits: list[asyncio.Task[Any]] = [asyncio.create_task(_ended(companion))]
    if until:
        waits.append(asyncio.create_task(until(companion)))
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    for wait in done:
        wait.result()


async def _ended(companion: Companion) -> None:
    if died := await companion.ended():
        raise died


def tell_event(event: Event, as_json: bool, quiet: bool = False) -> None:
    """Print an event, for the user or as JSON; with `quiet`, the user sees only what goes wrong."""
    if as_json:
        print_json(event)
        return
    block = event.block
    if event.kind in ("trouble", "limit"):
        echo(inline(translate(event.text), 1_000))
    elif not quiet and block and block.kind == "call" and event.kind in WORDS:
        tool = name(block.name) if block.name else translate(mark("a tool"))
        echo(translate(Phrase(WORDS[event.kind], tool, inline(block.error_code or ""))))
