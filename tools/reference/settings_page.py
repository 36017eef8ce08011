"""Makes docs/configuration.md: every key of the files that a user may write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from overlay.companion.config import Config
from overlay.policy.policy_schema import PolicyRules
from overlay.ui.settings import Settings
from tools.reference.field_texts import FieldText, fields_of, table

HEAD = """\
# Settings

There are three files. `overlay doctor` prints the configuration folder ([files.md](files.md#folders)).

| file | for | read |
|---|---|---|
| a file of yours, given by `--config FILE` | one run | at the start |
| `settings.toml` in the configuration folder | your choices in the panel | at the start |
| `policy.toml` in the configuration folder | what may run without a question | before each decision |

An option of the command line overrides a `--config` file, and that overrides `settings.toml`. An unknown
key is an error that names the file and the nearest key.
"""
CONFIG = """\
## The file given by --config

From Python, `Companion(config=...)` takes the same keys as a dict. An example:

```toml
profile = "site"
time_limit = 60

[policy]
auto_execute = ["current_time", "files.read_*"]
delay = 5
deny = { "shell.*" = "I run commands myself" }

[policy.limits]
per_minute = 20

[returns]
auto_insert = true
max_chars = 20000

[instructions]
text = "Answer in German."

[tools.time_limits]
"files.*" = 20

[ledger]
days = 90
```
"""
SETTINGS = """\
## settings.toml

The panel writes this file, and you may edit it:

```toml
site = "chatgpt"
delay = 3
auto_insert = true
language = "de"
```
"""
POLICY = """\
## policy.toml

[policy.md](policy.md#policytoml) explains the rules and has a sample that works as it stands.
"""
NAMED = {"classes": "TOOL", "servers": "NAME"}
"""The word in place of the name in a table of tables."""


def text() -> str:
    """Return the page."""
    lines = [HEAD]
    for head, model in ((CONFIG, Config), (SETTINGS, Settings), (POLICY, PolicyRules)):
        lines += [head, *_section(model, "")]
    return "\n".join(lines).rstrip() + "\n"


def _section(model: type[BaseModel], path: str) -> Iterator[str]:
    """Yield the keys of a table, then the tables inside it."""
    fields = fields_of(model)
    plain = [field for field in fields if not _table_of(field)]
    if plain:
        yield from [*table(("key", "type", "default", "meaning"), (field.row for field in plain)), ""]
    for field in fields:
        inner = _table_of(field)
        if inner:
            key = f"{path}{field.name}"
            several = get_origin(field.inner) is list
            shown = f"{key}.{NAMED[field.name]}" if get_origin(field.inner) is dict else key
            yield from [f"### `[[{shown}]]`" if several else f"### `[{shown}]`", "", field.about, ""]
            yield from _section(inner, f"{key}.")


def _table_of(field: FieldText) -> type[BaseModel] | None:
    """Return the model of the table that the field is, or of the tables in it; None for a plain value."""
    candidates: list[Any] = [field.inner, *get_args(field.inner)]
    return next((one for one in candidates if isinstance(one, type) and issubclass(one, BaseModel)), None)
