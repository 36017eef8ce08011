from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_about_sites_has_what_the_profiles_say_of_themselves() -> None:
    """Run `python tools/make_sites.py` if this fails."""
    spec = importlib.util.spec_from_file_location("make_sites", ROOT / "tools" / "make_sites.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    text = made.PAGE.read_text("utf-8")
    assert made.page(text) == text
