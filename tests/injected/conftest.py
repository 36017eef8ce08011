from __future__ import annotations

from tests.injected.fixtures import demo, lab, one_lab, pages

__all__ = ["demo", "lab", "one_lab", "pages"]
