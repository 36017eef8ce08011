"""The public API: each type that a public signature names can be imported from `overlay`."""

from __future__ import annotations

import dataclasses
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, cast, get_args, get_type_hints

from playwright import async_api
from pydantic import BaseModel

import overlay
from overlay.companion.wiring import Runtime
from overlay.ui.prompting import Ask
from tools.reference.api_page import OPAQUE, is_internal, parameters

PUBLIC = {name: getattr(overlay, name) for name in overlay.__all__}
NAMES = {**vars(async_api), **PUBLIC, "Ask": Ask, "Runtime": Runtime}
"""Names that an annotation may use besides the imports of its own module."""


def functions(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield what a caller of the public name may call or read, by its name."""
    if inspect.isfunction(value):
        yield name, value
        return
    if not dataclasses.is_dataclass(value) and "__init__" in vars(value):
        yield f"{name}()", value.__init__
    for member, found in () if name in OPAQUE else vars(value).items():
        function = found.fget if isinstance(found, property) else found
        if not member.startswith("_") and inspect.isfunction(function) and not is_internal(function):
            yield f"{name}.{member}", function


def hints(name: str, value: Any) -> dict[str, Any]:
    """Return the types in the signatures and fields of the public name. Raises NameError for an unknown one."""
    found: dict[str, Any] = {}
    for called, function in functions(name, value):
        public = {*parameters(value), "return"} if called.endswith("()") else None
        types = get_type_hints(function, localns=NAMES)
        found |= {f"{called} {key}": hint for key, hint in types.items() if public is None or key in public}
    if name not in OPAQUE and (dataclasses.is_dataclass(value) or issubclass_of_model(value)):
        fields = get_type_hints(value, localns=NAMES)
        found |= {f"{name}.{key}": hint for key, hint in fields.items() if not key.startswith("_")}
    return found


def issubclass_of_model(value: Any) -> bool:
    return inspect.isclass(value) and issubclass(value, BaseModel)


def own_classes(hint: Any) -> Iterator[type[Any]]:
    """Yield the classes of overlay in a type."""
    if inspect.isclass(hint) and hint.__module__.partition(".")[0] in ("overlay", "observers"):
        yield hint
    inner: tuple[Any, ...] = get_args(hint)
    for one in inner:
        for each in cast("list[Any]", one) if isinstance(one, list) else [one]:
            yield from own_classes(each)


def test_each_type_in_a_public_signature_is_public() -> None:
    used = {
        f"{place}: {one.__name__}"
        for name, value in PUBLIC.items()
        if not isinstance(value, str)
        for place, hint in hints(name, value).items()
        for one in own_classes(hint)
        if one not in PUBLIC.values()
    }
    assert used == set()


def test_dir_shows_each_public_name_before_it_is_used() -> None:
    program = "import overlay; print(*set(overlay.__all__) - set(dir(overlay)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


def test_pydoc_shows_each_public_name() -> None:
    text = pydoc.plain(pydoc.render_doc(overlay))
    shown = {word for line in text.splitlines() for word in line.replace("(", " ").split()}
    assert set(overlay.__all__) - shown == {"Approver", "__version__"} - shown
