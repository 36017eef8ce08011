from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Page

from overlay.errors import WrongUse
from overlay.sites import profile as module
from overlay.sites.profile import SiteProfile, load_profiles, parse_profile, profile_for

KNOWN = load_profiles()
SELECTORS = ("user", "assistant", "streaming", "fence", "composer", "send", "detect", "header", "faded")
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
    "doubao": "https://www.doubao.com/chat/12345678901",
    "yuanbao": "https://yuanbao.tencent.com/chat/naQivTmsDa/0123abcd-0123-0123",
    "kagi": "https://kagi.com/assistant/0123abcd-0123-0123-0123-0123456789ab",
}


@pytest.mark.parametrize("name", KNOWN)
async def test_every_selector_of_every_site_is_one_for_the_browser(name: str, still_page: Page) -> None:
    selectors = [getattr(KNOWN[name], sign) for sign in SELECTORS]
    wrong = await still_page.evaluate(
        """selectors => selectors.filter(selector => {
            try { document.createElement('p').matches(selector); return false; } catch { return true; }
        })""",
        [selector for selector in selectors if selector],
    )
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in KNOWN if KNOWN[name].conversation])
async def test_every_conversation_pattern_is_one_for_the_browser_too(name: str, still_page: Page) -> None:
    pattern, address = KNOWN[name].conversation, ADDRESSES.get(name, "https://x.example/c/" + "a" * 36)
    found = await still_page.evaluate(
        "([pattern, url]) => new RegExp(pattern).exec(url)?.[1] ?? ''", [pattern, address]
    )
    assert found == KNOWN[name].conversation_key(address) != ""


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_conversations_address_leads_to_its_site(name: str) -> None:
    assert profile_for(ADDRESSES[name]) == (KNOWN[name], ADDRESSES[name])


@pytest.mark.parametrize("name", [name for name in KNOWN if KNOWN[name].url])
def test_a_site_opens_at_a_new_chat_of_its_own(name: str) -> None:
    site = KNOWN[name]
    assert (profile_for(name), site.conversation_key(site.url)) == ((site, site.url), "")
    assert profile_for(site.url)[0] is not None
    assert profile_for(site.url)[0].name == name


@pytest.mark.parametrize(
    "name",
    [name for name in KNOWN if name not in ("demo", "generic", "librechat") and not KNOWN[name].detect],
)
def test_a_site_on_the_net_has_address_hosts_messages_and_a_composer(name: str) -> None:
    site = KNOWN[name]
    assert all(
        (site.url, site.hosts, site.assistant, site.composer, site.conversation, site.title, site.notes)
    )


def test_no_two_sites_claim_the_same_host() -> None:
    hosts = [host for site in KNOWN.values() for host in site.hosts]
    assert len(hosts) == len(set(hosts))


@pytest.mark.parametrize(
    "address", ["https://other.example/chat", "http://127.0.0.1:3000/", "about:blank", "data:text/html,x"]
)
def test_any_other_address_gets_the_generic_profile(address: str) -> None:
    assert profile_for(address) == (KNOWN["generic"], address)


@pytest.mark.parametrize("host", ["notchatgpt.com", "chatgpt.com.evil.example", "evil.example/chatgpt.com"])
def test_a_host_that_only_looks_like_a_sites_is_not_it(host: str) -> None:
    assert profile_for(f"https://{host}/")[0].name == "generic"


@pytest.mark.parametrize("host", ["CHATGPT.com", "www.chatgpt.com", "user@chatgpt.com", "chatgpt.com:443"])
def test_a_sites_host_is_known_in_its_other_spellings(host: str) -> None:
    assert profile_for(f"https://{host}/")[0].name == "chatgpt"


def test_a_name_nobody_knows_is_wrong_use_and_the_known_ones_are_given() -> None:
    with pytest.raises(WrongUse, match="no site is called 'chatgtp'") as caught:
        profile_for("chatgtp")
    assert "chatgpt, claude" in str(caught.value.format_message())
    assert "generic" not in str(caught.value.format_message())


def test_the_page_is_told_only_what_it_needs() -> None:
    told = SiteProfile(name="x", title="X", composer="#c", notes="mine", url="https://x.example").for_page()
    assert told["composer"] == "#c"
    assert not {"name", "title", "url", "hosts", "notes"} & set(told)


def test_a_site_whose_addresses_tell_nothing_has_no_key() -> None:
    assert SiteProfile(name="x", title="X").conversation_key("https://x.example/c/1") == ""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title = ", "site.toml"),
        ("colour = 'red'\ntitle = 'x'", "colour"),
        ("user = '#a'", "title"),
        ("title = 'x'\nconversation = '/c/x'", "needs one group"),
        ("title = 'x'\nhosts = ['x.example']\ndetect = '#x'", "hosts or `detect`, not both"),
        ("title = 'x'\nconversation = '(('", "site.toml"),
    ],
)
def test_a_profile_that_is_not_valid_says_where(text: str, fault: str) -> None:
    with pytest.raises(WrongUse, match=re.escape(fault)):
        parse_profile(text, "site.toml")


def test_only_toml_files_are_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/mine.toml").write_text("title = 'Mine'")
    (tmp_path / "data/notes.txt").write_text("not one")

    def files(package: str) -> Path:
        return tmp_path

    monkeypatch.setattr(module, "files", files)
    assert list(load_profiles()) == ["mine"]
