from overlay.tools.definition import ToolDefinition
from overlay.tools.lookup import nearest, not_found, resolve
from tests.support.table import for_each


def tools(*names: str) -> dict[str, ToolDefinition]:
    """Definitions by name; the part before a dot is the server."""
    servers = {name: name.partition(".")[0] if "." in name else None for name in names}
    return {name: ToolDefinition(name, server=server) for name, server in servers.items()}


def test_a_name_is_resolved_with_or_without_its_server():
    assert resolve("files.read", tools("files.read", "web.read")) == "files.read"

    assert resolve("read", tools("files.read", "web.fetch")) == "files.read"

    assert resolve("read", tools("files.read", "web.read")) is None

    assert resolve("read", tools("files.read", "read")) == "read"

    assert resolve("x", tools("files.read")) is None


@for_each("name", ["read_flie", "READ_FILE", "disk.read_file", "files.read-file"])
def test_the_nearest_name_is_found_whatever_the_case_and_server(name: str):
    assert nearest(name, ["clock", "files.read_file"]) == ["files.read_file"]


def test_the_number_of_nearest_names_is_limited():
    assert len(nearest("read", [f"read{at}" for at in range(9)], 2)) == 2

    assert nearest("zzzz", ["clock"]) == []


def test_an_unknown_tool_is_reported_with_the_nearest_name_or_none():
    fault = not_found("clok", tools("clock"), (), {})
    assert fault.code == "tool_not_found"
    assert fault.message == "There is no tool 'clok': did you mean 'clock'?"
    assert fault.data == {"nearest": ["clock"]}

    assert (
        not_found("zzzz", tools("clock"), (), {}).message
        == "There is no tool 'zzzz': none has a name like it"
    )

    assert len(not_found("x" * 100_000, tools("clock"), (), {}).message) < 300


def test_a_tool_that_is_retired_off_or_on_several_servers_is_reported_as_such():
    fault = not_found("wp_cli", tools("wpcli"), (), {"wp_cli": "wpcli"})
    assert fault.message == "The tool 'wp_cli' is retired: use 'wpcli'"
    assert fault.data["replacement"] == "wpcli"

    fault = not_found("shell", tools("clock"), {"shell"}, {})
    assert fault.message == "The tool 'shell' is switched off"
    assert fault.data["disabled"] is True

    fault = not_found("read", tools("files.read", "web.read"), (), {})
    assert fault.message == "Several servers have a tool 'read': say which, 'files.read' or 'web.read'"
    assert fault.data == {"nearest": ["files.read", "web.read"]}
