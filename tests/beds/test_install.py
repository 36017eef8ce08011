from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.beds import install as module
from tests.beds.install import InstallError, install


@pytest.fixture
def apps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Beds of the test's own; a lock that lists nothing installs nothing."""
    folder = tmp_path / "apps"
    (folder / "gradio").mkdir(parents=True)
    (folder / "gradio/requirements.lock").write_text("")
    monkeypatch.setattr(module, "APPS", folder)
    return folder


def quiet(line: str) -> None:
    pass


def test_a_bed_is_an_environment_of_its_own_in_the_cache(apps: Path, tmp_path: Path) -> None:
    folder = install("gradio", tmp_path / "cache", quiet)
    assert folder.parent == tmp_path / "cache/beds"
    assert module.python_of(folder).is_file()


def test_a_second_time_it_is_there_and_nothing_is_said(apps: Path, tmp_path: Path) -> None:
    said: list[str] = []
    first = install("gradio", tmp_path, said.append)
    assert (install("gradio", tmp_path, said.append), len(said)) == (first, 1)


def test_another_lock_is_another_environment(apps: Path, tmp_path: Path) -> None:
    first = install("gradio", tmp_path, quiet)
    (apps / "gradio/requirements.lock").write_text("# other\n")
    assert install("gradio", tmp_path, quiet) != first


def test_what_can_not_be_brought_in_is_an_error_that_says_at_what_step(apps: Path, tmp_path: Path) -> None:
    (apps / "gradio/requirements.lock").write_text("./not-there\n")
    with pytest.raises(InstallError, match=r"bed gradio: .*pip .*requirements\.lock failed[\s\S]*not-there"):
        install("gradio", tmp_path, quiet)


def test_nothing_half_done_is_left_of_it(apps: Path, tmp_path: Path) -> None:
    (apps / "gradio/requirements.lock").write_text("./not-there\n")
    with pytest.raises(InstallError):
        install("gradio", tmp_path, quiet)
    assert [path.name for path in (tmp_path / "beds").iterdir()] == ["gradio.lock"]


def test_a_step_without_end_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0.2)
    with pytest.raises(InstallError, match=r"took over 0\.2 s"):
        module._run("gradio", [sys.executable, "-c", "import time; time.sleep(60)"], tmp_path)  # pyright: ignore[reportPrivateUsage]
