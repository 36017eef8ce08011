"""`python -m tests.beds NAME [--port N]`: a real chat application before the scripted model, on loopback.

Installs it if need be, prints `READY ADDRESS MODEL` (the second has `/log/find?q=TEXT`), and runs until Ctrl+C or
until the process that started it ends. `BED_CSP` is sent as the policy of a bed that is a page.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading

import platformdirs

from tests.beds.install import PAGES, SERVERS, InstallError, install
from tests.beds.serve import end_with_parent, serving


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.beds", description=__doc__)
    parser.add_argument("name", choices=[*PAGES, *SERVERS])
    parser.add_argument("--port", type=int, default=0, help="0, the default: a free one")
    given = parser.parse_args()
    threading.Thread(target=end_with_parent, daemon=True).start()
    cache = platformdirs.user_cache_path("overlay", appauthor=False)

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)  # noqa: T201 - a command

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    try:
        folder = install(given.name, cache, say)
        with serving(given.name, folder, given.port, os.environ.get("BED_CSP", "")) as (url, model):
            print(f"READY {url} {model}", flush=True)  # noqa: T201 - a command
            threading.Event().wait()
    except InstallError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        pass
    return 0


sys.exit(main())
