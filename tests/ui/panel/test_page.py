from __future__ import annotations

import base64
import hashlib
import re

from overlay.ui.panel.page import html, script


def test_the_pages_policy_allows_its_own_sheet_and_nothing_else() -> None:
    (policy,) = re.findall(r'content="(default-src[^"]*)"', html())
    (sheet,) = re.findall(r"<style>(.*?)</style>", html(), re.DOTALL)
    mark = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    assert (
        policy
        == f"default-src 'none'; media-src data:; style-src 'sha256-{mark}'; base-uri 'none'; form-action 'none'"
    )


def test_the_panels_page_has_no_script_and_no_links() -> None:
    assert not re.search(r"<script|\bon\w+=|javascript:|src=|href=|http:|https:|\{\{", html())


def test_the_script_is_whole_and_starts_with_what_it_is_told() -> None:
    text = script({"binding": "b", "entry": "e"})
    assert text.rstrip().endswith('main.start({"binding": "b", "entry": "e", "words": {}});\n})();')
    assert "import " not in re.sub(r"import\(", "", text)
