from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from overlay.scan import read_file
from overlay.scan.model import ChatMessage, ReadError
from overlay.scan.read_file import Read, read
from tests.scan.helpers import opened

RECORD = {"messages": [{"role": "user", "content": "q"}]}
LINE = json.dumps(RECORD)
PAGE = "<!doctype html><p>q</p>"
HEAD = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n"
MAIL = f"{HEAD}\n--b\nContent-Type: text/html\n\n{PAGE}\n"


def of(text: str | bytes, name: str, *, named: bool = True) -> list[Read]:
    return [one for _, one in read(opened(text), name, named=named)]


def texts(text: str | bytes, name: str) -> list[str]:
    return [one.pieces[0].text for one in of(text, name) if isinstance(one, ChatMessage)]


def problem(text: str | bytes, name: str) -> str:
    last = of(text, name)[-1]
    assert isinstance(last, ReadError)
    return last.why


def zipped(**members: str | bytes) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return file.getvalue()


def test_each_kind_of_file_is_read_by_its_name_or_its_beginning() -> None:
    files: list[tuple[str | bytes, str]] = [
        (PAGE, "a.html"),
        (PAGE, "a"),
        (MAIL, "a.mhtml"),
        (MAIL, "a"),
        (LINE, "a.jsonl"),
        (LINE, "a.json"),
        (LINE, "a"),
        (f"[{LINE}]", "a.json"),
        (f"\ufeff[{LINE}]", "a.json"),
        (json.dumps(RECORD, indent=1), "a.json"),
        ("\ufeff" + json.dumps(RECORD, indent=1), "a.json"),
        (json.dumps(RECORD["messages"]), "a.json"),
        ("q", "a.md"),
        ("q", "a"),
        (zipped(a_md="q"), "a.zip"),
        (zipped(a_json=f"[{LINE}]"), "a"),
    ]
    wrong = [(text, name) for text, name in files if [one.strip() for one in texts(text, name)] != ["q"]]
    assert wrong == []
    assert texts(f"{LINE}\n{LINE}\n", "a.json") == ["q", "q"]


def test_messages_have_lines_or_numbers_and_a_broken_line_is_reported() -> None:
    found = of(f"{LINE}\n\n{{\n{LINE}", "a.jsonl")
    lines = [(type(one).__name__, one.line) for one in found]
    assert lines == [("ChatMessage", 1), ("ReadError", 3), ("ChatMessage", 4)]
    found = of('[{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]', "a.json")
    assert [one.message for one in found if isinstance(one, ChatMessage)] == ["0", "1"]


def test_entries_of_unknown_shapes_are_left_out_beside_known_ones() -> None:
    files = {"a.json": f'[{{"summary": 1}}, {LINE}]', "a.jsonl": f'{{"summary": 1}}\n{LINE}'}
    for name, text in files.items():
        assert [type(one).__name__ for one in of(text, name)] == ["ChatMessage"]


def test_valid_json_without_a_chat_is_reported_only_if_its_file_was_named() -> None:
    files = [('[{"a": 1}]', "a.json"), ('{"a": 1}\n{"a": 2}', "a.jsonl"), ('{\n"a": 1}', "a.json")]
    for text, name in files:
        assert "no chat" in problem(text, name)
        assert of(text, name, named=False) == []


def test_a_broken_file_is_reported_with_its_fault() -> None:
    table: list[tuple[str | bytes, str, str]] = [
        (f"[{LINE}, {{", "a.json", "cut off"),
        ('{"a":\n', "a.json", "not valid JSON"),
        (b'{\n"\xff": 1}', "a.json", "not UTF-8"),
        (b"\0\0", "a.md", "NUL"),
        ("", "a.html", "not a web page"),
        ("From: you\n\nhello", "a.mhtml", "no part of it is HTML"),
        ("PK nothing", "a.zip", "not a zip file"),
    ]
    wrong = [(text, name, why, got) for text, name, why in table if why not in (got := problem(text, name))]
    assert wrong == []


def test_messages_before_a_break_are_given_and_a_file_that_is_too_large_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert [type(one).__name__ for one in of(f"[{LINE}, {{", "a.json")] == ["ChatMessage", "ReadError"]
    monkeypatch.setattr(read_file, "LIMIT", 10)
    assert "split it" in problem("x" * 11, "a.md")


def test_members_of_an_archive_are_read_in_order_and_have_both_names() -> None:
    data = zipped(b_md="b", x__a_md="a", a_png="c", user_json='{"id": 1}', inner_zip=zipped(c_md="c"))
    file = BytesIO(data)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("folder.md/", "")
    assert [name for name, _ in read(BytesIO(file.getvalue()), "e.zip")] == ["e.zip/b.md", "e.zip/x/a.md"]


def test_a_member_that_can_not_be_read_is_reported_and_the_next_is_read() -> None:
    damaged = zipped(a_md="damaged", b_md="b").replace(b"damaged", b"dAmaged", 1)
    locked = bytearray(zipped(a_md="locked", b_md="b"))
    locked[6] |= 1
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    for data in (zipped(a_md=b"\0\0", b_md="b"), damaged, bytes(locked)):
        found = list(read(opened(data), "e.zip"))
        kinds = [(name, type(one).__name__) for name, one in found]
        assert kinds == [("e.zip/a.md", "ReadError"), ("e.zip/b.md", "ChatMessage")]
    assert "password" in getattr(found[0][1], "why", "")


def test_a_long_export_is_not_read_to_its_end_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[" + ",\n".join([LINE] * 50_000) + "]")
    with path.open("rb") as file:
        next(read(file, "a.json"))
        assert file.tell() < path.stat().st_size / 2
