"""The registry of all tools: what the model is shown, which tool a name means, and how calls are run."""

from __future__ import annotations

import copy
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from overlay.common.stdout_redirect import aside
from overlay.tools import loader
from overlay.tools import lookup as names
from overlay.tools.adapters import Tool, as_tool
from overlay.tools.context import ToolContext
from overlay.tools.definition import ToolDefinition
from overlay.tools.errors import LoadProblem, ToolDefinitionError, ToolError, clip
from overlay.tools.result import ToolResult, to_result
from overlay.tools.runner import run
from overlay.tools.work_limit import OWN_STEPS, STEPS

if TYPE_CHECKING:
    from overlay.tools.validation import ArgumentCheck

log = logging.getLogger(__name__)


class ToolRegistry:
    """Tools by name. `tools` are added on creation; for their types see `add`.

    `version` increases by one with each change of what the model may be shown.
    """

    def __init__(self, tools: Iterable[Any] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        self._checks: dict[str, ArgumentCheck] = {}
        self._off: set[str] = set()
        self._retired: dict[str, str] = {}
        self._missing: dict[str, str] = {}
        self._folders: dict[Path, dict[Path, loader.FolderFile]] = {}
        self.version = 0
        for item in tools:
            self.add(item)

    @property
    def names(self) -> list[str]:
        """Names of the enabled tools, in the order they were added."""
        return [name for name in self._tools if name not in self._off and name not in self._retired]

    @property
    def all_names(self) -> list[str]:
        """Names of all tools, including disabled ones."""
        return list(self._tools)

    def add(self, item: Any, *, replace: bool = False) -> ToolDefinition:
        """Add a tool and return its definition.

        `item` is a `@tool` or plain function, a dict definition (`name`, `description`, `parameters`,
        `callback`, optional `function`), or a Tool. Raises ToolDefinitionError if it is none of these, its
        schema is not valid, or the name is taken and `replace` is False.
        """
        tool = as_tool(item)
        name = tool.definition.name
        existing = self._tools.get(name)
        if existing is not None and not replace:
            raise ToolDefinitionError(
                f"there are two tools {name!r}: one from {existing.source or 'add()'}, one from "
                f"{tool.source or 'add()'}; rename one with @tool(name=...)"
            )
        # jsonschema is slow to import and only needed when there is a tool to check.
        from overlay.tools.validation import ArgumentCheck

        steps = OWN_STEPS if tool.definition.server is None else STEPS
        self._checks[name] = ArgumentCheck(name, tool.definition.parameters, steps=steps)
        self._tools[name] = tool
        self.version += 1
        return tool.definition

    def remove(self, name: str) -> None:
        """Remove a tool. Has no effect if it does not exist."""
        if self._tools.pop(name, None) is not None:
            self._checks.pop(name, None)
            self.version += 1

    def retire(self, name: str, replacement: str) -> None:
        """Refuse calls of `name` from now on, with the advice to use `replacement`."""
        self.remove(name)
        self._retired[name] = replacement

    def explain_missing(self, server: str, reason: str) -> None:
        """Set the reason why tools of the server may be missing; "" removes it."""
        self._missing[server] = reason

    def enable(self, name: str, on: bool) -> None:
        """Enable or disable a tool; a reload keeps the setting. Raises tool_not_found."""
        known = {full: tool.definition for full, tool in self._tools.items()}
        full = names.resolve(name, known)
        if full is None:
            raise names.not_found(name, known, (), self._retired)
        (self._off.discard if on else self._off.add)(full)
        self.version += 1

    def is_enabled(self, name: str) -> bool:
        """Return whether a tool with exactly this name exists and is enabled."""
        return name in self._tools and name not in self._off and name not in self._retired

    def get_tools_for_ai(self) -> list[dict[str, Any]]:
        """Return the enabled tools, each as its `function` or as name, description and parameters."""
        return [definition.for_ai() for definition in self.snapshot()]

    def has_tool(self, name: str) -> bool:
        """Return whether a call of `name` would find a tool."""
        return name not in self._retired and names.resolve(name, self._on()) is not None

    def find(self, name: str) -> ToolDefinition:
        """Return the definition that `name` means. The server may be omitted if only one server has the tool.

        Raises ToolError tool_not_found, with the most similar names, the replacement, or the reason, and
        tool_execution_failed for a tool of a server that has failed.
        """
        return self._find(name).definition

    def snapshot(self) -> list[ToolDefinition]:
        """Return the definitions of the enabled tools. `version` shows when they change."""
        return [self._tools[name].definition for name in self.names]

    def definition(self, name: str) -> ToolDefinition:
        """Return the definition of the tool with exactly this name, enabled or not. Raises KeyError."""
        return self._tools[name].definition

    def source_of(self, name: str) -> str:
        """Return the source of the tool with exactly this name: a path, a module … Raises KeyError."""
        return self._tools[name].source

    def prepare(self, name: str, arguments: Any) -> tuple[ToolDefinition, dict[str, Any]]:
        """Return the tool that is meant, and a copy of the arguments, coerced and validated.

        Raises ToolError tool_not_found or tool_invalid.
        """
        tool = self._tools[name] if self.is_enabled(name) else self._find(name)
        if not isinstance(arguments, dict):
            raise ToolError(
                "tool_invalid",
                f"The arguments of {name!r} must be a JSON object, not {type(arguments).__name__}",
                {"errors": [{"path": "$", "message": "must be an object"}]},
            )
        ready = self._checks[tool.definition.name](cast("dict[str, Any]", arguments))
        if tool.check is not None:
            with aside():
                tool.check(copy.deepcopy(ready))
        return tool.definition, ready

    def for_detection(self) -> list[dict[str, Any]]:
        """Return what detection uses of the enabled tools; see `ToolDefinition.for_detection`."""
        return [self._tools[name].definition.for_detection() for name in self.names]

    def previews(self, name: str) -> bool:
        """Return whether the tool with exactly this name has a preview."""
        return name in self._tools and self._tools[name].preview is not None

    def preview(self, name: str, arguments: Any) -> str:
        """Return a description of what a call would do, for the user's approval: a diff, a command line; ""
        if there is none.

        May read files, so call it in a thread. Never raises.
        """
        try:
            definition, ready = self.prepare(name, arguments)
            shown = self._tools[definition.name].preview
            return "" if shown is None else str(shown(ready))
        except ToolError as error:
            return error.message
        except Exception as error:
            log.exception("the preview of %s failed", name)
            return f"What it would do can't be shown: {type(error).__name__}: {error}"

    async def call_tool(
        self,
        name: str,
        arguments: Any,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - a limit a caller can name in the error
    ) -> ToolResult:
        """Validate the arguments and run the tool. `timeout` in seconds replaces the tool's own.

        Raises ToolError, and no other exception except asyncio.CancelledError.
        """
        definition, ready = self.prepare(name, arguments)
        tool = self._tools[definition.name]
        context = context or ToolContext()
        limit = definition.timeout if timeout is None else timeout

        async def work() -> ToolResult:
            return to_result(await tool.handler(ready, context))

        return await run(definition.name, work, context, limit)

    def load_folder(self, path: Path | str) -> list[LoadProblem]:
        """Load the tools of `path/*.py` and return the problems. `reload_changed` then watches the folder."""
        folder = Path(path)
        if not folder.is_dir():
            return [LoadProblem(str(folder), "there is no such folder")]
        self._folders.setdefault(folder, {})
        return self._sync(folder)

    def reload_changed(self) -> list[LoadProblem]:
        """Reload new and changed files of the folders, and remove the tools of deleted files.

        If a changed file fails to load, its tools stay unchanged. Returns the problems.
        """
        return [problem for folder in self._folders for problem in self._sync(folder)]

    def folders(self) -> dict[Path, dict[Path, loader.Stamp]]:
        """Internal: return the loaded folders and their files as of the last load, for `scan_folder`."""
        return {
            folder: {path: file.stamp for path, file in files.items()}
            for folder, files in self._folders.items()
        }

    def apply(self, change: loader.ReloadResult) -> list[LoadProblem]:
        """Internal: apply what `loader.scan_folder` found in one folder, and return the problems."""
        known = self._folders[change.folder]
        problems: list[LoadProblem] = []
        for path in change.gone:
            for name in known.pop(path).names if path in known else []:
                self.remove(name)
        for path, (stamp, found) in change.loaded.items():
            before = known.get(path, loader.FolderFile(stamp))
            if isinstance(found, LoadProblem):
                problems.append(found)
                own = before.names
            else:
                own = self._exchange(before.names, found, problems)
            known[path] = loader.FolderFile(stamp, own)
        return problems

    def load_entry_points(self) -> list[LoadProblem]:
        """Load the tools of installed packages, by the entry point group `overlay.tools`."""
        import importlib.metadata

        problems: list[LoadProblem] = []
        for point in importlib.metadata.entry_points(group=loader.GROUP):
            found = loader.load_entry_point(point)
            if isinstance(found, LoadProblem):
                problems.append(found)
            else:
                self._add_each(found, problems)
        return problems

    def _sync(self, folder: Path) -> list[LoadProblem]:
        return self.apply(loader.scan_folder(folder, self.folders()[folder]))

    def _exchange(self, old: list[str], tools: list[Tool], problems: list[LoadProblem]) -> list[str]:
        """Replace a file's old tools by its new ones. If there is a problem, the old ones are restored."""
        restored = [self._tools[name] for name in old if name in self._tools]
        for name in old:
            self.remove(name)
        before = len(problems)
        added = self._add_each(tools, problems)
        if not restored or len(problems) == before:
            return added
        for name in added:
            self.remove(name)
        return self._add_each(restored, problems)

    def _add_each(self, tools: list[Tool], problems: list[LoadProblem]) -> list[str]:
        added: list[str] = []
        for tool in tools:
            try:
                added.append(self.add(tool).name)
            except ToolDefinitionError as error:
                problems.append(LoadProblem(tool.source, str(error)))
        return added

    def _on(self) -> dict[str, ToolDefinition]:
        return {definition.name: definition for definition in self.snapshot()}

    def _find(self, name: str) -> Tool:
        on = self._on()
        full = None if name in self._retired else names.resolve(name, on)
        if full is None:
            reasons = (why for server, why in self._missing.items() if why and name.startswith(f"{server}."))
            if name not in self._tools and (reason := next(reasons, "")):
                raise ToolError("tool_execution_failed", reason, {"tool": clip(name, 128)})
            raise names.not_found(name, on, self._off & self._tools.keys(), self._retired)
        return self._tools[full]
