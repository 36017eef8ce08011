"""A page that is recorded while a test changes it, and the same page as the recording alone makes it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import cached_property
from types import TracebackType
from typing import Any

from playwright.async_api import BrowserContext, Page

from observers import units
from observers.recording_protocol import (
    MaySend,
    RemoveNode,
    SetAttribute,
    SetSheets,
    SetUrl,
    SetValue,
    SpliceText,
)
from overlay.capture.model import Add, Attach, Closed, Node, Opened, PageLine, Shadow, Step
from overlay.capture.record.recorder import Recorder
from overlay.companion.companion import Companion
from overlay.sites.loader import load_profiles
from overlay.tools import tool
from tests.injected.pages import PageSite

# As `Rebuilt.lines`, of the present page: without what is never recorded.
WRITE = r"""() => {
    const out = [];
    const quoted = (text) => JSON.stringify(text);
    const write = (node, depth) => {
        const pad = " ".repeat(depth);
        if (node.nodeType === 10) return void out.push(`${pad}!${node.name}`);
        if (node.nodeType === 8) return void out.push(`${pad}#${quoted(node.data)}`);
        if (node.nodeType === 3) return void out.push(`${pad}${quoted(node.parentNode.localName === "script" ? "" : node.data)}`);
        if (node.nodeType !== 1 || node.localName === "noscript") return;
        if ([...node.attributes].some(({ name, value }) => /^data-x[0-9a-f]{16}$/.test(name) && value === "")) return;
        // An element of overlay's own beside the body bears no mark, so that no page script finds it.
        if (node.parentNode === document.documentElement && node.localName === "div" && !node.attributes.length && !node.firstChild) return;
        const kept = [...node.attributes].filter(({ name, value }) =>
            !/^on|^nonce$|^srcdoc$|^integrity$/.test(name) && !/^javascript:/.test(value) && !(node.localName === "script" && name === "src")
            && !(node.localName === "meta" && name === "http-equiv"));
        const attrs = kept.map(({ name, value }) => `${name}=${quoted(value)}`).sort().join(" ");
        out.push(`${pad}<${node.localName}${attrs ? ` ${attrs}` : ""}>`);
        if (node.shadowRoot) {
            out.push(`${pad} ::shadow`);
            for (const kid of node.shadowRoot.childNodes) write(kid, depth + 2);
        }
        for (const kid of node.childNodes) write(kid, depth + 1);
    };
    for (const kid of document.childNodes) write(kid, 0);
    return out;
}"""


@dataclass(eq=False)
class Made:
    """A node of a rebuilt page."""

    node: Node | None = None
    text: str = ""
    attrs: dict[str, str] = field(default_factory=dict[str, str])
    kids: list[Made] = field(default_factory=list["Made"])
    shadow: Made | None = None
    parent: Made | None = None
    value: str | None = None


class Rebuilt:
    """One document, made of its lines and nothing else; a line that can't be followed is an error.

    Not `overlay.capture.dom_tree`: what is tested here must not be what tests it.
    """

    def __init__(self, opened: Opened) -> None:
        self.url = opened.url
        self.sheets = opened.sheets
        self.root = Made()
        self.known = {1: self.root}
        for node in opened.tree:
            self.put(node, self.root, None)

    def apply(self, step: Step) -> None:
        for op in step.ops:
            match op:
                case Add():
                    self.put(op.node, self.known[op.parent], op.before)
                case RemoveNode():
                    self.take(self.known[op.id])
                case SpliceText():
                    made = self.known[op.id]
                    assert op.at + op.cut <= units.length(made.text)
                    made.text = units.splice(made.text, op.at, op.cut, op.text)
                case SetAttribute():
                    attrs = self.known[op.id].attrs
                    attrs.pop(op.name, None)
                    attrs |= {} if op.value is None else {op.name: op.value}
                case SetValue():
                    self.known[op.id].value = op.value
                case Attach():
                    self.attach(op.shadow, self.known[op.id])
                case SetSheets():
                    self.sheets = op.sheets if not op.id else self.sheets
                case SetUrl():
                    self.url = op.url
                case MaySend():
                    pass

    def put(self, node: Node, parent: Made, before: int | None) -> None:
        bare = node.tag is None and node.text is None and node.comment is None and node.doctype is None
        made = self.known[node.id] if bare else self.make(node)
        if made.parent:
            self.take(made)
        made.parent = parent
        parent.kids.insert(parent.kids.index(self.known[before]) if before else len(parent.kids), made)

    def make(self, node: Node) -> Made:
        assert node.id not in self.known, f"node {node.id} is made twice"
        made = Made(node, node.text or node.comment or "", dict(node.attrs), value=node.value)
        self.known[node.id] = made
        if node.shadow:
            self.attach(node.shadow, made)
        for kid in node.kids:
            self.put(kid, made, None)
        return made

    def attach(self, shadow: Shadow, host: Made) -> None:
        root = host.shadow = self.known[shadow.id] = Made(parent=host)
        for kid in shadow.kids:
            self.put(kid, root, None)

    def take(self, made: Made) -> None:
        assert made.parent, "what does not stand anywhere can't leave"
        made.parent.kids.remove(made)
        made.parent = None

    def lines(self) -> list[str]:
        found: list[str] = []
        for kid in self.root.kids:
            self._write(kid, 0, found)
        return found

    def _write(self, made: Made, depth: int, found: list[str]) -> None:
        pad, node = " " * depth, made.node
        assert node is not None
        if node.doctype is not None:
            found.append(f"{pad}!{node.doctype}")
        elif node.comment is not None:
            found.append(f"{pad}#{quoted(made.text)}")
        elif node.text is not None:
            found.append(f"{pad}{quoted(made.text)}")
        else:
            attrs = " ".join(sorted(f"{name}={quoted(value)}" for name, value in made.attrs.items()))
            found.append(f"{pad}<{node.tag}{' ' + attrs if attrs else ''}>")
            if made.shadow:
                found.append(f"{pad} ::shadow")
                for kid in made.shadow.kids:
                    self._write(kid, depth + 2, found)
            for kid in made.kids:
                self._write(kid, depth + 1, found)


def quoted(text: str) -> str:
    """As JSON.stringify writes it."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in plain)


