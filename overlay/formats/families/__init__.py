"""One file a format; `overlay.formats.registry` finds them."""
