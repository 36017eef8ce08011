from __future__ import annotations

import injected_js
from overlay.companion.warm_up import warm_up
from overlay.detection import ToolIndex


def test_the_page_script_is_not_read_again_after_the_warm_up() -> None:
    injected_js.modules.cache_clear()
    warm_up(ToolIndex())
    read = injected_js.modules.cache_info().misses
    injected_js.source({"face": "other"})
    assert injected_js.modules.cache_info().misses == read > 0
