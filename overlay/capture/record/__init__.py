"""Recording: the companion with a witness on it, and the folder that comes of it."""
