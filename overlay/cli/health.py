"""What a session needs besides a browser, looked at one by one: each check says what it found, or raises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from overlay.browser.in_use import user_of
from overlay.errors import CheckFailed, OverlayError
from overlay.ledger import Ledger, LedgerError, default_path
from overlay.paths import config_dir, profile_dir
from overlay.policy import PolicyFile
from overlay.sites.profile import load_profiles


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: is it well, what it is about, what was found or what to do."""

    ok: bool
    subject: str
    found: str


def checks() -> Iterator[tuple[Finding, OverlayError | None]]:
    """Give each finding, with the error behind one that is not well. Changes nothing but makes folders."""
    named: dict[str, Callable[[], str]] = {
        "profile": _profile,
        "sites": _sites,
        "policy": _policy,
        "servers": _servers,
        "ledger": _ledger,
    }
    for subject, check in named.items():
        try:
            yield Finding(True, subject, check()), None
        except OverlayError as error:
            yield Finding(False, subject, error.format_message().replace("\n", " ")), error


def _profile() -> str:
    folder = profile_dir()
    if user := user_of(folder):
        raise CheckFailed(
            f"{folder} is used by {user}.",
            advice="Close that browser, or give another profile with `overlay launch --profile DIR`.",
        )
    return str(folder)


def _sites() -> str:
    return f"{len(load_profiles())} profiles"


def _policy() -> str:
    path = config_dir() / "policy.toml"
    PolicyFile(path).rules()
    return str(path) if path.exists() else f"none (it would be {path}): you are asked for every call"


def _servers() -> str:
    from overlay.cli.serving import configured

    servers, problems = configured(())
    if problems:
        said = "; ".join(str(problem) for problem in problems)
        raise CheckFailed(said, advice="Mend the file; `overlay servers` shows how they connect.")
    return f"{len(servers)} configured" if servers else "none"


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
