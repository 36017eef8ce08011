"""The names of elements that count when the text of a message is read: in saved pages, and in live pages.

`tools/make_element_names.py` writes them for the page script.
"""

from __future__ import annotations

_BORDERS = """
address article aside dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header li main ol p section table tbody td
th thead tr ul hr form
"""
_UNREAD = """
script style button svg textarea input select noscript template blockquote iframe head title link meta
"""
BLOCKS = frozenset(_BORDERS.split())
"""Elements whose text is on lines of its own."""
SILENT = frozenset(_UNREAD.split())
"""Elements whose text is no part of the message's own text."""
CALL_TAGS = frozenset(
    ("function_calls", "function_call", "invoke", "parameter", "tool_call", "tool_calls", "function_result")
)
"""Elements that a Markdown renderer made from the tags of a call: the attributes of the tags are not in the
text.
"""
