"""Counts planted secrets that are found and false alarms in ordinary text, and measures hostile text.

`python -m bench secrets [PATH…]`: ordinary text is the repository's, or that of the files at PATH.
"""

# ruff: noqa: E501 - a pattern reads best on one line
from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from overlay.common.secrets import find, hide
from overlay.common.secrets.token_formats import INNER, WORDS
from tests.common.secrets.planted import everything

ROOT = Path(__file__).parent.parent
ORDINARY = ("overlay", "observers", "injected_js", "docs", "README.md", "package-lock.json")
ENDS = {".py", ".js", ".ts", ".md", ".json", ".html", ".css", ".toml", ".txt", ".lock", ".rst", ".c", ".h"}
SIZES = (100_000, 1_000_000)
HOSTILE = (
    "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n" + "A" * 60 + "\n", "-----END PRIVATE KEY-----",
    "password=", "password: ", "password=\"", "password\\\\\\\\", '\\"password\\": \\"', "--password ", "--password", "curl -u a:b ",
    "-u a:", "://", "://a:", "://a@", "a:bbbb@", "@", "a@b.c:", "eyJ", "eyJhbGciOi.", "eyJaaaaaaaaa.", "\\", "%22password%22%3A",
    "&quot;", "Authorization: ", "Authorization: Digest ", "Cookie: a=", "Cookie: ", "<password>", "<key>password</key>", "<input ",
    "name=password value=", "name: token\n value: ", "mysql -", "mysql ", "echo a", "openssl ", "htpasswd -b a ", "set a ", "config set ",
    "a,password\n", "a,", "a\t", "a|", "login a password ", "seed phrase: abandon ", "abandon ", "password is ", "basic YWFhOmJi",
    "bearer a1", "{\"kty\": \"d\": \"", "Private-Lines: 1\n", "LS0tLS1CRUdJTi", "MIIEpAIBAAKCAQEA", "AKIA" + "A1" * 8 + " ", "AC" + "a1" * 16 + " ",
    "a:1:a:a:", "A", "a1", "aA1_-", "=", ":", "-", "{", "[", "(", "\n", "\r\n", " ", "\t", "'", '"', "`", "\u200b", "%", "&", "#", "+", "/",
)  # fmt: skip


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the text files at or below the paths, without the code that finds secrets."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in ENDS and file.is_file() and "common/secrets" not in file.as_posix():
                yield file


def main(words: list[str]) -> None:
    """Print the three figures."""
    planted = everything()
    missed = [one for one in planted if one.secret in hide(one.text)]
    kinds = len({one.kind for one in planted})
    print(f"planted: {len(planted) - len(missed)} of {len(planted)} found, {kinds} kinds")
    for one in missed:
        print(f"  missed: {one.kind}")
    size, alarms, began = 0, 0, time.process_time()
    for file in files([Path(word) for word in words] or [ROOT / name for name in ORDINARY]):
        text = file.read_text("utf-8", "replace")
        size += len(text)
        for start, end in find(text):
            alarms += 1
            print(f"  {file}: {text[max(0, start - 30) : end][:100]!r}")
    took = time.process_time() - began
    print(f"ordinary: {alarms} in {size / 1e6:.1f} MB, {took / size * 1e6:.2f} s a MB")
    openers = [*HOSTILE, *(beginning for _, beginning, _ in WORDS), *(within for _, within, _ in INNER)]
    worst = sorted((*cost(opener), opener) for opener in openers)[-5:]
    for ratio, seconds, opener in worst:
        print(f"hostile: {opener[:40]!r}: {seconds:.2f} s a MB, {ratio:.1f} times that of a tenth")


def cost(opener: str) -> tuple[float, float]:
    """Return how much longer ten times the text takes, and the CPU seconds for the longer text."""
    took: list[float] = []
    for size in SIZES:
        text = (opener * (size // len(opener) + 1))[:size]
        began = time.process_time()
        find(text)
        took.append(time.process_time() - began)
    return took[1] / max(took[0], 1e-4), took[1]


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
