"""The settings in the panel: changed at once, stored, and never against the command line."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.common.errors import UsageError
from overlay.companion.config import Config
from overlay.companion.run_settings import show_settings
from overlay.ui.panel.messages import parse
from overlay.ui.panel.settings import PanelSettings
from overlay.ui.settings import Settings, SettingsFile
from tests.support.effort import corners
from tests.ui.panel.room import Room, room

VALUES: dict[str, Any] = {
    "delay": 2.0,
    "auto_insert": False,
    "auto_submit": False,
    "auto_tell": False,
    "theme": "system",
    "language": "system",
    "notifications": True,
}


class SettingsScene:
    """The settings section of the panel, and the values that were applied."""

    def __init__(self, path: Path, fixed: dict[str, str] | None = None) -> None:
        self.applied: list[tuple[str, Any]] = []
        self.file = SettingsFile(path / "settings.toml")
        self.section = PanelSettings(
            self.file, VALUES, fixed or {}, lambda name, value: self.applied.append((name, value))
        )

    async def change(self, name: str, value: str) -> str | None:
        message = f'{{"t": "setting", "name": "{name}", "value": {value}}}'
        return await self.section.carry_out(parse(message))


async def test_a_change_is_kept_and_takes_effect(tmp_path: Path) -> None:
    scene = SettingsScene(tmp_path)
    await scene.change("delay", "4.5")
    assert (scene.file.read().delay, scene.applied) == (4.5, [("delay", 4.5)])


async def test_a_setting_of_the_command_line_is_not_changed(tmp_path: Path) -> None:
    scene = SettingsScene(tmp_path, {"delay": "the option --delay"})
    said = await scene.change("delay", "4.5")
    assert (said, scene.file.read(), scene.applied) == (
        "Not changed: the option --delay sets it for this run.",
        Settings(),
        [],
    )


async def test_an_invalid_value_changes_nothing(tmp_path: Path) -> None:
    wrong: list[object] = []
    for name, value in [
        ("delay", "-1"),
        ("delay", "true"),
        ("delay", '"5"'),
        ("delay", "1e9"),
        ("theme", '"pink"'),
        ("auto_submit", "1"),
    ]:
        scene = SettingsScene(tmp_path)
        try:
            await scene.change(name, value)
        except UsageError:
            pass
        else:
            wrong.append((name, value, "nothing was raised"))
        if (found := (scene.file.read(), scene.applied)) != (Settings(), []):
            wrong.append((name, value, found))
    assert wrong == []


@pytest.fixture
async def panel_settings(
    context: BrowserContext, tmp_path: Path
) -> AsyncIterator[tuple[Room, Config, SettingsFile]]:
    """A panel with the settings of a run in which --delay was given."""
    async with room(context) as here:
        config, file = Config(), SettingsFile(tmp_path / "settings.toml")
        show_settings(here.panel, config, file, Settings(), {"delay": "the option --delay"})
        here.panel.changed()
        await here.page.get_by_role("switch", name="Insert results").wait_for()
        yield here, config, file


async def test_a_switch_is_kept_and_takes_effect(panel_settings: tuple[Room, Config, SettingsFile]) -> None:
    here, config, file = panel_settings
    switch = here.page.get_by_role("switch", name="Insert results")
    await switch.click()
    await expect(switch).to_be_checked()
    assert (config.returns.auto_insert, file.read().auto_insert) == (True, True)


@pytest.mark.thorough
async def test_the_field_of_a_setting_of_the_command_line_is_disabled_and_says_so(
    panel_settings: tuple[Room, Config, SettingsFile],
) -> None:
    here, _, _ = panel_settings
    await expect(here.page.locator("#delay")).to_be_disabled()
    await expect(here.page.locator("#delay-by")).to_have_text("set by the option --delay for this run")


@pytest.mark.parametrize(
    ("theme", "colour"),
    corners([("Light", "rgb(255, 255, 255)"), ("Dark", "rgb(29, 32, 37)")], ("Dark", "rgb(29, 32, 37)")),
)
@pytest.mark.thorough
async def test_the_chosen_colours_are_shown_whatever_the_desktop_says(
    panel_settings: tuple[Room, Config, SettingsFile], theme: str, colour: str
) -> None:
    here, _, file = panel_settings
    await here.page.emulate_media(color_scheme="dark" if theme == "Light" else "light")
    await here.page.locator("#theme").focus()
    await here.page.keyboard.press(theme[0])
    await expect(here.page.locator("body")).to_have_css("background-color", colour)
    assert file.read().theme == theme.lower()


@pytest.mark.thorough
async def test_a_switch_turned_by_a_script_changes_nothing(
    panel_settings: tuple[Room, Config, SettingsFile],
) -> None:
    here, config, _ = panel_settings
    switch = here.page.get_by_role("switch", name="Send results")
    await switch.evaluate("(button) => button.click()")
    await here.page.get_by_role("switch", name="Insert results").click()
    await expect(here.page.get_by_role("switch", name="Insert results")).to_be_checked()
    assert config.returns.auto_submit is False
