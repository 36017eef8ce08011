"""A newcomer's questions: the index leads to each answer, and one search for the obvious words finds it."""

from __future__ import annotations

import re

from overlay.cli.manual import search
from tests.docs.pages import text_of
from tests.support.table import for_each

SEARCHES = [
    ("without account", "install"),
    ("first tool", "tutorial"),
    ("own chat", "own-chat"),
    ("add tool", "tools"),
    ("MCP servers", "servers"),
    ("run automatically", "policy-examples"),
    ("never run", "policy-examples"),
    ("work folder", "agent"),
    ("result message box", "sites"),
    ("doesn't run", "troubleshooting"),
    ("site changed", "site-changed"),
    ("recordings CI", "ci"),
    ("ledger", "ledger"),
    ("Python API", "api"),
    ("proxy", "install"),
]
"""What a newcomer would search for, and the page with the answer."""
NEAR = 3
"""So many results are seen at a glance."""


def answers() -> list[str]:
    """Return the pages to which the questions of the index lead, in their order."""
    table = text_of("index").partition("## How do I")[2].partition("\n## ")[0]
    return re.findall(r"\]\(([a-z-]+)\.md", table)


def test_the_index_answers_each_question_of_a_newcomer() -> None:
    assert answers() == [page for _, page in SEARCHES]


@for_each(("words", "page"), SEARCHES)
def test_one_search_finds_the_answer_to_a_question(words: str, page: str) -> None:
    assert page in [topic for topic, _ in search(words)[:NEAR]]
