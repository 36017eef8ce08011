"""Checks that a repository's own settings name no program, since git runs programs that they name."""

from __future__ import annotations

import re
from pathlib import Path

MAX_SETTINGS = 100_000
_SECTION = re.compile(r'\[([A-Za-z0-9.-]+)(?: "[^"\\\n]*")?\]')
_SETTING = re.compile(r"([A-Za-z][A-Za-z0-9-]*)(?:\s*=.*)?")
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


def runs_nothing(folder: Path) -> bool:
    """Return whether the settings of the repository that contains `folder` name no program.

    Returns False if there is no repository, if the repository has submodules (each has its own settings), or
    if a settings file can't be read or is not a regular file.
    """
    try:
        top = next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)
        if top is None or (top / ".gitmodules").exists():
            return False
        git = _git_folder(top)
        shared = git / "commondir"
        common = (git / _text(shared).strip()).resolve() if shared.exists() else git
        if (common / "info" / "attributes").exists():
            return False
        files = [common / "config", common / "config.worktree", git / "config.worktree"]
        return (common / "config").is_file() and all(_is_plain(one) for one in files if one.exists())
    except (OSError, ValueError):
        return False


def _git_folder(top: Path) -> Path:
    pointer = top / ".git"
    if pointer.is_dir():
        return pointer
    text = _text(pointer).strip()
    if not text.startswith("gitdir: "):
        raise ValueError(f"{pointer} names no folder")
    return (top / text.removeprefix("gitdir: ")).resolve()


def _is_plain(file: Path) -> bool:
    known: list[str] = []
    for line in map(str.strip, _text(file).split("\n")):
        if not line or line[0] in "#;":
            continue
        if line.startswith("["):
            found = _SECTION.fullmatch(line)
            known = _KNOWN.get(found[1].lower(), "").split() if found else []
            if not known:
                return False
            continue
        found = _SETTING.fullmatch(line)
        # A backslash at the end of a line joins it with the next one.
        if found is None or found[1].lower() not in known or line.endswith("\\"):
            return False
    return True


def _text(file: Path) -> str:
    """Return the file's text. Raises ValueError for a pipe, which would block, and for a long file."""
    if not file.is_file() or file.stat().st_size > MAX_SETTINGS:
        raise ValueError(f"{file} is not read")
    return file.read_text("utf-8")
