from pathlib import Path
from typing import Any

import pytest

from overlay.tools.builtin.wordpress import logs
from overlay.tools.builtin.wordpress.logs import PluginLogs
from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry

FAKE_SSH = """#!/bin/sh
for last; do :; done
exec sh -c "$last"
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "debug's.log"
    path.write_text(
        "".join(f"[{at}] PHP Notice in {'Akismet' if at % 2 else 'jetpack'}\n" for at in range(6))
    )
    return path


def registry(log: Path | str, **more: Any) -> ToolRegistry:
    return ToolRegistry(PluginLogs(WordPressSettings(log=str(log), **more)).tools)


async def read(registry: ToolRegistry, **arguments: Any) -> str:
    return (await registry.call_tool("plugin_logs", arguments)).text


async def refusal(registry: ToolRegistry) -> str:
    with pytest.raises(ToolError) as caught:
        await read(registry)
    return caught.value.message


async def test_the_last_lines_are_given(log: Path):
    assert await read(registry(log), lines=2) == "[4] PHP Notice in jetpack\n[5] PHP Notice in Akismet"


async def test_only_lines_with_the_word_are_given(log: Path):
    assert (
        await read(registry(log), contains="akismet", lines=2)
        == "[3] PHP Notice in Akismet\n[5] PHP Notice in Akismet"
    )

    assert await read(registry(log), contains="zebra") == "(nothing)"


async def test_a_long_log_is_read_from_its_end_in_lines_that_are_cut(
    log: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(logs, "MAX_BYTES", 60)
    assert await read(registry(log)) == "[4] PHP Notice in jetpack\n[5] PHP Notice in Akismet"

    monkeypatch.setattr(logs, "MAX_LINE", 4)
    assert await read(registry(log), lines=1) == "[5] …"


async def test_a_log_that_is_not_there_is_reported(tmp_path: Path):
    assert (
        await refusal(registry(tmp_path / "x.log"))
        == "x.log can't be read (No such file or directory); is WP_DEBUG_LOG switched on?"
    )


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ssh"
    path.write_text(FAKE_SSH)
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")


@pytest.mark.usefixtures("ssh")
async def test_a_log_read_over_ssh_is_the_same(log: Path):
    assert await read(registry(log, ssh="host"), lines=1) == "[5] PHP Notice in Akismet"


@pytest.mark.usefixtures("ssh")
async def test_over_ssh_a_log_that_is_not_there_is_reported(tmp_path: Path):
    assert "No such file" in await refusal(registry(tmp_path / "x.log", ssh="host"))


async def test_a_missing_ssh_program_is_reported(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "ssh can't be started" in await refusal(registry(log, ssh="host"))
