"""The contents of the documentation's pages: blocks of code, and calls of overlay."""

from __future__ import annotations

import re
import shlex

from overlay.cli.manual import pages
from tests.house.tree import ROOT


def text_of(topic: str) -> str:
    """Return the text of a page."""
    return (ROOT / "docs" / f"{topic}.md").read_text("utf-8")


def blocks(topic: str, language: str) -> list[str]:
    """Return the blocks of code in that language on a page, or in the README (`README`)."""
    text = (ROOT / "README.md").read_text("utf-8") if topic == "README" else text_of(topic)
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def calls() -> list[list[str]]:
    """Return the words after `overlay` in each line of a shell that calls overlay, each once."""
    lines = [
        line.split(" #")[0].strip()
        for topic in (*pages(), "README")
        for block in blocks(topic, "sh")
        for line in block.replace("\\\n", " ").splitlines()
    ]
    found = dict.fromkeys(line for line in lines if line.startswith("overlay "))
    return [shlex.split(line)[1:] for line in found]
