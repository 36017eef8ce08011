"""Where a person is asked and shown things: the panel's window and the terminal."""
