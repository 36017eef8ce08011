"""Calls whose arguments the model may not have meant, in code blocks of an answer that may run tools."""

from __future__ import annotations

from playwright.async_api import BrowserContext

from tests.attacks.test_quotes_and_hidden import opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]

MISSING_CLOSERS = (
    '<invoke name="note"><parameter name="text">a\n<parameter name="loud">true</parameter></invoke>',
    '<invoke name="note"><parameter name="text">a\n<parameter type="boolean" name="loud">true</parameter></invoke>',
    '<invoke name="note"><parameter name="text">a\n< parameter name="loud">true</parameter></invoke>',
    '<invoke name="note"><parameter name="text">a\n<param name="loud">true</parameter></invoke>',
    '<invoke name="note"><parameter name="text">a</parameter> oops <parameter name="text">b</parameter></invoke>',
    "<function=note>\n<parameter=text>\na\n<parameter = loud>\ntrue\n</parameter>\n</function>",
    '<function name="note"><param name="text">a\n<param name="loud">true</param></function>',
    "<tool_call>note\n<arg_key>text</arg_key>\n<arg_value>a\n<arg_key>loud</arg_key>\n<arg_value>true</arg_value>\n"
    "</tool_call>",
    "<note>\n<text>a\n<text>b</text>\n</note>",
)
OTHER_KEYS = (
    '{"name": "note", "params": {"text": "a"}}',
    '{"name": "note", "Arguments": {"text": "a"}}',
    '{"name": "note", "arguments": {}, "text": "a"}',
    '{"name": "note", "arguments": {"arguments": {"text": "a"}}}',
    '{"name": "note", "arguments": {"text": "a", "text": "b"}}',
    '{"role": "user", "tool_calls": [{"name": "note", "arguments": {"text": "a"}}]}',
    'Not this: {"name": "note", "arguments": {"text": "a"}}',
    '// {"name": "note", "arguments": {"text": "a"}}',
    '<tool_call>[{"name": "note", "arguments": {"text": "a"}}]]</tool_call>',
    '[TOOL_CALLS][{"name": "note", "arguments": {"text": "a"}}]]',
    '{"name": "note", "arguments": {"text": "a"}}\n}',
    '<invoke name="note" text="a"></invoke>',
)


async def test_a_value_that_may_have_swallowed_a_parameter_runs_nothing(
    context: BrowserContext, pages: PageSite
) -> None:
    async with opened(context, pages) as room:
        blocks = await room.answer_as_written("closers", MISSING_CLOSERS)
        assert len(blocks) == len(MISSING_CLOSERS) + 1
        assert room.ran == ["after closers"]


async def test_text_of_a_call_that_is_not_used_runs_nothing(context: BrowserContext, pages: PageSite) -> None:
    async with opened(context, pages) as room:
        blocks = await room.answer_as_written("keys", OTHER_KEYS)
        assert len(blocks) == len(OTHER_KEYS) + 1
        assert room.ran == ["after keys"]
