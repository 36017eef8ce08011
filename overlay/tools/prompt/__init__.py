"""Writes the instructions that tell a chat's model its tools and how to call them. Pure text functions."""

from overlay.tools.prompt.changes import write_changes
from overlay.tools.prompt.model import DEFAULT_BUDGET, Prompt, Style, tokens_of
from overlay.tools.prompt.prompt import write_prompt

__all__ = ["DEFAULT_BUDGET", "Prompt", "Style", "tokens_of", "write_changes", "write_prompt"]
