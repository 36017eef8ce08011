"""Variables in a server's configuration, in the syntax of the programs that define them.

`${VAR}` and `${VAR:-default}` (Claude Code), `${env:VAR}` (Cursor, VS Code), and the folders that Cursor and
VS Code define: `${userHome}`, `${workspaceFolder}`, `${workspaceFolderBasename}`, `${pathSeparator}`, `${/}`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

VARIABLE = re.compile(r"\$\{(env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
ASKED = re.compile(r"\$\{(input|config|command|prompt):([^}]*)\}")


class ConfigError(ValueError):
    """A server's configuration can't be used. The message names server and field and says what to do."""


class Expander:
    """Expands variables in text, from `environ`. `folder` is the workspace folder."""

    def __init__(self, environ: Mapping[str, str], folder: Path) -> None:
        self._environ = environ
        self._places = {
            "userHome": str(Path.home()),
            "workspaceFolder": str(folder),
            "workspaceFolderBasename": folder.name,
            "pathSeparator": os.sep,
        }

    def __call__(self, text: str, where: str) -> str:
        """Return `text` with its variables expanded; `where` names server and field for the error.

        Raises ConfigError for a variable that is not set and has no default, and for variables that only an
        editor can ask for (`${input:...}`).
        """
        asked = ASKED.search(text)
        if asked:
            raise ConfigError(
                f"{where}: {asked[0]} is filled in by the editor it was written for; put the value, or "
                f"${{VARIABLE}} and set that, in its place"
            )

        def value(found: re.Match[str]) -> str:
            name, default = found[2], found[3]
            if not found[1] and name in self._places:
                return self._places[name]
            # As in the shell, an empty value counts as unset if there is a default.
            if self._environ.get(name) or (name in self._environ and default is None):
                return self._environ[name]
            if default is not None:
                return default
            raise ConfigError(
                f"{where}: the variable {name} is not set; set it, or give a default with ${{{name}:-value}}"
            )

        return VARIABLE.sub(value, text.replace("${/}", os.sep))
