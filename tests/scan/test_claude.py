from __future__ import annotations

from typing import Any

from overlay.scan.claude import messages
from tests.scan.helpers import said

CHAT: dict[str, Any] = {
    "uuid": "C",
    "name": "T",
    "chat_messages": [
        {"uuid": "M", "sender": "human", "text": "hi", "content": []},
        "not a message",
        {
            "sender": "assistant",
            "text": "flattened",
            "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "as it was"}],
        },
    ],
}


def test_a_message_is_read_from_its_parts_without_reasoning() -> None:
    assert said(messages(CHAT)) == [("user", "hi"), ("assistant", "as it was")]
    assert [(one.conversation, one.message) for one in messages(CHAT)] == [("C", "M"), ("C", "2")]
