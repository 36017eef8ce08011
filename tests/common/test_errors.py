from __future__ import annotations

import io

import click
import pytest
from click.testing import CliRunner

from overlay.common.errors import BrowserNotFound, CheckFailed, OverlayError, UsageError
from tests.support.table import for_each


@for_each(("kind", "code"), [(OverlayError, 1), (CheckFailed, 1), (UsageError, 2), (BrowserNotFound, 3)])
def test_each_error_ends_a_command_with_its_own_exit_code(kind: type[OverlayError], code: int) -> None:
    @click.command()
    def command() -> None:
        raise kind("it went wrong")

    assert CliRunner().invoke(command).exit_code == code


def test_the_error_is_a_line_on_stderr_and_nothing_on_stdout() -> None:
    @click.command()
    def command() -> None:
        raise UsageError("it went wrong", advice="Do it right.")

    result = CliRunner().invoke(command)
    assert result.stdout == ""
    assert result.stderr == "overlay: it went wrong\nDo it right.\n"


def test_the_error_can_be_written_to_a_file_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    file = io.StringIO()
    UsageError("it went wrong").show(file)
    assert file.getvalue() == "overlay: it went wrong\n"
    assert capsys.readouterr() == ("", "")


def test_an_error_without_advice_is_its_message_alone() -> None:
    assert str(UsageError("it went wrong")) == "it went wrong"


def test_a_program_gets_code_message_advice_and_data() -> None:
    assert BrowserNotFound("none", advice="get one", tried=["a"]).as_json() == {
        "code": "no_browser",
        "message": "none",
        "advice": "get one",
        "data": {"tried": ["a"]},
    }
