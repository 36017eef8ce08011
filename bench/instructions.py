"""Measures how long the instructions for the model are, by the number of tools.

`python -m bench instructions` prints overlay's estimate of the tokens (a quarter of the characters) and, if
the package mistral-common is installed, the count of its Tekken tokenizer. The tools are invented; their
descriptions and schemas are as long as those of common MCP servers (about 95 tokens each).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from overlay.tools import ToolRegistry
from overlay.tools.prompt import tokens_of
from overlay.tools.prompt.conversation_prompts import ConversationPrompts

COUNTS = (3, 10, 30, 100, 300, 1_000)
SERVERS = ("files", "github", "calendar", "mail", "browser", "notes", "database")
VERBS = ("list", "get", "create", "update", "delete", "search", "move", "copy")
TEXT = {"type": "string", "description": "The id of the thing, as a listing returned it before."}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 100, "description": "The most entries to return."}


def registry_of(count: int) -> ToolRegistry:
    """Return a registry with `count` tools of several servers."""
    return ToolRegistry(_definition(at) for at in range(count))


def _definition(at: int) -> dict[str, Any]:
    server, verb = SERVERS[at % len(SERVERS)], VERBS[at % len(VERBS)]
    return {
        "name": f"{server}.{verb}_item_{at}",
        "description": f"Makes a {verb} of an item in {server} and returns the changed entry with its id, "
        "title and last change. Fails if the item does not exist.",
        "parameters": {
            "type": "object",
            "properties": {"item": TEXT, "limit": LIMIT},
            "required": ["item"],
        },
        "callback": _nothing,
    }


def _nothing(**_: object) -> str:
    return ""


def _counter() -> Callable[[str], int] | None:
    try:
        module: Any = import_module("mistral_common.tokens.tokenizers.mistral")
    except ImportError:
        return None
    tokenizer: Any = module.MistralTokenizer.v3(is_tekken=True).instruct_tokenizer.tokenizer
    return lambda text: len(tokenizer.encode(text, bos=False, eos=False))


def main(_: Sequence[str] = ()) -> None:
    """Print one line for each number of tools."""
    count_tokens = _counter()
    sys.stdout.write("tools  estimate  counted  described  named  left out\n")
    for count in COUNTS:
        prompt = ConversationPrompts(registry_of(count)).prompt()
        counted = count_tokens(prompt.text) if count_tokens else "-"
        described = prompt.text.count("\n## ")
        named = count - len(prompt.omitted) - (described if described > 1 else 0)
        sys.stdout.write(
            f"{count:>5}  {tokens_of(prompt.text):>8}  {counted:>7}  {described:>9}  {named:>5}  "
            f"{len(prompt.omitted):>8}\n"
        )
