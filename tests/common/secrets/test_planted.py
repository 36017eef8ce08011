"""Planted secrets of every kind do not stay; ordinary text does."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.common.secrets import REDACTED, find, hide
from overlay.common.secrets.token_formats import INNER, WORDS
from tests.common.secrets.planted import PASSWORD, everything
from tests.support.effort import some
from tests.support.table import for_each

ROOT = Path(__file__).parents[3]
EVERYTHING = everything()


def test_no_planted_secret_stays() -> None:
    assert [planted.kind for planted in EVERYTHING if planted.secret in hide(planted.text)] == []


def test_the_secrets_are_of_many_kinds_and_really_planted() -> None:
    assert (
        len({planted.kind for planted in EVERYTHING if planted.secret and planted.secret in planted.text})
        > 190
    )


@for_each(
    ("text", "hidden"),
    [
        ("https://x.example/a?b=1&api_key=§&c=2", "https://x.example/a?b=1&api_key=¤&c=2"),
        (r"{\"password\": \"§\", \"port\": 5}", r"{\"password\": \"¤\", \"port\": 5}"),
        ("curl -u ann:§ https://x.example", "curl -u ¤ https://x.example"),
        ('curl -H "X-Api-Key: §" https://x.example', 'curl -H "X-Api-Key: ¤" https://x.example'),
        ("Set-Cookie: sid=§; Path=/", "Set-Cookie: ¤; Path=/"),
        ("postgres://ann:§@db/x", "postgres://¤@db/x"),
        ("Uid=ann;Pwd=§;Database=x", "Uid=ann;Pwd=¤;Database=x"),
        ("tool --password § --verbose", "tool --password ¤ --verbose"),
        ("mysql -u root -p§ shop", "mysql -u root -p¤ shop"),
        ("<password>§</password><user>ann</user>", "<password>¤</password><user>ann</user>"),
        ("name,password\nann,§\nbob,§", "name,password\nann,¤\nbob,¤"),
        ("define('DB_PASSWORD', '§');", "define('DB_PASSWORD', '¤');"),
    ],
)
def test_only_the_secret_goes_and_the_rest_stays(text: str, hidden: str) -> None:
    assert hide(text.replace("§", PASSWORD)) == hidden.replace("¤", REDACTED)


@for_each(
    "text",
    [
        pytest.param(hashlib.sha1(b"x").hexdigest(), id="git hash"),
        pytest.param(f"image: x@sha256:{hashlib.sha256(b'x').hexdigest()}", id="image digest"),
        pytest.param(
            f'"integrity": "sha512-{base64.b64encode(hashlib.sha512(b"x").digest()).decode()}"',
            id="lock file",
        ),
        pytest.param("id = 6b1c6f0e-6d5f-4b0a-9f5e-2f0f6b1c6f0e", id="UUID"),
        pytest.param(
            f"data:image/png;base64,{base64.b64encode(bytes(range(256)) * 20).decode()}", id="picture"
        ),
        pytest.param("docker run -u 1000:1000 --rm x && git push -u origin main", id="-u of others"),
        pytest.param("Use --password to give one, or --token TOKEN.", id="options in prose"),
        pytest.param("self.session_id = session_id; credentials: 'include'; token: str | None", id="code"),
        pytest.param("pass=12 fail=3; pin: 4; key=home; token_count=17", id="counts"),
        pytest.param(
            "-----BEGIN PRIVATE KEY----- is how such a file begins. It goes on.", id="a block that is named"
        ),
        pytest.param("https://x.example/a@b?c=d@e, see http://localhost:8080/a@b", id="addresses"),
        pytest.param(
            '{"required": ["user", "password"], "properties": {"password": {"type": "string"}}}', id="schema"
        ),
        pytest.param("Cookie: we use them. Authorization: you need one.", id="prose"),
        pytest.param("a basic understanding, the bearer of news, the secret of the garden", id="words"),
    ],
)
def test_a_text_that_only_looks_like_a_secret_stays(text: str) -> None:
    assert hide(text) == text


def _repository() -> Iterator[Path]:
    for name in ("overlay", "observers", "injected_js", "docs"):
        for path in sorted((ROOT / name).rglob("*"))[:: some(1, 8)]:
            if path.suffix in (".py", ".js", ".md", ".toml", ".css", ".html") and "secrets" not in path.parts:
                yield path
    yield from (ROOT / name for name in ("README.md", "package-lock.json", "pyproject.toml"))


def test_our_own_texts_cause_nearly_no_false_alarm() -> None:
    alarms = [
        (path.name, text[start:end])
        for path in _repository()
        for text in [path.read_text()]
        for start, end in find(text)
    ]
    assert len(alarms) <= 3, alarms


def test_hiding_planted_secrets_twice_changes_nothing_more() -> None:
    texts = [hide(planted.text) for planted in EVERYTHING]
    assert [hide(text) for text in texts] == texts


def test_no_format_repeats_anything_without_a_bound() -> None:
    unbounded = re.compile(r"(?<!\\)(?:[*+](?![^\[]*\])|\{\d+,\})")
    assert [pattern for _, _, pattern in (*WORDS, *INNER) if unbounded.search(pattern)] == []


@for_each(
    "opener",
    ["password=", "sig=", '\\"password\\": \\"', "curl -u a:", "://a@", "-----BEGIN PRIVATE KEY-----\n", "eyJ", "\\", "Cookie: ",
     "Authorization: Digest ", "<password>", "mysql -", "a,password\n", "%22password%22%3A", "--password "],
)  # fmt: skip
def test_twice_as_much_hostile_text_takes_no_more_than_about_twice_the_steps(opener: str) -> None:
    small, large = (_steps((opener * size)[:size]) for size in (4_000, 8_000))
    assert large <= 3 * small + 1000


def _steps(text: str) -> int:
    """Lines of ours that were run: the patterns themselves are bounded by their form."""
    count = 0

    def trace(*_: object) -> object:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # pyright: ignore[reportArgumentType]
    try:
        find(text)
    finally:
        sys.settrace(before)
    return count
