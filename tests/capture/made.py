"""Recordings made by hand: a page as markup, then one small change after another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from overlay.capture.manifest import Asset, Manifest
from overlay.capture.model import INPUT_LINE, Closed, Delta, InputLine, Opened, PageLine, Step
from overlay.capture.recording import ASSETS, INPUTS, LIVE, MANIFEST, PAGE, STREAMS, Recording, write_lines
from tests.capture.page_line import PAGE_LINE

URL = "https://chat.example.test/c/one"
PROFILE: dict[str, Any] = {
    "name": "made",
    "title": "Made",
    "user": ".user",
    "assistant": ".assistant",
    "streaming": ".busy",
    "composer": "textarea",
    "conversation": "/c/([^/?#]+)",
}
NOTE: dict[str, Any] = {
    "name": "note",
    "description": "Keeps a text.",
    "parameters": {"type": "object", "properties": {"text": {"type": "string"}}},
    "hints": {"read_only": True},
}
PAGE_OF = {"html": 2, "head": 3, "body": 4, "main": 5}


def element(number: int, tag: str, *kids: dict[str, Any], **attrs: str) -> dict[str, Any]:
    """A node; `class_` and the like are written without the line at the end."""
    named = [(name.rstrip("_").replace("_", "-"), value) for name, value in attrs.items()]
    return {"id": number, "tag": tag, "attrs": named, "kids": list(kids)}


def text(number: int, data: str) -> dict[str, Any]:
    return {"id": number, "text": data}


def add(parent: int, node: dict[str, Any], before: int = 0) -> dict[str, Any]:
    return {"o": "add", "parent": parent, "before": before, "node": node}


def append(number: int, at: int, data: str) -> dict[str, Any]:
    return {"o": "text", "id": number, "at": at, "cut": 0, "text": data}


class Made:
    """Writes a recording. Time passes by `after` milliseconds with each thing."""

    def __init__(self, url: str = URL) -> None:
        self.url = url
        self.at = 0.0
        self.n = 0
        self.lines: list[PageLine] = []
        self.inputs: list[InputLine] = []
        self.streams: list[Delta] = []
        self.docs = 0
        self.nodes = 100
        self.manifest: dict[str, Any] = {"profile": PROFILE, "config": {}, "tools": [NOTE]}
        self.assets: dict[str, tuple[str, bytes]] = {}
        self.length = 0.0

    def number(self) -> int:
        """A new node's."""
        self.nodes += 1
        return self.nodes

    def open(
        self,
        *body: dict[str, Any],
        head: tuple[dict[str, Any], ...] = (),
        url: str = "",
        after: float = 0,
        **more: Any,
    ) -> int:
        """A document with `body` in its `main` (node 5); its number."""
        self.at += after
        self.docs += 1
        main = element(5, "main", *body)
        tree = [
            {"id": 90, "doctype": "html"},
            element(2, "html", element(3, "head", *head), element(4, "body", main)),
        ]
        plain = {"t": "document", "at": self.at, "doc": self.docs, "url": url or self.url, "tree": tree}
        self.lines.append(PAGE_LINE.validate_python(plain | more))
        return self.docs

    def step(self, *ops: dict[str, Any], after: float = 30, doc: int = 1) -> int:
        """Add changes that happened at once; return the step's number."""
        self.at += after
        self.n += 1
        self.lines.append(Step.model_validate({"at": self.at, "doc": doc, "n": self.n, "ops": ops}))
        return self.n

    def close(self, doc: int, after: float = 10) -> None:
        self.at += after
        self.lines.append(Closed(at=self.at, doc=doc))

    def input(self, kind: str, after: float = 0, **fields: Any) -> None:
        self.at += after
        self.inputs.append(INPUT_LINE.validate_python({"t": kind, "at": self.at, "n": self.n, **fields}))

    def message(self, role: str = "assistant", parent: int = 5, doc: int = 1) -> int:
        """A message's element; its number."""
        number = self.number()
        self.step(add(parent, element(number, "div", class_=role)), doc=doc)
        return number

    def stream(
        self,
        said: str,
        *,
        doc: int = 1,
        parent: int = 5,
        size: int = 12,
        after: float = 30,
        busy: bool = True,
    ) -> int:
        """An answer with one code block that grows by `size` characters a step; the message's number."""
        message, pre, code, inner = (self.number() for _ in range(4))
        node = element(
            message, "div", element(pre, "pre", element(code, "code", text(inner, ""))), class_="assistant"
        )
        sign = self.number()
        kids = [add(5, element(sign, "i", class_="busy"))] if busy else []
        self.step(add(parent, node), *kids, doc=doc, after=after)
        for at in range(0, len(said), size):
            units = len(said[:at].encode("utf-16-le")) // 2
            self.step(append(inner, units, said[at : at + size]), doc=doc, after=after)
        if busy:
            self.step({"o": "del", "id": sign}, doc=doc, after=after)
        return message

    def asset(self, url: str, kind: str, content: bytes) -> None:
        self.assets[url] = (kind, content)

    def write(self, folder: Path, **more: Any) -> Recording:
        """The recording, in `folder`."""
        files = {url: f"{number}.bin" for number, url in enumerate(self.assets)}
        manifest: Mapping[str, Any] = {
            "made": "2026-01-01T00:00:00+00:00",
            "target": self.url,
            "url": self.url,
            "overlay": "0",
            "browser": "none",
            "width": 900,
            "height": 700,
            "length": max(self.at, self.length),
            "steps": self.n,
            "assets": [Asset(url=url, file=files[url], type=kind) for url, (kind, _) in self.assets.items()],
            **self.manifest,
            **more,
        }
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MANIFEST).write_text(Manifest.model_validate(manifest).model_dump_json(), encoding="utf-8")
        write_lines(folder / PAGE, self.lines)
        write_lines(folder / INPUTS, self.inputs)
        write_lines(folder / STREAMS, self.streams)
        write_lines(folder / LIVE, [])
        (folder / ASSETS).mkdir(exist_ok=True)
        for url, (_, content) in self.assets.items():
            (folder / ASSETS / files[url]).write_bytes(content)
        return Recording.open(folder)


def call(text: str = "hello", call_id: str = "1", tool: str = "note") -> str:
    return (
        f'<function_calls>\n<invoke name="{tool}" call_id="{call_id}">\n'
        f'<parameter name="text">{text}</parameter>\n</invoke>\n</function_calls>\n'
    )


def opened(line: PageLine) -> Opened:
    assert isinstance(line, Opened)
    return line
