"""Files that a user gives, as editors and shells write them, and paths that are no file."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from overlay.common.input_files import NotText, parse_json, read_bytes, read_text
from overlay.companion.config import load_config
from overlay.tools.mcp import read_config
from tests.support.table import for_each


@for_each("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a").write_text("time_limit = 5\r\n", encoding=encoding, newline="")
    assert read_text(tmp_path / "a") == "time_limit = 5\r\n"


@for_each("encoding", ["utf-8-sig", "utf-16"])
def test_settings_saved_by_editors_of_windows_are_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.toml").write_text("time_limit = 5\r\n", encoding=encoding, newline="")
    (tmp_path / "a.json").write_text('{"mcpServers": {"b": {"command": "true"}}}', encoding=encoding)
    assert load_config(tmp_path / "a.toml").time_limit == 5
    assert [server.key for server in read_config(tmp_path / "a.json")[0]] == ["b"]


def test_the_line_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a\nb\n\xe9")
    with pytest.raises(NotText, match="line 3 is not UTF-8"):
        read_text(tmp_path / "a")


def test_a_pipe_that_nothing_writes_to_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is a pipe"):
        read_bytes(tmp_path / "pipe")


def test_a_pipe_from_a_shell_is_read() -> None:
    reader, writer = os.pipe()
    threading.Thread(target=lambda: (os.write(writer, b"text"), os.close(writer))).start()
    assert read_text(f"/dev/fd/{reader}") == "text"
    os.close(reader)


def test_a_path_with_a_nul_names_no_file() -> None:
    with pytest.raises(FileNotFoundError):
        read_bytes("a\0b")


def test_a_file_larger_than_is_taken_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_bytes(tmp_path / "a", largest=4)


@for_each("text", ["[" * 100_000, "9" * 5_000, "{"])
def test_json_that_python_can_not_hold_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"too deep|too many digits|line 1"):
        parse_json(text)
