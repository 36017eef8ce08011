from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import sites as module
from overlay.cli.site_check import Where, examine
from overlay.cli.sites import SIGNS, command, repaired
from overlay.common.errors import CheckFailed
from overlay.common.paths import profile_dir
from overlay.sites.check import Finding, Report
from overlay.sites.check.model import Candidate
from overlay.sites.check.repair import corrected
from overlay.sites.loader import load_profiles, own_folder, parse_profile, profile_for
from overlay.sites.profile import SiteProfile


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


@pytest.fixture
def own(overlay_home: Path) -> Iterator[Path]:
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    yield folder
    for path in folder.iterdir():
        path.unlink()


def row(name: str) -> list[str]:
    (line,) = [line for line in run("list").output.splitlines() if line.startswith(f"{name} ")]
    return [cell for cell in line.split("  ") if cell.strip()]


def test_sites_are_listed_with_their_hosts_and_sources() -> None:
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines] == ["NAME", *sorted(load_profiles())]
    cells = ["chatgpt", "ChatGPT", "chatgpt.com, chat.openai.com", "overlay"]
    assert [cell.strip() for cell in row("chatgpt")] == cells
    assert row("librechat")[2].strip() == "any, known by its page"
    rows = json.loads(run("list", "--json").output)["sites"]
    claude = {"name": "claude", "title": "Claude", "url": "https://claude.ai/new"}
    assert {**claude, "hosts": ["claude.ai"], "source": "overlay"} in rows


def test_a_profile_of_the_user_is_listed_with_its_file_and_a_broken_one_is_reported(own: Path) -> None:
    (own / "chatgpt.toml").write_text("title = 'Mine'")
    (own / "bad.toml").write_text("title = 'x'\nuser = 'a >'")
    assert [cell.strip() for cell in row("chatgpt")] == ["chatgpt", "Mine", "any", str(own / "chatgpt.toml")]
    assert "site profile bad.toml, line 2: user:" in run("list").stderr


def test_a_site_is_shown_with_every_selector_it_has_or_lacks() -> None:
    output = run("show", "chatgpt").output
    assert [sign for sign in SIGNS if f"\n  {sign:<12}  " not in output] == []
    assert "hosts         chatgpt.com, chat.openai.com" in output
    assert '                else [data-turn="assistant" i]' in output
    assert output.splitlines()[-1].strip() == load_profiles()["chatgpt"].notes
    lines = run("show", "demo").output.splitlines()
    assert "  hosts         any" in lines
    assert lines[-1].startswith("  conversation")
    assert "  streaming     not known" in run("show", "kagi").output
    assert "  detect        gradio-app" in run("show", "gradio").output


def test_a_site_is_shown_as_toml_or_json_and_an_unknown_one_is_wrong_use() -> None:
    assert run("show", "claude", "--toml").output.startswith('title = "Claude"\n')
    assert json.loads(run("show", "demo", "--json").output)["composer"] == "#composer"
    for words in (["show", "nowhere"], ["show", "nowhere", "--json"]):
        result = run(*words)
        assert result.exit_code == 2
        assert "no site is called 'nowhere'" in result.output


CHECKED: list[tuple[SiteProfile, Where]] = []


def checked(monkeypatch: pytest.MonkeyPatch, report: Report, *arguments: str) -> Result:
    async def examine(profile: SiteProfile, where: Where, repair: object = None) -> Report:
        CHECKED.append((profile, where))
        return report

    CHECKED.clear()
    monkeypatch.setattr(module, "examine", examine)
    return run("check", *arguments)


WELL = Report("claude", "", [Finding("composer", "ok", "#a", 1, needed=True)])
LOST = Report("claude", "", [Finding("composer", "missing", "#a", needed=True)])
TWO_LOST = Report("claude", "", [*LOST.findings, Finding("user", "missing", ".u", needed=True)])
UNSEEN = Report("claude", "", [Finding("composer", "ok", "#a", 1)], ["Send a message first."])


