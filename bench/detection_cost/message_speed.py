"""Measures what scanning costs message by message, as a multiple of scanning the same text at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from overlay.scan.file_scan import calls_in
from overlay.scan.model import ChatMessage, ScanOptions, TextSpan

from .texts import CHAT, PLAIN, json_call, xml_call

_SIZE = 1_000_000
_CALLS = xml_call("a short value"), json_call("a short value")
_ANSWERS = {
    "answers of 0.7 KB": [CHAT * 2],
    "answers of 1.8 KB": [CHAT * 5],
    "answers of 1.8 KB with a call": [CHAT * 5 + call for call in _CALLS],
    "a chat": [PLAIN, CHAT * 3, PLAIN * 2, CHAT * 8, PLAIN, CHAT * 4 + _CALLS[0], PLAIN * 2, CHAT * 5],
}
AIMS = dict.fromkeys(_ANSWERS, 1.3)


def measure(repeat: int) -> dict[str, list[float]]:
    """Return the ratios of CPU time by the kind of the messages, measured in turn."""
    options = ScanOptions()
    found: dict[str, list[float]] = {}
    for _ in range(repeat):
        for name, texts in _ANSWERS.items():
            many = texts * (_SIZE // sum(map(len, texts)))
            messages = [_message(text) for text in many]
            whole = _message("".join(many))
            at_once = _cpu(lambda whole=whole: calls_in(whole, "a", options))
            each = _cpu(lambda messages=messages: [calls_in(one, "a", options) for one in messages])
            found.setdefault(name, []).append(each / at_once)
    return found


def _message(text: str) -> ChatMessage:
    return ChatMessage("assistant", (TextSpan(text),))


def _cpu(work: Callable[[], object]) -> float:
    """Return the median CPU seconds of three runs."""
    samples: list[float] = []
    for _ in range(3):
        start = time.process_time()
        work()
        samples.append(time.process_time() - start)
    return median(samples)
