"""The objects that commands print with `--json`. Types of other parts of overlay are printed as they are."""
