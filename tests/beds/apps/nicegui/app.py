# type: ignore
"""A chat of NiceGUI's elements before the scripted model: `app.py PORT MODEL_URL`. Ends with its parent."""

import os
import sys
import threading

os.environ.pop("PYTEST_CURRENT_TEST", None)  # NiceGUI would take itself for the thing under test

from nicegui import app, ui
from openai import AsyncOpenAI

PORT, MODEL = int(sys.argv[1]), sys.argv[2]
model = AsyncOpenAI(base_url=MODEL, api_key="none")


@ui.page("/")
def chat():
    said = []

    async def send():
        asked, box.value = box.value, ""
        said.append({"role": "user", "content": asked})
        with messages:
            ui.chat_message(text=asked, name="You", sent=True)
            with ui.chat_message(name="Bot", sent=False):
                words = ui.markdown("")
            waiting = ui.spinner(type="dots")
        whole = ""
        async for part in await model.chat.completions.create(model="scripted", messages=said, stream=True):
            if part.choices and (text := part.choices[0].delta.content):
                whole += text
                words.set_content(whole)
                ui.run_javascript("window.scrollTo(0, document.body.scrollHeight)")
        said.append({"role": "assistant", "content": whole})
        messages.remove(waiting)

    ui.query(".q-page").classes("flex")
    ui.query(".nicegui-content").classes("w-full")
    messages = ui.column().classes("w-full max-w-2xl mx-auto flex-grow items-stretch")
    with ui.footer().classes("bg-white"), ui.row().classes("w-full no-wrap items-center"):
        box = ui.input(placeholder="message").props("rounded outlined").classes("w-full")
        box.on("keydown.enter", send)


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


def ready():
    sys.stdout.write("READY\n")
    sys.stdout.flush()


threading.Thread(target=end_with_parent, daemon=True).start()
app.on_startup(ready)
ui.run(title="NiceGUI bed", host="127.0.0.1", port=PORT, reload=False, show=False, show_welcome_message=False)
