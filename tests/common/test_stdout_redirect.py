import contextlib
import io
import sys
import threading
from collections.abc import Generator

from overlay.common.stdout_redirect import aside, own_stdout


@contextlib.contextmanager
def own() -> Generator[tuple[io.StringIO, io.StringIO]]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), own_stdout():
        yield out, err


def write(text: str) -> None:
    sys.stdout.write(text)


def test_overlays_own_thread_writes_to_stdout():
    with own() as streams:
        write("mine")
    assert [stream.getvalue() for stream in streams] == ["mine", ""]


def test_another_thread_writes_to_stderr():
    with own() as streams:
        thread = threading.Thread(target=write, args=("tool",))
        thread.start()
        thread.join()
    assert [stream.getvalue() for stream in streams] == ["", "tool"]


def test_a_tools_code_in_overlays_thread_writes_to_stderr():
    with own() as streams, aside():
        write("tool")
    assert [stream.getvalue() for stream in streams] == ["", "tool"]


def test_stdout_is_restored_after_the_redirect():
    before = sys.stdout
    with own():
        pass
    assert sys.stdout is before
