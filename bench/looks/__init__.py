"""The gallery: pictures of every state of the block, the panel and the report, from real runs."""
