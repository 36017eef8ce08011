import json
from typing import Any

import pytest

from overlay.tools.mcp.jsonc import loads
from tests.support.table import for_each


@for_each(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('{"a": 1, // one\n "b": 2 /* two\n two */ }', {"a": 1, "b": 2}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ('{"a": [1, // x\n ]}', {"a": [1]}),
        (
            '{"url": "http://x//y", "c": "/* no */", "d": ",]"}',
            {"url": "http://x//y", "c": "/* no */", "d": ",]"},
        ),
        ('{"a": "\\"//", "b": 1}', {"a": '"//', "b": 1}),
        ("\ufeff{}", {}),
    ],
)
def test_comments_and_trailing_commas_are_taken(text: str, value: Any):
    assert loads(text) == value


def test_an_error_after_a_comment_keeps_its_line():
    with pytest.raises(json.JSONDecodeError) as caught:
        loads("{\n/* a\n b */\n wrong }")
    assert caught.value.lineno == 4
