"""Tools that come with overlay."""

from overlay.tools.builtin.register import ShippedSettings, add_shipped

__all__ = ["ShippedSettings", "add_shipped"]
