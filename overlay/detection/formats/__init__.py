"""The call formats, one module each; `overlay.detection.registry` finds them."""
