"""Applications of others, recorded again: an unchanged one is the same, and a planted change is told by its cause."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Browser

from overlay.calls.ledger import Ledger
from overlay.capture.live_check.acting import act
from overlay.capture.live_check.checked import compare_sites
from overlay.capture.live_check.compared import Compared
from overlay.capture.live_check.person import Deed, Person, Sent
from overlay.capture.live_check.recorded_again import LiveOptions, record_again
from overlay.capture.record.atomic_save import save
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.companion.companion import Companion
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile
from overlay.tools import tool
from tests.beds import test_nicegui
from tests.beds.running import started

pytestmark = [pytest.mark.beds, pytest.mark.thorough]
CONFIG = {
    "policy": {"auto_execute": ["*"], "delay": 0.1},
    "returns": {"auto_insert": True, "auto_submit": True},
}
RENAMES = """
const rename = () => {
    for (const element of document.querySelectorAll(SELECTOR)) { CHANGE }
};
new MutationObserver(rename).observe(document, { childList: true, subtree: true, attributes: true });
"""
ASK = "Please look. case:fenced"
ROW = ".q-message-received"
PROFILES = {"nicegui": test_nicegui.TestNiceGUI.profile}
"""The profiles of beds that overlay has none of."""


@tool
def look(zebra: str, gnu: str) -> str:
    """Look at two animals.

    Args:
        zebra: the one
        gnu: the other
    """
    return f"{zebra} and {gnu}"


async def first(
    url: str, profile: SiteProfile, folder: Path, browser: Browser, messages: Sequence[str] = (ASK,)
) -> Recording:
    """Record a chat in which a person sends these messages."""
    recorder, context = Recorder(), await browser.new_context()
    async with Companion(
        url,
        profile=profile,
        tools=[look],
        config=CONFIG,
        context=context,
        ledger=Ledger(),
        panel=False,
        recorder=recorder,
    ) as companion:
        person = Person([Deed(Sent(message), 4, 30) for message in messages], {})
        assert await act(companion, person, recorder) == []
    await context.close()
    save(recorder, folder, ended="it was quiet")
    return Recording.open(folder)


async def again(
    old: Recording, folder: Path, browser: Browser, change: tuple[str, str] | None = None
) -> Compared:
    context = await browser.new_context()
    if change:
        selector, words = change
        await context.add_init_script(RENAMES.replace("SELECTOR", repr(selector)).replace("CHANGE", words))
    done = await record_again(old, LiveOptions(context=context), lambda _: None)
    await context.close()
    save(done.recorder, folder, ended="everything was done again")
    return compare_sites(old, Recording.open(folder), done.problems)


@pytest.mark.parametrize(
    ("name", "change", "new"),
    [
        ("nicegui", (ROW, f"element.classList.replace('{ROW[1:]}', 'q-reply')"), ".q-reply"),
        ("gradio", ('[data-testid="bot"]', "element.dataset.testid = 'reply'"), '[data-testid="reply"]'),
    ],
)
async def test_an_unchanged_application_is_the_same_and_a_renamed_element_is_the_cause(
    name: str, change: tuple[str, str], new: str, browser: Browser, tmp_path: Path
) -> None:
    profile = PROFILES.get(name) or load_profiles()[name]
    with started(name) as bed:
        old = await first(bed.url, profile, tmp_path / "old", browser)
        same = await again(old, tmp_path / "same", browser)
        changed = await again(old, tmp_path / "changed", browser, change)
    assert [each.what for each in same.differences("")] == []
    cause = changed.differences("mend it")[0]
    assert cause.what.startswith("the element of an answer changed")
    assert changed.fields["assistant"] == new
    assert cause.mend == "mend it"
