from __future__ import annotations

from tests.injected.fixtures import demo, pages

__all__ = ["demo", "pages"]
