"""Tools that come with overlay."""

from overlay.tools.shipped.add import ShippedSettings, add_shipped

__all__ = ["ShippedSettings", "add_shipped"]
