from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.capture.check.discovery import Found
from overlay.capture.check.model import Verdict
from overlay.capture.check.runner import pool
from overlay.capture.check.runner.messages import Options
from overlay.capture.recording import MANIFEST
from overlay.cli import main
from tests.capture.check.verdicts import ARGUMENT, different, same

Check = Callable[..., Result]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("a", "b", "c", "d"):
        folder = tmp_path / "all" / name
        folder.mkdir(parents=True)
        (folder / MANIFEST).write_text("{")
    return tmp_path / "all"


@pytest.fixture
def asked() -> dict[str, Any]:
    return {}


@pytest.fixture
def check(tree: Path, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Check:
    """Run `overlay check` on the tree; b differs, the others are the same. What workers are asked is kept."""

    async def answer(
        found: Sequence[Found], options: Options, *, jobs: int, limit: float
    ) -> AsyncIterator[Verdict]:
        asked.update(names=[one.name for one in found], options=options, jobs=jobs, limit=limit)
        for one in reversed(found):
            verdict = different(ARGUMENT, name=one.name) if one.name == "all/b" else same(one.name)
            yield verdict.model_copy(update={"folder": str(one.folder)})

    monkeypatch.setattr(pool, "check_all", answer)

    def run(*arguments: str, folder: Path = tree) -> Result:
        return CliRunner().invoke(main, ["check", str(folder), *arguments])

    return run


def test_a_difference_is_exit_code_1_with_a_diff_that_names_the_thing(check: Check) -> None:
    result = check()
    assert result.exit_code == 1
    assert "all/b\n  ✗ argument path of read_file (2) is missing [step 14]\n" in result.stdout
    assert "4 recordings: 3 the same, 1 different" in result.stdout


def test_a_check_without_differences_ends_with_exit_code_0_and_one_line(check: Check, tree: Path) -> None:
    result = check(folder=tree / "a")
    assert result.exit_code == 0
    assert result.stdout.startswith("1 recording: 1 the same (")


def test_progress_is_on_stderr_and_json_on_stdout_in_the_order_of_the_names(check: Check) -> None:
    result = check("--json")
    lines = [line.split()[:2] for line in result.stderr.splitlines()]
    assert lines == [["✓", "all/d"], ["✓", "all/c"], ["✗", "all/b"], ["✓", "all/a"]]
    told = json.loads(result.stdout)
    assert told["ok"] is False
    assert [one["name"] for one in told["recordings"]] == ["all/a", "all/b", "all/c", "all/d"]
    assert told["recordings"][1]["differences"][0]["what"] == "argument path of read_file (2) is missing"


def test_a_report_takes_pictures_of_the_recordings_that_differ(
    check: Check, asked: dict[str, Any], tmp_path: Path
) -> None:
    result = check("--report", str(tmp_path / "report.html"))
    assert (asked["names"], asked["options"].show) == (["all/b"], True)
    assert result.stderr.count("all/b") == 1
    check("--report", str(tmp_path / "report.html"), "--pixels")
    assert len(asked["names"]) == 4


def test_a_shard_is_a_share_of_the_recordings(check: Check, asked: dict[str, Any]) -> None:
    check("--shard", "1/2")
    first = asked["names"]
    check("--shard", "2/2")
    assert sorted([*first, *asked["names"]]) == ["all/a", "all/b", "all/c", "all/d"]


def test_the_workers_get_the_options_and_a_folder_that_is_removed(
    check: Check, asked: dict[str, Any]
) -> None:
    check("--pixels", "--tolerance", "0.5", "--distance", "3", "--update", "--jobs", "3", "--timeout", "9")
    options = asked["options"]
    assert options.pictures
    assert options.tolerance == 0.5
    assert options.distance == 3
    assert options.update
    assert asked["jobs"] == 3
    assert asked["limit"] == 9
    assert not Path(options.scratch).exists()


def test_a_report_and_junit_are_written(check: Check, tmp_path: Path) -> None:
    check("--report", str(tmp_path / "r.html"), "--junit", str(tmp_path / "j.xml"))
    assert "all/b" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert 'failures="1"' in (tmp_path / "j.xml").read_text(encoding="utf-8")


def test_wrong_use_is_exit_code_2_and_says_what_to_do(check: Check, tmp_path: Path) -> None:
    table: list[tuple[list[str], str]] = [
        (["--shard", "3/2"], "1/3"),
        (["--remote", "browser"], "ws://"),
        (["--remote", "ws://a/", "--browser", "chrome"], "exclude each other"),
        (["--tolerance", "2"], "tolerance"),
    ]
    results = [(check(*words), said) for words, said in table]
    assert [said for result, said in results if result.exit_code != 2 or said not in result.stderr] == []
    (tmp_path / "empty").mkdir()
    assert check(folder=tmp_path / "empty").exit_code == 2


def test_each_damaged_recording_is_an_error(tree: Path, overlay_browser: object) -> None:
    result = CliRunner().invoke(main, ["check", str(tree), "--jobs", "1"])
    assert result.exit_code == 1
    assert "4 recordings: 4 not checked" in result.stdout


def test_a_failed_recording_is_an_annotation_after_its_report(check: Check) -> None:
    lines = check("--github").stdout.splitlines()
    assert lines[0].startswith("::stop-commands::")
    (annotation,) = [line for line in lines if line.startswith("::error ")]
    assert "recording.json,title=overlay check%3A all/b" in annotation
    assert check("--github", "--json").exit_code == 2
