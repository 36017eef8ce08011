"""Hostile and damaged updates of site profiles. Control: a sound one is read, and changes what it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.sites.loader import bundled, profile_text
from overlay.sites.update.changes import Change, changes
from overlay.sites.update.signed_file import LARGEST, PINNED, read_key, read_update
from tests.sites.update.publisher import PROFILE, Publisher

PUBLISHER = Publisher()
CHATGPT = profile_text("chatgpt")


def read(content: bytes, by: Publisher = PUBLISHER) -> dict[str, str]:
    return read_update(content, by.public).profiles


def wrongly_read(contents: Iterable[bytes], message: str = "") -> list[bytes]:
    """Those that are not refused, or for another reason."""
    return [content[:200] for content in contents if not refused(partial(read, content), message)]


def refused(attempt: Callable[[], object], message: str = "") -> bool:
    try:
        attempt()
    except UsageError as error:
        return message in str(error)
    return False


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


def test_another_publishers_signature_is_refused() -> None:
    payload = PUBLISHER.payload()
    signed = [Publisher(seed).signed(payload) for seed in (2, 255)]
    signed.append(PUBLISHER.signed(payload, context=b""))  # of something else
    assert wrongly_read(signed, "not signed with this key") == []


def test_a_payload_that_was_changed_is_refused() -> None:
    whole = json.loads(PUBLISHER.signed(payload := PUBLISHER.payload()))
    contents: list[bytes] = []
    for at in (0, 40, len(payload) - 1):
        other = payload[:at] + chr(ord(payload[at]) ^ 1) + payload[at + 1 :]
        contents.append(json.dumps({**whole, "payload": other}).encode())
    assert wrongly_read(contents, "not signed with this key") == []


def test_no_signature_at_all_is_refused() -> None:
    signatures = ["", "AAAA", "A" * 88, "é" * 20, "A" * 201, "=" * 88]
    contents = [PUBLISHER.signed(PUBLISHER.payload(), signature=signature) for signature in signatures]
    assert wrongly_read(contents) == []


def test_a_file_that_is_no_update_is_refused() -> None:
    contents = [
        b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"\x00" * 100, b"[" * 200_000, b'{"a":' * 100_000, b"1" * 900_000,
        b"x" * (LARGEST + 1), json.dumps({"format": 2, "payload": "", "signature": ""}).encode(),
        json.dumps({"format": 1, "payload": "\ud800", "signature": ""}).encode(),
        json.dumps({"format": 1, "payload": [], "signature": ""}).encode(),
    ]  # fmt: skip
    assert wrongly_read(contents) == []


def test_a_signed_payload_of_another_form_is_refused() -> None:
    payloads = [
        "", "{}", "[" * 200_000, "\ud7ff", '{"serial": 1, "serial": 2}',
        PUBLISHER.payload(serial=0), PUBLISHER.payload(serial=-1), PUBLISHER.payload(serial=2**60),
        PUBLISHER.payload(serial=True), PUBLISHER.payload(made="today"), PUBLISHER.payload(made="2026-11-23\n"),
        PUBLISHER.payload(more=1), PUBLISHER.payload(notes="x" * 2_001),
        PUBLISHER.payload({"mine": "x" * 20_001}), PUBLISHER.payload({f"a{n}": "" for n in range(101)}),
        PUBLISHER.payload({"mine": "\ud800"}), '{"serial": 1, "made": "2026-11-23", "profiles": {}}',
    ]  # fmt: skip
    assert wrongly_read(map(PUBLISHER.signed, payloads)) == []


def test_a_name_that_could_lead_elsewhere_is_refused() -> None:
    names = [
        "../x", "..", "a/b", "a\\b", "/etc/x", "C:x", "", "A", "a.b", "mine\n", "mïne", "-x", "a\0b", "x" * 42, "~", "a b",
    ]  # fmt: skip
    assert wrongly_read(PUBLISHER.signed(PUBLISHER.payload({name: PROFILE})) for name in names) == []


def wrongly_changed(profiles: Mapping[str, str], message: str = "", name: str = "mine") -> list[str]:
    """The keys of those that are not refused, or for another reason."""
    return [
        key
        for key, text in profiles.items()
        if not refused(lambda text=text: changed(**{name: text}), message)
    ]


def test_a_name_that_means_something_else_is_refused() -> None:
    names = ["generic", "con", "nul", "com1"]
    taken = [
        name
        for name in names
        if not refused(lambda name=name: changed(**{name: PROFILE}), "an update can't install")
    ]
    assert taken == []


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


def test_an_address_without_a_host_is_refused() -> None:
    """A profile without hosts is valid for the origin of its address."""
    urls = ["https://bank.example/", "http://127.0.0.1:3000/"]
    profiles = {url: f"title = 'Mine'\nurl = '{url}'\nassistant = '*'\n" for url in urls}
    assert wrongly_changed(profiles, "not on its hosts") == []


def test_another_sites_host_is_not_taken_over() -> None:
    hosts = ["claude.ai", "a.claude.ai", "google.com", "github.com", "github.com/copilot/x", "kagi.com/assi"]
    assert wrongly_changed({host: PROFILE.replace("chat.example", host) for host in hosts}, "take over") == []


def test_control_two_sites_may_share_a_host_by_their_paths() -> None:
    assert changed(mine='title = "Mine"\nhosts = ["github.com/other"]\n')[0].hosts == ("github.com/other",)


def test_an_address_off_its_hosts_is_refused() -> None:
    urls = [
        "https://bank.example/", "http://chatgpt.com/", "file:///etc/passwd", "javascript:alert(1)", "chatgpt.com",
    ]  # fmt: skip
    profiles = {url: CHATGPT.replace("https://chatgpt.com/", url) for url in urls}
    assert wrongly_changed(profiles, "not on its hosts", "chatgpt") == []


def test_a_profile_that_is_none_is_refused_as_a_whole() -> None:
    lines = [
        f"assistant = '{'a ' * 5_000}'",
        f"assistant = [{', '.join(repr(f'.a{n}') for n in range(21))}]",
        "assistant = 'a['", "assistant = 5", 'name = "claude"', 'source = "overlay"', "settle = 1e9", "settle = nan",
        "unknown = 1", "hosts = ['*.com']", "hosts = ['com']", "hosts = ['a.example:1']", "kind = 'shell'", "x = " + "[" * 9_000,
    ]  # fmt: skip
    assert wrongly_changed({line: f'title = "Mine"\n{line}\n' for line in lines}) == []


def test_a_pattern_that_may_take_for_ever_is_refused() -> None:
    patterns = [
        "(a+)+$", "(a|a)*b", "([a-z]+)*$", "(a*)*?b", "a*a*a*(b)", "(a)\\1", "(?=a)(b)", "(x{1,}){1,}", "(" * 150 + ")" * 150,
    ]  # fmt: skip
    profiles = {pattern: PROFILE + f"conversation = '{pattern}'\n" for pattern in patterns}
    assert wrongly_changed(profiles) == []


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


def test_an_invalid_key_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.pub"
    taken: list[str] = []
    for content in ("", "AAAA", "not base64!", "\u00e9", "A" * 9_999, "A" * 20_000):
        file.write_text(content)
        if not refused(lambda: read_key(file)):
            taken.append(content[:20])
    assert taken == []


def test_control_a_key_is_read(tmp_path: Path) -> None:
    assert read_key(PUBLISHER.key_file(tmp_path)) == PUBLISHER.public
