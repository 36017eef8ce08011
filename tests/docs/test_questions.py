"""A newcomer's questions: the index leads to each answer, and one search for the obvious words finds it."""

from __future__ import annotations

import re

from overlay.cli.page_search import search
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
    ("config file", "configuration"),
    ("ledger", "ledger"),
    ("Python API", "api"),
    ("proxy", "install"),
    ("update", "install"),
    ("remove", "install"),
    ("supported systems", "install"),
    ("supported sites", "sites"),
    ("no browser found", "troubleshooting"),
    ("log file", "files"),
    ("sign in MCP", "servers"),
    ("limit calls", "policy-examples"),
    ("exported chats", "scan"),
    ("secrets recording", "recordings"),
    ("send network", "troubleshooting"),
    ("compare extensions", "comparison"),
]
"""The questions of a newcomer, and the page with each answer."""
ASKED = {
    "upgrade": "install",
    "how do I uninstall it?": "install",
    "which python do I need": "install",
    "where are files": "files",
    "where is the log": "files",
    "how do I write my own tool?": "tools",
    "run a tool without asking": "policy-examples",
    "allow a shell command": "policy-examples",
    "forget a permission": "policy-examples",
    "the site changed": "site-changed",
    "which sites are supported": "sites",
    "my own llm web ui": "own-chat",
    "let the model edit files": "agent",
    "why does my call not run": "troubleshooting",
    "button does nothing": "troubleshooting",
    "use firefox": "browser",
    "which folder is my profile in": "browser",
    "dark mode": "looks",
    "change the language": "looks",
    "is it safe": "trust",
    "MCP server needs login": "servers",
    "record a page": "ci",
    "check a page in CI": "ci",
    "github actions": "ci",
    "bash completion": "terminal",
    "see what has run": "ledger",
    "compare with extensions": "comparison",
}
"""Questions in a user's words, and the page that leads."""
NEAR = 3
"""The number of results that are seen at a glance."""


def answers() -> list[str]:
    """Return the pages to which the questions of the index lead, in their order."""
    table = text_of("index").partition("## How do I")[2].partition("\n## ")[0]
    return re.findall(r"\]\(([a-z-]+)\.md", table)


def test_the_index_answers_each_question_of_a_newcomer() -> None:
    assert answers() == [page for _, page in SEARCHES]


def test_the_page_with_the_answer_leads() -> None:
    assert {question: search(question)[0][0] for question in ASKED} == ASKED


@for_each(("words", "page"), SEARCHES)
def test_one_search_finds_the_answer_to_a_question(words: str, page: str) -> None:
    assert page in [topic for topic, _ in search(words)[:NEAR]]
