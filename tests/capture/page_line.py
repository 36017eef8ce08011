"""Reads a line of a page's log from plain data."""

from pydantic import TypeAdapter

from overlay.capture.model import PageLine

PAGE_LINE: TypeAdapter[PageLine] = TypeAdapter(PageLine)
