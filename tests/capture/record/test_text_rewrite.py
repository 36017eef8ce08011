"""Secrets are replaced whatever steps a text came in, and nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.model import Closed, Delta, PageLine
from overlay.capture.record.text_rewrite import longest_texts, rewritten, rewritten_streams
from overlay.capture.redact import Secrets, filler
from tests.capture.record.lines import add, all_rules, element, opened, remove, splice, states, step, text

KEY = "sk-abcdefghij0123456789ABCD"


@pytest.fixture
def secrets() -> Secrets:
    found = Secrets()
    found.look(KEY)
    return found


def clean(lines: list[PageLine], secrets: Secrets) -> list[PageLine]:
    return list(rewritten(lines, all_rules(secrets.clean)))


def typed(start: int = 5) -> list[PageLine]:
    """A key that is written a character at a time, in one text."""
    page: list[PageLine] = [opened(element(2, "p", text(5, "key ")))]
    return page + [step(n + 1, splice(5, 4 + n, 0, letter)) for n, letter in enumerate(KEY + " is it")]


def rebuilt() -> list[PageLine]:
    """The same, where each token builds the line anew, cut into elements."""
    lines: list[PageLine] = [opened(element(2, "p"))]
    last, number = 0, 10
    for n in range(1, len(KEY) + 1):
        half = n // 2
        line = element(
            number, "b", element(number + 1, "i", text(number + 2, KEY[:half])), text(number + 3, KEY[half:n])
        )
        lines.append(step(n, *([remove(last)] if last else []), add(2, line)))
        last, number = number, number + 10
    return lines


@pytest.mark.parametrize("lines", [typed(), rebuilt()], ids=["append", "rebuild"])
def test_a_secret_that_grows_by_characters_never_shows_more_than_its_first_letters(
    secrets: Secrets, lines: list[PageLine]
) -> None:
    told = clean(lines, secrets)
    shown = states(told)
    assert [len(state) for state in shown] == [len(state) for state in states(lines)]
    assert max(len(part) for part in shown) >= len(KEY)
    assert not any(KEY[:4] in state for state in shown)
    assert "".join(line.model_dump_json() for line in told).count(KEY[4:8]) == 0


def test_lines_without_a_secret_are_left_as_they_are(secrets: Secrets) -> None:
    lines: list[PageLine] = [
        opened(element(2, "p", text(5, "a"), {"id": 6, "comment": "c"}, title="t")),
        step(1, splice(5, 1, 0, "b"), {"o": "attr", "id": 2, "name": "title", "value": None}),
        step(2, {"o": "url", "url": "/b"}, {"o": "value", "id": 2, "value": "v"}, splice(6, 0, 1, "d")),
        Closed(at=3, doc=1),
        step(3, splice(5, 1, 0, "b")),
    ]
    assert clean(lines, secrets) == lines
    raw = pieces("one ", "two")
    assert list(rewritten_streams(raw, secrets.clean)) == raw


PLACES: dict[str, dict[str, Any]] = {
    "an attribute": {"o": "attr", "id": 2, "name": "title", "value": KEY},
    "a value": {"o": "value", "id": 2, "value": KEY},
    "an address": {"o": "url", "url": f"/?k={KEY}"},
    "a sheet": {"o": "sheets", "sheets": [KEY]},
    "a comment": splice(6, 0, 1, KEY),
    "a new node": add(2, element(9, "i", {"id": 10, "comment": KEY}, text(11, KEY), title=KEY)),
    "a value of a new node": add(2, {"id": 9, "tag": "input", "value": KEY}),
    "a new root": {"o": "shadow", "id": 2, "shadow": {"id": 9, "kids": [text(10, KEY)], "sheets": [KEY]}},
    "a root of a new node": add(
        2, {"id": 8, "tag": "i", "shadow": {"id": 9, "kids": [text(10, KEY)], "sheets": [KEY]}}
    ),
}


def test_a_secret_is_removed_from_each_place_of_a_page(secrets: Secrets) -> None:
    start = opened(element(2, "p", text(5, "a"), {"id": 6, "comment": "c"}))
    left: dict[str, str] = {}
    for name, op in PLACES.items():
        told = clean([start, step(1, op)], secrets)[1].model_dump_json()
        if KEY in told or filler(KEY) not in told:
            left[name] = told
    assert left == {}
    first = opened(element(2, "p", text(5, KEY), title=KEY), url=KEY, title=KEY, sheets=[KEY])
    [line] = clean([first], secrets)
    assert KEY not in line.model_dump_json()


def test_a_secret_that_is_cut_again_shows_no_more_than_the_page_did(secrets: Secrets) -> None:
    lines: list[PageLine] = [
        opened(element(2, "p", text(5, KEY))),
        step(1, splice(5, 3, 1, " ")),
        step(2, splice(5, 0, len(KEY), "done")),
    ]
    assert states(clean(lines, secrets)) == [filler(KEY), KEY[:3] + " " + KEY[4:], "done"]


def pieces(*texts: str) -> list[Delta]:
    """One unit that grows."""
    found: list[Delta] = []
    whole = ""
    for new in texts:
        found.append(
            Delta(at_ms=0, n=1, doc=1, unit=1, at=len(whole), text=new, length=len(whole) + len(new))
        )
        whole += new
    return found


def test_a_stream_shows_no_secret_and_keeps_its_lengths(secrets: Secrets) -> None:
    raw = pieces("key ", *KEY, " is it")
    told = list(rewritten_streams(raw, secrets.clean))
    whole = ""
    for delta in told:
        whole = whole[: delta.at] + delta.text
        assert len(whole) == delta.length
        assert KEY[:4] not in whole
    assert whole == f"key {filler(KEY)} is it"


def test_a_watched_text_is_searched_at_its_end_and_before_it_is_cut() -> None:
    texts = [(0, "one "), (4, "two"), (2, "ce")]
    deltas = [Delta(at_ms=0, n=1, doc=1, unit=1, at=at, text=new, length=at + len(new)) for at, new in texts]
    assert list(longest_texts(deltas)) == ["one two", "once"]
