"""Calls as a model prints them, in four formats; their words are in no other text of these tests."""

from __future__ import annotations

XML = """<function_calls>
<invoke name="look" call_id="c1">
<parameter name="zebra">quagga 🦓 okapi</parameter>
<parameter name="gnu">tapir</parameter>
</invoke>
</function_calls>"""
JSONL = """{"type": "function_call_start", "name": "look", "call_id": "c1"}
{"type": "parameter", "key": "zebra", "value": "quagga 🦓 okapi"}
{"type": "parameter", "key": "gnu", "value": "tapir"}
{"type": "function_call_end", "call_id": "c1"}"""
TOOL_COLON = '<tool:look>{"zebra": "quagga 🦓 okapi", "gnu": "tapir"}</tool>'
JSON_OBJECT = '{"name": "look", "arguments": {"zebra": "quagga 🦓 okapi", "gnu": "tapir"}}'

FORMATS = {"xml": XML, "jsonl": JSONL, "tool_colon": TOOL_COLON, "json_object": JSON_OBJECT}
LANGUAGE = {"xml": "xml", "jsonl": "jsonl", "tool_colon": "xml", "json_object": "json"}


def fenced(name: str) -> str:
    return f"```{LANGUAGE[name]}\n{FORMATS[name]}\n```"


def xml(name: str, call_id: str = "c1", **parameters: str) -> str:
    inner = "".join(f'<parameter name="{key}">{value}</parameter>\n' for key, value in parameters.items())
    return (
        f'<function_calls>\n<invoke name="{name}" call_id="{call_id}">\n{inner}</invoke>\n</function_calls>'
    )
