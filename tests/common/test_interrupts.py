from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from overlay.common import interrupts
from overlay.common.interrupts import STOPPED, end_at_once, raise_again, sigterm_as_ctrl_c


@pytest.fixture(autouse=True)
def own_handler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use Python's own handler, whichever one the test run has."""
    monkeypatch.setattr(interrupts, "own_process", False)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_from_the_first_module_on_ctrl_c_ends_with_a_line_and_no_traceback() -> None:
    program = (
        "import os, signal\nfrom overlay.common.interrupts import end_at_once\nend_at_once()\n"
        "os.kill(os.getpid(), signal.SIGINT)\nprint('went on')"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == STOPPED
    assert ended.stdout == ""
    assert ended.stderr == "\noverlay: stopped.\n"


def test_python_dash_m_handles_ctrl_c_before_it_imports_a_command() -> None:
    """Control: the same signal, sent when `overlay.cli` is first looked for, is a traceback without it."""
    program = (
        "import os, runpy, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'overlay.cli': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "{}\n"
    )
    ways = {
        way: subprocess.run(
            [sys.executable, "-c", program.format(way)], capture_output=True, text=True, check=False
        )
        for way in ("import overlay.cli", "runpy.run_module('overlay', run_name='__main__')")
    }
    assert ["Traceback" in ended.stderr for ended in ways.values()] == [True, False]


def test_once_all_is_imported_ctrl_c_is_an_exception_again() -> None:
    end_at_once()
    raise_again()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_program_that_ignores_ctrl_c_or_has_a_handler_keeps_that() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_at_once()
    raise_again()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_after_all_is_done_ctrl_c_ends_a_process_of_overlay_without_a_traceback() -> None:
    program = (
        "import os, signal\nfrom overlay.common.interrupts import end_at_once, end_quietly, raise_again\n"
        "{}\nraise_again()\nend_quietly()\nos.kill(os.getpid(), signal.SIGINT)"
    )
    own, other = (
        subprocess.run(
            [sys.executable, "-c", program.format(begin)], capture_output=True, text=True, check=False
        )
        for begin in ("end_at_once()", "signal.signal(signal.SIGINT, signal.default_int_handler)")
    )
    assert (own.returncode, own.stderr) == (STOPPED, "\noverlay: stopped.\n")
    assert "KeyboardInterrupt" in other.stderr


def test_sigterm_ends_a_block_as_ctrl_c_does() -> None:
    with pytest.raises(KeyboardInterrupt), sigterm_as_ctrl_c():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_sigterm_ends_a_block_in_the_background_too_where_ctrl_c_is_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with pytest.raises(KeyboardInterrupt), sigterm_as_ctrl_c():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
