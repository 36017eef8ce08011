# type: ignore
"""The page: what was said, and a box. Streamlit runs all of it again for each message."""

import json
import os
import urllib.request

import streamlit


def answer(messages):
    body = {"model": "scripted", "stream": True, "messages": messages}
    request = urllib.request.Request(
        f"{os.environ['MODEL_URL']}/chat/completions",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as lines:
        for line in lines:
            if line.startswith(b"data: {"):
                yield json.loads(line[6:])["choices"][0]["delta"].get("content") or ""


streamlit.title("Streamlit bed")
said = streamlit.session_state.setdefault("said", [])
for message in said:
    with streamlit.chat_message(message["role"]):
        streamlit.markdown(message["content"])
if given := streamlit.chat_input("Say something", accept_file="multiple"):
    said.append({"role": "user", "content": given.text})
    with streamlit.chat_message("user"):
        streamlit.markdown(given.text)
    with streamlit.chat_message("assistant"):
        whole = streamlit.write_stream(answer(said))
    said.append({"role": "assistant", "content": whole})
