"""overlay: a companion for web chats that shows and runs the tool calls a model prints."""
