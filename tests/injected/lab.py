"""Modules of the page's side alone, in the main world of an empty page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page

import injected_js

APART = ("learn", "recording", "replaying")
FOLDERS = (
    injected_js.FOLDER,
    *sorted(one for one in injected_js.FOLDER.iterdir() if one.is_dir() and one.name not in APART),
)
MODULES = sorted(
    path.stem
    for folder in FOLDERS
    for path in folder.glob("*.js")
    if path.stem not in ("protocol", "config_types", "face_protocol")
)


@dataclass(frozen=True)
class Case:
    """Statements that return `wanted`, in a page with the body `html`; they find `given` under that name."""

    code: str
    wanted: Any
    given: Any = None
    html: str = ""


class Lab:
    """`await lab("return text_diff.commonPrefix('ab', 'ac')")`: statements with all modules by their names."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def open(self) -> Lab:
        modules = injected_js.bundle(None, "main", injected_js.FACE, injected_js.CHECK)
        await self.page.evaluate(f"() => {{ {modules}\n globalThis.modules = {{ {', '.join(MODULES)} }}; }}")
        return self

    async def __call__(self, code: str, given: Any = None) -> Any:
        names = ", ".join(MODULES)
        return await self.page.evaluate(
            f"async (given) => {{ const {{ {names} }} = globalThis.modules; {code} }}", given
        )

    async def differing(self, scene: str, cases: Mapping[str, Case]) -> dict[str, object]:
        """Run each case after `scene` in an empty page; return the results of the cases that differ."""
        wrong: dict[str, object] = {}
        for name, case in cases.items():
            await self.empty()
            if case.html:
                await self.body(case.html)
            if (found := await self(scene + case.code, case.given)) != case.wanted:
                wrong[name] = found
        return wrong

    async def empty(self) -> None:
        """Empty the page, and end what an earlier test left in it."""
        await self(
            "globalThis.entry?.end(); globalThis.end?.abort(); document.adoptedStyleSheets = [];"
            "for (const node of [...document.documentElement.children]) if (node !== document.head && node !== document.body) node.remove();"
        )
        await self.body("")

    async def body(self, html: str) -> None:
        await self.page.evaluate("(html) => { document.body.innerHTML = html }", html)
