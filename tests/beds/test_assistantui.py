from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import BrowserContext

from tests.beds.running import Bed, started
from tests.beds.scenario import Drawing, Loop

NAME = "assistantui"
pytestmark = pytest.mark.beds
STRICT = (
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


@pytest.fixture(scope="module")
def strict() -> Iterator[Bed]:
    with started("assistantui", csp=STRICT) as bed:
        yield bed


class AssistantUi(Drawing):
    site = "assistantui"
    composer = ".aui-composer-input"
    sends = ".aui-composer-send"
    chance = "^data-message-id$"


class TestReactMarkdown(AssistantUi, Loop):
    @pytest.mark.thorough  # tests/acceptance/test_unseen.py has such a policy
    async def test_under_a_strict_policy_two_rounds_go_automatically_and_nothing_of_ours_is_refused(
        self, strict: Bed, context: BrowserContext
    ) -> None:
        refused: list[str] = []
        context.on("console", lambda said: refused.append(said.text) if "Content" in said.text else None)
        async with self.talk(strict, context, automatic=True) as talk:
            await self.gets_two_rounds(talk)
            await talk.settled()
        assert refused == []


@pytest.mark.thorough
class TestStreamdown(AssistantUi):
    path = "?md=streamdown"
    unfenced = False
