"""Rules for commands: which command lines are plain words, and which a user may allow without a question."""
