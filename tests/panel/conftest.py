from __future__ import annotations

from tests.injected.fixtures import one_context

__all__ = ["one_context"]