def test_a_check_opens_the_new_chat_of_the_site_or_the_given_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(monkeypatch, WELL, "claude", "--profile", "site").exit_code == 0
    where = CHECKED[0][1]
    assert where.profile_dir == profile_dir("site-claude")
    assert where.url == "https://claude.ai/new"
    assert not where.chosen
    checked(monkeypatch, WELL, "gradio", "--url", "http://127.0.0.1:7860/", "--headless")
    assert CHECKED[0][1] == Where("http://127.0.0.1:7860/", headless=True, chosen=True)
    result = checked(monkeypatch, WELL, "gradio")
    assert result.exit_code == 2
    assert "Add --url" in result.stderr


def test_a_check_with_lost_or_unseen_parts_fails_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    fix = "overlay sites check claude --fix"
    table = [
        (LOST, ("Claude: composer no longer holds", fix)),
        (TWO_LOST, ("Claude: composer, user no longer hold\n", fix)),
        (UNSEEN, ("Send a message first.",)),
    ]
    for report, parts in table:
        result = checked(monkeypatch, report, "claude")
        assert result.exit_code == 1
        assert [part for part in parts if part not in result.stderr] == []
    assert json.loads(checked(monkeypatch, LOST, "claude", "--json").stdout)["failed"] is True


def test_the_profile_that_is_suggested_for_an_unknown_site_can_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near = Candidate('[data-from="human"]', 2, "<div>")
    findings = [
        Finding("user", "not seen", ".u", candidate=near),
        Finding("assistant", "not seen", ".a"),
        Finding("composer", "ok", "textarea", 1),
        Finding("send", "not seen", "#s"),
    ]
    for address in ("http://127.0.0.1:8000/", "https://chat.test/x", "http://localhost:1/"):
        said = checked(monkeypatch, Report("generic", address, findings, ["A hint."]), address).stderr
        lines = [line.strip() for line in said.splitlines() if " = " in line]
        profile = parse_profile("\n".join(lines), "x.toml")
        assert profile.user == near.selector
        assert profile.composer == "textarea"
        assert not profile.guessed
        assert "generic.toml" not in said


@pytest.mark.thorough
async def test_a_selector_that_finds_nothing_is_replaced_by_the_nearest_that_does(
    own: Path, tmp_path: Path
) -> None:
    page = tmp_path / "chat.html"
    page.write_text(
        "<p data-turn=user>a</p><p data-turn=assistant>b</p>"
        "<textarea data-testid=chat-input style='width: 300px; height: 40px'></textarea>"
    )
    profile, _ = profile_for("demo")
    report = await examine(profile, Where("", saved=page), partial(repaired, profile, yes=True))
    assert report.finding("composer").status == "ok"
    assert report.finding("composer").selector == '[data-testid="chat-input"]'


async def test_a_profile_that_finds_less_on_a_recording_is_not_written(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def less_on(before: SiteProfile, after: SiteProfile) -> list[str]:
        assert (before.composer, after.selectors("composer")) == ("#composer", (".new", "#composer"))
        return ["all/demo-1"]

    monkeypatch.setattr(module, "less_on", less_on)
    profile, _ = profile_for("demo")
    lost = Finding("composer", "missing", "#composer", candidate=Candidate(".new", 1, "<div>"))
    with pytest.raises(CheckFailed, match="finds less in all/demo-1"):
        await repaired(profile, Report("demo", "", [lost]), yes=True)
    assert load_profiles()["demo"].source == "overlay"


def test_a_field_that_is_no_list_is_replaced_by_the_correction() -> None:
    text = 'conversation = "/c/(.+)"\n'
    assert corrected(text, {"conversation": "/talk/(.+)"}) == 'conversation = "/talk/(.+)"\n'


def test_a_corrected_profile_keeps_its_old_selectors_and_all_other_lines() -> None:
    text = '# mine\ntitle = "X"\nuser = ".a"  # theirs\nassistant = [".b", ".c"]\n'
    assert (
        corrected(text, {"assistant": ".d"})
        == '# mine\ntitle = "X"\nuser = ".a"  # theirs\nassistant = [".d", ".b", ".c"]\n'
    )


def test_a_page_without_a_profile_is_taught_and_not_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(monkeypatch, WELL, "http://127.0.0.1:1/", "--fix")
    assert result.exit_code == 2
    assert "overlay sites learn http://127.0.0.1:1/" in result.stderr
