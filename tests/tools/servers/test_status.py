from overlay.tools.servers.status import ServerStatus


def test_a_status_needs_no_more_than_what_the_server_is():
    status = ServerStatus("k", "disabled", "stdio", "npx x", "mcp.json", "f00")
    assert (status.reason, status.tools, status.problems, status.retry_in, status.log) == (
        "",
        [],
        [],
        None,
        None,
    )
