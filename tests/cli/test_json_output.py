from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from overlay.cli.json_output import json_option, plain, print_json


@dataclass
class Declared:
    path: Path


@dataclass
class Other:
    more: int = 1


def printed(*values: object) -> str:
    @click.command
    @json_option(Declared)
    def command(as_json: bool) -> None:
        print_json(*values)

    return CliRunner().invoke(command, ["--json"], catch_exceptions=False).stdout


def test_a_declared_object_is_printed_with_its_fields() -> None:
    assert json.loads(printed(Declared(Path("a")))) == {"path": "a"}


def test_an_object_that_the_reference_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="Other"):
        printed(Declared(Path("a")), Other())


def test_objects_inside_others_become_objects() -> None:
    assert plain({"a": [Declared(Path("b"))], "c": (1,)}) == {"a": [{"path": "b"}], "c": [1]}