def rebuild(lines: Iterable[PageLine]) -> dict[int, Rebuilt]:
    """The documents of a recording at its end."""
    found: dict[int, Rebuilt] = {}
    for line in lines:
        if isinstance(line, Opened):
            found[line.doc] = Rebuilt(line)
        elif isinstance(line, Step):
            found[line.doc].apply(line)
        else:
            assert isinstance(line, Closed)
    return found


class Film:
    """`async with Film(context, url) as film`; after `end`, `lines` are the page lines and `live` the page."""

    def __init__(self, context: BrowserContext, url: str, **options: Any) -> None:
        @tool(read_only=True)
        def look(zebra: str = "") -> str:
            """Look at an animal."""
            return f"seen {zebra}"

        self.recorder = Recorder()
        self.companion = Companion(
            url,
            context=context,
            tools=[look],
            recorder=self.recorder,
            # Not asked which application it is: that takes seconds.
            profile=load_profiles()["generic"],
            config={"fail_open": 20, **options.pop("config", {})},
            **options,
        )
        self._stack = AsyncExitStack()
        self._lines: list[PageLine] = []
        self.live: list[str] = []

    async def __aenter__(self) -> Film:
        await self._stack.enter_async_context(self.companion)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)

    @property
    def page(self) -> Page:
        return self.companion.page

    async def do(self, code: str, given: Any = None) -> Any:
        """Run statements in the page."""
        return await self.page.evaluate(f"async (given) => {{ {code} }}", given)

    async def recorded(self, count: int) -> None:
        """Wait until so many documents are in the recording."""
        packed, read = self.recorder.packed, -1
        async with asyncio.timeout(60):
            while True:
                if packed.count != read:
                    read = packed.count
                    if len({line.doc for line in packed}) >= count:
                        return
                await self.do("await new Promise(requestAnimationFrame)")

    async def finish(self) -> None:
        await self.recorder.finish()
        self._lines = list(self.recorder.page)

    async def end(self) -> Rebuilt:
        """End the recording; return the page's own document as the recording alone makes it."""
        self.live = await self.page.evaluate(WRITE)
        await self.finish()
        return self.rebuilt(1)

    def rebuilt(self, doc: int) -> Rebuilt:
        """The document as the recording alone makes it."""
        return rebuild(line for line in self._lines if line.doc == doc)[doc]

    def opened(self) -> list[Opened]:
        return [line for line in self._lines if isinstance(line, Opened)]

    def text(self) -> str:
        """All lines of the recording."""
        return "".join(map(repr, self._lines))

    def steps(self, doc: int = 1) -> list[Step]:
        return [line for line in self._lines if isinstance(line, Step) and line.doc == doc]

    def told(self, kind: str, doc: int = 1) -> list[Any]:
        """The changes of a kind in a document as the page reported them."""
        steps = (line for line in self.recorder.packed if line.t == "step" and line.doc == doc)
        return [op for line in steps for op in line.ops if op.o == kind]

    def ops(self, kind: str, doc: int = 1) -> list[Any]:
        return [op for step in self.steps(doc) for op in step.ops if op.o == kind]


