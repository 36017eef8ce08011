"""Hostile and damaged updates of site profiles. Control: a sound one is read, and changes what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overlay.chat.sites.loader import bundled, profile_text
from overlay.chat.sites.update.changes import Change, changes
from overlay.chat.sites.update.signed_file import LARGEST, PINNED, read_key, read_update
from overlay.common.errors import UsageError
from tests.chat.sites.update.publisher import PROFILE, Publisher

PUBLISHER = Publisher()
CHATGPT = profile_text("chatgpt")


def read(content: bytes, by: Publisher = PUBLISHER) -> dict[str, str]:
    return read_update(content, by.public).profiles


def changed(**profiles: str) -> list[Change]:
    known = bundled()
    return changes(profiles, known, {name: profile_text(name) for name in profiles if name in known})


def test_control_a_sound_update_is_read() -> None:
    assert read(PUBLISHER.signed(PUBLISHER.payload())) == {"mine": PROFILE}


def test_control_a_sound_profile_is_a_change() -> None:
    (change,) = changed(chatgpt=CHATGPT.replace("[data-turn=", "[data-round="))
    assert change.name == "chatgpt"
    assert change.hosts == ()
    assert change.profile.hosts == ("chatgpt.com", "chat.openai.com")


@pytest.mark.parametrize("seed", [2, 255])
def test_anothers_signature_is_refused(seed: int) -> None:
    with pytest.raises(UsageError, match="not signed with this key"):
        read(Publisher(seed).signed(PUBLISHER.payload()))


def test_a_signature_of_something_else_is_refused() -> None:
    with pytest.raises(UsageError, match="not signed with this key"):
        read(PUBLISHER.signed(PUBLISHER.payload(), context=b""))


@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_payload_that_was_changed_is_refused(at: int) -> None:
    whole = json.loads(PUBLISHER.signed(payload := PUBLISHER.payload()))
    at %= len(payload)
    whole["payload"] = payload[:at] + chr(ord(payload[at]) ^ 1) + payload[at + 1 :]
    with pytest.raises(UsageError, match="not signed with this key"):
        read(json.dumps(whole).encode())


@pytest.mark.parametrize("signature", ["", "AAAA", "A" * 88, "é" * 20, "A" * 201, "=" * 88])
def test_no_signature_at_all_is_refused(signature: str) -> None:
    with pytest.raises(UsageError):
        read(PUBLISHER.signed(PUBLISHER.payload(), signature=signature))


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"\x00" * 100, b"[" * 200_000, b'{"a":' * 100_000, b"1" * 900_000,
        b"x" * (LARGEST + 1), json.dumps({"format": 2, "payload": "", "signature": ""}).encode(),
        json.dumps({"format": 1, "payload": "\ud800", "signature": ""}).encode(),
        json.dumps({"format": 1, "payload": [], "signature": ""}).encode(),
    ],
)  # fmt: skip
def test_a_file_that_is_no_update_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(UsageError):
        read(content)


@pytest.mark.parametrize(
    "payload",
    [
        "", "{}", "[" * 200_000, "\ud7ff", '{"serial": 1, "serial": 2}',
        PUBLISHER.payload(serial=0), PUBLISHER.payload(serial=-1), PUBLISHER.payload(serial=2**60),
        PUBLISHER.payload(serial=True), PUBLISHER.payload(made="today"), PUBLISHER.payload(made="2026-11-23\n"),
        PUBLISHER.payload(more=1), PUBLISHER.payload(notes="x" * 2_001),
        PUBLISHER.payload({"mine": "x" * 20_001}), PUBLISHER.payload({f"a{n}": "" for n in range(101)}),
        PUBLISHER.payload({"mine": "\ud800"}), '{"serial": 1, "made": "2026-11-23", "profiles": {}}',
    ],
)  # fmt: skip
def test_a_signed_payload_of_another_form_is_refused(payload: str) -> None:
    with pytest.raises(UsageError):
        read(PUBLISHER.signed(payload))


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "..",
        "a/b",
        "a\\b",
        "/etc/x",
        "C:x",
        "",
        "A",
        "a.b",
        "mine\n",
        "mïne",
        "-x",
        "a\0b",
        "x" * 42,
        "~",
        "a b",
    ],
)
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        read(PUBLISHER.signed(PUBLISHER.payload({name: PROFILE})))


@pytest.mark.parametrize("name", ["generic", "con", "nul", "com1"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="an update can't install"):
        changed(**{name: PROFILE})


def test_a_bank_is_a_new_host_that_the_user_is_asked_about() -> None:
    (change,) = changed(chatgpt=CHATGPT.replace('"chat.openai.com"', '"chat.openai.com", "bank.example"'))
    assert change.hosts == ("bank.example",)
    (new,) = changed(mine=PROFILE)
    assert new.hosts == ("chat.example",)


def test_a_sign_that_any_page_may_have_is_asked_about_like_a_host() -> None:
    assert changed(mine="title = 'Mine'\ndetect = 'body'\nassistant = '*'\n")[0].hosts == ("any",)
    librechat = profile_text("librechat")
    assert changed(librechat=librechat + "# x\n")[0].hosts == ()
    lines = [line for line in librechat.splitlines() if not line.startswith("detect")]
    assert changed(librechat="\n".join([*lines, "detect = 'body'"]))[0].hosts == ("any",)


@pytest.mark.parametrize("url", ["https://bank.example/", "http://127.0.0.1:3000/"])
def test_an_address_without_a_host_is_refused(url: str) -> None:
    """A profile without hosts holds for the origin of its address."""
    with pytest.raises(UsageError, match="not on its hosts"):
        changed(mine=f"title = 'Mine'\nurl = '{url}'\nassistant = '*'\n")


@pytest.mark.parametrize(
    "host", ["claude.ai", "a.claude.ai", "google.com", "github.com", "github.com/copilot/x", "kagi.com/assi"]
)
def test_another_sites_host_is_not_taken_over(host: str) -> None:
    with pytest.raises(UsageError, match="take over"):
        changed(mine=PROFILE.replace("chat.example", host))


def test_control_two_sites_may_share_a_host_by_their_paths() -> None:
    assert changed(mine='title = "Mine"\nhosts = ["github.com/other"]\n')[0].hosts == ("github.com/other",)


@pytest.mark.parametrize(
    "url",
    [
        "https://bank.example/",
        "http://chatgpt.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "chatgpt.com",
    ],
)
def test_an_address_off_its_hosts_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="not on its hosts"):
        changed(chatgpt=CHATGPT.replace("https://chatgpt.com/", url))


@pytest.mark.parametrize(
    "line",
    [
        f"assistant = '{'a ' * 5_000}'",
        f"assistant = [{', '.join(repr(f'.a{n}') for n in range(21))}]",
        "assistant = 'a['", "assistant = 5", 'name = "claude"', 'source = "overlay"', "settle = 1e9", "settle = nan",
        "unknown = 1", "hosts = ['*.com']", "hosts = ['com']", "hosts = ['a.example:1']", "kind = 'shell'", "x = " + "[" * 9_000,
    ],
)  # fmt: skip
def test_a_profile_that_is_none_is_refused_whole(line: str) -> None:
    with pytest.raises(UsageError):
        changed(mine=f'title = "Mine"\n{line}\n')


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a|a)*b",
        "([a-z]+)*$",
        "(a*)*?b",
        "a*a*a*(b)",
        "(a)\\1",
        "(?=a)(b)",
        "(x{1,}){1,}",
        "(" * 150 + ")" * 150,
    ],
)
def test_a_pattern_that_may_take_for_ever_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError):
        changed(mine=PROFILE + f"conversation = '{pattern}'\n")


def test_the_patterns_of_all_bundled_profiles_may_come_by_an_update() -> None:
    mine = {name: profile_text(name) + "# x\n" for name in bundled() if name != "generic"}
    assert len(changed(**mine)) == len(mine)


def test_a_guess_does_not_become_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"mine": bundled()["generic"].model_copy(update={"name": "mine"})}
    with pytest.raises(UsageError, match="guess"):
        changes({"mine": PROFILE}, known, {})


def test_an_update_of_the_largest_size_is_read() -> None:
    """Control of the limits: what passes them is no work, either."""
    profiles = {
        f"a{n}": f'title = "x"\nassistant = [{", ".join(repr("." + "a" * 300) for _ in range(20))}]\n'
        for n in range(100)
    }
    assert len(changed(**read(PUBLISHER.signed(PUBLISHER.payload(profiles))))) == 100


def test_a_build_without_a_key_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not PINNED.exists()
    with pytest.raises(UsageError, match="no key for updates") as raised:
        read_key(None)
    assert "--key FILE" in (raised.value.advice or "")


@pytest.mark.parametrize("content", ["", "AAAA", "not base64!", "\u00e9", "A" * 9_999, "A" * 20_000])
def test_a_key_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.pub").write_text(content)
    with pytest.raises(UsageError):
        read_key(tmp_path / "x.pub")


def test_control_a_key_is_read(tmp_path: Path) -> None:
    assert read_key(PUBLISHER.key_file(tmp_path)) == PUBLISHER.public
