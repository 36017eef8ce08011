"""Fields that chat exports have in common: names of roles, and texts in parts."""

from __future__ import annotations

from overlay.common.json_types import JsonValue, ReadObject

from .model import Branch, ChatMessage, Role, TextSpan

_ROLES: dict[str, Role] = {
    **dict.fromkeys(("user", "human", "you", "me", "prompter", "customer"), "user"),
    **dict.fromkeys(
        ("assistant", "ai", "gpt", "model", "bot", "chatbot", "chatgpt", "claude", "gemini", "copilot",
         "deepseek", "grok", "mistral", "qwen", "kimi", "perplexity", "bard", "bing",
         "function_call"),
        "assistant",
    ),
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(
        ("tool", "function", "observation", "ipython", "function_response", "tool_response"),
        "tool",
    ),
}  # fmt: skip
ROLE_NAMES = tuple(_ROLES)


def role_of(value: object) -> Role:
    """Return the role for an export's word (`human`, `gpt`, …), `unknown` for any other word."""
    return _ROLES.get(value.strip().lower(), "unknown") if isinstance(value, str) else "unknown"


def text_of(content: JsonValue) -> str:
    """Return the text of a message's content: a string, or the text parts of a list.

    Reasoning and native calls are left out, since they are not text of the answer.
    """
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        if str(content.get("type", "text")).endswith("text"):
            inner = content.get("text", content.get("value"))
            if isinstance(inner, dict):
                inner = inner.get("value")
            return inner if isinstance(inner, str) else ""
        return ""
    if isinstance(content, list):
        return "\n\n".join(filter(None, map(text_of, content)))
    return ""


def name_of(entry: ReadObject, *keys: str) -> str | None:
    """Return the value of the first of `keys` in `entry` that is text or a whole number, as text."""
    for key in keys:
        value = entry.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
    return None


def message(
    role: Role, text: str, conversation: str | None, name: str | None, branch: Branch | None = None
) -> ChatMessage:
    """Return a message of one text."""
    return ChatMessage(role, (TextSpan(text),), conversation, name, None, branch)