@dataclass(frozen=True)
class Cell:
    """The actions in a frame of a recorded page: `typed` is written into boxes, then the statements `code` run,
    which find `given` under that name.
    """

    code: str
    html: str
    given: Any = None
    typed: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass
class Scene:
    """A frame of a recorded page: its address and its lines at the end, and the recording of its document."""

    url: str
    live: list[str]
    film: Film

    @cached_property
    def doc(self) -> int:
        return next(line.doc for line in self.film.opened() if line.url == self.url)

    @cached_property
    def rebuilt(self) -> Rebuilt:
        return self.film.rebuilt(self.doc)

    @property
    def differs(self) -> list[str]:
        """The lines in which the recording differs from the page."""
        return list(unified_diff(self.live, self.rebuilt.lines(), "page", "recording", n=0, lineterm=""))


@dataclass
class Take:
    """A page that was recorded, and the scenes in it by their groups."""

    film: Film
    scenes: dict[str, dict[str, Scene]]

    def differing(self, group: str) -> dict[str, list[str]]:
        """The scenes of a group in which the recording differs from the page."""
        return {name: scene.differs for name, scene in self.scenes[group].items() if scene.differs}


async def play(context: BrowserContext, pages: PageSite, groups: Mapping[str, Mapping[str, Cell]]) -> Take:
    """Record one page that has a frame for each cell; a draft is in its box before the recording begins."""
    urls = {
        (group, name): f"{pages.add(cell.html)}?{group}"
        for group, cells in groups.items()
        for name, cell in cells.items()
    }
    page = await context.new_page()
    await page.goto(pages.add("<!doctype html><body><textarea></textarea>"))
    await page.locator("textarea").fill("draft")
    scenes: dict[str, dict[str, Scene]] = {group: {} for group in groups}
    async with Film(context, "generic") as film:
        await film.do(
            "for (const url of given) document.body.append(Object.assign(document.createElement('iframe'), { src: url }))",
            list(urls.values()),
        )
        await film.recorded(1 + len(urls))
        for (group, name), url in urls.items():
            cell = groups[group][name]
            [frame] = [frame for frame in page.frames if frame.url == url]
            for selector, text in cell.typed.items():
                await frame.locator(selector).fill(text)
            await frame.evaluate(f"async (given) => {{ {cell.code} }}", cell.given)
            scenes[group][name] = Scene(url, await frame.evaluate(WRITE), film)
        await film.finish()
    return Take(film, scenes)
