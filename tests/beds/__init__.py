"""Real chat applications before a scripted model, each installed by a lock into an environment of its own."""
