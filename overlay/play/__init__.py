"""The demo played through: the companion on the bundled chat site, with tools to watch."""
