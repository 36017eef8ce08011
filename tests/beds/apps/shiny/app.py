# type: ignore
"""Shiny's chat before the scripted model: `app.py PORT MODEL_URL`. Ends with its parent."""

import json
import os
import sys
import threading
import urllib.request

import uvicorn
from shiny import App, ui
from shinychat import Chat, chat_ui

PORT, MODEL = int(sys.argv[1]), sys.argv[2]
page = ui.page_fillable(chat_ui("chat"), title="Shiny bed", fillable_mobile=True)


def answer(messages):
    body = {"model": "scripted", "stream": True, "messages": messages}
    request = urllib.request.Request(
        f"{MODEL}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as lines:
        for line in lines:
            if line.startswith(b"data: {"):
                yield json.loads(line[6:])["choices"][0]["delta"].get("content") or ""


def server(input, output, session):
    chat = Chat("chat")
    said = []

    @chat.on_user_submit
    async def _(text):
        said.append({"role": "user", "content": text})
        await chat.append_message_stream(answer([*said]))


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


def ready():
    sys.stdout.write("READY\n")
    sys.stdout.flush()


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        ready()


threading.Thread(target=end_with_parent, daemon=True).start()
Server(
    uvicorn.Config(
        App(page, server), host="127.0.0.1", port=PORT, log_level="warning", ws="websockets-sansio"
    )
).run()
