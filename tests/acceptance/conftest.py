from __future__ import annotations

from tests.injected.fixtures import demo, one_context, pages

__all__ = ["demo", "one_context", "pages"]
