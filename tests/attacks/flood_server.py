"""A server that sends too much: `python flood_server.py MODE AMOUNT COUNTED`.

It lists a tool `go`, and floods when that is called (or, in some modes, while it lists its tools). AMOUNT says how
much; the bytes that it could write are noted in the file COUNTED.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

MODE, AMOUNT, COUNTED = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
OBJECT: dict[str, Any] = {"type": "object", "properties": {}}

UNREADABLE = {
    "nested": f'{{"a": {"[" * AMOUNT}{"]" * AMOUNT}}}',
    "digits": f'{{"a": {"9" * AMOUNT}}}',
    "letters": "[" * AMOUNT,
    "halves": '{"a": "b"}',
}
"""Results that a JSON parser refuses from some AMOUNT on."""
HALVES = "\\ud83d and \\ude00, \\ud83d\\ude00" if MODE == "halves" else ""


def tool(name: str, schema: Any = OBJECT, about: str = "") -> dict[str, Any]:
    return {"name": name, "inputSchema": schema, "description": about}


def write(text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(1, data) :]


def send(**message: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def raw_tools(number: Any, *schemas: str) -> None:
    listed = [f'{{"name": "t{at}", "inputSchema": {schema}}}' for at, schema in enumerate(schemas)]
    write(f'{{"jsonrpc": "2.0", "id": {json.dumps(number)}, "result": {{"tools": [{", ".join(listed)}]}}}}\n')


def tools(number: Any, cursor: str | None) -> None:
    plain = json.dumps(OBJECT)
    if MODE == "deep":
        raw_tools(number, plain, '{"properties": {"a": ' * AMOUNT + "{}" + "}}" * AMOUNT, plain)
    elif MODE == "many":
        send(id=number, result={"tools": [tool("go"), *(tool(f"t{at}") for at in range(AMOUNT))]})
    elif MODE == "pages":
        page = {"tools": [tool(f"t{cursor}", about="x" * AMOUNT)], "nextCursor": f"{cursor or ''}x"}
        send(id=number, result=page)
    elif MODE == "wordy":
        send(id=number, result={"tools": [tool("go", about="x" * AMOUNT)]})
    elif MODE == "output":
        parts = {f"l{at}": {"allOf": [{"$ref": f"#/$defs/l{at + 1}"}] * 2} for at in range(AMOUNT)}
        output = {"type": "object", "$ref": "#/$defs/l0", "$defs": {**parts, f"l{AMOUNT}": {}}}
        send(id=number, result={"tools": [tool("go") | {"outputSchema": output}]})
    else:
        send(id=number, result={"tools": [tool("go")]})


def go(number: Any, params: dict[str, Any]) -> None:
    done = {"content": [{"type": "text", "text": "done"}], "structuredContent": {"a": 1}}
    if MODE == "line":
        sent = 0
        while sent < AMOUNT:
            write("x" * 10_000)
            sent += 10_000
            COUNTED.write_text(str(sent))
        write("\n")
    elif MODE == "result":
        done = {"content": [{"type": "text", "text": "x" * AMOUNT}]}
    elif MODE == "progress":
        token = params["_meta"]["progressToken"]
        for at in range(AMOUNT):
            send(method="notifications/progress", params={"progressToken": token, "progress": at})
    elif MODE == "logging":
        for _ in range(AMOUNT):
            send(method="notifications/message", params={"level": "info", "data": "x"})
    elif MODE == "pings":
        for at in range(AMOUNT):
            send(id=f"p{at}", method="ping")
    elif MODE == "questions":
        form = {
            "message": "?",
            "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}},
        }
        for at in range(AMOUNT):
            send(id=f"q{at}", method="elicitation/create", params=form)
    elif MODE in UNREADABLE:
        text = json.dumps({"jsonrpc": "2.0", "id": number, "result": done | {"structuredContent": 0}})
        write(text.replace("0}", UNREADABLE[MODE] + "}").replace("done", f"done {HALVES}") + "\n")
        return
    elif MODE == "errors":
        for _ in range(AMOUNT // 1000):
            os.write(2, b"x" * 999 + b"\n")
    send(id=number, result=done)


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        method, number = message.get("method"), message.get("id")
        params: dict[str, Any] = message.get("params") or {}
        if number is None or method is None:
            continue
        if method == "initialize":
            info = {"name": "flood", "version": "1"}
            result: dict[str, Any] = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": info,
            }
            send(id=number, result=result)
        elif method == "tools/list":
            tools(number, params.get("cursor"))
        elif method == "tools/call":
            go(number, params)
        else:
            send(id=number, error={"code": -32601, "message": "unknown method"})


main()
