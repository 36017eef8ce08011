"""Says that code blocks of a page can't be read, and why."""

from __future__ import annotations

from collections import Counter

from observers.protocol import CodeSeen, UnreadCode
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline

REASONS = {
    "long": mark("its text is too long"),
    "part": mark("the site draws only a part of it and does not give the rest"),
    "drawn": mark("the site draws it as a picture or in a frame"),
    "folded": mark("the site draws it as a tree with folded fields"),
    "tree": mark("the site draws it as a tree, not as text"),
}
ONE = mark("{} code blocks, 1 can't be read: {}.")
ONLY = mark("1 code block, it can't be read: {}.")
SEVERAL = mark("{} code blocks, {} can't be read: {}.")
PRESS = mark("Press “{}” at it.")


def unread_line(code: CodeSeen) -> str:
    """Return what the user is told, in the user's language; "" if all code blocks were read.

    The reason is that of most blocks. It names the site's own button that shows the text, if there is one.
    """
    count = len(code.unread)
    if not count:
        return ""
    why, _ = Counter(unread.why for unread in code.unread).most_common(1)[0]
    reason = REASONS[why]
    if code.blocks <= 1:
        line = Phrase(ONLY, reason)
    elif count == 1:
        line = Phrase(ONE, code.blocks, reason)
    else:
        line = Phrase(SEVERAL, code.blocks, count, reason)
    button = _button(code.unread, why)
    return translate(line) + (f" {translate(Phrase(PRESS, button))}" if button else "")


def _button(unread: list[UnreadCode], why: str) -> str:
    return next((inline(each.button, 40) for each in unread if each.why == why and each.button), "")
