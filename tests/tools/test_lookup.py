from overlay.tools.definition import ToolDefinition
from overlay.tools.lookup import nearest, not_found, resolve
from tests.support.table import for_each


def tools(*names: str) -> dict[str, ToolDefinition]:
    """Definitions by name; what stands before a dot is the server."""
    servers = {name: name.partition(".")[0] if "." in name else None for name in names}
    return {name: ToolDefinition(name, server=server) for name, server in servers.items()}


def test_a_full_name_means_itself():
    assert resolve("files.read", tools("files.read", "web.read")) == "files.read"


def test_a_name_without_server_means_the_only_one():
    assert resolve("read", tools("files.read", "web.fetch")) == "files.read"


def test_a_name_without_server_that_two_servers_have_means_none():
    assert resolve("read", tools("files.read", "web.read")) is None


def test_a_tool_without_server_goes_before_a_servers_tool_of_that_name():
    assert resolve("read", tools("files.read", "read")) == "read"


def test_an_unknown_name_means_none():
    assert resolve("x", tools("files.read")) is None


@for_each("name", ["read_flie", "READ_FILE", "disk.read_file", "files.read-file"])
def test_the_nearest_name_is_found_whatever_the_case_and_server(name: str):
    assert nearest(name, ["clock", "files.read_file"]) == ["files.read_file"]


def test_no_more_names_are_given_than_asked_for():
    assert len(nearest("read", [f"read{at}" for at in range(9)], 2)) == 2


def test_a_name_like_nothing_has_no_nearest():
    assert nearest("zzzz", ["clock"]) == []


def test_an_unknown_tool_is_reported_with_the_nearest():
    fault = not_found("clok", tools("clock"), (), {})
    assert fault.code == "tool_not_found"
    assert fault.message == "There is no tool 'clok': did you mean 'clock'?"
    assert fault.data == {"nearest": ["clock"]}


def test_an_unknown_tool_like_none_is_said_to_be_so():
    assert (
        not_found("zzzz", tools("clock"), (), {}).message
        == "There is no tool 'zzzz': none has a name like it"
    )


def test_a_retired_tool_is_reported_with_its_replacement():
    fault = not_found("wp_cli", tools("wpcli"), (), {"wp_cli": "wpcli"})
    assert fault.message == "The tool 'wp_cli' is retired: use 'wpcli'"
    assert fault.data["replacement"] == "wpcli"


def test_a_tool_that_is_off_is_said_to_be_so():
    fault = not_found("shell", tools("clock"), {"shell"}, {})
    assert fault.message == "The tool 'shell' is switched off"
    assert fault.data["disabled"] is True


def test_a_name_on_several_servers_is_reported_with_all_of_them():
    fault = not_found("read", tools("files.read", "web.read"), (), {})
    assert fault.message == "Several servers have a tool 'read': say which, 'files.read' or 'web.read'"
    assert fault.data == {"nearest": ["files.read", "web.read"]}


def test_a_huge_name_is_not_repeated():
    assert len(not_found("x" * 100_000, tools("clock"), (), {}).message) < 300
