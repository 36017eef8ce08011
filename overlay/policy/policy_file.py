"""`policy.toml`: read again for each decision; a change leaves the rest of the user's text as it is."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from overlay.common.errors import UsageError
from overlay.common.field_faults import faults, names_advice
from overlay.common.file_lock import exclusive_lock
from overlay.common.input_files import parse_toml, read_bytes
from overlay.common.paths import config_dir
from overlay.common.whole_file import write_whole
from overlay.policy import file_permissions
from overlay.policy.fingerprint_store import SnapshotStore
from overlay.policy.policy_schema import CommandKey, CommandRule, Grant, GrantKey, PolicyRules
from overlay.policy.store import Restriction

HEAD = """\
# What may run without asking you. It is yours to edit: overlay reads it before each decision, and writes
# here only what you answer. `overlay help policy` describes its format.
"""
LOCK_SECONDS = 2
"""Seconds to wait for the lock. A writer holds it for milliseconds."""
MEND = "Correct it, or move it away and start overlay again. Until then nothing is allowed."


class PolicyFile:
    """The user's file at `path`. The allowed tools and servers are stored beside it, in `pins/`.

    The file need not exist. A broken file raises on each read and is never written to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fingerprints = SnapshotStore(path.parent / "pins")
        self._known: bytes | None = None
        self._rules = PolicyRules()
        self._error: UsageError | None = None

    @classmethod
    def own(cls) -> Self:
        """Return the user's file in overlay's configuration folder."""
        return cls(config_dir() / "policy.toml")

    def rules(self) -> PolicyRules:
        """Return the rules in the file now.

        Raises UsageError, naming file, key and problem, if the file can't be used, if others may write to it,
        or if it existed before and is gone.
        """
        # Compare the content, not size and time: an edit may leave both unchanged. The file is small.
        content = self._content()
        if content != self._known:
            self._error = None
            try:
                self._rules = (
                    _checked(self.path, _decoded(self.path, content))
                    if content is not None
                    else PolicyRules()
                )
            except UsageError as error:
                self._error = error
            self._known = content
        if self._error is not None:
            raise self._error
        return self._rules

    def allow(self, entry: Grant) -> None:
        """Store a permission, replacing an older one with the same key. Raises UsageError or OSError."""
        self._put("allow", entry)

    def revoke(self, key: GrantKey) -> None:
        """Delete a permission if it exists. Raises UsageError or OSError."""
        self._delete("allow", Grant, key)

    def allow_command(self, entry: CommandRule) -> None:
        """Store a command rule, replacing an older one with the same key. Raises UsageError or OSError."""
        self._put("commands", entry)

    def revoke_command(self, key: CommandKey) -> None:
        """Delete a command rule if it exists. Raises UsageError or OSError."""
        self._delete("commands", CommandRule, key)

    def _put(self, name: str, entry: Grant | CommandRule) -> None:
        import tomlkit

        def change(document: Any) -> None:
            plain = {key: value for key, value in entry.model_dump().items() if value not in ("", None, [])}
            entries = document.setdefault(name, tomlkit.aot())
            for known in entries:
                if type(entry).model_validate(_plain(known)).key == entry.key:
                    for key in [key for key in known if key not in plain]:
                        del known[key]
                    known.update(plain)
                    return
            table: Any = tomlkit.table() if _is_array_of_tables(entries) else tomlkit.inline_table()
            table.update(plain)
            entries.append(table)

        self._change(change)

    def _delete(self, name: str, kind: type[Grant | CommandRule], key: GrantKey | CommandKey) -> None:
        def change(document: Any) -> None:
            entries = document.get(name, [])
            for at in reversed(range(len(entries))):
                if kind.model_validate(_plain(entries[at])).key == key:
                    del entries[at]
            if name in document and not entries:
                del document[name]

        self._change(change)

    def restrict(self, table: Restriction, tool: str, reason: str) -> None:
        """Store that the tool never runs, or never automatically. Raises UsageError or OSError."""
        import tomlkit

        def change(document: Any) -> None:
            document.setdefault(table, tomlkit.table())[tool] = reason

        self._change(change)

    def release(self, table: Restriction, tool: str) -> None:
        """Delete the tool's own entry if it exists. Raises UsageError or OSError."""

        def change(document: Any) -> None:
            document.get(table, {}).pop(tool, None)
            if table in document and not document[table]:
                del document[table]

        if tool in getattr(self.rules(), table):
            self._change(change)

    def pin(self, tool: str, definition: str) -> None:
        """Store the fingerprint with which a tool may run automatically. Raises UsageError or OSError."""
        import tomlkit

        def change(document: Any) -> None:
            document.setdefault("pins", tomlkit.table())[tool] = definition

        self._change(change)

    def trust(self, server: str, mark: str) -> None:
        """Store that the user trusts this configuration of the server. Raises UsageError or OSError."""
        import tomlkit
        from tomlkit.items import InlineTable

        def change(document: Any) -> None:
            servers = document.setdefault("servers", tomlkit.table(is_super_table=True))
            inline = isinstance(servers, InlineTable)
            servers.setdefault(server, tomlkit.inline_table() if inline else tomlkit.table())["vouched"] = (
                mark
            )

        self._change(change)

    def distrust(self, server: str) -> None:
        """Delete the user's trust in a server if it is stored. Raises UsageError or OSError."""

        def change(document: Any) -> None:
            known = document.get("servers", {})
            known.get(server, {}).pop("vouched", None)
            if server in known and not known[server]:
                del known[server]
            if "servers" in document and not known:
                del document["servers"]

        self._change(change)

    def _content(self) -> bytes | None:
        try:
            return _read(self.path)
        except FileNotFoundError as error:
            if self._known is None:
                return None
            raise UsageError(f"{self.path} is gone", advice="Put it back, or start overlay again.") from error
        except OSError as error:
            raise _unreadable(self.path, error) from error

    def _change(self, change: Callable[[Any], None]) -> None:
        """Read the file, apply `change` and replace the file, holding the writers' lock."""
        import tomlkit
        from tomlkit.exceptions import TOMLKitError

        # Users may keep the file elsewhere behind a symlink: replace the target, not the link.
        path = Path(os.path.realpath(self.path))
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(f"{path.name}.lock")
        busy = UsageError(
            f"Another program holds {lock}, so nothing can be written beside it.",
            advice="End that program, or wait for it.",
        )
        with exclusive_lock(lock, seconds=LOCK_SECONDS, error=busy, pause=0.02):
            text = _text(path) if path.exists() else HEAD
            _checked(self.path, text)
            try:
                document = tomlkit.parse(text)
                change(document)
                new = tomlkit.dumps(document)
            except TOMLKitError as error:
                raise UsageError(f"{self.path} can't be added to: {error}", advice=MEND) from error
            _checked(self.path, new)
            write_whole(path, new)


def _text(path: Path) -> str:
    try:
        return _decoded(path, _read(path))
    except OSError as error:
        raise _unreadable(path, error) from error


def _read(path: Path) -> bytes:
    """Return the file's bytes. Raises UsageError if others may write to it, and OSError."""
    if found := file_permissions.writable_by_others(path):
        problem, fix = found
        raise UsageError(
            f"{path} is not used: {problem}",
            advice=f"Check its content, then remove that permission: {fix}. Until then nothing is allowed.",
        )
    return read_bytes(path)


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not valid UTF-8: {error}", advice=MEND) from error


def _unreadable(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} can't be read: {error.strerror}", advice=MEND)


def _checked(path: Path, text: str) -> PolicyRules:
    try:
        return PolicyRules.model_validate(parse_toml(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}", advice=MEND) from error
    except ValidationError as error:
        advice = "\n".join(filter(None, [names_advice(PolicyRules, error.errors()), MEND]))
        raise UsageError(f"{path}: {faults(error.errors())}", advice=advice) from error


def _plain(table: Any) -> dict[str, Any]:
    return dict(table.unwrap())


def _is_array_of_tables(entries: Any) -> bool:
    from tomlkit.items import AoT

    return isinstance(entries, AoT)
