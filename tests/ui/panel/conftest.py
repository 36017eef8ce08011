from __future__ import annotations

from tests.injected.fixtures import files_context, one_context

__all__ = ["files_context", "one_context"]
