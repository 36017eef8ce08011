from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.async_api import Page

from overlay.common.errors import UsageError
from overlay.sites import loader as module
from overlay.sites.loader import (
    SiteProfile,
    load_profiles,
    own_folder,
    parse_profile,
    profile_for,
    profile_text,
    read_profiles,
)
from overlay.sites.profile import SELECTORS

KNOWN = load_profiles()
ADDRESSES = {
    "chatgpt": "https://chatgpt.com/c/0123abcd-0123-0123-0123-0123456789ab",
    "claude": "https://claude.ai/chat/0123abcd-0123-0123-0123-0123456789ab",
    "gemini": "https://gemini.google.com/app/0123456789abcdef",
    "aistudio": "https://aistudio.google.com/prompts/1AbCdEfGhIjKlMnOpQrStUv",
    "perplexity": "https://www.perplexity.ai/search/what-is-it-a.b_c",
    "grok": "https://grok.com/c/0123abcd-0123-0123-0123-0123456789ab",
    "deepseek": "https://chat.deepseek.com/a/chat/s/0123abcd-0123-0123-0123-0123456789ab",
    "mistral": "https://chat.mistral.ai/chat/0123abcd-0123-0123-0123-0123456789ab",
    "kimi": "https://www.kimi.com/chat/d0123456789abcdef0123",
    "qwen": "https://chat.qwen.ai/c/0123abcd-0123-0123-0123-0123456789ab",
    "zai": "https://chat.z.ai/c/0123abcd-0123-0123-0123-0123456789ab",
    "openrouter": "https://openrouter.ai/chat?room=orc-0123456789",
    "t3": "https://t3.chat/chat/0123abcd-0123",
    "copilot": "https://github.com/copilot/c/0123abcd-0123-0123-0123-0123456789ab",
    "mscopilot": "https://copilot.microsoft.com/chats/AbCdEfGh12345678",
    "doubao": "https://www.doubao.com/chat/12345678901",
    "yuanbao": "https://yuanbao.tencent.com/chat/naQivTmsDa/0123abcd-0123-0123",
    "metaai": "https://www.meta.ai/prompt/0123abcd-0123-0123-0123-0123456789ab",
    "poe": "https://poe.com/chat/2x8k3jq9abcdef",
    "kagi": "https://kagi.com/assistant/0123abcd-0123-0123-0123-0123456789ab",
    "genspark": "https://www.genspark.ai/agents?id=0123abcd-0123-0123-0123-0123456789ab",
    "notebooklm": "https://notebooklm.google.com/notebook/0123abcd-0123-0123-0123-0123456789ab",
    "lmarena": "https://lmarena.ai/c/0123abcd-0123-0123-0123-0123456789ab",
    "duckai": "https://duck.ai/chat?chatID=0123abcd-0123-0123-0123-0123456789ab",
    "qianwen": "https://www.qianwen.com/chat/0123456789abcdef0123456789abcdef",
    "chatglm": "https://chatglm.cn/main/alltoolsdetail?cid=0123456789abcdef01234567",
    "notion": "https://www.notion.so/chat?t=0123456789abcdef0123456789abcdef",
    "mimo": "https://aistudio.xiaomimimo.com/#/chat/0123abcd-0123",
    "googleai": "https://www.google.com/ai?mtid=H_klaZ3WIdqWi",
}

ON_ANY_HOST = {
    "chainlit": "https://x.example/thread/0123abcd-0123-0123-0123-0123456789ab",
    "chatui": "https://x.example/chat/conversation/0123456789abcdef01234567",
    "llamacpp": "http://x.example/#/chat/3f2504e0-4f89-41d3-9a0c-0305e82c3301",
}


async def test_every_selector_of_every_site_is_one_for_the_browser(still_page: Page) -> None:
    wrong: list[object] = []
    for name in KNOWN:
        selectors = [selector for sign in SELECTORS for selector in KNOWN[name].selectors(sign)]
        refused = await still_page.evaluate(
            """selectors => selectors.filter(selector => {
                try { document.createElement('p').matches(selector); return false; } catch { return true; }
            })""",
            selectors,
        )
        if refused:
            wrong.append((name, refused))
    assert wrong == []


async def test_every_conversation_pattern_is_one_for_the_browser_too(still_page: Page) -> None:
    wrong: list[object] = []
    for name in [name for name in KNOWN if KNOWN[name].conversation]:
        pattern, address = (
            KNOWN[name].conversation,
            (ADDRESSES | ON_ANY_HOST).get(name, "https://x.example/c/" + "a" * 36),
        )
        found = await still_page.evaluate(
            "([pattern, url]) => new RegExp(pattern).exec(url)?.[1] ?? ''", [pattern, address]
        )
        if not (found == KNOWN[name].conversation_key(address) != ""):
            wrong.append(name)
    assert wrong == []


def test_a_conversations_address_leads_to_its_site() -> None:
    wrong = [
        (name, found)
        for name in ADDRESSES
        if (found := profile_for(ADDRESSES[name])) != (KNOWN[name], ADDRESSES[name])
    ]
    assert wrong == []


