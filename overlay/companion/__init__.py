"""The companion: opens the browser on a chat and connects all parts."""
