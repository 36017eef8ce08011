"""The JavaScript that `tools/` makes from Python: the types of the messages, and the names of elements."""

from __future__ import annotations

from tests.house.tree import ROOT
from tests.support.table import for_each
from tools import make_element_names, make_types


@for_each("file", make_types.FILES)
def test_the_types_of_messages_in_javascript_are_those_of_the_models(file: make_types.TypeFile) -> None:
    """Run `python tools/make_types.py` if this fails."""
    assert (ROOT / file.path).read_text("utf-8") == make_types.text_of(file)


def test_the_names_of_elements_in_javascript_are_those_in_python() -> None:
    """Run `python tools/make_element_names.py` if this fails."""
    assert make_element_names.FILE.read_text("utf-8") == make_element_names.text()
