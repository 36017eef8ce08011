"""The terminal: output, and questions to the user."""
