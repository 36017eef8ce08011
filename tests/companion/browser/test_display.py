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


def test_without_a_name_it_says_which_are_looked_for(fake: FakeMachine) -> None:
    assert display_problem(fake.machine) == "neither DISPLAY nor WAYLAND_DISPLAY is set"


@pytest.mark.parametrize("name", [":7", ":7.0", "unix:7", "/unix:7"])
def test_an_x_server_that_answers_is_well(fake: FakeMachine, sockets: Path, name: str) -> None:
    fake.become(root=sockets)
    fake.set_env(DISPLAY=name)
    with listening(sockets / "tmp/.X11-unix/X7"):
        assert display_problem(fake.machine) is None


def test_an_x_server_that_is_no_more_is_said(fake: FakeMachine, sockets: Path) -> None:
    fake.become(root=sockets)
    fake.set_env(DISPLAY=":7")
    with listening(sockets / "tmp/.X11-unix/X7"):
        pass
    assert display_problem(fake.machine) == "nothing answers at DISPLAY=:7"


def test_an_x_server_in_another_place_is_reached_by_its_number(fake: FakeMachine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1] - 6000
        fake.set_env(DISPLAY=f"127.0.0.1:{number}.0")
        assert display_problem(fake.machine) is None
    assert display_problem(fake.machine) == f"nothing answers at DISPLAY=127.0.0.1:{number}.0"


def test_a_wayland_that_answers_is_well(fake: FakeMachine, sockets: Path) -> None:
    fake.set_env(WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(sockets))
    with listening(sockets / "wayland-0"):
        assert display_problem(fake.machine) is None


def test_a_wayland_may_be_named_by_its_path(fake: FakeMachine, sockets: Path) -> None:
    fake.set_env(WAYLAND_DISPLAY=str(sockets / "w"))
    with listening(sockets / "w"):
        assert display_problem(fake.machine) is None


def test_one_of_two_is_enough(fake: FakeMachine, sockets: Path) -> None:
    fake.become(root=sockets)
    fake.set_env(WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(sockets), DISPLAY=":7")
    with listening(sockets / "tmp/.X11-unix/X7"):
        assert display_problem(fake.machine) is None


def test_where_none_of_two_answers_both_are_named(fake: FakeMachine, sockets: Path) -> None:
    fake.become(root=sockets)
    fake.set_env(WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(sockets), DISPLAY=":7")
    assert display_problem(fake.machine) == "nothing answers at WAYLAND_DISPLAY=wayland-0 or DISPLAY=:7"


@pytest.mark.parametrize("named", [{"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": "what is this"}])
def test_what_can_not_be_looked_up_is_taken_as_it_is(fake: FakeMachine, named: dict[str, str]) -> None:
    fake.set_env(**named)
    assert display_problem(fake.machine) is None


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_a_desktop_needs_no_name(fake: FakeMachine, platform: str) -> None:
    fake.become(platform=platform)
    fake.set_env(DISPLAY=":7")
    assert display_problem(fake.machine) is None
