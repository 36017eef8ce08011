"""Checks what a session needs besides a browser: each check returns what it found, or raises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from overlay.calls.ledger import Ledger, LedgerError, default_path
from overlay.cli.json_shapes.machine import Finding
from overlay.cli.log_file import launcher_log
from overlay.common.errors import CheckFailed, OverlayError
from overlay.common.paths import cache_dir, config_dir, data_dir
from overlay.companion.browser.profile_lock import how_to_free, profile_user
from overlay.companion.browser_profile import list_profiles
from overlay.companion.profile_state import sign_ins, step_of
from overlay.policy import PolicyFile
from overlay.sites.loader import load_profiles

Found = tuple[Finding, OverlayError | None]


def checks() -> Iterator[Found]:
    """Yield each finding, with the error if it is bad. Creates missing folders, and changes nothing else."""
    yield from _profiles()
    named: dict[str, Callable[[], str]] = {
        "folders": _folders,
        "sites": _sites,
        "sign-in": _never_signed_in,
        "policy": _policy,
        "servers": _servers,
        "ledger": _ledger,
        "log": _log,
    }
    for subject, check in named.items():
        yield looked_at(subject, check)


def looked_at(subject: str, check: Callable[[], str]) -> Found:
    """Return the check's finding about the subject, and the error that it raised, if any."""
    try:
        return Finding(True, subject, check()), None
    except OverlayError as error:
        return Finding(False, subject, error.format_message().replace("\n", " ")), error


def _profiles() -> Iterator[Found]:
    """Yield the shared browser profile as `profile`, and each site's own by its folder's name."""
    try:
        shared, *others = list_profiles()
    except OverlayError as error:
        yield Finding(False, "profile", error.format_message().replace("\n", " ")), error
        return
    yield looked_at("profile", partial(_profile, shared))
    for folder in others:
        yield looked_at(f"profile {folder.name}", partial(_profile, folder))


def _profile(folder: Path) -> str:
    if user := profile_user(folder):
        raise CheckFailed(f"{folder} is used by {user}.", advice=how_to_free(folder))
    return "; ".join([str(folder), *_sign_ins(folder)])


def _sign_ins(folder: Path) -> Iterator[str]:
    """Yield the step of each site whose sign-in step was done in the profile."""
    known = load_profiles()
    for site, when in sign_ins(folder).items():
        hosts = known[site].hosts if site in known else (site,)
        if step_of(folder, site, hosts) == "signed in":
            yield f"{site}: signed in on {when[:10]}, overlay can be attached"
        else:
            yield f"{site}: its cookies are gone, type `overlay sign-in {site}`"


def _never_signed_in() -> str:
    """Return how to sign in, and the sites without a sign-in in any of overlay's profiles."""
    done = {site for folder in list_profiles() for site in sign_ins(folder)}
    never = sorted(name for name, site in load_profiles().items() if site.hosts and name not in done)
    if not never:
        return "done for each site"
    return f"`overlay launch SITE` begins with it (or `overlay sign-in SITE`): {', '.join(never)}"


def _folders() -> str:
    return f"configuration {config_dir()}, data {data_dir()}, cache {cache_dir()}"


def _sites() -> str:
    return f"{len(load_profiles())} profiles"


def _policy() -> str:
    file = PolicyFile.own()
    file.rules()
    path = file.path
    return str(path) if path.exists() else f"none (it would be {path}): you are asked for every call"


def _servers() -> str:
    from overlay.cli.server_options import configured

    servers, problems = configured(())
    if problems:
        text = "; ".join(str(problem) for problem in problems)
        raise CheckFailed(text, advice="Correct the file; `overlay servers check` starts what is in it.")
    return f"{len(servers)} configured" if servers else "none"


def _log() -> str:
    path = launcher_log()
    return f"{path}{'' if path.exists() else ' (of runs from the menu; none yet)'}"


def _ledger() -> str:
    path = default_path()
    ledger = Ledger(path)
    try:
        ledger.open()
    except LedgerError as error:
        raise CheckFailed(str(error)) from error
    finally:
        ledger.close()
    return str(path)
