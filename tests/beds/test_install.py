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


def test_a_bed_is_installed_once_for_each_lock(
    apps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(name: str, half: Path, app: Path) -> Path:
        (half / "venv").mkdir()
        return half / "venv"

    monkeypatch.setattr(module, "_environment", made)
    said: list[str] = []
    first = install("gradio", tmp_path / "cache", said.append)
    assert first.parent == tmp_path / "cache/beds"
    assert install("gradio", tmp_path / "cache", said.append) == first
    assert said == ["bringing in the bed gradio"]
    (apps / "gradio/requirements.lock").write_text("# other\n")
    assert install("gradio", tmp_path / "cache", said.append) != first


@pytest.mark.thorough  # it installs
def test_a_failed_installation_says_at_what_step_and_leaves_nothing(apps: Path, tmp_path: Path) -> None:
    (apps / "gradio/requirements.lock").write_text("./not-there\n")
    with pytest.raises(InstallError, match=r"bed gradio: .*pip .*requirements\.lock failed[\s\S]*not-there"):
        install("gradio", tmp_path, quiet)
    assert [path.name for path in (tmp_path / "beds").iterdir()] == ["gradio.lock"]


def test_a_step_without_end_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0.2)
    with pytest.raises(InstallError, match=r"took over 0\.2 s"):
        module._run("gradio", [sys.executable, "-c", "import time; time.sleep(60)"], tmp_path)  # pyright: ignore[reportPrivateUsage]
