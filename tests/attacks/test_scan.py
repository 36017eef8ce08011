"""Files that could keep `overlay scan` from ending."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import main
from overlay.scan import ReadError, ScanOptions, Source
from overlay.scan.file_scan import scan_file

CALL = '<function_calls>\n<invoke name="note">\n</invoke>\n</function_calls>\n'


def pipe(path: Path) -> None:
    os.mkfifo(path)


def sock(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terminal(path: Path) -> None:
    path.symlink_to("/dev/tty")


def link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_suffix(".fifo"))
    path.symlink_to(path.with_suffix(".fifo"))


MADE: dict[str, tuple[Callable[[Path], None], str]] = {
    "a pipe": (pipe, "it is a pipe"),
    "a socket": (sock, "it is a socket"),
    "a device that never ends": (device, "it is a device"),
    "a terminal": (terminal, "it is a device"),
    "a link to a pipe": (link_to_pipe, "it is a pipe"),
}


@pytest.fixture
def folder() -> Path:
    """Short, since the path of a socket has at most 107 characters."""
    made = Path(tempfile.mkdtemp())
    (made / "chat.txt").write_text(CALL)
    return made


def scan(*paths: Path) -> Result:
    return CliRunner().invoke(main, ["scan", *map(str, paths)])


def test_control_a_plain_chat_file_is_read(folder: Path) -> None:
    result = scan(folder)
    assert result.exit_code == 0
    assert result.stdout.count('"note"') == 1


@pytest.mark.parametrize("named", [False, True], ids=["in a folder", "named itself"])
def test_pipes_sockets_and_devices_are_skipped_and_reported_and_files_are_read(
    folder: Path, named: bool
) -> None:
    for name, (make, _) in MADE.items():
        make(folder / f"{name}.json")
    made = sorted(folder.glob("*.json"))
    result = scan(*made, folder / "chat.txt") if named else scan(folder)
    assert result.exit_code == 1
    assert result.stdout.count('"note"') == 1
    reasons = {name: f"{name}.json: skipped: {why}" for name, (_, why) in MADE.items()}
    assert {name: said for name, said in reasons.items() if said not in result.stderr} == {}


def test_a_file_that_becomes_a_pipe_after_it_was_listed_is_skipped(folder: Path) -> None:
    pipe(folder / "late.json")
    (found,) = scan_file(Source(str(folder / "late.json"), "late.json"), ScanOptions())
    assert isinstance(found, ReadError)
    assert "it is a pipe" in str(found)


def test_folders_that_lead_into_each_other_are_read_once(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "back").symlink_to(folder)
    (folder / "self.txt").symlink_to(folder / "self.txt")
    result = scan(folder)
    assert result.exit_code == 0
    assert result.stdout.count('"note"') == 1
