"""Recording: subscribes to a companion's events and writes them to a folder."""
