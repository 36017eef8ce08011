"""Makes the companion that the options of a command and the user's settings describe."""

from __future__ import annotations

from typing import Any

from overlay.calls.ledger import Ledger
from overlay.cli.option_checks import check_auto_execute, check_opening
from overlay.cli.profile_trials import less_on
from overlay.cli.server_options import configured, prefixes, report
from overlay.cli.tool_sources import sources_of
from overlay.common.errors import UsageError
from overlay.common.language import SYSTEM, use
from overlay.common.paths import data_dir
from overlay.companion.browser import Machine
from overlay.companion.browser_profile import profile_folder
from overlay.companion.companion import Companion, RunRecorder
from overlay.companion.config import Config, load_config
from overlay.companion.run_settings import fixed_settings, put_kept, show_settings
from overlay.companion.wiring import Runtime
from overlay.policy import Policy, PolicyFile, Taints
from overlay.tools.discovery import load
from overlay.ui.settings import Settings, SettingsFile
from overlay.ui.terminal.output import tell


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
