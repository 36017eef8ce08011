"""Settings of Sphinx, which makes the site: `python -m sphinx -W docs build/site`.

The pages are Markdown that reads well in a checkout too. So links to files outside `docs/` are relative
paths, and lead to the repository in the site.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
REPOSITORY = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]

project = "overlay"
author = "The overlay maintainers"
extensions = ["myst_parser", "sphinx_copybutton"]
html_theme = "furo"
html_title = "overlay"
html_theme_options = {
    "source_repository": f"{REPOSITORY}/",
    "source_branch": "main",
    "source_directory": "docs/",
}
html_copy_source = False
myst_heading_anchors = 3
myst_links_external_new_tab = False
copybutton_prompt_text = "$ "
nitpicky = True
highlight_language = "text"
smartquotes = False  # `--` in a heading is an option

_OUTSIDE = re.compile(r"\]\(\.\./(?!bench/looks/)")
_GROUP = re.compile(r"^## (Learn|Do|Understand|Look up)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def _adapt(_: Sphinx, page: str, source: list[str]) -> None:
    """Make links to files outside `docs/` lead to the repository, and the lists of the index the site's menu.

    Raises ValueError for a link to a file that doesn't exist.
    """
    for target in re.findall(r"\]\((\.\./[^)#\s]+)", source[0]):
        if not (ROOT / "docs" / target).exists():
            raise ValueError(f"{page}: there is no {target}")
    if page == "index":
        source[0] += "".join(_menu(group[1], group[2]) for group in _GROUP.finditer(source[0]))
    source[0] = _OUTSIDE.sub(f"]({REPOSITORY}/blob/main/", source[0])


def _menu(caption: str, listed: str) -> str:
    pages = "\n".join(re.findall(r"\]\(([a-z-]+)\.md\)", listed))
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx what to call."""
    app.connect("source-read", _adapt)
    return {"parallel_read_safe": True}
