"""The processes that `bench kills` starts and kills."""
