from __future__ import annotations

from tests.injected.fixtures import _one_lab, demo, lab, pages

__all__ = ["_one_lab", "demo", "lab", "pages"]
