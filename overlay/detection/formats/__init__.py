"""One file a format; `overlay.detection.registry` finds them."""
