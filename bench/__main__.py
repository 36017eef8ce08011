"""`python -m bench NAME`: runs one benchmark of this folder."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the benchmark named first on the command line with the arguments after it."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if path.stem != "support")
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        sys.exit(f"usage: python -m bench NAME [--json]   NAME is one of: {', '.join(names)}")
    sys.exit(import_module(f"bench.{sys.argv[1]}").main(sys.argv[2:]))


if __name__ == "__main__":
    main()
