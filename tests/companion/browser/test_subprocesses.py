from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from overlay.companion.browser import subprocesses
from overlay.companion.browser.subprocesses import run_quietly

ENV = {"PATH": os.defpath}


def shell(body: str, seconds: float = 30) -> subprocesses.CommandResult:
    return run_quietly(["sh", "-c", body], seconds=seconds, env=ENV)


def test_a_commands_output_is_handed_back_and_none_of_it_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    done = shell("echo it is done; echo Error: not really >&2")
    assert done.output == "it is done\n"
    assert done.reason is None
    assert capfd.readouterr() == ("", "")


REASONS: dict[str, str] = {
    "echo starting; echo Error: no such host; echo '  at a line'; exit 1": "Error: no such host",
    "echo 'E: Unable to locate it.' >&2; exit 100": "E: Unable to locate it",
    # A line that is marked as an error goes before one that only reads like one.
    "echo Failed to install; echo Error: no such host; exit 1": "Error: no such host",
    "echo one; echo two; exit 1": "one",
    "exit 7": "ended with exit code 7",
    r"printf '\033[2mError: dim\033[22m\n'; exit 1": "Error: dim",
}
"""A command that fails -> the reason that is kept of it."""


def test_the_reason_of_a_failure_is_one_line_of_its_output() -> None:
    assert {body: shell(body).reason for body in REASONS} == REASONS
    long = shell("printf 'Error: %01000d' 0; exit 1").reason
    assert long is not None
    assert len(long) <= 200
    assert run_quietly(["/nowhere/at/all"], seconds=1, env=ENV).reason == "No such file or directory"


def test_a_command_that_takes_too_long_is_ended() -> None:
    assert shell("sleep 1000", seconds=0.1).reason == "not done within 0.1 s"


def test_a_command_that_will_not_end_is_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocesses, "_SECONDS_TO_END", 0.1)
    assert shell("trap '' TERM; while :; do sleep 1000; done", seconds=0.3).reason == "not done within 0.3 s"


def test_the_processes_of_a_command_end_with_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Opening the pipe for reading waits for the grandchild; reading ends when every writer is gone.
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        shell(f"sh -c 'exec 9>{pipe}; sleep 1000' & wait", seconds=0.3)
        os.set_blocking(reader, True)
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)


def test_a_command_ends_with_us_when_we_are_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    real = os.killpg

    def note(group: int, number: int) -> None:
        ended.append(number)
        real(group, number)

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "killpg", note)
    monkeypatch.setattr(subprocesses.subprocess.Popen, "communicate", interrupt)
    with pytest.raises(KeyboardInterrupt):
        shell("sleep 1000")
    assert ended == [signal.SIGTERM, signal.SIGKILL]


def test_a_command_gets_the_environment_given_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAY_TEST_SECRET", "here")
    assert shell('echo "[$OVERLAY_TEST_SECRET]"').output == "[]\n"


def test_a_command_that_asks_gets_no_answer_and_does_not_wait() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"an answer typed here\n")
    ours = os.dup(0)
    os.dup2(reader, 0)
    try:
        assert shell("read answer || echo nobody there").output == "nobody there\n"
    finally:
        os.dup2(ours, 0)
        for descriptor in (reader, writer, ours):
            os.close(descriptor)
