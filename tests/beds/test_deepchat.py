from __future__ import annotations

import pytest

from tests.beds.scenario import Loop

NAME = "deepchat"
pytestmark = pytest.mark.beds


class TestDeepChat(Loop):
    site = "deepchat"
    composer = "#text-input"
