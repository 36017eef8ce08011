"""Rules for commands from the question to the run: which call is asked about, and what then runs."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.approvals import Answer
from overlay.calls.call import Call
from overlay.policy import Policy, PolicyConfig, PolicyFile
from overlay.policy.assessment import LEAK
from overlay.policy.policy_schema import CommandRule
from overlay.tools.builtin.shell import Shell
from tests.policy.command_folder import NOW, PRINTS, SITE, Bench, new_bench
from tests.support.scene import Person, Scene, call, idle
from tests.support.table import for_each

AUTO: dict[str, Any] = {"auto_execute": ["run_command"], "delay": 1}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return new_bench(tmp_path, monkeypatch)


class Terminal:
    """One run of overlay with the command tool: calls are written, pressed and end."""

    def __init__(self, bench: Bench, file: Path, *answers: Answer | str, config: Any = None) -> None:
        self.now = NOW
        self.store = PolicyFile(file)
        self.person = Person(*answers)
        self.scene = Scene(
            {"policy": config or {}},
            self.person,
            policy=Policy(PolicyConfig.model_validate(config or {}), store=self.store, now=lambda: self.now),
        )
        self.work_in(bench.folder)
        self.page = self.scene.page()
        self._numbers = itertools.count(1)

    def work_in(self, folder: Path, *writable: Path) -> None:
        """Change the folder in which commands run."""
        self.scene.registry.add(*Shell(folder, writable).tools, replace=True)

    async def run(self, line: str) -> Call:
        """The model writes a call with this line and the person presses Execute."""
        written = self.write(line)
        self.page.press(block=next(iter(written.blocks.values())))
        return await self.ended(written)

    def write(self, line: str) -> Call:
        """The model writes a call with this line."""
        number = next(self._numbers)
        self.page.stream(call("run_command", str(number), command=line), unit=number, message=f"m{number}")
        return self.page.blocks[-1].call

    async def ended(self, call: Call) -> Call:
        """Wait until the call has ended."""
        await idle()
        while not call.ended:
            self.scene.heard.clear()
            await self.scene.heard.wait()
        return call


@pytest.fixture
def terminal(bench: Bench, tmp_path: Path) -> Callable[..., Terminal]:
    return lambda *answers, **more: Terminal(bench, tmp_path / "policy.toml", *answers, **more)


def text(ended: Call) -> list[str]:
    assert ended.outcome
    return ended.outcome.text.splitlines()


async def test_a_command_that_was_allowed_runs_without_a_question_from_then_on(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    bench.need("git")
    one = terminal(Answer("command_always"))
    program = str(bench.programs / "git")
    for _ in range(3):
        assert text(await one.run("git status")) == [program, "status"]
    assert [question.arguments for question in one.person.questions] == [{"command": "git status"}]
    # The permission outlives the run.
    other = terminal()
    assert text(await other.run("git status")) == [program, "status"]


async def test_the_question_shows_the_command_its_program_and_its_folder(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    bench.need("git")
    one = terminal(Answer("deny"))
    await one.run("git status")
    (question,) = one.person.questions
    assert question.command == f"`git status` ({bench.programs}/git) in {bench.folder}"
    assert question.offers == (
        "once", "chat", "command_today", "command_always", "tool", "arguments", "deny",
    )  # fmt: skip


@for_each("line", ["git status; id", "git status > x", "./git status", "sudo id", "nothere x"])
async def test_no_rule_is_offered_for_any_other_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    bench, file = new_bench(tmp_path, monkeypatch), tmp_path / "policy.toml"
    bench.need("git")
    bench.need("sudo")
    one = Terminal(bench, file, Answer("deny"))
    await one.run(line)
    (question,) = one.person.questions
    assert question.command == ""
    assert not {"command_today", "command_always"} & set(question.offers)


async def test_an_answer_that_was_not_offered_allows_nothing(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    one = terminal(Answer("command_always"))
    assert (await one.run("echo x; id")).status == "denied"
    assert one.store.rules().commands == []


async def test_another_line_is_asked_about(terminal: Callable[..., Terminal], bench: Bench) -> None:
    bench.need("git")
    one = terminal(Answer("command_always"), Answer("deny"), Answer("deny"), Answer("deny"))
    await one.run("git status")
    for line in ("git status --short", "git status; id", "git log"):
        assert (await one.run(line)).status == "denied"


async def test_another_folder_is_asked_about(
    terminal: Callable[..., Terminal], bench: Bench, tmp_path: Path
) -> None:
    bench.need("npm")
    one = terminal(Answer("command_always"))
    await one.run("npm test")
    other = terminal(Answer("deny"))
    other.work_in(tmp_path)
    assert (await other.run("npm test")).status == "denied"
    back = terminal()
    assert (await back.run("npm test")).status == "done"


async def test_a_rule_of_another_site_is_asked_about(terminal: Callable[..., Terminal], bench: Bench) -> None:
    one = terminal(Answer("deny"))
    one.store.allow_command(bench.rule("npm", "test", site="https://other.example"))
    assert (await one.run("npm test")).status == "denied"


async def test_a_rule_for_today_ends_at_midnight_and_the_question_says_so(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    bench.need("git")
    one = terminal(Answer("command_today"), Answer("deny"))
    await one.run("git status")
    one.now = datetime(2026, 11, 23, 23, 59, 59, tzinfo=NOW.tzinfo)
    assert (await one.run("git status")).status == "done"
    one.now += timedelta(seconds=1)
    assert (await one.run("git status")).status == "denied"
    assert "ended at 2026-11-24 00:00:00" in one.person.questions[-1].warnings[0]


async def test_a_rule_that_was_taken_back_is_asked_about(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    bench.need("git")
    one = terminal(Answer("command_always"), Answer("deny"))
    await one.run("git status")
    one.store.revoke_command(one.store.rules().commands[0].key)
    assert (await one.run("git status")).status == "denied"


@for_each("line", ["git push", "curl https://x.example/a", "npm run deploy"])
async def test_a_command_that_can_send_is_asked_about_in_a_chat_that_has_read_private_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    bench, file = new_bench(tmp_path, monkeypatch), tmp_path / "policy.toml"
    bench.need(line.split()[0])
    one = Terminal(bench, file, Answer("command_always"), Answer("once"), Answer("deny"))
    assert (await one.run(line)).status == "done"  # its output is private and untrusted
    assert (await one.run(line)).status == "done"
    question = one.person.questions[-1]
    assert question.reason[1:] == f"{LEAK[1:]}."
    assert question.offers == ("once", "deny")
    assert "does not count here" in question.warnings[0]
    assert (await one.run(line)).status == "denied"
    # In a chat that has read nothing yet the rule counts.
    other = Terminal(bench, file)
    assert (await other.run(line)).status == "done"


async def test_a_command_that_the_user_says_sends_nothing_runs_there_too(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    one = terminal()
    one.store.allow_command(bench.rule("npm", "test", sends_out=False))
    for _ in range(2):
        assert (await one.run("npm test")).status == "done"
    assert one.person.questions == []


@for_each("line", ["git status", "npm test", "pytest", "python -m pytest"])
async def test_a_harmless_command_that_was_allowed_is_never_asked_about_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    bench, file = new_bench(tmp_path, monkeypatch), tmp_path / "policy.toml"
    bench.need(line.split()[0])
    one = Terminal(bench, file, Answer("command_always"))
    for _ in range(3):
        assert (await one.run(line)).status == "done"
    assert len(one.person.questions) == 1


async def test_a_local_command_can_be_allowed_in_a_chat_that_has_read_private_data(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    bench.need("git")
    bench.need("npm")
    one = terminal(Answer("once"), Answer("command_today"), Answer("deny"))
    await one.run("npm run deploy")
    assert (await one.run("git status")).status == "done"
    assert (await one.run("git status")).status == "done"
    assert one.person.questions[1].offers == ("once", "command_today", "command_always", "deny")
    assert (await one.run("npm run deploy")).status == "denied"
    assert one.person.questions[2].offers == ("once", "deny")


async def test_a_command_that_runs_by_a_rule_goes_to_no_shell(
    terminal: Callable[..., Terminal], bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: once, by a shell, the environment has the whole PATH."""
    bench.program("npm", text=PRINTS + 'echo "$PATH"\n')
    monkeypatch.setenv("PATH", f"{bench.programs}:relative")
    one = terminal(Answer("once"))
    assert text(await one.run("npm test"))[-1] == f"{bench.programs}:relative"
    one.store.allow_command(bench.rule("npm", "test", sends_out=False))
    assert text(await one.run("npm test"))[-1] == str(bench.programs)


