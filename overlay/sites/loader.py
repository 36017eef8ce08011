"""The known sites: bundled files, one per site, and the user's own files, which override them."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from pydantic import ValidationError

from overlay.common.errors import UsageError
from overlay.common.field_faults import fault_of, names_advice
from overlay.common.input_files import NotText, parse_toml, read_text
from overlay.common.paths import config_dir
from overlay.policy.origins import NO_SITE, origin_of
from overlay.sites.profile import BUNDLED, SELECTORS_ARE_CHECKED, SiteProfile

__all__ = [
    "SiteProfile",
    "load_profiles",
    "own_folder",
    "parse_profile",
    "profile_for",
    "profile_text",
    "read_profiles",
]

log = logging.getLogger(__name__)
_LINE = re.compile(r"line (\d+)")
DATA = Path(__file__).parent / "data"


def own_folder() -> Path:
    """Return the folder of the user's own profiles; it may not exist."""
    return config_dir() / "sites"


def read_profiles(folder: Path | None = None) -> tuple[dict[str, SiteProfile], list[UsageError]]:
    """Return the profiles by name, and the errors in files of the user's folder.

    The profiles in `folder` (default: the user's own folder) replace bundled ones of the same name. A file
    with an error is ignored.
    """
    known, problems = dict(bundled()), list[UsageError]()
    own: dict[str, SiteProfile] = {}
    # Of two for the same address the first is used: the one that was written last.
    for path in sorted((folder or own_folder()).glob("*.toml"), key=_age):
        try:
            own[path.stem] = parse_profile(_text(path), path.name, str(path))
        except UsageError as error:
            problems.append(error)
    return {**own, **{name: site for name, site in known.items() if name not in own}}, problems


def _age(path: Path) -> tuple[float, str]:
    """Return a sort key: the newest file first, files of the same time by name."""
    try:
        return -path.stat().st_mtime, path.name
    except OSError:  # a link to nothing: reading it reports the error
        return 0.0, path.name


def load_profiles() -> dict[str, SiteProfile]:
    """Return the profiles by name; errors in the user's own files are logged once each."""
    known, problems = read_profiles()
    for problem in problems:
        _warn(problem.format_message().replace("\n", ". "))
    return known


def parse_profile(text: str, file: str, source: str = BUNDLED, *, is_checked: bool = False) -> SiteProfile:
    """Return the profile written in `text` (TOML); its name is that of the `file`.

    `is_checked`: its selectors are known to be valid; parsing them takes long. Raises UsageError, which names
    the file, the line and the field of each error.
    """
    try:
        fields = parse_toml(text)
        for taken in sorted({"name", "source", "alternatives"} & set(fields)):
            raise UsageError(f"site profile {file}, line {_line_of(taken, text)}: a file can't set {taken}")
        fields |= {"name": file.removesuffix(".toml"), "source": source}
        return SiteProfile.model_validate(fields, context={SELECTORS_ARE_CHECKED: is_checked})
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        where = line[1] if line else text.count("\n") + 1  # "at end of document"
        raise UsageError(f"site profile {file}, line {where}: {error}", advice=_CORRECT) from error
    except ValidationError as error:
        problems: list[str] = []
        for problem in error.errors(include_url=False):
            field = str(problem["loc"][0]) if problem["loc"] else ""
            line = f", line {_line_of(field, text)}" if field else ""
            words = fault_of(problem)
            problems.append(f"site profile {file}{line}: {f'{field}: ' if field else ''}{words}")
        advice = "\n".join(filter(None, [names_advice(SiteProfile, error.errors()), _CORRECT]))
        raise UsageError("\n".join(problems), advice=advice) from error


