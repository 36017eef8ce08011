"""The settings of a run that the user can keep: from options, the --config file, then the kept choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from overlay.common.language import SYSTEM, Phrase, mark, translate
from overlay.companion.config import Config
from overlay.ui.settings import Settings, SettingsFile

if TYPE_CHECKING:
    from overlay.ui.panel import Panel

PLACES = {
    "delay": ("policy", "delay"),
    "auto_insert": ("returns", "auto_insert"),
    "auto_submit": ("returns", "auto_submit"),
    "auto_tell": ("instructions", "auto"),
}
"""A kept setting -> its table and its field in the configuration."""
OWN: dict[str, Any] = {"theme": "system", "language": SYSTEM, "notifications": True}
"""The panel's own settings, with their defaults."""


def fixed_settings(loaded: Config, options: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings that the command line or the --config file (`loaded`) sets -> which of them."""
    fixed: dict[str, str] = {}
    for name, (table, field) in PLACES.items():
        option = options.get(name)
        if option is not None and option is not False:  # a delay of 0 counts
            fixed[name] = translate(Phrase(mark("the option --{}"), name.replace("_", "-")))
        elif field in getattr(loaded, table).model_fields_set:
            fixed[name] = translate(mark("the --config file"))
    return fixed


def put_kept(config: dict[str, Any], kept: Settings, fixed: Mapping[str, str]) -> None:
    """Put the kept choices into a configuration, except where something else sets them."""
    for name, (table, field) in PLACES.items():
        value = getattr(kept, name)
        if value is not None and name not in fixed:
            config[table][field] = value


def show_settings(
    panel: Panel, config: Config, file: SettingsFile, kept: Settings, fixed: Mapping[str, str]
) -> None:
    """Add the settings to the panel of the run with this `config`; a change takes effect at once.

    A change of the language takes effect at the next start.
    """
    from overlay.ui.panel.settings import PanelSettings

    values = {name: getattr(getattr(config, table), field) for name, (table, field) in PLACES.items()}
    own = {name: usual if (value := getattr(kept, name)) is None else value for name, usual in OWN.items()}

    panel.notifications.on = (values | own)["notifications"]

    def apply(name: str, value: Any) -> None:
        if name == "notifications":
            panel.notifications.on = value
        if name in PLACES:
            table, field = PLACES[name]
            setattr(getattr(config, table), field, value)

    panel.add(PanelSettings(file, values | own, fixed, apply))
