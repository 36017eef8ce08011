"""axe-core, which looks at a document for what keeps people with a disability out of it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Frame, Page

from tests.house.javascript import install


def axe_source(cache: Path) -> str:
    """The script, at the version that package-lock.json names, from the person's cache folder."""
    return (install(cache) / "axe-core" / "axe.min.js").read_text("utf-8")


async def violations(document: Page | Frame, axe: str) -> list[str]:
    """What axe finds in that document alone: the rule, and each element's HTML."""
    await document.evaluate(axe)
    told = await document.evaluate(
        """async () => JSON.stringify((await axe.run(document, { iframes: false, resultTypes: ["violations"] })).violations
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(", ")}`))"""
    )
    return list(json.loads(told))
