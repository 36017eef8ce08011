"""`overlay_page` in separate runs of pytest, as a user of pytest-playwright has it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.capture.test_pytest_plugin import INSTALLED, NAME, WITHOUT_ASYNCIO, run
from tests.docs.pages import blocks
from tests.house.tree import ROOT

ADDRESS = "http://localhost:8000"
PROFILE = """
title = "My chat"
user = ".user"
assistant = ".assistant"
composer = "textarea"
kind = "textarea"
"""
CHAT = """<!doctype html><title>Chat</title><main></main><label>Message <textarea></textarea></label>
<a href="/more" target=_blank rel=opener>More</a><script>
const add = (role, element, text) => {
  const message = document.createElement("div"), content = document.createElement(element);
  message.className = role;
  content.textContent = text;
  message.append(content);
  document.querySelector("main").append(message);
};
document.querySelector("textarea").addEventListener("keydown", async (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  add("user", "p", event.target.value);
  event.target.value = "";
  // The key press has ended by then, and the answer needs the test's thread.
  await new Promise((resolve) => setTimeout(resolve, 300));
  add("assistant", "pre", await (await fetch("/answer")).text());
});
</script>"""
CONFTEST = '''
import pytest
from tests.capture.test_synchronous_page import ADDRESS, CHAT
from tests.support.scene import call


@pytest.fixture(autouse=True)
def chat_server(context):
    """Answers in the test's own thread, which must go on while overlay is waited for."""
    def answer(route):
        is_page = route.request.resource_type == "document"
        kind, body = ("text/html", CHAT) if is_page else ("text/plain", call("current_time"))
        route.fulfill(content_type=kind, body=body)

    context.route("http://*:8000/**", answer)
'''
MORE = f'''
from test_documented import current_time

ADDRESS = "{ADDRESS}"


def ask(page):
    page.get_by_label("Message").fill("What time is it?")
    page.keyboard.press("Enter")


def test_a_wrong_list(page, overlay_page, assert_blocks):
    page.goto(ADDRESS)
    chat = overlay_page(page)
    ask(page)
    assert_blocks(chat, ["current_time"])
    assert_blocks(chat, ["current_time", "send_mail"], timeout=0.1)


def test_the_page_goes_on_and_opens_another(page, overlay_page, assert_blocks):
    page.goto(ADDRESS)
    chat = overlay_page(page, tools=[current_time])
    page.goto(ADDRESS.replace("localhost", "127.0.0.1"))
    ask(page)
    assert_blocks(chat, ["current_time"])
    with page.expect_popup() as opened:
        page.get_by_text("More").click()
    ask(opened.value)
    assert_blocks(chat, ["current_time", "current_time"])


def test_two_pages(context, overlay_page, assert_blocks):
    first, second = context.new_page(), context.new_page()
    chats = []
    for one in (first, second):
        one.goto(ADDRESS)
        chats.append(overlay_page(one, tools=[current_time]))
    ask(second)
    assert_blocks(chats[1], ["current_time"])
    assert_blocks(chats[0], [])
    [block] = chats[1].blocks()
    chats[1].click(block.id)
    assert_blocks(chats[1], [("current_time", "done")])


def test_a_closed_page(page, overlay_page, assert_blocks):
    page.goto(ADDRESS)
    chat = overlay_page(page)
    page.close()
    assert_blocks(chat, [])


def test_a_page_alone(page, overlay_page, assert_blocks):
    assert_blocks(page, [])


def test_an_empty_page(page, overlay_page):
    overlay_page(page)


def test_the_same_page_again(page, overlay_page):
    page.goto(ADDRESS)
    overlay_page(page)
    overlay_page(page)


def test_the_demo(chat_page, overlay_page, assert_blocks):
    chat = overlay_page(chat_page, tools=[current_time], auto_execute=["current_time"])
    chat_page.locator("#composer").fill("hello")
    chat_page.keyboard.press("Enter")
    assert_blocks(chat, [("current_time", "done")])
'''


OUTCOMES = {
    "test_a_call_runs_in_my_chat": "passed",
    "test_a_wrong_list": "failed",
    "test_the_page_goes_on_and_opens_another": "passed",
    "test_two_pages": "passed",
    "test_a_closed_page": "failed",
    "test_a_page_alone": "failed",
    "test_an_empty_page": "failed",
    "test_the_same_page_again": "failed",
    "test_the_demo": "passed",
}
SAID = {
    "test_a_wrong_list": ("- send_mail(…) is missing", "('current_time', {}, "),
    "test_a_closed_page": ("the page is closed",),
    "test_a_page_alone": ("chat = overlay_page(page)",),
    "test_an_empty_page": ("page.goto(...) before overlay_page(page)",),
    "test_the_same_page_again": ("overlay observes this page already",),
}
RELEASE = "pytest-playwright==0.10.0"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the example of the documentation, and more tests."""
    [example] = [text for text in blocks("check", "python") if "overlay_page" in text]
    assert ADDRESS in example
    files = {
        "test_documented.py": example,
        "my-chat.toml": PROFILE,
        "conftest.py": CONFTEST,
        "test_observed.py": MORE,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_synchronous_page_is_observed(
    project: Path, monkeypatch: pytest.MonkeyPatch, overlay_browser: object
) -> None:
    monkeypatch.setattr(sys, "path", [str(project), *sys.path])
    _, ran = run(project, monkeypatch, "-p", "tests.capture.sync_playwright", without=WITHOUT_ASYNCIO)
    assert ran.found == OUTCOMES, ran.texts
    for name, parts in SAID.items():
        for part in parts:
            assert part in ran.texts[name]
    assert "overlay pages" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.thorough  # the same with the real plug-in, which the package registry has
def test_a_page_of_pytest_playwright_is_observed(
    project: Path, user_cache: Path, overlay_browser: object
) -> None:
    folder = user_cache / RELEASE
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
        subprocess.run([*pip, str(folder), RELEASE], check=True)
    report = project / "report.xml"
    without = [*WITHOUT_ASYNCIO, "-p", "no:xdist", "-p", "no:pytest_cov"]
    plug_in = [] if INSTALLED else ["-p", NAME]
    path = os.pathsep.join([str(project), str(folder), str(ROOT)])
    subprocess.run(
        [sys.executable, "-m", "pytest", *without, *plug_in, f"--junit-xml={report}"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""},
        check=False,
    )
    cases = {
        case.get("name", "").removesuffix("[chromium]"): case.find("failure")
        for case in ElementTree.parse(report).iter("testcase")
    }
    assert {name: "passed" if case is None else "failed" for name, case in cases.items()} == OUTCOMES
    for name, parts in SAID.items():
        for part in parts:
            assert part in str(getattr(cases[name], "text", ""))
