from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from overlay.scan import file_scan
from overlay.scan.file_scan import calls_in, scan_file
from overlay.scan.model import Branch, ChatMessage, FoundCall, ReadError, ScanOptions, Source, TextSpan
from tests.scan.helpers import CALL, broken, found, scanned

BRANCHES: list[Branch | None] = ["current", "other", None]
TOOL = json.dumps([{"name": "f", "parameters": {"properties": {"k": {"type": "integer"}}}}])


def test_the_calls_of_a_file_have_its_name_and_a_missing_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"x\n{CALL}\n")
    assert [(call.file, call.line, call.call.name) for call in found(tmp_path / "a.md")] == [("a.md", 2, "f")]
    assert [each.why for each in broken(tmp_path / "b.md")] == ["No such file or directory"]


def test_findings_can_be_sent_between_processes(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(f"{CALL}\n" + json.dumps({"text": CALL}))
    findings = scanned(tmp_path / "a.jsonl")
    assert pickle.loads(pickle.dumps(findings)) == findings


def test_calls_before_broken_json_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([{"text": CALL}])[:-1] + ", {")
    assert [type(each) for each in scanned(tmp_path / "a.json")] == [FoundCall, ReadError]


def test_any_error_of_a_reader_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object, **__: object) -> None:
        raise MemoryError("too much")

    monkeypatch.setattr(file_scan, "read", burst)
    (tmp_path / "a.md").touch()
    assert [each.why for each in broken(tmp_path / "a.md")] == ["MemoryError: too much"]


def test_a_folder_may_hold_a_file_without_a_chat(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    assert len(broken(tmp_path / "a.json")) == 1
    assert broken(tmp_path / "a.json", named=False) == []


def test_values_are_read_by_the_tools_schemas(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(CALL.replace("v<", "7<"))
    source = Source(str(tmp_path / "a.md"), "a.md")
    first = scan_file(source, ScanOptions(TOOL))[0]
    assert isinstance(first, FoundCall)
    assert first.call.arguments == {"k": 7}


def test_fallbacks_are_used_only_when_switched_on(tmp_path: Path) -> None:
    tool = {
        "name": "measure",
        "parameters": {"properties": {"k": {"type": "integer"}}},
        "fallbacks": {"natural_language": [r"measure (?P<k>\d+)"]},
    }
    (tmp_path / "a.md").write_text("I will measure 7 now.")
    for on in (True, False):
        options = ScanOptions(json.dumps([tool]), fallbacks=on)
        findings = scan_file(Source(str(tmp_path / "a.md"), "a.md"), options)
        assert [each.call.name for each in findings if isinstance(each, FoundCall)] == ["measure"] * on


def test_the_line_of_a_call_is_that_of_its_message_its_mark_or_its_piece() -> None:
    piece = TextSpan(f"a\nb\n{CALL}", lines=((0, 1),))
    assert [each.line for each in calls_in(ChatMessage("user", (piece,), line=9), "x", ScanOptions())] == [9]
    piece = TextSpan(f"a\n{CALL}\n{CALL}", lines=((0, 10), (2, 20)))
    assert [each.line for each in calls_in(ChatMessage("user", (piece,)), "x", ScanOptions())] == [20, 21]
    pieces = TextSpan("a\nb"), TextSpan(f"c\n{CALL}", "xml")
    call = calls_in(ChatMessage("assistant", pieces), "x", ScanOptions())[0]
    assert call.line == 4
    assert call.line_in == "message"


def test_a_call_has_the_branch_of_its_message() -> None:
    found = [
        calls_in(ChatMessage("assistant", (TextSpan(CALL),), branch=one), "x", ScanOptions())[0].branch
        for one in BRANCHES
    ]
    assert found == BRANCHES


def test_the_tools_of_one_scan_are_not_those_of_the_next() -> None:
    message = ChatMessage("assistant", (TextSpan(CALL.replace("v<", "7<")),))
    found = [
        calls_in(message, "x", options)[0].call.arguments
        for options in (ScanOptions(TOOL), ScanOptions(), ScanOptions(TOOL))
    ]
    assert found == [{"k": 7}, {"k": "7"}, {"k": 7}]
