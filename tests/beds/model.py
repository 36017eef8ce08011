"""The scripted model: which answer a conversation gets, and what the model was really sent."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from typing import Any, cast

from tests.beds.cases import CASES, END, Case

RESULT = "<function_result"
KEPT = 50


@dataclass
class Model:
    """`said` are the last user messages it was sent, oldest first: the oracle of every round trip.

    `turns` has a pair of times (seconds since 1970) for each request after an answer: when the answer's last text was sent, and
    when the request came.
    """

    said: list[str] = field(default_factory=list[str])
    turns: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    _spoke: float | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, messages: list[dict[str, Any]]) -> Case:
        """Return the answer to the conversation, as a case whose first answer it is."""
        users = [text_of(message.get("content")) for message in messages if message.get("role") == "user"]
        last = users[-1] if users else ""
        if last.lstrip().startswith("### Task"):  # Open WebUI asks for titles and tags
            return Case(('{"title": "Test", "tags": [], "follow_ups": []}',), chunk=64, delay=0)
        with self._lock:
            self.said = [*self.said, last][-KEPT:]
        asked = [index for index, text in enumerate(users) if re.search(r"case:[a-z]+", text)]
        if not asked:
            return Case((END,))
        case = CASES[re.findall(r"case:([a-z]+)", users[asked[-1]])[-1]]
        results = sum(RESULT in text for text in users[asked[-1] + 1 :])
        return Case(case.answers[results : results + 1] or (END,), case.chunk, case.delay)

    def asked(self) -> None:
        """Note that a request came."""
        with self._lock:
            if self._spoke is not None:
                self.turns.append((self._spoke, time.time()))
            self._spoke = None

    def spoke(self) -> None:
        """Note that the last text of an answer was sent."""
        with self._lock:
            self._spoke = time.time()

    def find(self, text: str) -> str:
        """Return the last message that contains `text`, "" if none does."""
        with self._lock:
            return next((said for said in reversed(self.said) if text in said), "")


def text_of(content: object) -> str:
    """Return the words of a message's content, which is a text or a list of parts."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else ""
    parts = cast("list[object]", content)
    return "\n".join(_words(cast("dict[str, Any]", part)) for part in parts if isinstance(part, dict))


def _words(part: dict[str, Any]) -> str:
    return str(part.get("text", "")) if part.get("type") in ("text", "input_text") else ""
