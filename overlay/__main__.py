"""`python -m overlay` equals `overlay`."""

from overlay.cli import main

if __name__ == "__main__":
    main()