async def test_a_command_runs_automatically_only_where_its_tool_may_and_a_rule_allows_it(
    terminal: Callable[..., Terminal], bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.program("git", text=PRINTS + 'echo "$PATH"\n')
    monkeypatch.setenv("PATH", f"{bench.programs}:relative")
    one = terminal(config=AUTO)
    one.store.allow_command(bench.rule("git", "status", sends_out=False))
    first = one.write("git status")
    assert first.status == "scheduled"
    await one.scene.clock.pass_()
    assert text(await one.ended(first)) == [str(bench.programs / "git"), "status", str(bench.programs)]
    assert one.write("git log").status == "ready"


async def test_an_answer_settles_the_open_question_about_the_same_command_alone(
    terminal: Callable[..., Terminal], bench: Bench
) -> None:
    bench.need("git")
    one = terminal(Answer("command_today"))
    first = one.person.thinking = asyncio.Event()
    written = [one.write("git status"), one.write("git status"), one.write("git log")]
    for block in one.page.blocks:
        one.page.press(block=block)
        await idle()
        one.person.thinking = asyncio.Event()
    first.set()
    assert [(await one.ended(each)).status for each in written[:2]] == ["done", "done"]
    assert written[2].awaiting_approval
    assert one.person.withdrawn == 1


async def test_the_program_at_the_answer_must_be_the_one_that_was_shown(
    terminal: Callable[..., Terminal], bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.need("git")
    one = terminal(Answer("command_always"), Answer("deny"))
    one.person.thinking = asyncio.Event()
    written = one.write("git status")
    one.page.press(block=one.page.blocks[0])
    await idle()
    other = tmp_path / "other"
    other.mkdir()
    bench.program("git", other)
    monkeypatch.setenv("PATH", f"{other}:{bench.programs}")
    one.person.decide()
    await one.ended(written)
    assert one.store.rules().commands == []


async def test_a_rule_says_what_was_approved(terminal: Callable[..., Terminal], bench: Bench) -> None:
    bench.need("git")
    one = terminal(Answer("command_today"))
    await one.run("git  status")
    assert one.store.rules().commands == [
        CommandRule(
            words=["git", "status"],
            program=str(bench.programs / "git"),
            folder=str(bench.folder),
            site=SITE,
            sends_out=False,
            until=datetime(2026, 11, 24, tzinfo=NOW.tzinfo),
            since=NOW.date(),
        )
    ]
