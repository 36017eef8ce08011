"""A chat's message box: texts and files go in, are checked, and are sent."""
