# type: ignore
"""Panel's ChatInterface before the scripted model: `app.py PORT MODEL_URL`. Ends with its parent."""

import asyncio
import json
import os
import sys
import threading
import urllib.request

import panel

PORT, MODEL = int(sys.argv[1]), sys.argv[2]


async def answer(said, user, chat):
    body = {"model": "scripted", "stream": True, "messages": chat.serialize()}
    request = urllib.request.Request(
        f"{MODEL}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    whole = ""
    # A callback that blocks, or runs in a thread of Panel's, leaves its chat busy for good now and then.
    with await asyncio.to_thread(urllib.request.urlopen, request) as lines:
        while line := await asyncio.to_thread(lines.readline):
            if line.startswith(b"data: {"):
                whole += json.loads(line[6:])["choices"][0]["delta"].get("content") or ""
                yield whole


def page():
    return panel.chat.ChatInterface(callback=answer, callback_user="Assistant")


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


def ready():
    sys.stdout.write("READY\n")
    sys.stdout.flush()


threading.Thread(target=end_with_parent, daemon=True).start()
panel.extension()
server = panel.serve(
    {"/": page},
    port=PORT,
    address="127.0.0.1",
    show=False,
    start=False,
    threaded=False,
    title="Panel bed",
    verbose=False,
)
server.start()
server.io_loop.add_callback(ready)
server.io_loop.start()
