"""A chat's message box: insert texts and files, check them, and send the message."""
