from __future__ import annotations

from tests.injected.fixtures import pages

__all__ = ["pages"]