def profile_text(name: str) -> str:
    """Return the text of the file of the profile `name`.

    Raises UsageError if there is none, or it can't be read.
    """
    known = load_profiles()
    if name not in known:
        near = get_close_matches(name.lower(), known, n=1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(f"no site is called {name!r}", advice=f"{hint}See `overlay sites list`.")
    if known[name].source != BUNDLED:
        return _text(Path(known[name].source))
    return (DATA / f"{name}.toml").read_text("utf-8")


def profile_for(target: str) -> tuple[SiteProfile, str]:
    """Return the profile and the address for a site's name or an address.

    An address without a profile of its own gets the generic one. Raises UsageError for an unknown name.
    """
    known = load_profiles()
    if target in known:
        return known[target], known[target].url
    if "://" not in target and not target.startswith(("about:", "data:")):
        names = sorted(name for name in known if name != "generic")
        near = get_close_matches(target.lower(), names, n=1)
        address = _meant_address(target)
        meant = f"Did you mean {near[0] if near else address}? " if near or address else ""
        raise UsageError(
            f"no site is called {target!r}",
            advice=f"{meant}Give an address (https://…) or one of: {', '.join(names)}.",
        )
    parts = _address(target)
    host = (parts.hostname or "").lower()
    best = max(known.values(), key=lambda profile: profile.match(host, parts.path))
    if best.match(host, parts.path):
        return best, target
    return _at_origin(known, target) or known["generic"], target


def _at_origin(known: Mapping[str, SiteProfile], target: str) -> SiteProfile | None:
    """Return the user's own profile whose address has the same origin.

    Profiles can't name the host of an application on a port in the local network.
    """
    origin = origin_of(target)
    own = (each for each in known.values() if each.source != BUNDLED and not each.hosts)
    return next((each for each in own if origin != NO_SITE and origin_of(each.url) == origin), None)


def _meant_address(target: str) -> str:
    """Return the address for a host without a scheme; "" if the text does not look like a host."""
    try:
        parts = urlsplit(f"//{target}")
        host, port = parts.hostname or "", parts.port
    except ValueError:  # a port or an IPv6 host that can't be one
        return ""
    if not _HOST.fullmatch(host) or not (port or "." in host or ":" in host or host == "localhost"):
        return ""
    return f"{'http' if port or host == 'localhost' or _NUMBERS.fullmatch(host) else 'https'}://{target}"


def _address(target: str) -> SplitResult:
    """Return the parts of a page's address. Raises UsageError if `target` is not a page's address."""
    try:
        parts = urlsplit(target)
        whole = parts.scheme not in WEB or (parts.hostname and parts.port != 0)
    except ValueError:  # a port or an IPv6 host that can't be one
        raise UsageError(f"{target} is not an address", advice=_EXAMPLE) from None
    if parts.scheme not in SCHEMES:
        near = get_close_matches(parts.scheme, WEB, n=1)
        meant = f"Did you mean {near[0]}://{target.partition('://')[2]}?" if near else _EXAMPLE
        raise UsageError(f"{target} is not an address of a page: {parts.scheme}:// is unknown", advice=meant)
    if not whole or re.search(r"[\s\x00-\x1f\x7f\\]", target):
        raise UsageError(f"{target} is not an address", advice=_EXAMPLE)
    return parts


_HOST = re.compile(r"[\w.:-]+")
_NUMBERS = re.compile(r"[0-9.]+|.*:.*")
WEB = ("http", "https")
SCHEMES = (*WEB, "file", "about", "data")
_EXAMPLE = "Give one such as https://chat.example, or a name of `overlay sites list`."
_CORRECT = "Correct the file, or remove it; `overlay help sites` describes its fields."


@cache
def bundled() -> dict[str, SiteProfile]:
    """Return the profiles that come with overlay. Raises UsageError when one is not valid."""
    found: dict[str, SiteProfile] = {}
    for file in sorted(DATA.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            text = file.read_text("utf-8")
            found[file.name.removesuffix(".toml")] = parse_profile(text, file.name, is_checked=True)
    return found


@cache
def _warn(text: str) -> None:
    log.warning("%s", text)


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except (OSError, NotText) as error:
        raise UsageError(f"site profile {path.name} can't be read: {error}", advice=_CORRECT) from error


def _line_of(field: str, text: str) -> int:
    """Return the line on which a field is written; 1 if it is missing."""
    found = re.search(rf"^\s*[\"']?{re.escape(field)}[\"']?\s*=", text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1
