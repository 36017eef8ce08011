"""Files of an earlier version are read: the ledger, the policy, a profile, a recording."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from overlay.calls.ledger import Ledger
from overlay.calls.ledger.history import Filter, find
from overlay.capture.recording import Recording
from overlay.capture.replay import play
from overlay.chat.sites.loader import load_profiles
from overlay.policy import CallOrigin, Policy, PolicyFile
from overlay.policy.taint import Taint, Taints
from overlay.tools import tool
from overlay.tools.adapters import as_tool
from overlay.tools.mcp.config import read_server

KEPT = Path(__file__).parent / "files"
DEMO_CHAT = "demo|702f2ee9-fdd8-4598-a438-32e31cd19c96"


@tool(destructive=True)
def erase(path: str) -> str:
    """Delete a file."""
    return path


@tool(sends_out=True)
def send(to: str, text: str = "") -> str:
    """Send a message."""
    return to + text


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the kept files as overlay's own folder."""
    folder = tmp_path / "overlay"
    shutil.copytree(KEPT, folder)
    (folder / "config" / "policy.toml").chmod(0o600)
    (folder / "config").chmod(0o700)
    monkeypatch.setenv("OVERLAY_HOME", str(folder))
    return folder


@pytest.fixture
def policy(files: Path) -> Policy:
    return Policy(
        store=PolicyFile(files / "config" / "policy.toml"), taints=Taints(files / "data" / "taint.jsonl")
    )


def pressed(policy: Policy, item: Any, arguments: dict[str, Any]) -> str:
    place = CallOrigin("https://chat.example", "demo|/c/1", has_stable_id=True)
    return policy.press(as_tool(item).definition, arguments, place).kind


def test_an_earlier_ledger_lists_its_calls(files: Path) -> None:
    ledger = Ledger(files / "data" / "ledger" / "ledger.sqlite3")
    ledger.open()
    calls = {row.tool: row.status for row in find(ledger, Filter())}
    ledger.close()
    assert calls == {
        "current_time": "done",
        "list_files": "done",
        "calculator": "done",
        "read_file": "done",
        "page_title": "done",
        "delete_file": "detected",
    }


def test_an_earlier_ledger_knows_what_ran_in_a_chat(files: Path) -> None:
    ledger = Ledger(files / "data" / "ledger" / "ledger.sqlite3")
    ledger.open()
    rows = ledger.recall("http://127.0.0.1:8765", DEMO_CHAT.partition("|")[2])
    ledger.close()
    assert sum(row.started is not None for row in rows) == 5


def test_an_earlier_permission_for_some_arguments_holds_for_them(policy: Policy) -> None:
    assert pressed(policy, erase, {"path": "notes.md"}) == "run"


def test_an_earlier_permission_for_some_arguments_holds_for_no_others(policy: Policy) -> None:
    assert pressed(policy, erase, {"path": "all.md"}) == "ask"


def test_an_earlier_permission_for_a_tool_holds(policy: Policy) -> None:
    assert pressed(policy, send, {"to": "me"}) == "run"


def test_an_earlier_trust_in_a_server_holds(files: Path, policy: Policy) -> None:
    item = json.loads((files / "config" / "mcp.json").read_text())["mcpServers"]["notes"]
    config = read_server("notes", item, "mcp.json")
    policy.servers.know("notes", config.fingerprint, config.parts)
    assert policy.is_trusted("notes", policy.store.rules())


def test_earlier_taint_of_a_chat_holds(files: Path) -> None:
    taint = Taints(files / "data" / "taint.jsonl").of(DEMO_CHAT)
    assert taint == Taint(private=True, untrusted=True)


def test_an_earlier_profile_is_a_site(files: Path) -> None:
    assert load_profiles()["mychat"].title == "My chat"


def test_an_earlier_recording_has_its_accepted_result(files: Path) -> None:
    assert len(Recording.open(files / "recording").expected().log) > 50


async def test_an_earlier_recording_is_replayed(files: Path, browser: Browser) -> None:
    recording = await asyncio.to_thread(Recording.open, files / "recording")
    played = await play(recording, browser=browser)
    ended = [line.kind for line in played.log if line.kind in ("done", "failed", "denied")]
    assert sorted(ended) == ["denied", *["done"] * 5, "failed"]


def test_an_earlier_recording_has_the_words_of_today(files: Path) -> None:
    expected = Recording.open(files / "recording").expected()
    words = {line.kind for line in expected.log} | {drawn.status for drawn in expected.blocks}
    assert "scheduled" in words
    assert "waiting" not in words
