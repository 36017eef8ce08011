"""The spellings of models' tokens that have bars: full-width or ASCII ones, with `▁` or `_` for spaces.

Tokenizers have the full-width ones; servers and pages also print ASCII (tt-inference-server#3683).
"""

from __future__ import annotations

import re
from itertools import product


def spellings(token: str) -> tuple[str, ...]:
    """Return every spelling of `token`, which is given in ASCII (`<|tool_call_begin|>`)."""
    return tuple(
        dict.fromkeys(
            token.replace("|", bar).replace("_", space) for bar, space in product(("｜", "|"), ("▁", "_"))
        )
    )


def any_of(tokens: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for `tokens`, in any case."""
    return re.compile("|".join(map(re.escape, tokens)), re.IGNORECASE)
