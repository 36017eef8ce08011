from __future__ import annotations

from tests.injected.fixtures import demo, files_context, one_context, pages

__all__ = ["demo", "files_context", "one_context", "pages"]
