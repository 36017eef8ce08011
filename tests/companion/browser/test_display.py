from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from overlay.companion.browser.display import display_problem
from tests.companion.browser.conftest import FakeMachine


@pytest.fixture
def sockets() -> Iterator[Path]:
    """A folder with a name short enough for sockets in it."""
    with tempfile.TemporaryDirectory(prefix="x") as folder:
        yield Path(folder)


def listening(path: Path) -> closing[socket.socket]:
    path.parent.mkdir(parents=True, exist_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()
    return closing(server)


X, WAYLAND = "tmp/.X11-unix/X7", "wayland-0"


def test_a_display_that_answers_has_no_problem(fakes: Iterator[FakeMachine], sockets: Path) -> None:
    runtime = {"WAYLAND_DISPLAY": WAYLAND, "XDG_RUNTIME_DIR": str(sockets)}
    answering: list[tuple[str, dict[str, str]]] = [
        *((X, {"DISPLAY": name}) for name in (":7", ":7.0", "unix:7", "/unix:7")),
        (WAYLAND, runtime),
        ("w", {"WAYLAND_DISPLAY": str(sockets / "w")}),
        # One of two is enough.
        (X, {**runtime, "DISPLAY": ":7"}),
    ]
    wrong: list[object] = []
    for path, env in answering:
        fake = next(fakes)
        fake.become(root=sockets)
        fake.set_env(**env)
        (sockets / path).unlink(missing_ok=True)
        with listening(sockets / path):
            problem = display_problem(fake.machine)
        (sockets / path).unlink()
        if problem:
            wrong.append((path, env, problem))
    assert wrong == []


def test_a_display_that_does_not_answer_is_named(fakes: Iterator[FakeMachine], sockets: Path) -> None:
    none, ended, both = (next(fakes) for _ in range(3))
    assert display_problem(none.machine) == "neither DISPLAY nor WAYLAND_DISPLAY is set"
    for fake in (ended, both):
        fake.become(root=sockets)
    ended.set_env(DISPLAY=":7")
    with listening(sockets / X):
        pass
    assert display_problem(ended.machine) == "nothing answers at DISPLAY=:7"
    both.set_env(WAYLAND_DISPLAY=WAYLAND, XDG_RUNTIME_DIR=str(sockets), DISPLAY=":7")
    assert display_problem(both.machine) == "nothing answers at WAYLAND_DISPLAY=wayland-0 or DISPLAY=:7"


def test_an_x_server_in_another_place_is_reached_by_its_number(fake: FakeMachine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1] - 6000
        fake.set_env(DISPLAY=f"127.0.0.1:{number}.0")
        assert display_problem(fake.machine) is None
    assert display_problem(fake.machine) == f"nothing answers at DISPLAY=127.0.0.1:{number}.0"


def test_a_name_that_can_not_be_looked_up_and_a_desktop_have_no_problem(fakes: Iterator[FakeMachine]) -> None:
    unknown: list[tuple[str, dict[str, str]]] = [
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}),
        ("linux", {"DISPLAY": "what is this"}),
        ("darwin", {"DISPLAY": ":7"}),
        ("win32", {"DISPLAY": ":7"}),
    ]
    found: list[str | None] = []
    for platform, env in unknown:
        fake = next(fakes)
        fake.become(platform=platform)
        fake.set_env(**env)
        found.append(display_problem(fake.machine))
    assert found == [None] * 4
