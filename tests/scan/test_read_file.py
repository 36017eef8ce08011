from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from overlay.scan import read_file
from overlay.scan.model import Message, ReadError
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
    return [one.pieces[0].text for one in of(text, name) if isinstance(one, Message)]


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


@pytest.mark.parametrize(
    ("text", "name"),
    [
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
    ],
)
def test_each_kind_of_file_is_read_by_its_name_or_its_beginning(text: str | bytes, name: str) -> None:
    assert [one.strip() for one in texts(text, name)] == ["q"]


def test_jsonl_that_is_called_json_is_jsonl() -> None:
    assert texts(f"{LINE}\n{LINE}\n", "a.json") == ["q", "q"]


def test_a_message_of_jsonl_has_its_line() -> None:
    found = of(f"{LINE}\n\n{LINE}\n", "a.jsonl")
    assert [one.line for one in found] == [1, 3]


def test_a_broken_line_is_reported_with_its_number_between_the_others() -> None:
    found = of(f"{LINE}\n{{\n{LINE}", "a.jsonl")
    assert [(type(one).__name__, one.line) for one in found] == [
        ("Message", 1),
        ("ReadError", 2),
        ("Message", 3),
    ]


def test_messages_in_an_array_are_numbered() -> None:
    found = of('[{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]', "a.json")
    assert [one.message for one in found if isinstance(one, Message)] == ["0", "1"]


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_entries_of_other_shapes_are_passed_over_where_some_are_known(name: str) -> None:
    text = f'[{{"summary": 1}}, {LINE}]' if name == "a.json" else f'{{"summary": 1}}\n{LINE}'
    assert [type(one).__name__ for one in of(text, name)] == ["Message"]


@pytest.mark.parametrize(
    ("text", "name"), [('[{"a": 1}]', "a.json"), ('{"a": 1}\n{"a": 2}', "a.jsonl"), ('{\n"a": 1}', "a.json")]
)
def test_sound_json_without_a_chat_is_reported_only_where_it_was_named(text: str, name: str) -> None:
    assert "no chat" in problem(text, name)
    assert of(text, name, named=False) == []


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        (f"[{LINE}, {{", "a.json", "cut off"),
        ('{"a":\n', "a.json", "not valid JSON"),
        (b'{\n"\xff": 1}', "a.json", "not UTF-8"),
        (b"\0\0", "a.md", "NUL"),
        ("", "a.html", "not a web page"),
        ("From: you\n\nhello", "a.mhtml", "no part of it is HTML"),
        ("PK nothing", "a.zip", "not a zip file"),
    ],
)
def test_a_broken_file_is_reported_by_what_is_wrong(text: str | bytes, name: str, why: str) -> None:
    assert why in problem(text, name)


def test_what_comes_before_the_break_is_given() -> None:
    assert [type(one).__name__ for one in of(f"[{LINE}, {{", "a.json")] == ["Message", "ReadError"]


def test_a_file_past_the_limit_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_file, "LIMIT", 10)
    assert "split it" in problem("x" * 11, "a.md")


def test_members_of_an_archive_are_read_by_name_and_go_by_both() -> None:
    data = zipped(b_md="b", x__a_md="a", a_png="c", user_json='{"id": 1}', inner_zip=zipped(c_md="c"))
    assert [name for name, _ in read(opened(data), "e.zip")] == ["e.zip/b.md", "e.zip/x/a.md"]


def test_a_folder_in_an_archive_is_no_member_to_read() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("folder.md/", "")
        archive.writestr("folder.md/a.md", "a")
    assert [name for name, _ in read(BytesIO(file.getvalue()), "e.zip")] == ["e.zip/folder.md/a.md"]


def test_a_broken_member_is_reported_and_the_next_is_read() -> None:
    found = list(read(opened(zipped(a_json="[{", b_md="b")), "e.zip"))
    assert [(name, type(one).__name__) for name, one in found] == [
        ("e.zip/a.json", "ReadError"),
        ("e.zip/b.md", "Message"),
    ]


def test_a_member_whose_bytes_are_damaged_is_reported_and_the_next_is_read() -> None:
    data = zipped(a_md="damaged", b_md="b").replace(b"damaged", b"dAmaged", 1)
    found = list(read(opened(data), "e.zip"))
    assert [(name, type(one).__name__) for name, one in found] == [
        ("e.zip/a.md", "ReadError"),
        ("e.zip/b.md", "Message"),
    ]


def test_a_member_that_needs_a_password_is_reported_and_the_next_is_read() -> None:
    data = bytearray(zipped(a_md="locked", b_md="b"))
    data[6] |= 1
    central = data.index(b"PK\x01\x02")
    data[central + 8] |= 1
    found = list(read(opened(bytes(data)), "e.zip"))
    assert [(name, "password" in getattr(one, "why", "")) for name, one in found] == [
        ("e.zip/a.md", True),
        ("e.zip/b.md", False),
    ]


def test_a_long_export_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[" + ",\n".join([LINE] * 50_000) + "]")
    with path.open("rb") as file:
        next(read(file, "a.json"))
        assert file.tell() < path.stat().st_size / 2