def test_a_site_opens_at_a_new_chat_of_its_own() -> None:
    wrong: list[object] = []
    for name in [name for name in KNOWN if KNOWN[name].url]:
        site = KNOWN[name]
        if (found := (profile_for(name), site.conversation_key(site.url))) != ((site, site.url), ""):
            wrong.append((name, found))
        if (found := profile_for(site.url)[0].name) != name:
            wrong.append((name, found))
    assert wrong == []


def test_a_public_site_has_an_address_hosts_messages_and_a_message_box() -> None:
    wrong: list[object] = []
    for name in [name for name in KNOWN if name not in ("demo", "generic") and not KNOWN[name].detect]:
        site = KNOWN[name]
        if not (
            all(
                (
                    site.url,
                    site.hosts,
                    site.assistant,
                    site.composer,
                    site.conversation,
                    site.title,
                    site.notes,
                )
            )
        ):
            wrong.append(name)
    assert wrong == []


def test_no_two_sites_claim_the_same_host() -> None:
    hosts = [host for site in KNOWN.values() for host in site.hosts]
    assert len(hosts) == len(set(hosts))


def test_any_other_address_gets_the_generic_profile() -> None:
    wrong = [
        (address, found)
        for address in [
            "https://other.example/chat",
            "http://127.0.0.1:3000/",
            "about:blank",
            "data:text/html,x",
        ]
        if (found := profile_for(address)) != (KNOWN["generic"], address)
    ]
    assert wrong == []


def test_a_host_that_only_looks_like_a_sites_is_not_it() -> None:
    wrong = [
        (host, found)
        for host in ["notchatgpt.com", "chatgpt.com.evil.example", "evil.example/chatgpt.com"]
        if (found := profile_for(f"https://{host}/")[0].name) != "generic"
    ]
    assert wrong == []


def test_a_sites_host_is_known_in_its_other_spellings() -> None:
    wrong = [
        (host, found)
        for host in ["CHATGPT.com", "www.chatgpt.com", "user@chatgpt.com", "chatgpt.com:443"]
        if (found := profile_for(f"https://{host}/")[0].name) != "chatgpt"
    ]
    assert wrong == []


def test_a_name_nobody_knows_is_wrong_use_and_the_known_ones_are_given() -> None:
    with pytest.raises(UsageError, match="no site is called 'chatgtp'") as caught:
        profile_for("chatgtp")
    assert "chatgpt, chatui, claude" in str(caught.value.format_message())
    assert "generic" not in str(caught.value.format_message())


def test_the_page_is_told_only_what_it_needs() -> None:
    told = SiteProfile(name="x", title="X", composer="#c", notes="mine", url="https://x.example").for_page()
    assert told["composer"] == "#c"
    assert not {"name", "title", "url", "hosts", "notes"} & set(told)


def test_a_site_whose_addresses_tell_nothing_has_no_key() -> None:
    assert SiteProfile(name="x", title="X").conversation_key("https://x.example/c/1") == ""


def test_a_profile_that_is_not_valid_says_where() -> None:
    wrong: list[object] = []
    for text, fault in [
        ("title = ", "site.toml"),
        ("colour = 'red'\ntitle = 'x'", "colour"),
        ("user = '#a'", "title"),
        ("title = 'x'\nconversation = '/c/x'", "needs one group"),
        ("title = 'x'\nhosts = ['x.example']\ndetect = '#x'", "hosts or `detect`, not both"),
        ("title = 'x'\nconversation = '(('", "site.toml"),
    ]:
        try:
            parse_profile(text, "site.toml")
        except UsageError as error:
            if not re.search(re.escape(fault), str(error)):
                wrong.append((text, fault, str(error)))
        else:
            wrong.append((text, fault, "nothing was raised"))
    assert wrong == []


def test_only_toml_files_are_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/mine.toml").write_text("title = 'Mine'")
    (tmp_path / "data/notes.txt").write_text("not one")
    monkeypatch.setattr(module, "DATA", tmp_path / "data")
    bundled = module.bundled.__wrapped__
    assert list(bundled()) == ["mine"]


def test_a_site_on_a_part_of_a_host_is_only_there() -> None:
    wrong: list[object] = []
    for address, name in [
        ("https://x.com/i/grok?conversation=123456789", "grok"),
        ("https://x.com/home", "generic"),
        ("https://github.com/copilot", "copilot"),
        ("https://github.com/copilots/x", "generic"),
        ("https://kagi.com/search", "generic"),
    ]:
        if (found := profile_for(address)[0].name) != name:
            wrong.append((address, found))
    assert wrong == []


