from __future__ import annotations

import os
from pathlib import Path

import pytest

from overlay.capture.check.accept import accept
from overlay.capture.model import Drawn, LogLine
from overlay.capture.recording import CHECKSUMS, DOM, EXPECTED, MANIFEST, Recording
from overlay.capture.whole_folder import former, new_prefix
from tests.capture.check.logs import call, drawing
from tests.capture.test_recording import manifest

NEW = new_prefix(Path(EXPECTED))
OLD, FRESH = call(1, "old"), call(1, "fresh")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / MANIFEST).write_text(manifest().model_dump_json())
    accept(tmp_path, OLD, [drawing(1)], "<old>")
    return tmp_path


def log_in(folder: Path) -> list[LogLine]:
    return Recording.open(folder).expected().log


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_an_accepted_replay_is_the_expected_result(folder: Path) -> None:
    before = {path: path.read_bytes() for path in (folder / EXPECTED).iterdir()}
    accept(folder, OLD, [drawing(1)], "<old>")
    assert {path: path.read_bytes() for path in (folder / EXPECTED).iterdir()} == before
    accept(folder, FRESH, [drawing(1, "done")], "<fresh \ud83d>\r\n")
    expected = Recording.open(folder).expected()
    assert expected.log == FRESH
    assert expected.blocks == [drawing(1, "done")]
    assert expected.dom == "<fresh \ud83d>\r\n"
    assert names_in(folder) == {MANIFEST, EXPECTED}


def test_a_file_that_was_changed_since_it_was_accepted_is_named(folder: Path) -> None:
    assert Recording.open(folder).expected().edited == ()
    (folder / EXPECTED / DOM).write_text("<other>")
    (told,) = Recording.open(folder).expected().edited
    assert f"{DOM} is not as it was accepted" in told
    (folder / EXPECTED / CHECKSUMS).write_text("[")
    (told,) = Recording.open(folder).expected().edited
    assert f"{CHECKSUMS} can't be read" in told


def test_only_pictures_of_drawings_are_accepted(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pictures = tmp_path_factory.mktemp("pictures")
    for name in ("1-ready.png", "of nobody.png"):
        (pictures / name).write_bytes(b"png")
    accept(folder, FRESH, [drawing(1).model_copy(update={"picture": "1-ready.png"})], "", pictures)
    assert [path.name for path in Recording.open(folder).expected().pictures.iterdir()] == ["1-ready.png"]


def test_a_replay_that_can_not_be_written_leaves_the_old_result(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Drawn(block=1, status="ready", dom="", aria="", picture="not there.png")
    with pytest.raises(FileNotFoundError):
        accept(folder, FRESH, [lost], "", folder / "nowhere")
    assert log_in(folder) == OLD
    assert names_in(folder) == {MANIFEST, EXPECTED}
    rename = Path.rename

    def fails(path: Path, target: Path) -> Path:
        if path.name.startswith(NEW):
            raise OSError("no")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(OSError, match="no"):
        accept(folder, FRESH, [], "")
    assert log_in(folder) == OLD


def killed_at(folder: Path, call_number: int) -> bool:
    """Accept in a process that dies at its n-th rename or removal. Out: whether it came so far."""
    child = os.fork()
    if child == 0:
        count = 0

        def counting(name: str) -> None:
            real = getattr(os, name)

            def acts(*given: object, **more: object) -> object:
                nonlocal count
                count += 1
                if count == call_number:
                    os._exit(9)
                return real(*given, **more)

            setattr(os, name, acts)

        for name in ("rename", "rmdir", "unlink"):
            counting(name)
        accept(folder, FRESH, [drawing(1)], "<fresh>")
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.thorough
def test_a_kill_at_any_moment_leaves_the_complete_old_or_new_result(folder: Path) -> None:
    came = 0
    for number in range(1, 40):
        accept(folder, OLD, [drawing(1)], "<old>")
        if not killed_at(folder, number):
            break
        came += 1
        assert log_in(folder) in (OLD, FRESH)
        assert len(Recording.open(folder).expected().blocks) == 1
    assert came >= 4


def test_the_next_acceptance_removes_what_a_kill_left(folder: Path) -> None:
    (folder / f"{NEW}x").mkdir()
    (folder / EXPECTED).rename(former(folder / EXPECTED))
    assert log_in(folder) == OLD
    accept(folder, FRESH, [], "")
    assert names_in(folder) == {MANIFEST, EXPECTED}
    assert log_in(folder) == FRESH
