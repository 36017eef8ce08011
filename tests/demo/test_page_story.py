"""The whole story, played by hand through the page."""

import pytest

from tests.demo.conftest import Chat
from tests.demo.test_story import RESULTS


@pytest.mark.parametrize("query", ["?render=rebuild", "?render=framework&composer=rich"])
async def test_the_last_turn_proves_that_every_result_was_read(chat: Chat, query: str) -> None:
    await chat.open(query)
    answers = [await chat.answer(message) for message in ["Show me what tools can do", *RESULTS]]
    assert [line for line in answers[-1].splitlines() if line][1:] == [
        "Time: 2026-11-21T11:25:03",
        "Files: 2 entries",
        "Sum: 34.5",
        "First line of the file: # Field notes",
        "Page title: Tools · Wren",
        "Deleting: was denied (tool_denied: not here)",
        "Last read: failed (tool_execution_failed: gone)",
    ]
