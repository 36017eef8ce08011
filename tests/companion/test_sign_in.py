from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psutil
import pytest

from overlay.common.errors import CheckFailed, OverlayError, UsageError
from overlay.companion import browser_context
from overlay.companion.browser import Browser
from overlay.companion.browser.profile_lock import hold_profile
from overlay.companion.browser_context import open_context
from overlay.companion.profile_state import sign_ins, step_of
from overlay.companion.sign_in import plain_command, sign_in
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile
from tests.support.screens import screen

SITE = SiteProfile(name="chat", title="Chat", url="", hosts=("127.0.0.1",))
FORM = """<!doctype html><title>sign in</title><script>
fetch(navigator.webdriver ? "/refused" : "/session", {method: "POST"}).then(() => fetch("/done"))
</script>"""


class Site:
    """Signs in a page that sees no debugger, and keeps the session by a lasting cookie."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.signed = threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/":  # the browser asks for an icon too, at any time
                    site.seen.append("known" if "session=1" in self.headers.get("Cookie", "") else "unknown")
                self.answer(FORM if self.path == "/" else "")
                if self.path == "/done":
                    site.signed.set()

            def do_POST(self) -> None:
                site.seen.append(self.path)
                self.answer("", cookie=self.path == "/session")

            def answer(self, text: str, *, cookie: bool = False) -> None:
                self.send_response(200)
                if cookie:
                    self.send_header("Set-Cookie", "session=1; Max-Age=86400; Path=/")
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
async def display(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    async with screen(1000, 700) as name:
        monkeypatch.setenv("DISPLAY", name)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        yield


def users(profile: Path) -> list[psutil.Process]:
    """The main processes of browsers that use the profile."""
    flag = f"--user-data-dir={profile}"
    found: list[psutil.Process] = []
    for process in psutil.process_iter(["cmdline"]):  # passes over processes that end meanwhile
        words: list[str] = process.info["cmdline"] or []
        if flag in words and not any(word.startswith("--type=") for word in words):
            found.append(process)
    return found


@asynccontextmanager
async def attached(browser: Browser, profile: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Any]:
    """The second step: overlay's own window on the profile."""

    def ensure(name: str | None, *, headless: bool, notify: Callable[[str], None]) -> Browser:
        return browser

    monkeypatch.setattr(browser_context, "ensure_browser", ensure)
    async with open_context(
        headless=False, profile_dir=profile, browser=None, connect=None, notify=lambda line: None
    ) as context:
        yield context


def presses_enter(site: Site) -> Callable[[], Awaitable[object]]:
    """A user who presses Enter once the site has answered."""
    return lambda: asyncio.to_thread(site.signed.wait, 60)


@pytest.mark.usefixtures("display")
async def test_a_sign_in_without_a_debugger_lasts_into_the_window_that_overlay_is_attached_to(
    site: Site, window_browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile, lines = tmp_path / "profile", list[str]()

    async def enter() -> None:
        await asyncio.to_thread(site.signed.wait, 60)
        lines.extend(users(profile)[0].cmdline())

    await sign_in(SITE, site.url, profile, window_browser, notify=lambda line: None, enter=enter)
    words = [word for word in lines if "debugging" in word or "automation" in word]
    assert site.seen == ["unknown", "/session"]
    assert words == []
    assert step_of(profile, "chat", SITE.hosts) == "signed in"
    site.signed.clear()
    async with attached(window_browser, profile, monkeypatch) as context:
        await context.pages[0].goto(site.url)
        await asyncio.to_thread(site.signed.wait, 60)
    # The site knows the user, and as a control: it would have refused a sign-in in this window.
    assert site.seen[2:] == ["known", "/refused"]


def test_the_command_line_has_the_profile_and_the_address_alone(tmp_path: Path) -> None:
    browser = Browser(Path("/b"), "chrome", "installed", "Google Chrome", "150.0.1.2")
    command = plain_command(browser, "https://chat.example/", tmp_path)
    assert command == ["/b", f"--user-data-dir={tmp_path}", "https://chat.example/"]


def program(tmp_path: Path, body: str) -> Browser:
    """A browser that is a small script."""
    path = tmp_path / "browser"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return Browser(path, "chrome", "installed", "Google Chrome", "150.0.1.2")


async def fails(browser: Browser, profile: Path, **more: Any) -> str:
    with pytest.raises(OverlayError) as raised:
        await sign_in(SITE, "http://127.0.0.1/", profile, browser, notify=lambda line: None, **more)
    return str(raised.value)


async def test_a_browser_that_dies_or_can_not_be_started_is_said_and_nothing_is_noted(tmp_path: Path) -> None:
    for body, how in (("exit 7", "exit code 7"), ("kill -SEGV $$", "signal SIGSEGV")):
        said = await fails(program(tmp_path, body), tmp_path / "profile")
        assert f"died during the sign-in ({how})" in said
    gone = Browser(tmp_path / "gone", "chrome", "installed", "Google Chrome", "150.0.1.2")
    assert "can't be started" in await fails(gone, tmp_path / "profile")
    assert sign_ins(tmp_path / "profile") == {}


async def test_a_window_that_is_closed_without_signing_in_is_said(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="has left no lasting cookie"):
        await sign_in(
            SITE, "http://127.0.0.1/", tmp_path / "p", program(tmp_path, "exit 0"), notify=lambda line: None
        )


async def test_ctrl_c_ends_the_browser_and_says_so(tmp_path: Path) -> None:
    said, opened = list[str](), tmp_path / "opened"
    browser = program(
        tmp_path, f"trap 'rm {opened}; exit 0' INT; touch {opened}; while :; do sleep 0.05; done"
    )
    started = asyncio.Event()

    async def enter() -> None:
        started.set()
        await asyncio.Event().wait()

    run = asyncio.create_task(
        sign_in(SITE, "http://127.0.0.1/", tmp_path / "profile", browser, notify=said.append, enter=enter)
    )
    # Cancelled while it starts, the program is killed at once: it has nothing to write yet.
    await started.wait()
    while not opened.exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.01)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert "was stopped" in said[-1]
    assert not opened.exists()


@pytest.mark.thorough
def test_a_second_start_is_refused_while_the_first_holds_the_profile(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    held = (
        "import sys, pathlib; from overlay.companion.browser.profile_lock import hold_profile\n"
        "with hold_profile(pathlib.Path(sys.argv[1])): print(1, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", held, str(profile)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        assert "is used by another overlay" in asyncio.run(fails(program(tmp_path, "exit 0"), profile))
        other.send_signal(signal.SIGKILL)


def test_one_process_may_hold_the_profile_for_both_steps(tmp_path: Path) -> None:
    with hold_profile(tmp_path), hold_profile(tmp_path):
        pass
    with pytest.raises(UsageError), hold_profile(tmp_path):  # noqa: PT012
        (tmp_path / "SingletonLock").symlink_to("elsewhere-7")
        with hold_profile(tmp_path):
            pass


def test_sites_that_need_an_account_have_hosts() -> None:
    assert load_profiles()["gemini"].hosts
