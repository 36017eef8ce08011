# type: ignore
"""Gradio's ChatInterface before the scripted model: `app.py PORT MODEL_URL`. Ends with its parent."""

import json
import os
import sys
import threading
import urllib.request
from unittest.mock import patch

os.environ.update(GRADIO_ANALYTICS_ENABLED="False", HF_HUB_OFFLINE="1")

# Gradio writes a stub beside each of its classes that has a file, which takes half the time of its import.
with patch("inspect.getfile", side_effect=OSError):
    import gradio

PORT, MODEL = int(sys.argv[1]), sys.argv[2]


def words(content):
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") if isinstance(part, dict) else str(part) for part in content)


def reply(message, history):
    asked = message if isinstance(message, str) else message.get("text", "")
    messages = [{"role": turn["role"], "content": words(turn["content"])} for turn in history]
    body = {"model": "scripted", "stream": True, "messages": [*messages, {"role": "user", "content": asked}]}
    request = urllib.request.Request(
        f"{MODEL}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    text = ""
    with urllib.request.urlopen(request) as answer:
        for line in answer:
            if line.startswith(b"data: {"):
                choices = json.loads(line[6:])["choices"]
                text += choices[0]["delta"].get("content") or ""
                yield text


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
chat = gradio.ChatInterface(reply, title="Gradio bed", multimodal=True, save_history=True)
chat.queue().launch(server_name="127.0.0.1", server_port=PORT, prevent_thread_lock=True, quiet=True)
sys.stdout.write("READY\n")
sys.stdout.flush()
chat.block_thread()
