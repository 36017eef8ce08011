from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.chat.sites.check import Finding, Report
from overlay.chat.sites.check.model import Candidate
from overlay.chat.sites.check.repair import corrected
from overlay.chat.sites.loader import load_profiles, own_folder, parse_profile, profile_for
from overlay.chat.sites.profile import SiteProfile
from overlay.cli import sites as module
from overlay.cli.site_check import Where, examine
from overlay.cli.sites import SIGNS, command, repaired
from overlay.common.paths import profile_dir


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


def test_every_known_site_is_listed() -> None:
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines] == ["NAME", *sorted(load_profiles())]


def test_a_site_is_listed_with_its_hosts_and_where_it_is_from() -> None:
    assert [cell.strip() for cell in row("chatgpt")] == [
        "chatgpt",
        "ChatGPT",
        "chatgpt.com, chat.openai.com",
        "overlay",
    ]


def test_an_application_on_anybodys_host_is_listed_as_such() -> None:
    assert row("librechat")[2].strip() == "any, known by its page"


def test_the_list_as_json_is_one_object_a_line() -> None:
    rows = [json.loads(line) for line in run("list", "--json").output.splitlines()]
    assert {
        "name": "claude",
        "title": "Claude",
        "url": "https://claude.ai/new",
        "hosts": ["claude.ai"],
        "source": "overlay",
    } in rows


def test_a_users_own_site_is_listed_with_its_file(own: Path) -> None:
    (own / "chatgpt.toml").write_text("title = 'Mine'")
    assert [cell.strip() for cell in row("chatgpt")] == ["chatgpt", "Mine", "any", str(own / "chatgpt.toml")]


def test_a_broken_file_is_reported_and_the_others_are_listed(own: Path) -> None:
    (own / "bad.toml").write_text("title = 'x'\nuser = 'a >'")
    result = run("list")
    assert "site profile bad.toml, line 2: user:" in result.stderr
    assert "chatgpt" in result.stdout


def test_a_site_is_shown_with_every_sign() -> None:
    output = run("show", "chatgpt").output
    assert [sign for sign in SIGNS if f"\n  {sign:<12}  " not in output] == []
    assert "hosts         chatgpt.com, chat.openai.com" in output
    assert '                else [data-turn="assistant"]' in output
    assert output.splitlines()[-1].strip() == load_profiles()["chatgpt"].notes


def test_what_is_not_known_of_a_site_is_said() -> None:
    lines = run("show", "demo").output.splitlines()
    assert "  hosts         any" in lines
    assert lines[-1].startswith("  conversation")
    assert "  streaming     not known" in run("show", "yuanbao").output


def test_how_an_application_is_known_is_shown() -> None:
    assert "  detect        gradio-app" in run("show", "gradio").output


def test_a_profiles_file_can_be_had_to_begin_with() -> None:
    assert run("show", "claude", "--toml").output.startswith('title = "Claude"\n')


def test_a_site_as_json_is_its_whole_profile() -> None:
    assert json.loads(run("show", "demo", "--json").output)["composer"] == "#composer"


@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_a_name_no_one_knows_is_wrong_use(flag: list[str]) -> None:
    result = run("show", "nowhere", *flag)
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


def test_a_site_that_is_as_it_is_read_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(monkeypatch, WELL, "claude").exit_code == 0


def test_a_site_may_be_looked_at_in_a_browser_profile_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    checked(monkeypatch, WELL, "claude", "--profile", "site")
    assert CHECKED[0][1].profile_dir == profile_dir("site-claude")


@pytest.mark.parametrize(
    ("report", "words"),
    [(LOST, "Claude: composer no longer holds"), (TWO_LOST, "Claude: composer, user no longer hold\n")],
)
def test_what_is_lost_ends_with_exit_code_1_and_the_ways_to_mend_it(
    monkeypatch: pytest.MonkeyPatch, report: Report, words: str
) -> None:
    result = checked(monkeypatch, report, "claude")
    assert result.exit_code == 1
    assert words in result.stderr
    assert "overlay sites check claude --fix" in result.stderr


def test_a_page_on_which_not_all_could_be_seen_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(monkeypatch, UNSEEN, "claude")
    assert result.exit_code == 1
    assert "Send a message first." in result.stderr


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000/", "https://chat.test/x", "http://localhost:1/"])
def test_the_file_that_is_advised_for_a_stranger_can_be_used(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    near = Candidate('[data-from="human"]', 2, "<div>")
    findings = [
        Finding("user", "not seen", ".u", candidate=near),
        Finding("assistant", "not seen", ".a"),
        Finding("composer", "ok", "textarea", 1),
        Finding("send", "not seen", "#s"),
    ]
    said = checked(monkeypatch, Report("generic", address, findings, ["A hint."]), address).stderr
    profile = parse_profile("\n".join(line.strip() for line in said.splitlines() if " = " in line), "x.toml")
    assert profile.user == near.selector
    assert profile.composer == "textarea"
    assert not profile.guessed
    assert "generic.toml" not in said


def test_the_sites_new_chat_is_opened_if_no_other_address_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    checked(monkeypatch, WELL, "claude")
    assert CHECKED[0][1].url == "https://claude.ai/new"
    assert not CHECKED[0][1].chosen


def test_the_address_that_is_given_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    checked(monkeypatch, WELL, "gradio", "--url", "http://127.0.0.1:7860/", "--headless")
    assert CHECKED[0][1] == Where("http://127.0.0.1:7860/", headless=True, chosen=True)


def test_a_site_without_an_address_needs_one(monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(monkeypatch, WELL, "gradio")
    assert result.exit_code == 2
    assert "Add --url" in result.stderr


def test_the_outcome_as_json_is_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    assert json.loads(checked(monkeypatch, LOST, "claude", "--json").stdout)["failed"] is True


async def fixed(page: Path) -> Report:
    """Run the check of a saved page whose composer the bundled profile of the demo doesn't find, with --fix."""
    profile, _ = profile_for("demo")
    return await examine(profile, Where("", saved=page), partial(repaired, profile, yes=True))


async def test_a_selector_that_finds_nothing_is_replaced_by_the_nearest_that_does(
    own: Path, tmp_path: Path
) -> None:
    page = tmp_path / "chat.html"
    page.write_text(
        "<p data-turn=user>a</p><p data-turn=assistant>b</p>"
        "<textarea data-testid=chat-input style='width: 300px; height: 40px'></textarea>"
    )
    report = await fixed(page)
    assert report.finding("composer").status == "ok"
    assert report.finding("composer").selector == '[data-testid="chat-input"]'


def test_the_rest_of_a_corrected_profile_stays_as_it_was() -> None:
    text = '# mine\ntitle = "X"\nuser = ".a"  # theirs\nassistant = [".b", ".c"]\n'
    assert (
        corrected(text, {"assistant": ".d"})
        == '# mine\ntitle = "X"\nuser = ".a"  # theirs\nassistant = ".d"\n'
    )


def test_a_page_without_a_profile_is_taught_and_not_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(monkeypatch, WELL, "http://127.0.0.1:1/", "--fix")
    assert result.exit_code == 2
    assert "overlay sites learn http://127.0.0.1:1/" in result.stderr
