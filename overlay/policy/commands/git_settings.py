"""Checks that the settings of all repositories that a git command opens name no program, since git runs
programs that they name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from overlay.policy.commands.git_index import has_only_files
from overlay.policy.commands.git_repository import Repository, find_repository, read_text

_SECTION = re.compile(r'\[([A-Za-z0-9.-]+)(?: "[^"\\\n]*")?\]')
_SETTING = re.compile(r"([A-Za-z][A-Za-z0-9-]*)(?:\s*=\s*(.*))?")
_KNOWN = {
    "core": "repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks "
    "autocrlf eol safecrlf abbrev quotepath untrackedcache sparsecheckout sparsecheckoutcone longpaths",
    "remote": "url pushurl fetch tagopt prune gh-resolved",
    "branch": "remote merge rebase pushremote description vscode-merge-base",
    "user": "name email",
    "commit": "gpgsign",
    "tag": "gpgsign",
    "merge": "conflictstyle ff",
    "fetch": "prune",
    "pull": "rebase ff",
    "push": "default autosetupremote",
    "init": "defaultbranch",
    "color": "ui status branch diff",
    "extensions": "worktreeconfig",
}
"""The settings that are known to run nothing; any other may run something (git-config(1): `core.fsmonitor`,
`filter.*.clean`, `diff.*.textconv`, `gpg.program`, `include.path` …).
"""
_ADDRESSES = {("remote", "url"), ("remote", "pushurl"), ("branch", "remote"), ("branch", "pushremote")}
_ELSEWHERE = re.compile(
    r"(?:https?|ssh|git)://[^\s\"\\;#]+|(?:\w[\w.-]*@)?\w[\w.-]*:(?!//)[^:\s\"\\;#][^\s\"\\;#]*"
)
"""Addresses of other machines. Git also opens a repository on this machine, with its settings and hooks."""
_REMOTE = re.compile(r"\.|[\w-][\w.-]*")
"""A remote's name, or this repository itself."""
_NEVER_THERE = ("info/attributes", "objects/info/alternates")
"""Files that name filters, and other repositories."""
_OLD_REMOTES = ("remotes", "branches")
"""Folders of files that name remote repositories (gitrepository-layout(5))."""


def runs_nothing(words: Sequence[str], folder: Path) -> bool:
    """Return whether no setting of a repository that the git command opens in `folder` names a program.

    Returns False if there is no repository, if it contains or names another one on this machine (each has its
    own settings and hooks), or if a file of it can't be read or is not a regular file.
    """
    try:
        found = find_repository(folder)
        return found is not None and _stands_alone(found) and not any(_is_here(folder, one) for one in words)
    except (OSError, ValueError):
        return False


def is_outside(folder: Path) -> bool:
    """Return whether the folder is in no repository."""
    try:
        return find_repository(folder) is None
    except (OSError, ValueError):
        return False


def _stands_alone(found: Repository) -> bool:
    common, git = found.common, found.git
    if (found.top / ".gitmodules").exists() or any((common / name).exists() for name in _NEVER_THERE):
        return False
    if any((common / name).is_dir() and any((common / name).iterdir()) for name in _OLD_REMOTES):
        return False
    files = [common / "config", common / "config.worktree", git / "config.worktree"]
    return all(_is_plain(one) for one in files if one.exists()) and has_only_files(git / "index")


def _is_here(folder: Path, word: str) -> bool:
    """Return whether git may take the word for a repository on this machine."""
    if word.startswith("-"):
        return False
    places = [folder / word / ".git", folder / word / "HEAD"]
    places += [folder / f"{word}.git" / "HEAD", folder / f"{word}.git" / ".git"]
    return "::" in word or word.startswith("file:") or any(one.exists() for one in places)


def _is_plain(file: Path) -> bool:
    section, known = "", [""]
    for line in map(str.strip, read_text(file).split("\n")):
        if not line or line[0] in "#;":
            continue
        if line.startswith("["):
            found = _SECTION.fullmatch(line)
            section = found[1].lower() if found else ""
            known = _KNOWN.get(section, "").split()
            if not known:
                return False
            continue
        setting = _SETTING.fullmatch(line)
        # A backslash at the end of a line joins it with the next one.
        if setting is None or setting[1].lower() not in known or line.endswith("\\"):
            return False
        if (section, setting[1].lower()) in _ADDRESSES and not _is_elsewhere(section, setting[2] or ""):
            return False
    return True


def _is_elsewhere(section: str, value: str) -> bool:
    plain = value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value
    return bool(_ELSEWHERE.fullmatch(plain) or (section == "branch" and _REMOTE.fullmatch(plain)))
