"""A hand-written server of the older protocol, and several broken ones: `python raw_server.py MODE`.

legacy: answers, with its tools on two pages; odd: has more tools; prompts: has prompts too; wrong: its prompts are no prompts; deaf: never answers for its
resources; mute: never answers; exit: ends at once; noise: prints what is
no protocol and ends; once: answers until its first call, and nothing after that; bare: has no tools at all.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MODE = sys.argv[1]
OBJECT: dict[str, Any] = {"type": "object", "properties": {}}
WRONG: dict[str, Any] = {"type": "object", "properties": {"a": {"type": 3}}}


def listed(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": OBJECT} | more


TOOLS = [
    listed("echo", description="Gives its arguments back."),
    listed("ask"),
    listed("visit"),
    listed("want"),
    listed("more"),
    listed("fewer"),
    listed("picky"),
    listed("break"),
    listed("die"),
    listed("stuck"),
    listed("odd name!", title="Odd"),
    listed("bad", inputSchema=WRONG),
]
if MODE == "odd":
    TOOLS.extend([listed("flood"), listed("give"), listed("spawn")])
PROMPTS: list[dict[str, Any]] = [{"name": "first"}]


def send(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def receive() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def text(value: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": value if isinstance(value, str) else json.dumps(value)}]}


def ask(params: dict[str, Any]) -> dict[str, Any]:
    """The client's answer to an elicitation, as the call's result."""
    send(id="q1", method="elicitation/create", params=params)
    while (answer := receive()).get("id") != "q1":
        pass
    return text(answer.get("result", answer.get("error")))


def flood(count: int) -> dict[str, Any]:
    """Ask all questions at once, and wait for all answers."""
    for at in range(count):
        schema = {"type": "object", "properties": {"a": {"type": "string"}}}
        send(id=f"f{at}", method="elicitation/create", params={"message": "?", "requestedSchema": schema})
    for _ in range(count):
        receive()
    return text(str(count))


def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    if name == "ask":
        schema = {"type": "object", "properties": {"colour": {"type": "string"}}}
        return ask({"message": "Which colour?", "requestedSchema": schema})
    if name == "visit":
        return ask({"mode": "url", "message": "Sign in", "url": "https://example.org/", "elicitationId": "1"})
    if name == "want" and "url" in arguments:
        return ask({"mode": "url", "message": "Go", "url": arguments["url"], "elicitationId": "1"})
    if name == "want":
        return ask({"message": "What?", "requestedSchema": arguments["schema"]})
    if name == "flood":
        return flood(arguments["count"])
    if name == "give":
        return arguments["result"]
    if name == "spawn":
        with Path(arguments["pipe"]).open("wb") as pipe:
            subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    if name == "more":
        TOOLS.append(listed("late"))
        PROMPTS.append({"name": "late"})
        send(method="notifications/prompts/list_changed")
        send(method="notifications/tools/list_changed")
    if name == "fewer":
        TOOLS[:] = [tool for tool in TOOLS if tool["name"] not in ("echo", "odd name!")]
        TOOLS.append(listed("worse", inputSchema=WRONG))
        send(method="notifications/tools/list_changed")
    return text(arguments)


def serve() -> None:
    calls = 0
    while True:
        message = receive()
        method, number = message.get("method"), message.get("id")
        params: dict[str, Any] = message.get("params") or {}
        if number is None or (MODE == "once" and calls):
            continue
        if method == "initialize":
            capabilities = {} if MODE == "bare" else {"tools": {"listChanged": True}}
            if MODE in ("prompts", "wrong", "deaf"):
                capabilities |= {"prompts": {"listChanged": True}, "resources": {}}
            info = {"name": "raw", "version": "1"}
            result = {"protocolVersion": "2025-06-18", "capabilities": capabilities, "serverInfo": info}
            send(id=number, result=result)
        elif method == "tools/list":
            half = len(TOOLS) // 2
            if params.get("cursor") == "second":
                send(id=number, result={"tools": TOOLS[half:]})
            else:
                send(id=number, result={"tools": TOOLS[:half], "nextCursor": "second"})
        elif method == "prompts/list" and MODE != "legacy":
            send(id=number, result={"prompts": [{"arguments": 5}] if MODE == "wrong" else PROMPTS})
        elif method == "resources/list" and MODE == "deaf":
            continue
        elif method == "tools/call":
            calls += 1
            if MODE == "once" or params["name"] == "stuck":
                continue
            if params["name"] == "die":
                os._exit(9)
            elif params["name"] == "picky":
                send(id=number, error={"code": -32602, "message": "I want a number"})
            elif params["name"] == "break":
                send(id=number, error={"code": -32000, "message": "it broke"})
            else:
                send(id=number, result=call(params["name"], params.get("arguments") or {}))
        else:
            send(id=number, error={"code": -32601, "message": "unknown method"})


if MODE == "exit":
    sys.stderr.write("the key is missing\n")
    sys.exit(1)
if MODE == "noise":
    sys.stdout.write("Welcome to my server!\n")
    sys.stdout.flush()
    sys.exit(1)
if MODE == "mute":
    sys.stdin.read()
    sys.exit(0)
serve()
