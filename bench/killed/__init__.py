"""What `bench kills` starts and kills."""
