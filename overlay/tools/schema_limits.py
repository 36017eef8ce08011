"""Limits on a JSON Schema: its size, and the number of nodes it expands to.

Schemas come from servers, and each reader of one (the validator, the coercion, detection, the prompt) follows
its references and alternatives. A schema of a kilobyte can expand to billions of nodes. So the nodes are
counted once, here, and a schema that is too large is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from overlay.common.patterns import PatternError, PatternUnsupported, compiled
from overlay.tools.errors import clip
from overlay.tools.work_limit import sizes_of

DEPTH = 64
NODES = 10_000
TEXT = 300_000
HERE = 2_000
"""Maximum number of schema nodes that apply to the same value, through `anyOf`, `$ref` and the like."""
UNFOLDED = 100_000
PATH = 200
NUMBER = 1000
OUTSIDE = "#/(not in this schema)/"

_ONE = (
    "additionalItems",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_MANY = ("properties", "patternProperties", "$defs", "definitions")
_HERE_MANY = ("allOf", "anyOf", "oneOf")
_HERE_NAMED = ("dependentSchemas", "dependencies")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_STRICT = frozenset(["not", "oneOf", "if", "contains", "unevaluatedItems", "unevaluatedProperties"])
_NAMES = frozenset(["$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"])

Node = dict[str, Any]
Edge = tuple[str, Any, bool]
"""The keyword, the schema below it, and whether that schema applies to the same value."""


class SchemaRefused(ValueError):
    """A schema that is not used. The message says why and begins with `it`."""


class LimitedSchema:
    """A copy of a schema that is within the limits.

    `root` has no `$schema`, `$id` or anchors: they would let a part of the schema select another validator,
    or give a reference a second meaning. References other than `#` and `#/…` are not resolved. `unchecked`
    are the patterns that are skipped, `sizes` is the result of `work_limit.sizes_of(root)`, and in `choices`
    the validator caches its data for each `enum`, by `id`. Raises SchemaRefused.
    """

    def __init__(self, schema: Any) -> None:
        measure(schema)
        if not isinstance(schema, dict):
            raise SchemaRefused("it is not an object")
        self.root: Node = _plain(schema)
        self.unchecked: list[str] = []
        self._here: dict[int, int] = {}
        self._unfolded: dict[int, int] = {}
        self._open: set[int] = set()
        self._seen: set[tuple[int, bool]] = set()
        self.sizes = sizes_of(self.root)
        self.choices: dict[int, frozenset[str]] = {}
        self._todo: list[Node] = [self.root]
        while self._todo:
            self._count_here(self._todo.pop(), 0)
        self._count_all(self.root, 0)
        self._read_patterns(self.root)

    def here(self, node: Any) -> int:
        """Return how many nodes apply to one value if `node` does."""
        return self._here.get(id(node), 1)

    def _count_here(self, node: Any, depth: int) -> int:
        """Return how many nodes apply to the same value as `node`. Nodes for other values
        are counted later.
        """
        mark = id(node)
        if mark in self._here:
            return self._here[mark]
        if mark in self._open:
            raise SchemaRefused("it refers to itself for one and the same value, which has no end")
        _bounded_path(depth)
        here = 1
        self._open.add(mark)
        for _, child, same in _edges(node, self.root):
            if same:
                here += self._count_here(child, depth + 1)
            else:
                self._todo.append(child)
            if here > HERE:
                raise SchemaRefused(
                    f"its alternatives and references apply more than {HERE} schemas to one value"
                )
        self._open.discard(mark)
        self._here[mark] = here
        return here

    def _count_all(self, node: Any, depth: int) -> int:
        """Return how many nodes `node` expands to. A schema inside itself counts as one."""
        mark = id(node)
        if mark in self._unfolded:
            return self._unfolded[mark]
        if mark in self._open:
            return 1
        _bounded_path(depth)
        self._open.add(mark)
        unfolded = 1
        for _, child, _ in _edges(node, self.root):
            unfolded += self._count_all(child, depth + 1)
            if unfolded > UNFOLDED:
                raise SchemaRefused(f"its references unfold to more than {UNFOLDED} schemas")
        self._open.discard(mark)
        self._unfolded[mark] = unfolded
        return unfolded

    def _read_patterns(self, node: Any, strict: bool = False) -> None:
        """Skip patterns that can't be matched in bounded time; the server checks its own patterns again.

        Where skipping could make a valid call invalid, the schema is refused.
        """
        todo, words = [(node, strict)], set[str]()
        while todo:
            node, strict = todo.pop()
            if not isinstance(node, dict) or (id(cast("object", node)), strict) in self._seen:
                continue
            here = cast("Node", node)
            self._seen.add((id(here), strict))
            named: Any = here.get("patternProperties")
            words |= here.keys() & {"patternProperties", "unevaluatedProperties"}
            for pattern in cast("Node", named) if isinstance(named, dict) else ():
                self._read_pattern(pattern, strict=True)
            if isinstance(here.get("pattern"), str):
                self._read_pattern(here["pattern"], strict=strict)
            todo += [(child, strict or word in _STRICT) for word, child, _ in _edges(here, self.root)]
        if len(words) == 2:  # jsonschema would match the names with Python's own regex engine
            raise SchemaRefused(
                "it has both patternProperties and unevaluatedProperties, which can't be checked"
            )

    def _read_pattern(self, pattern: str, *, strict: bool) -> None:
        try:
            compiled(pattern)
        except PatternUnsupported as error:
            if strict:
                raise SchemaRefused(
                    f"its pattern {clip(pattern, 100)!r} can't be checked: {error}"
                ) from error
            self.unchecked.append(pattern)
        except PatternError as error:
            raise SchemaRefused(f"its pattern {clip(pattern, 100)!r} is not valid: {error}") from error


def _bounded_path(depth: int) -> None:
    if depth > PATH:
        raise SchemaRefused(f"it leads through more than {PATH} schemas in a row")


def measure(value: Any, *, depth: int = DEPTH, nodes: int = NODES, text: int = TEXT) -> int:
    """Return the number of nodes of a JSON value. Raises SchemaRefused if it is too deep or too large."""
    found = characters = 0
    todo: list[tuple[Any, int]] = [(value, 1)]
    while todo:
        item, level = todo.pop()
        found += 1
        if level > depth:
            raise SchemaRefused(f"it is nested deeper than {depth} levels")
        if isinstance(item, dict):
            inner = cast("Node", item)
            characters += sum(len(str(key)) for key in inner)
            todo += [(each, level + 1) for each in inner.values()]
        elif isinstance(item, list):
            todo += [(each, level + 1) for each in cast("list[Any]", item)]
        elif isinstance(item, str):
            characters += len(item)
        elif isinstance(item, int) and item.bit_length() > NUMBER:
            raise SchemaRefused("it has a number of more than 300 digits")
        if found + len(todo) > nodes:
            raise SchemaRefused(f"it has more than {nodes} parts")
        if characters > text:
            raise SchemaRefused(f"it is longer than {text} characters")
    return found


def resolved(reference: Any, root: Any) -> Any:
    """Return the target of `#` or `#/…` in `root`; None if there is none, or it is another reference."""
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return None
    node = root
    for part in reference[2:].split("/") if len(reference) > 2 else []:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict):
            node = cast("Node", node).get(name)
        elif isinstance(node, list) and name.isdecimal() and int(name[:6]) < len(cast("list[Any]", node)):
            node = cast("list[Any]", node)[int(name[:6])]
        else:
            return None
    return node


def _edges(node: Node, root: Any) -> Iterator[Edge]:
    for word in _HERE_MANY:
        yield from ((word, child, True) for child in _listed(node.get(word)))
    for word in ("not", "if", "then", "else"):
        yield from ((word, child, True) for child in _listed([node.get(word)]))
    for word in _HERE_NAMED:
        yield from ((word, child, True) for child in _named(node.get(word)))
    for word in _REFERENCES:
        yield from ((word, child, True) for child in _listed([resolved(node.get(word), root)]))
    for word in _MANY:
        yield from ((word, child, False) for child in _named(node.get(word)))
    for word in _ONE:
        yield from ((word, child, False) for child in _listed([node.get(word)]))
    for word in ("items", "prefixItems", "contains"):
        found = node.get(word)
        listed = _listed(cast("Any", found)) if isinstance(found, list) else _listed([found])
        yield from ((word, child, False) for child in listed)


def _listed(value: Any) -> list[Any]:
    return (
        [each for each in cast("list[Any]", value) if isinstance(each, dict)]
        if isinstance(value, list)
        else []
    )


def _named(value: Any) -> list[Any]:
    return _listed(list(cast("Node", value).values())) if isinstance(value, dict) else []


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    kept: Node = {}
    for key, each in cast("Node", value).items():
        if key in _NAMES and isinstance(each, str | bool):
            continue
        leads_out = (
            key in _REFERENCES and isinstance(each, str) and not (each == "#" or each.startswith("#/"))
        )
        kept[key] = f"{OUTSIDE}{each}" if leads_out else _plain(each)
    return kept
