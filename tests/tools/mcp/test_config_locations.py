from pathlib import Path

from overlay.common.paths import config_dir, data_dir
from overlay.tools.mcp.config_locations import log_folder, own_file, usual_places
from tests.support.table import for_each

HOME, PROJECT = Path("/home/me"), Path("/project")


@for_each(
    ("platform", "environ", "desktop"),
    [
        ("linux", {}, HOME / ".config/Claude/claude_desktop_config.json"),
        ("linux", {"XDG_CONFIG_HOME": "/xdg"}, Path("/xdg/Claude/claude_desktop_config.json")),
        ("darwin", {}, HOME / "Library/Application Support/Claude/claude_desktop_config.json"),
        ("win32", {}, HOME / "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("win32", {"APPDATA": "/data"}, Path("/data/Claude/claude_desktop_config.json")),
    ],
)
def test_claude_desktops_file_is_where_it_is_on_each_system(
    platform: str, environ: dict[str, str], desktop: Path
):
    assert usual_places(PROJECT, home=HOME, platform=platform, environ=environ)[0].path == desktop


def test_all_programs_and_the_project_are_looked_at():
    places = usual_places(PROJECT, home=HOME, platform="linux", environ={})
    assert [(place.program, place.path) for place in places[1:]] == [
        ("Claude Code", HOME / ".claude.json"),
        ("Cursor", HOME / ".cursor/mcp.json"),
        ("VS Code", HOME / ".config/Code/User/mcp.json"),
        ("VS Code", HOME / ".config/Code/User/settings.json"),
        ("Claude Code", PROJECT / ".mcp.json"),
        ("Cursor", PROJECT / ".cursor/mcp.json"),
        ("VS Code", PROJECT / ".vscode/mcp.json"),
    ]


def test_the_users_own_home_is_the_default():
    assert usual_places(PROJECT)[1].path == Path.home() / ".claude.json"


def test_overlays_own_file_and_logs_have_a_place_of_their_own():
    assert own_file() == config_dir() / "mcp.json"
    assert log_folder() == data_dir() / "logs" / "servers"
