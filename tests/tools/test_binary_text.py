from __future__ import annotations

import base64
import json
import random

import pytest

from overlay.tools.binary_text import without_binary

BYTES = random.Random(7).randbytes(6000)
PICTURE = b"\x89PNG\r\n\x1a\n" + BYTES
ENCODED = base64.b64encode(PICTURE).decode()
LINES = "\n".join(ENCODED[at : at + 76] for at in range(0, len(ENCODED), 76))
BINARY = {
    "base64": ENCODED,
    "base64 for addresses": base64.urlsafe_b64encode(PICTURE).decode(),
    "base64 with escaped slashes": ENCODED.replace("/", "\\/"),
    "lines of base64": LINES,
    "lines of base64 in JSON": json.dumps({"data": LINES}),
    "an address with data": f"![x](data:image/png;base64,{ENCODED[:400]})",
    "hex": PICTURE.hex(),
    "large hex": PICTURE.hex().upper(),
    "base32": base64.b32encode(PICTURE).decode(),
    "spaced hex": PICTURE.hex(" "),
    "an address": "".join(f"%{byte:02X}" for byte in PICTURE),
    "escapes of a program": "".join(f"\\x{byte:02x}" for byte in PICTURE),
    "pieces in a list": json.dumps([ENCODED[at : at + 500] for at in range(0, len(ENCODED), 500)]),
    "JSON of decoded bytes": json.dumps({"data": PICTURE.decode("latin-1")}, ensure_ascii=False),
    "signed numbers": json.dumps([byte - 256 if byte > 127 else byte for byte in PICTURE]),
    "numbers": json.dumps({"data": list(PICTURE)}),
    "a buffer of node": json.dumps({"type": "Buffer", "data": list(BYTES)}),
    "decoded bytes": PICTURE.decode("latin-1"),
    "badly decoded bytes": PICTURE.decode("utf-8", "replace"),
}
TEXTS = {
    "words": "The quick brown fox jumps over the lazy dog. " * 200,
    "Chinese": "快速的棕色狐狸跳过了懒狗" * 500,
    "Persian": "می‌خواهم این را بخوانم " * 300,
    "a gene": "ACGTTGCA" * 1000,
    "a ruler": "-" * 5000,
    "encoded words": base64.b64encode("Grüße an alle, die das lesen. ".encode() * 200).decode(),
    "a certificate": base64.encodebytes(BYTES[:1800]).decode(),
    "a key in one line": base64.b64encode(BYTES[:600]).decode(),
    "commits": "\n".join(random.Random(at).randbytes(20).hex() for at in range(500)),
    "hashes": "\n".join(random.Random(at).randbytes(32).hex() for at in range(500)),
    "an encoded address": "%E5%BF%AB%E9%80%9F" * 200,
    "addresses": "\n".join(f"0x{at:038x}Ab" for at in range(500)),
    "words with escapes": "a\\n\\tb %20 " * 500,
    "paths": "\n".join(
        f"src/Components{at * 7919}/some-Folder_{at}/with/a/rather/long/Name" for at in range(300)
    ),
    "ages": json.dumps([at % 90 for at in range(2000)]),
    "colours": "\x1b[32mok\x1b[0m " * 500,
    "overstruck": "o\bov\bve\ber\br" * 300,
    "code": "function a(b){return b.c+1};" * 300,
}


@pytest.mark.parametrize("name", BINARY)
def test_binary_data_is_described_and_left_out(name: str) -> None:
    shown = without_binary(f"before {BINARY[name]} after")
    assert len(shown) < 600, shown[:200]
    assert "left out" in shown


def test_text_stays_as_it_is() -> None:
    assert [name for name, text in TEXTS.items() if without_binary(text) != text] == []


def test_the_note_says_how_much_of_what() -> None:
    assert without_binary(f"{ENCODED}\nend") == "(6008 bytes of image/png, left out)\nend"
    assert without_binary(json.dumps({"data": ENCODED})) == '{"data": "(6008 bytes of image/png, left out)"}'


def test_text_around_bytes_stays() -> None:
    words = "a line of a log\n" * 100
    shown = without_binary(words + PICTURE.decode("latin-1") + words)
    assert shown.startswith(words[:1500])
    assert shown.endswith(words[-1000:])
    assert len(shown) < 2 * len(words) + 600
