import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.timeouts import ServerTimeouts

HERE = Path(__file__).parent


def soon(attempt: int) -> float:
    """Return a very short pause."""
    return 0.01


# Generous where a slow machine needs it; short only where a test waits for the limit itself.
QUICK = ServerTimeouts(connect=60, wait=60, retry=soon)


def small_config(key: str = "small", **more: Any) -> ServerConfig:
    """Return the configuration of the tests' small server, which runs as a program."""
    args = [str(HERE / "small_server.py"), "stdio"]
    return ServerConfig(key=key, kind="stdio", command=sys.executable, args=args, **more)


def raw_config(mode: str, key: str | None = None) -> ServerConfig:
    """Return the configuration of the hand-written server in one of its modes; the mode is its key too."""
    args = [str(HERE / "raw_server.py"), mode]
    return ServerConfig(key=key or mode, kind="stdio", command=sys.executable, args=args)


@pytest.fixture(scope="session", autouse=True)
def no_keyring() -> Iterator[None]:
    """No test reads or unlocks the keyring of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        yield
