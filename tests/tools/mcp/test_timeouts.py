from overlay.tools.mcp.timeouts import ServerTimeouts, backoff


def test_pauses_double_up_to_five_minutes():
    assert [backoff(attempt) for attempt in (1, 2, 3, 4, 9, 10, 11, 10_000)] == [
        0.5,
        1,
        2,
        4,
        128,
        256,
        300,
        300,
    ]


def test_a_server_that_was_killed_is_tried_again_at_once():
    assert ServerTimeouts().retry(1) < 1
