# type: ignore
"""Open WebUI before the scripted model: `app.py PORT MODEL_URL DATA_FOLDER`. Ends with its parent."""

import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request

PORT, MODEL, DATA = sys.argv[1:4]
os.environ.update(
    DATA_DIR=DATA,
    WEBUI_AUTH="False",
    WEBUI_SECRET_KEY="beds",
    OFFLINE_MODE="True",
    HF_HUB_OFFLINE="1",
    TRANSFORMERS_OFFLINE="1",
    OPENAI_API_BASE_URL=MODEL,
    OPENAI_API_KEY="none",
    ENABLE_OLLAMA_API="False",
    ENABLE_VERSION_UPDATE_CHECK="False",
    ENABLE_COMMUNITY_SHARING="False",
    ENABLE_TITLE_GENERATION="False",
    ENABLE_TAGS_GENERATION="False",
    ENABLE_FOLLOW_UP_GENERATION="False",
    ENABLE_AUTOCOMPLETE_GENERATION="False",
    RAG_EMBEDDING_ENGINE="openai",
    RAG_OPENAI_API_BASE_URL=MODEL,
    BYPASS_EMBEDDING_AND_RETRIEVAL="True",
    RAG_EMBEDDING_MODEL_AUTO_UPDATE="False",
    ENABLE_PERSISTENT_CONFIG="False",
    ANONYMIZED_TELEMETRY="False",
    DO_NOT_TRACK="true",
    SCARF_NO_ANALYTICS="true",
    DEFAULT_MODELS="scripted",
    CORS_ALLOW_ORIGIN=f"http://127.0.0.1:{PORT}",
)


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


def post(path, data, token=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/api/v1/{path}", json.dumps(data).encode(), headers
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def tell_when_ready():
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health"):
                break
        except OSError:
            time.sleep(0.3)
    # A new person is shown what is new, in a window over the chat.
    token = post("auths/signin", {"email": "", "password": ""})["token"]
    post("users/user/settings/update", {"ui": {"showChangelog": False}}, token)
    sys.stdout.write("READY\n")
    sys.stdout.flush()


for job in (end_with_parent, tell_when_ready):
    threading.Thread(target=job, daemon=True).start()

from open_webui import app  # noqa: E402 - it reads the environment when it is imported

sys.argv = ["open-webui", "serve", "--host", "127.0.0.1", "--port", PORT]
app()
