# type: ignore
"""Streamlit's chat elements before the scripted model: `app.py PORT MODEL_URL`. Ends with its parent."""

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

PORT, MODEL = sys.argv[1], sys.argv[2]
OPTIONS = {
    "server.port": PORT,
    "server.address": "127.0.0.1",
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "browser.gatherUsageStats": "false",
}
words = [f"--{name}={value}" for name, value in OPTIONS.items()]
chat = Path(__file__).with_name("chat.py")
server = subprocess.Popen(
    [sys.executable, "-m", "streamlit", "run", str(chat), *words],
    env={**os.environ, "MODEL_URL": MODEL},
    stdin=subprocess.DEVNULL,
    stdout=sys.stderr,
)
try:
    while server.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/_stcore/health").close()
            break
        except OSError:
            time.sleep(0.1)
    if server.poll() is None:
        sys.stdout.write("READY\n")
        sys.stdout.flush()
        sys.stdin.read()
finally:
    server.kill()
