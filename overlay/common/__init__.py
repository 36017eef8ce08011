"""What every part may use, and what knows of no part."""
