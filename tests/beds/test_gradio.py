from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.beds.running import Bed, started
from tests.beds.scenario import Loop

pytestmark = pytest.mark.beds


@pytest.fixture(scope="module")
def bed() -> Iterator[Bed]:
    with started("gradio") as bed:
        yield bed


class TestGradio(Loop):
    site = "gradio"
    composer = 'textarea[data-testid="textbox"]'
