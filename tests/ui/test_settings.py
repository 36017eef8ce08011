from __future__ import annotations

import re
from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.ui.settings import Settings, SettingsFile


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "config" / "settings.toml")


def test_without_a_file_nothing_is_chosen(file: SettingsFile) -> None:
    assert file.read() == Settings()


def test_a_kept_choice_is_read_again(file: SettingsFile) -> None:
    file.save(site="claude", delay=7.5, notifications=False)
    assert file.read() == Settings(site="claude", delay=7.5, notifications=False)


def test_a_setting_saved_as_none_is_deleted(file: SettingsFile) -> None:
    file.save(site="claude", theme="dark")
    file.save(theme=None)
    assert file.read() == Settings(site="claude")


def test_the_users_own_lines_in_the_settings_file_stay(file: SettingsFile) -> None:
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_text("# mine\nsite = 'poe'  # the best\n")
    file.save(delay=3.0)
    assert file.path.read_text() == "# mine\nsite = 'poe'  # the best\ndelay = 3.0\n"


def test_a_broken_file_is_an_error_that_names_it(file: SettingsFile) -> None:
    wrong: list[object] = []
    for text in ["site = ", "delay = -1", "delay = 'x'", "colour = 'red'", "theme = 'blue'"]:
        file.path.parent.mkdir(exist_ok=True)
        file.path.write_text(text)
        try:
            file.read()
        except UsageError as error:
            if not re.search(r"settings\.toml", str(error)):
                wrong.append((text, str(error)))
        else:
            wrong.append((text, "nothing was raised"))
    assert wrong == []


def test_a_broken_file_is_never_written_to(file: SettingsFile) -> None:
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_text("delay = oops\n")
    with pytest.raises(UsageError):
        file.save(site="claude")
    assert file.path.read_text() == "delay = oops\n"


def test_a_file_that_is_not_text_is_an_error_that_names_it(file: SettingsFile) -> None:
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_bytes(b"site = '\x81'")
    with pytest.raises(UsageError, match=r"settings\.toml"):
        file.read()


def test_an_invalid_choice_leaves_the_file_as_it_was(file: SettingsFile) -> None:
    file.save(delay=3.0)
    with pytest.raises(UsageError, match="delay"):
        file.save(delay=-1.0)
    assert file.read() == Settings(delay=3.0)


def test_a_file_behind_a_link_is_written_where_it_is(file: SettingsFile, tmp_path: Path) -> None:
    file.path.parent.mkdir(exist_ok=True)
    target = tmp_path / "dotfiles.toml"
    target.write_text("")
    file.path.symlink_to(target)
    file.save(site="poe")
    assert (file.path.is_symlink(), "poe" in target.read_text()) == (True, True)
