"""Makes docs/api.md: the public names of the package."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from textwrap import dedent
from typing import Any, Literal, cast, get_args, get_origin

from pydantic import BaseModel

import overlay
from overlay import ErrorCode
from tools.reference.field_texts import fields_of, row, table

HEAD = """\
# Python API

These names are public: import them from `overlay`. Their behaviour changes only with a new major version,
or a new minor version while the major version is 0, and [the changelog](../CHANGELOG.md) says so. All other
modules are internal and may change at any time; so may a member whose text begins with "Internal". Importing
`overlay` imports no browser; a name is loaded when you first use it.

Other pages have [the fixtures for pytest](check.md#pytest), [the events](events.md), [the keys of
`config`](configuration.md#the-file-given-by---config) and [the command line](commands.md).
"""
GROUPS = {
    "Find calls in text": (
        "detect",
        "StreamDetector",
        "ToolCall",
        "CallOpened",
        "CallNamed",
        "ArgumentDelta",
        "ArgumentClosed",
        "CallClosed",
        "CallWithdrawn",
        "ToolIndex",
    ),
    "Make and call tools": (
        "tool",
        "ToolRegistry",
        "ToolDefinition",
        "ToolHints",
        "ToolContext",
        "OutlineTarget",
        "CommandPlace",
        "ToolResult",
        "ToolImage",
        "ToolAudio",
        "ToolLink",
        "LoadProblem",
        "ServerConfig",
    ),
    "Open a chat": ("Companion", "ClickResult", "Config", "SiteProfile", "Event", "BlockInfo"),
    "Say what may run": (
        "Policy",
        "PolicyConfig",
        "PolicyFile",
        "PolicyStore",
        "Taints",
        "Approver",
        "Question",
        "Answer",
        "ToolEffects",
    ),
    "Keep what ran": ("Ledger",),
    "Errors": (
        "OverlayError",
        "UsageError",
        "CheckFailed",
        "BrowserNotFound",
        "ToolError",
        "ErrorCode",
        "ToolDefinitionError",
        "LedgerError",
    ),
    "Version": ("__version__",),
}
ERROR_CODES: dict[ErrorCode, str] = {
    "tool_not_found": "No tool has this name, or its server is not ready.",
    "tool_invalid": "The arguments don't fit the tool's schema, or the tool refused them.",
    "tool_execution_failed": "The tool raised an exception, or its server failed.",
    "tool_denied": "The policy, the user, or a limit of the tool itself did not allow the call.",
    "tool_rate_limited": "Too many calls ran in a short time.",
    "tool_timeout": "The call took longer than its time limit.",
    "tool_cancelled": "The call was stopped before it was done.",
}
OPAQUE = frozenset(
    ("Config", "Policy", "PolicyConfig", "PolicyFile", "PolicyStore", "Taints", "Ledger", "ToolIndex")
)
"""Classes that a caller makes and passes on; their other members are internal."""
PROTOCOLS = ("Approver", "PolicyStore")
"""Types that a caller may write, and never makes."""
ELSEWHERE = {
    "Config": "Its fields are the keys of [a `--config` file](configuration.md#the-file-given-by---config).",
    "PolicyConfig": "Its fields are the keys of [its table `policy`](configuration.md#policy).",
    "Event": "Its fields are among [the events](events.md#event).",
    "BlockInfo": "Its fields are among [the events](events.md#blockinfo).",
}
"""The pages with the fields of a class."""
EXAMPLES = {
    "Approver": """\
async def approve(question: Question) -> Answer:
    if question.tool.hints.read_only:
        return Answer("once")
    return Answer("deny", reason="only reading is allowed")


companion = Companion("demo", approve=approve)
""",
    "Policy": """\
policy = Policy(PolicyConfig(auto_execute=["current_time"]), store=PolicyFile.own())
companion = Companion("demo", policy=policy)
""",
    "Ledger": """\
companion = Companion("demo", headless=True, ledger=Ledger.own())
""",
    "ToolError": """\
try:
    await ToolRegistry().call_tool("missing", {})
except ToolError as error:
    print(error.code)
""",
    "StreamDetector": """\
detector = StreamDetector(tools=[{"name": "now", "parameters": {"type": "object"}}])
for delta in ("<tool:now>", "{}", "</tool>"):
    detector.feed(delta)
detector.finish()
print(detector.calls[0].name)
""",
    "ToolCall": """\
[call] = detect("<tool:now>{}</tool>")
print(call.name, call.complete, call.model_dump_json())
""",
    "ToolRegistry": """\
registry = ToolRegistry([current_time])
print(await registry.call_tool("current_time", {"timezone": "UTC"}))
""",
    "__version__": "print(overlay.__version__)\n",
    "detect": """\
for call in detect('<tool:current_time>{"timezone": "UTC"}</tool>'):
    print(call.name, call.arguments)
""",
    "tool": '''\
@tool(read_only=True)
def word_count(text: str) -> int:
    """Counts the words of a text."""
    return len(text.split())
''',
}


def text() -> str:
    """Return the page. Raises ValueError for a public name without a group, or a field without a text."""
    grouped = [name for names in GROUPS.values() for name in names]
    if missing := set(overlay.__all__) ^ set(grouped):
        raise ValueError(f"not in one of the groups, or not public: {', '.join(sorted(missing))}")
    lines = [HEAD]
    for group, names in GROUPS.items():
        lines.append(f"- {group}: {', '.join(f'[`{name}`](#{name.lower()})' for name in names)}")
    lines.append("")
    for name in grouped:
        head = f"`{name}`" if name.startswith("_") else name  # else Markdown takes it for bold
        lines += [f"## {head}", "", *_section(name, getattr(overlay, name))]
        if example := EXAMPLES.get(name):
            lines += ["```python", f"{example}```", ""]
    return "\n".join(lines).rstrip() + "\n"


def is_internal(member: Any) -> bool:
    """Return whether the text of the member says that it is not public."""
    return (inspect.getdoc(member) or "").startswith("Internal")


def parameters(cls: type[Any]) -> list[str]:
    """Return the public parameters of a class, which its text names before a group "Internal"."""
    public, *internal = re.split(r"^Internal.*:$", inspect.getdoc(cls) or "", flags=re.MULTILINE)
    hidden = {name for part in internal for name in re.findall(r"^    (\w+):", part, re.MULTILINE)}
    hidden -= set(re.findall(r"^    (\w+):", public, re.MULTILINE))
    return [name for name in inspect.signature(cls).parameters if name not in hidden]


def _section(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from ["The version of overlay.", ""]
        return
    if get_origin(value) is Literal:
        rows = (row(f"`{code}`", ERROR_CODES[code]) for code in get_args(value))
        yield from ["Why a call failed.", "", *table(("code", "meaning"), rows), ""]
        return
    fields: Any = inspect.isclass(value) and (issubclass(value, BaseModel) or is_dataclass(value))
    if inspect.isfunction(value) or ("__init__" in vars(value) and not (fields or name in PROTOCOLS)):
        yield from ["```text", _signature(name, value), "```", ""]
    yield from words_of(inspect.getdoc(value) or "")
    if name in ELSEWHERE:
        yield from [ELSEWHERE[name], ""]
    elif fields and name not in OPAQUE:
        rows = (one.row for one in fields_of(cast("type[Any]", value)))
        yield from [*table(("field", "type", "default", "meaning"), rows), ""]
    if inspect.isclass(value) and not issubclass(value, Exception):
        opened = ("own",) if name in OPAQUE else tuple(vars(value))
        methods = [row(f"`{head}`", about) for head, about in _methods(value, opened)]
        if methods:
            yield from [*table(("member", "meaning"), methods), ""]
    if name in OPAQUE - ELSEWHERE.keys():
        yield from ["Its other members are internal.", ""]


def words_of(doc: str) -> Iterator[str]:
    """Yield a docstring as Markdown: groups of parameters as lists, examples as blocks of code."""
    for part in doc.split("\n\n"):
        head, _, rest = part.partition("\n")
        if head.startswith("Internal") or head == "Example::":
            continue
        if head.startswith("    "):  # the code after "Example::"
            yield from ["```python", dedent(part), "```", ""]
        elif rest.startswith("    ") and head.endswith(":"):
            entries = re.split(r"\n(?=\S)", dedent(rest))
            yield from [head, "", *(_entry(entry) for entry in entries), ""]
        else:
            yield from [" ".join(part.split()), ""]


def _entry(text: str) -> str:
    name, _, about = " ".join(text.split()).partition(": ")
    return f"- `{name}`: {about}"


def _signature(name: str, value: Any) -> str:
    """Return the call with the names of its parameters; defaults, but no types."""
    shown: list[str] = []
    named_only = False
    public = parameters(value)
    for one in inspect.signature(value).parameters.values():
        if one.name not in public:
            continue
        if one.kind is one.KEYWORD_ONLY and not named_only:
            named_only = True
            shown.append("*")
        if one.kind is not one.POSITIONAL_ONLY:
            default = "…" if callable(one.default) else repr(one.default)  # a function's has an address
            shown.append(one.name if one.default is one.empty else f"{one.name}={default}")
    line = f"{name}({', '.join(shown)})"
    return line if len(line) < 100 else f"{name}(\n    " + ",\n    ".join(shown) + ",\n)"


def _methods(cls: type[Any], names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        member: Any = inspect.getattr_static(cls, name, None)
        if name.startswith("_") or is_internal(member):
            continue
        doc = (inspect.getdoc(member) or "").split("\n\n")[0]
        function: Any = getattr(member, "__func__", member)  # of a class method
        if isinstance(member, property):
            yield name, doc
        elif inspect.isfunction(function):
            taken = [one for one in inspect.signature(function).parameters if one not in ("self", "cls")]
            awaited = "await " if inspect.iscoroutinefunction(function) else ""
            yield f"{awaited}{name}({', '.join(taken)})", doc
