"""The file that the user named for a command's output is written in the same way by each command."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from click.testing import CliRunner

from overlay.capture.check import junit
from overlay.capture.report import build
from overlay.cli import main
from overlay.cli.site_report import write_report
from overlay.common.errors import UsageError
from overlay.common.output_file import output_file
from overlay.sites.report.report import BreakReport
from tests.support.table import for_each


def export_history(file: Path) -> None:
    CliRunner().invoke(main, ["history", "export", str(file)], catch_exceptions=False, standalone_mode=False)


WRITERS: dict[str, Callable[[Path], Any]] = {
    "history export FILE": export_history,
    "sites report -o FILE": lambda file: write_report(file, BreakReport("text", "<page>")),
    "check --report FILE": lambda file: build.write(file, [], 1),
    "check --junit FILE": lambda file: junit.write(file, [], 1),
}


@for_each("write", list(WRITERS.values()), ids=list(WRITERS))
def test_each_command_that_writes_a_file_makes_missing_folders_and_names_what_it_cannot_write(
    write: Callable[[Path], Any], tmp_path: Path
) -> None:
    write(tmp_path / "a" / "b" / "file")
    assert (tmp_path / "a" / "b" / "file").is_file()
    (tmp_path / "no-folder").touch()
    with pytest.raises(UsageError, match=r"no-folder.file can't be written"):
        write(tmp_path / "no-folder" / "file")


@pytest.mark.skipif(os.name != "posix", reason="a pipe with a name")
def test_a_pipe_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with output_file(pipe) as file:
            file.write(b"text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def fill(file: BinaryIO) -> None:
    file.write(b"new")
    raise OSError("full")


def test_an_old_file_stays_if_writing_fails(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    with pytest.raises(UsageError), output_file(file) as out:
        fill(out)
    assert file.read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_named_with_its_file_and_advised_to_be_made_room_on() -> None:
    with pytest.raises(UsageError) as caught, output_file(Path("/dev/full")) as file:
        file.write(bytes(100_000))
    assert "/dev/full can't be written: " in caught.value.message
    assert "Make room on the disk" in caught.value.format_message()
