"""The companion: opens the browser on a chat and wires all parts together."""
