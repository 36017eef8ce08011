"""The page of the documentation that describes the formats."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_page_of_formats_is_made_from_the_readers() -> None:
    """Run `python tools/make_formats.py` if this fails."""
    spec = importlib.util.spec_from_file_location("make_formats", ROOT / "tools" / "make_formats.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs" / "formats.md").read_text("utf-8") == module.page()
