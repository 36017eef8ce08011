"""The user interface: the panel's window and the terminal."""
