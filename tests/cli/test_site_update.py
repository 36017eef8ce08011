from __future__ import annotations

import json
import runpy
import ssl
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.cli.sites import command
from overlay.common.errors import CheckFailed, OverlayError, UsageError
from overlay.sites.loader import load_profiles, own_folder, profile_text
from overlay.sites.update.download import content_of
from overlay.sites.update.installed import Updates
from overlay.sites.update.signed_file import LARGEST
from tests.capture.check.runner.recorded import copy_of_demo
from tests.sites.update.publisher import HOST, PROFILE, Publisher

ROOT = Path(__file__).parents[2]
CHATGPT = profile_text("chatgpt").replace("[data-turn=", "[data-round=")
PUBLISHER = Publisher()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Update:
    """The command, with the tests' key."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = PUBLISHER.key_file(folder)

    def file(self, profiles: dict[str, str], serial: int = 5) -> Path:
        file = self.folder / f"update{serial}.json"
        file.write_bytes(PUBLISHER.signed(PUBLISHER.payload(profiles, serial)))
        return file

    def take(self, profiles: dict[str, str], *more: str, serial: int = 5, yes: bool = True) -> Result:
        words = [str(self.file(profiles, serial)), "--key", str(self.key), *(["--yes"] if yes else []), *more]
        return self.run(*words)

    def run(self, *words: str) -> Result:
        return CliRunner().invoke(command, ["update", *words])


@pytest.fixture
def update(tmp_path: Path) -> Update:
    return Update(tmp_path)


def test_an_update_is_shown_and_written_only_with_a_yes(update: Update, home: Path) -> None:
    result = update.take({"chatgpt": profile_text("chatgpt")}, yes=False)
    assert result.exit_code == 0
    assert "0 profiles change" in result.output
    result = update.take({"chatgpt": CHATGPT}, yes=False)
    assert result.exit_code == 1
    assert "| +user" in result.output
    assert "nothing was changed" in result.output
    assert not (own_folder() / "chatgpt.toml").exists()
    assert not (home / "data" / "site_updates.json").exists()
    result = update.take({"chatgpt": CHATGPT})
    assert result.exit_code == 0
    assert "| +user" in result.output
    assert load_profiles()["chatgpt"].source == str(own_folder() / "chatgpt.toml")
    assert '[data-round="user" i]' in load_profiles()["chatgpt"].user


def test_an_update_can_be_reported_as_json(update: Update) -> None:
    told = json.loads(update.take({"chatgpt": CHATGPT}, "--json").stdout)
    assert told["serial"] == 5
    assert told["changes"][0]["name"] == "chatgpt"
    assert told["changes"][0]["hosts"] == []
    assert told["written"] == json.loads(update.run("--undo", "--json").stdout)["restored"]


def test_each_update_is_undone_to_the_one_before(update: Update) -> None:
    update.take({"chatgpt": CHATGPT})
    assert update.take({"chatgpt": CHATGPT + "# 2\n"}, serial=6).exit_code == 0
    assert update.run("--undo").exit_code == 0
    assert profile_text("chatgpt") == CHATGPT
    update.run("--undo")
    assert load_profiles()["chatgpt"].source == "overlay"
    result = update.run("--undo")
    assert result.exit_code == 1
    assert "no update to undo" in result.output


def test_a_profile_that_the_user_wrote_or_changed_is_left_as_it_is(update: Update) -> None:
    own = own_folder() / "chatgpt.toml"
    own.parent.mkdir(parents=True)
    own.write_text(mine := CHATGPT + "# mine\n")
    result = update.take({"chatgpt": CHATGPT})
    assert result.exit_code == 0
    assert "not changed, since" in result.output
    assert profile_text("chatgpt") == mine
    own.unlink()
    update.take({"chatgpt": CHATGPT}, serial=6)
    own.write_text(mine)
    assert "not changed, since you" in update.run("--undo").output
    assert own.read_text() == mine


def test_an_older_update_is_refused_and_the_same_one_is_not(update: Update) -> None:
    update.take({"chatgpt": CHATGPT}, serial=5)
    older = update.take({"chatgpt": CHATGPT + "# old\n"}, serial=4)
    assert older.exit_code == 2
    assert "it is older" in older.output
    update.run("--undo")
    assert update.take({"chatgpt": CHATGPT + "# old\n"}, serial=4).exit_code == 2
    assert update.take({"chatgpt": CHATGPT}, serial=5).exit_code == 0


def test_the_serial_numbers_of_publishers_are_independent(update: Update, tmp_path: Path) -> None:
    update.take({"chatgpt": CHATGPT}, serial=5)
    other = Publisher(2)
    (tmp_path / "other").mkdir()
    file = tmp_path / "other.json"
    file.write_bytes(other.signed(other.payload({"chatgpt": CHATGPT + "# 3\n"}, 3)))
    key = other.key_file(tmp_path / "other")
    assert update.run(str(file), "--key", str(key), "--yes").exit_code == 0


def test_a_new_host_must_be_allowed_by_name(update: Update) -> None:
    result = update.take({"mine": PROFILE})
    assert result.exit_code == 1
    assert f"--allow-host {HOST}" in result.output
    assert "NEW HOST" in result.output
    assert update.take({"mine": PROFILE}, "--allow-host", HOST).exit_code == 0
    assert load_profiles()["mine"].hosts == (HOST,)


def test_a_build_without_a_key_refuses_updates_and_says_so(update: Update) -> None:
    result = update.run(str(update.file({"chatgpt": CHATGPT})), "--yes")
    assert result.exit_code == 2
    assert "this build has no key for updates" in result.output


def test_a_damaged_list_of_updates_stops_before_anything_is_written(update: Update, home: Path) -> None:
    (home / "data").mkdir(parents=True)
    (home / "data" / "site_updates.json").write_text('{"taken": [{"serial": 1, "files": {"../x": {}}}]}')
    result = update.take({"chatgpt": CHATGPT})
    assert result.exit_code == 1
    assert "damaged" in result.output
    with pytest.raises(OverlayError):
        Updates.load()
    assert not (own_folder() / "chatgpt.toml").exists()


def test_the_texts_of_an_update_can_not_act_on_the_terminal(update: Update, tmp_path: Path) -> None:
    text = PUBLISHER.payload({"chatgpt": CHATGPT + "# \x1b[2J\u202e\n"}, notes="\x1b]0;x\x07yes")
    (tmp_path / "u.json").write_bytes(PUBLISHER.signed(text.replace("\\u001b[2J", "")))
    result = update.run(str(tmp_path / "u.json"), "--key", str(update.key))
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output
    assert r"\u001b]0;x\u0007yes" in result.output


@pytest.mark.browser
@pytest.mark.thorough  # six replays
def test_an_update_is_tried_on_recordings_and_a_worse_one_needs_an_answer(
    update: Update, tmp_path: Path
) -> None:
    recordings = str(copy_of_demo(tmp_path / "recordings" / "demo", steps=50).parent)
    same = update.take({"demo": profile_text("demo") + "# the same\n"}, "--recordings", recordings)
    assert same.exit_code == 0
    assert "as before, " in same.output
    worse = profile_text("demo").replace('[data-turn="assistant"]', "[data-none]")
    result = update.take({"demo": worse}, "--recordings", recordings, serial=6)
    assert result.exit_code == 1
    assert "nothing was changed" in result.output
    assert "--accept-less" in result.output
    (line,) = [
        line
        for line in result.output.splitlines()
        if line.partition(":")[0].endswith("demo") and "->" in line
    ]
    assert "0 in answers" in line
    accepted = update.take({"demo": worse}, "--recordings", recordings, "--accept-less", serial=6)
    assert accepted.exit_code == 0


class Site(BaseHTTPRequestHandler):
    """Serves updates, redirects, too much, and nothing."""

    content = b""

    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/update.json")
            self.end_headers()
            return
        self.send_response(404 if self.path == "/none" else 200)
        self.end_headers()
        if self.path == "/large":
            self.wfile.write(b"x" * (LARGEST + 1))
        elif self.path != "/none":
            self.wfile.write(Site.content)

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_update_is_taken_from_an_address(update: Update, address: str) -> None:
    Site.content = PUBLISHER.signed(PUBLISHER.payload({"chatgpt": CHATGPT}))
    result = update.run(f"{address}/update.json", "--key", str(update.key), "--yes")
    assert result.exit_code == 0, result.output


def test_an_address_without_an_update_or_with_too_much_is_refused(address: str) -> None:
    for path in ("/none", "/moved"):
        with pytest.raises(CheckFailed, match="answered"):
            content_of(address + path)
    with pytest.raises(UsageError, match="more than"):
        content_of(f"{address}/large")


def test_an_update_comes_only_from_https_addresses_with_a_valid_certificate(address: str) -> None:
    others = (
        "http://chat.example/x",
        "ftp://chat.example/x",
        "file:///etc/passwd",
        "https://",
        "http://127.0.0.1.evil.example/",
        "https://[x",
    )
    for source in others:
        with pytest.raises(UsageError, match="not an https address"):
            content_of(source)
    with pytest.raises(CheckFailed, match="could not be downloaded"):
        content_of(address.replace("http:", "https:"), tls=ssl.create_default_context())


def test_the_script_of_the_publisher_signs_an_update_that_can_be_installed(
    update: Update, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chatgpt.toml").write_text(CHATGPT)
    monkeypatch.chdir(tmp_path)
    script = str(ROOT / "tools" / "make_update.py")
    for words in (["keys", "new"], ["sign", "new.key", "7", "out.json", "chatgpt.toml"]):
        monkeypatch.setattr(sys, "argv", [script, *words])
        runpy.run_path(script, run_name="__main__")
    result = update.run(str(tmp_path / "out.json"), "--key", str(tmp_path / "new.pub"), "--yes")
    assert result.exit_code == 0
    assert "Update 7" in result.output


def test_a_file_that_does_not_exist_is_named_with_the_nearest(update: Update) -> None:
    update.file({})
    said = update.run(str(update.folder / "update6.json")).output
    assert "update6.json' does not exist" in said
    assert "Did you mean update5.json?" in said
