import os
from pathlib import Path

import pytest

from overlay.tools.mcp.variables import ConfigError, Expander
from tests.support.table import for_each

SET = {"TOKEN": "t0ken", "EMPTY": "", "userHome": "not this"}


def expand(text: str) -> str:
    return Expander(SET, Path("/projects/place"))(text, "server 'x', env.KEY")


@for_each(
    ("text", "value"),
    [
        ("plain", "plain"),
        ("${TOKEN}", "t0ken"),
        ("a-${TOKEN}-${env:TOKEN}", "a-t0ken-t0ken"),
        ("${TOKEN:-other}", "t0ken"),
        ("${MISSING:-other}", "other"),
        ("${MISSING:-}", ""),
        ("${env:MISSING:-x y}", "x y"),
        ("${EMPTY}", ""),
        ("${EMPTY:-other}", "other"),
        ("${workspaceFolder}/a", "/projects/place/a"),
        ("${workspaceFolderBasename}", "place"),
        ("a${/}b${pathSeparator}c", f"a{os.sep}b{os.sep}c"),
        ("${userHome}", str(Path.home())),
        ("${env:userHome}", "not this"),
        ("$TOKEN ${} ${1} ${a.b}", "$TOKEN ${} ${1} ${a.b}"),
    ],
)
def test_variables_are_put_in(text: str, value: str):
    assert expand(text) == value


def test_a_variable_that_is_not_set_is_an_error_naming_server_and_field():
    with pytest.raises(ConfigError) as caught:
        expand("${MISSING}")
    assert str(caught.value) == (
        "server 'x', env.KEY: the variable MISSING is not set; set it, or give a default with "
        "${MISSING:-value}"
    )


@for_each("text", ["${input:key}", "${command:x.y}", "${config:a}"])
def test_a_variable_that_only_an_editor_can_fill_in_is_an_error(text: str):
    with pytest.raises(ConfigError, match="filled in by the editor"):
        expand(text)
