"""One document of a chat: its text is read, its blocks are drawn, and results go into its message box."""
