"""`python -m overlay` equals `overlay`."""

from __future__ import annotations

from overlay.common.interrupts import end_at_once


def main() -> None:
    """Run the command line."""
    end_at_once()
    from overlay.cli import main as command

    command()


if __name__ == "__main__":
    main()
