"""Adds the WordPress tools to a registry, as far as they are configured."""

from __future__ import annotations

from overlay.tools.builtin.wordpress.api import WpApi
from overlay.tools.builtin.wordpress.cli import WpCli
from overlay.tools.builtin.wordpress.logs import PluginLogs
from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.registry import ToolRegistry


def add_wordpress(registry: ToolRegistry, settings: WordPressSettings) -> None:
    """Add `wp_api` if `url` is set, `wpcli` if `path` is set, and `plugin_logs` if there is a log path."""
    tools = [
        *(WpApi(settings).tools if settings.url else []),
        *(WpCli(settings).tools if settings.path else []),
        *(PluginLogs(settings).tools if settings.log_path else []),
    ]
    for item in tools:
        registry.add(item)
