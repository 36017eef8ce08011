"""The story of the demo, played by hand through the page."""

import pytest

from tests.demo.conftest import Chat
from tests.demo.test_story import RESULTS


@pytest.mark.parametrize(
    "query", ["?render=framework&composer=rich", pytest.param("?render=rebuild", marks=pytest.mark.thorough)]
)
@pytest.mark.thorough
async def test_the_story_begins_with_a_suggestion_and_its_last_turn_proves_each_result(
    chat: Chat, query: str
) -> None:
    await chat.open(query)
    await chat.page.locator(".suggestion").first.click()
    await chat.finished()
    answers = [await chat.answer(message) for message in RESULTS]
    assert "current_time" in await chat.answers.first.inner_text()
    assert [line for line in answers[-1].splitlines() if line][1:] == [
        "Time: 2026-11-21T11:25:03",
        "Files: 2 entries",
        "Sum: 34.5",
        "First line of the file: # Field notes",
        "Page title: Tools · Wren",
        "Deleting: was denied (tool_denied: not here)",
        "Last read: failed (tool_execution_failed: gone)",
    ]