def own(folder: Path, name: str, text: str | bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


def test_a_users_own_profile_replaces_the_bundled_one(tmp_path: Path) -> None:
    own(tmp_path, "chatgpt.toml", "title = 'Mine'")
    found = read_profiles(tmp_path)[0]["chatgpt"]
    assert (found.title, found.source) == ("Mine", str(tmp_path / "chatgpt.toml"))


def test_of_two_profiles_for_one_address_the_newer_is_used(overlay_home: Path) -> None:
    wrong: list[object] = []
    for address in ['hosts = ["chat.example"]', 'url = "https://chat.example/"']:
        files = [own_folder() / name for name in ("b-older.toml", "a-newer.toml", "c-older.toml")]
        try:
            for file, time in zip(files, (1000, 2000, 500), strict=True):
                own(own_folder(), file.name, f"title = 'Mine'\n{address}")
                os.utime(file, (time, time))
            if (found := profile_for("https://chat.example/room")[0].name) != "a-newer":
                wrong.append((address, found))
            os.utime(files[0], (3000, 3000))
            if (found := profile_for("https://chat.example/room")[0].name) != "b-older":
                wrong.append((address, found))
        finally:
            for file in files:
                file.unlink(missing_ok=True)
    assert wrong == []


def test_a_persons_own_site_is_asked_before_the_bundled_ones(tmp_path: Path) -> None:
    own(tmp_path, "zzz.toml", "title = 'Mine'")
    assert next(iter(read_profiles(tmp_path)[0])) == "zzz"


def test_a_broken_file_is_named_with_its_line(tmp_path: Path) -> None:
    wrong: list[object] = []
    for text, fault in [
        (
            "title = 'x'\nuser = 'a >'",
            "site profile bad.toml, line 2: user: this is not a valid CSS selector: a >",
        ),
        ("title = 'x'\n\nuser = [", "site profile bad.toml, line 3:"),
        ("title = 'x'\ncolour = 1", "site profile bad.toml, line 2: colour:"),
        ("title = 'x'\nsource = 'overlay'", "line 2: a file can't set source"),
        (b"title = '\xff'", "site profile bad.toml can't be read"),
    ]:
        own(tmp_path, "bad.toml", text)
        (problem,) = read_profiles(tmp_path)[1]
        if fault not in problem.format_message():
            wrong.append((text, fault))
    assert wrong == []


def test_beside_a_broken_file_the_others_are_used(tmp_path: Path) -> None:
    own(tmp_path, "chatgpt.toml", "title = ")
    own(tmp_path, "mine.toml", "title = 'Mine'")
    known, problems = read_profiles(tmp_path)
    assert (known["mine"].title, known["chatgpt"].title, len(problems)) == ("Mine", "ChatGPT", 1)


def test_a_broken_profile_is_reported_once_in_the_log(
    overlay_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own(own_folder(), "once.toml", "title = ")
    try:
        load_profiles()
        load_profiles()
    finally:
        (own_folder() / "once.toml").unlink()
    assert [record.levelname for record in caplog.records if "once.toml" in record.getMessage()] == [
        "WARNING"
    ]


def test_the_file_of_a_bundled_profile_can_be_read_to_begin_ones_own_with() -> None:
    text = profile_text("claude")
    assert parse_profile(text, "claude.toml") == KNOWN["claude"]


def test_the_file_of_a_persons_own_profile_is_given_as_it_is(overlay_home: Path) -> None:
    own(own_folder(), "ours.toml", "title = 'Ours' # mine")
    try:
        assert profile_text("ours") == "title = 'Ours' # mine"
    finally:
        (own_folder() / "ours.toml").unlink()


def test_a_site_that_is_not_known_has_no_file() -> None:
    with pytest.raises(UsageError, match="no site is called 'nowhere'"):
        profile_text("nowhere")


def test_a_site_is_guessed_exactly_where_the_author_of_its_messages_is() -> None:
    doubtful = {name for name, site in KNOWN.items() if {"user", "assistant"} & set(site.guesses)}
    assert {name for name, site in KNOWN.items() if site.guessed} == doubtful | {"generic"}


def test_a_profile_with_a_guessed_author_must_say_that_the_site_is_a_guess() -> None:
    with pytest.raises(UsageError, match="guessed must be true"):
        parse_profile("title = 'x'\nassistant = '.a'\nguesses = ['assistant']", "x.toml")


LABELS = re.compile(r"aria-label|placeholder|title=|alt=")


def test_each_part_that_only_an_english_page_has_is_listed() -> None:
    fields = ("user", "assistant", "reasoning", "streaming", "composer", "send", "file", "detect")
    found = {
        name: sorted(
            field
            for field in fields
            if (several := site.selectors(field)) and all(LABELS.search(one) for one in several)
        )
        for name, site in KNOWN.items()
        if name != "generic"
    }
    assert {name: several for name, several in found.items() if several} == {
        name: sorted(site.english) for name, site in KNOWN.items() if site.english
    }


def test_a_broken_profile_is_reported_on_one_line(
    overlay_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own(own_folder(), "twoline.toml", "title = [")
    try:
        load_profiles()
    finally:
        (own_folder() / "twoline.toml").unlink()
    assert [record for record in caplog.records if "twoline" in record.getMessage()]
    assert not [record for record in caplog.records if "\n" in record.getMessage()]
