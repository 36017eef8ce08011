"""Makes docs/api.md: the public names of the package."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

import overlay
from tools.reference.field_texts import fields_of, row, table

HEAD = """\
# Python API

These names are public: import them from `overlay`. Their behaviour changes only with a new major version,
or a new minor version while the major version is 0, and [the changelog](../CHANGELOG.md) says so. All other
modules are internal and may change at any time. Importing `overlay` imports no browser; a name is loaded
when you first use it.

The fixtures for pytest are in [check.md](check.md#pytest), the events in [events.md](events.md), the keys
of `config` in [configuration.md](configuration.md).
"""
EXAMPLES = {
    "Companion": """\
config = {"policy": {"auto_execute": ["current_time"]}}
async with Companion("demo", tools=[current_time], config=config, headless=True) as companion:
    print(companion.url)
    print(await companion.blocks())
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
    """Return the page. Raises KeyError for a public name without an example."""
    lines = [HEAD]
    for name in overlay.__all__:
        lines += [
            f"## {name}",
            "",
            *_section(name, getattr(overlay, name)),
            "```python",
            f"{EXAMPLES[name]}```",
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


def _section(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from ["The version of overlay.", ""]
        return
    model = inspect.isclass(value) and issubclass(value, BaseModel)
    if not model:
        yield from ["```text", _signature(name, value), "```", ""]
    yield from _words(inspect.getdoc(value) or "")
    if model:
        yield from [
            *table(("field", "type", "default", "meaning"), (one.row for one in fields_of(value))),
            "",
        ]
    elif inspect.isclass(value):
        methods = [row(f"`{head}`", about) for head, about in _methods(value)]
        yield from [*table(("member", "meaning"), methods), ""]


def _words(doc: str) -> Iterator[str]:
    """Yield a docstring; its groups of parameters become lists."""
    for part in doc.split("\n\n"):
        head, _, rest = part.partition("\n")
        if rest.startswith("    ") and head.endswith(":"):
            yield from [head, ""]
            entry = ""
            for line in inspect.cleandoc(rest).splitlines():
                if line.startswith(" "):
                    entry += f" {line.strip()}"
                    continue
                if entry:
                    yield entry
                key, _, about = line.partition(": ")
                entry = f"- `{key}`: {about}"
            yield from [entry, ""]
        else:
            yield from [" ".join(part.split()), ""]


def _signature(name: str, value: Any) -> str:
    """Return the call with the names of its parameters; defaults, but no types."""
    shown: list[str] = []
    named_only = False
    for one in inspect.signature(value).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not named_only:
            named_only = True
            shown.append("*")
        if one.kind is not one.POSITIONAL_ONLY:
            shown.append(one.name if one.default is one.empty else f"{one.name}={one.default!r}")
    line = f"{name}({', '.join(shown)})"
    return line if len(line) < 100 else f"{name}(\n    " + ",\n    ".join(shown) + ",\n)"


def _methods(cls: type[Any]) -> Iterator[tuple[str, str]]:
    for name, member in vars(cls).items():
        if name.startswith("_"):
            continue
        doc = (inspect.getdoc(member) or "").split("\n\n")[0]
        if isinstance(member, property):
            yield name, doc
        elif inspect.isfunction(member):
            names = [one for one in inspect.signature(member).parameters if one != "self"]
            awaited = "await " if inspect.iscoroutinefunction(member) else ""
            yield f"{awaited}{name}({', '.join(names)})", doc
