"""Tools for the one WordPress site that the person names; nothing here exists until they do."""

from overlay.tools.builtin.wordpress.register import add_wordpress
from overlay.tools.builtin.wordpress.settings import WordPressSettings

__all__ = ["WordPressSettings", "add_wordpress"]
