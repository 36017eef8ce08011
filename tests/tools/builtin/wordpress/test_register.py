from typing import Any

from overlay.tools.builtin.wordpress import WordPressSettings, add_wordpress
from overlay.tools.registry import ToolRegistry
from tests.support.table import for_each


@for_each(
    ("settings", "names"),
    [
        ({}, []),
        ({"url": "https://site.example"}, ["wp_api"]),
        ({"path": "/srv/site"}, ["wpcli", "plugin_logs"]),
        ({"log": "/var/log/wp.log"}, ["plugin_logs"]),
        ({"url": "https://site.example", "path": "/srv/site"}, ["wp_api", "wpcli", "plugin_logs"]),
    ],
)
def test_a_tool_is_there_if_its_part_is_configured(settings: dict[str, Any], names: list[str]):
    registry = ToolRegistry()
    add_wordpress(registry, WordPressSettings(**settings))
    assert registry.names == names
