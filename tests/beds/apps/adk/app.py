# type: ignore
"""The ADK's own chat before the scripted model: `app.py PORT MODEL_URL DATA`. Ends with its parent."""

import json
import os
import sys
import threading
import time
import urllib.request
from pathlib import Path

PORT, MODEL, DATA = int(sys.argv[1]), sys.argv[2], sys.argv[3]
os.environ["MODEL_URL"] = MODEL
# Its home is the bed's: a question about telemetry would lie over the chat there.
os.environ["HOME"] = os.environ["USERPROFILE"] = DATA
config = Path(DATA, ".adk", "config.json")
config.parent.mkdir()
config.write_text(json.dumps({"telemetry": False}))

import uvicorn  # noqa: E402
from google.adk.cli.fast_api import get_fast_api_app  # noqa: E402


def say_ready():
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/list-apps").close()
            break
        except OSError:
            time.sleep(0.1)
    sys.stdout.write("READY\n")
    sys.stdout.flush()


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=say_ready, daemon=True).start()
threading.Thread(target=end_with_parent, daemon=True).start()
agents = Path(__file__).with_name("agents")
app = get_fast_api_app(
    agents_dir=str(agents),
    session_service_uri=f"sqlite+aiosqlite:///{DATA}/sessions.db",
    host="127.0.0.1",
    port=PORT,
    web=True,
)
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="warning")
