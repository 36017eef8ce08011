"""Imports a module for the rest of the run."""

from __future__ import annotations

import gc
from importlib import import_module
from types import ModuleType


def import_for_run(name: str) -> ModuleType:
    """Import a module without collecting garbage meanwhile.

    Imported objects live for the whole run, so looking for garbage among them only costs time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return import_module(name)
    finally:
        if collecting:
            gc.enable()
