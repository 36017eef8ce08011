"""axe-core, which searches a document for faults that make it hard to use for people with a disability."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Frame, Page

from tests.house.javascript import install


def axe_source(cache: Path) -> str:
    """Return the script in the version of package-lock.json, from the user's cache folder."""
    return (install(cache) / "axe-core" / "axe.min.js").read_text("utf-8")


async def violations(document: Page | Frame, axe: str, *only: str) -> list[str]:
    """Return the faults in this document, without its frames: the rule, and each element's HTML.

    `only`: look for these rules of axe's, instead of all.
    """
    await document.evaluate(axe)
    found = await document.evaluate(
        """async (only) => JSON.stringify((await axe.run(document, {
            iframes: false, resultTypes: ["violations"], ...(only.length ? { runOnly: { type: "rule", values: only } } : {}),
        })).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(", ")}`))""",
        only,
    )
    return list(json.loads(found))
