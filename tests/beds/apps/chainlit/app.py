# type: ignore
"""Chainlit before the scripted model: `app.py PORT MODEL_URL DATA`. Ends with its parent."""

import os
import sys
import threading
import time
import urllib.request
from pathlib import Path

PORT, MODEL, DATA = int(sys.argv[1]), sys.argv[2], sys.argv[3]
# Chainlit reads these when it is imported, and writes its own files into the first.
os.environ.update(
    CHAINLIT_APP_ROOT=DATA,
    CHAINLIT_HOST="127.0.0.1",
    CHAINLIT_PORT=str(PORT),
    DO_NOT_TRACK="1",
    MODEL_URL=MODEL,
)

from chainlit.cli import run_chainlit  # noqa: E402
from chainlit.config import config  # noqa: E402


def say_ready():
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/").close()
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
config.run.headless = True
run_chainlit(str(Path(__file__).with_name("chat.py")))
