"""Writes the JavaScript types of the messages of page and panel, from the models that validate them.

Run `python tools/make_types.py` after a change of a model. A test compares the files with the models.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

ROOT = Path(__file__).parents[1]
WIDTH = 120
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}
COMPLETE = "overlay.ui.panel.state"
"""The module whose models are sent with all fields; elsewhere a field with a default may be left out."""
NEVER_NULL = "observers.recording_protocol.", "overlay.ui.panel.state.PanelState"
"""The models whose fields are left out if they are None."""

ELSEWHERE = {"Entries": 'import("./recording/recording_types.js").Entry[]'}
"""Types that a module names without importing their models."""


@dataclass(frozen=True)
class TypeFile:
    """A file of types, and the modules with its models."""

    path: str
    about: str
    modules: tuple[str, ...]


FILES = (
    TypeFile(
        "injected_js/protocol.js",
        "The messages from the page to Python, and the commands to the page.",
        ("observers.protocol", "observers.block_view", "observers.commands"),
    ),
    TypeFile(
        "injected_js/recording/recording_types.js",
        "The messages of the recorder. Trees are flat: each node is added to its parent, parents first.",
        ("observers.recording_protocol",),
    ),
    TypeFile(
        "overlay/ui/panel/static/types.js",
        "The messages between Python and the panel.",
        ("overlay.ui.panel.state", "overlay.ui.panel.messages"),
    ),
)


def text_of(file: TypeFile) -> str:
    """Return the text of the file."""
    return "\n".join(_Writer(file).lines()) + "\n"


class _Writer:
    """Writes one file."""

    def __init__(self, file: TypeFile) -> None:
        self._file = file
        self._modules = [importlib.import_module(name) for name in file.modules]
        self._names: dict[int, str] = {}
        for module in reversed(self._modules):
            for name, value in vars(module).items():
                if _needs_a_name(value) and not name.startswith("_"):
                    self._names[id(value)] = name
        self._wanted: dict[str, Any] = {}

    def lines(self) -> Iterator[str]:
        """Yield the lines: each module's models and unions, then the lists of words that they use."""
        made = f"Made by tools/make_types.py from {', '.join(map(_path_of, self._file.modules))}."
        yield from ["/**", *_wrapped(self._file.about), *_wrapped(made)]
        written: set[str] = set()
        for module in self._modules:
            notes = _Notes(inspect.getsource(module))
            for name in notes.names:
                value: Any = vars(module)[name]
                if _is_model(value):
                    yield from [" *", *self._model(value, notes)]
                elif self._names.get(id(value)) == name and name not in ELSEWHERE:
                    written.add(name)
                    yield from [" *", *self._alias(name, value, notes.fields.get(name, ""))]
        for name, value in self._wanted.items():
            if name not in written:
                yield from [" *", *self._alias(name, value, "")]
        yield from [" */", "export {};"]

    def _model(self, model: type[BaseModel], notes: _Notes) -> Iterator[str]:
        about = inspect.getdoc(model) or ""
        yield from _wrapped(f"@typedef {{object}} {model.__name__}  {_sentence(about)}")
        hints = get_type_hints(model, include_extras=True)
        for name, field in model.model_fields.items():
            constant = get_origin(hints[name]) is Literal and len(get_args(hints[name])) == 1
            left_out = not (field.is_required() or constant or model.__module__ == COMPLETE)
            words = self._type(hints[name])
            if f"{model.__module__}.{model.__name__}".startswith(NEVER_NULL) and field.default is None:
                left_out, words = True, words.removesuffix(" | null")
            note = _sentence(notes.fields.get(f"{model.__name__}.{name}", ""))
            yield from _wrapped(f"@property {{{words}}} {f'[{name}]' if left_out else name}  {note}")

    def _alias(self, name: str, value: Any, note: str) -> list[str]:
        return _wrapped(f"@typedef {{{self._type(value, named=False)}}} {name}  {_sentence(note)}")

    def _type(self, hint: Any, *, named: bool = True) -> str:
        name = self._names.get(id(hint)) if named else None
        if name in ELSEWHERE:
            return ELSEWHERE[name]
        if name:
            self._wanted[name] = hint
            return name
        if _is_model(hint):
            return self._reference(hint)
        kind, inner = get_origin(hint), get_args(hint)
        if kind is Annotated:
            return self._type(inner[0])
        if kind is Literal:
            return " | ".join(f'"{word}"' for word in inner)
        if kind in (Union, UnionType):
            return " | ".join(map(self._type, inner))
        if kind is list:
            words = self._type(inner[0])
            return f"({words})[]" if " | " in words else f"{words}[]"
        if kind is tuple:
            return f"[{', '.join(map(self._type, inner))}]"
        if kind is dict:
            return f"Record<{', '.join(map(self._type, inner))}>"
        return SIMPLE[hint]

    def _reference(self, model: type[BaseModel]) -> str:
        if model.__module__ in self._file.modules:
            return model.__name__
        [other] = [file for file in FILES if model.__module__ in file.modules]
        return f'import("{self._path_to(other)}").{model.__name__}'

    def _path_to(self, other: TypeFile) -> str:
        path = Path(os.path.relpath(other.path, Path(self._file.path).parent)).as_posix()
        return path if path.startswith(".") else f"./{path}"


class _Notes:
    """The classes and aliases of a module in their order, and the text below each alias and each field."""

    def __init__(self, source: str) -> None:
        self.names: list[str] = []
        self.fields: dict[str, str] = {}
        body = ast.parse(source).body
        self._read(body, "")
        for node in body:
            if isinstance(node, ast.ClassDef):
                self._read(node.body, f"{node.name}.")

    def _read(self, body: list[ast.stmt], prefix: str) -> None:
        for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
            name = _name_of(node)
            if name and not prefix and not name.startswith("_"):
                self.names.append(name)
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                self.fields[prefix + name] = str(after.value.value)


def _name_of(node: ast.stmt) -> str:
    """Return the name of a class or variable, "" for another statement."""
    if isinstance(node, ast.ClassDef):
        return node.name
    match node:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return ""


def _is_model(value: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(value, type) and issubclass(value, BaseModel)


def _needs_a_name(value: Any) -> bool:
    """Whether a type keeps its name in JavaScript: a list of words, a union, or a list of a union."""
    kind, inner = get_origin(value), get_args(value)
    if kind is Annotated:
        return _needs_a_name(inner[0])
    return kind in (Union, UnionType, list) or (kind is Literal and len(inner) > 1)


def _sentence(text: str) -> str:
    """Return the text on one line; one sentence has no full stop."""
    line = " ".join(text.split())
    return line if ". " in line else line.removesuffix(".")


def _wrapped(text: str) -> list[str]:
    """Return the text as lines of the comment; the second line and the others are indented."""
    return textwrap.wrap(
        text.strip(),
        WIDTH,
        initial_indent=" * ",
        subsequent_indent=" *   ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _path_of(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


if __name__ == "__main__":
    for each in FILES:
        (ROOT / each.path).write_text(text_of(each), "utf-8")
