"""Says that code blocks of a page can't be read, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from observers.protocol import CodeSeen, UnreadCode
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline

REASONS = {
    "long": mark("its text is too long"),
    "part": mark("the site draws only a part of it and does not give the rest"),
    "drawn": mark("the site draws it as a picture or in a frame"),
    "folded": mark("the site draws it as a tree with folded fields"),
    "tree": mark("the site draws it as a tree, not as text"),
    "unknown": mark("the site draws it in a way that overlay does not know"),
}
ONE = mark("{} code blocks, 1 can't be read: {}.")
ONLY = mark("1 code block, it can't be read: {}.")
SEVERAL = mark("{} code blocks, {} can't be read: {}.")
PRESS = mark("Press “{}” at it.")


def main_reason(unread: Sequence[UnreadCode]) -> tuple[str, str]:
    """Return why most of the blocks can't be read, and the words of the site's button for it; "" for none."""
    why, _ = Counter(each.why for each in unread).most_common(1)[0]
    button = next((each.button for each in unread if each.why == why and each.button), "")
    return REASONS[why], inline(button, 40)


def unread_line(code: CodeSeen) -> str:
    """Return what the user is told, in the user's language; "" if all code blocks were read.

    The reason is that of most blocks. It names the site's own button that shows the text, if there is one.
    """
    count = len(code.unread)
    if not count:
        return ""
    reason, button = main_reason(code.unread)
    if code.blocks <= 1:
        line = Phrase(ONLY, reason)
    elif count == 1:
        line = Phrase(ONE, code.blocks, reason)
    else:
        line = Phrase(SEVERAL, code.blocks, count, reason)
    return translate(line) + (f" {translate(Phrase(PRESS, button))}" if button else "")
