"""Makes recordings from files that the user saved: pages, and HAR archives."""
