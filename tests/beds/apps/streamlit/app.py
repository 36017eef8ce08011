# type: ignore
"""Streamlit's chat elements before the scripted model: `app.py PORT MODEL_URL`. Ends with its parent."""

import os
import sys
import threading
import time
import urllib.request
from pathlib import Path

from streamlit.web import bootstrap

PORT, MODEL = int(sys.argv[1]), sys.argv[2]
OPTIONS = {
    "server.port": PORT,
    "server.address": "127.0.0.1",
    "server.headless": True,
    "server.fileWatcherType": "none",
    "browser.gatherUsageStats": False,
}


def say_ready():
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/_stcore/health").close()
            break
        except OSError:
            time.sleep(0.1)
    sys.__stdout__.write("READY\n")
    sys.__stdout__.flush()


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


os.environ["MODEL_URL"] = MODEL
threading.Thread(target=say_ready, daemon=True).start()
threading.Thread(target=end_with_parent, daemon=True).start()
# In this process: a separate server would go on after this one is killed.
bootstrap.load_config_options(OPTIONS)
bootstrap.run(str(Path(__file__).with_name("chat.py")), False, [], OPTIONS)
