"""The forms in which a text can be inserted into a message box, best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from observers.composer_api import BoxState
from overlay.chat.composer.text_compare import one_line

PARAGRAPH = "\n\n"
"""The separator between the user's draft and a result."""
ON_A_LINE = " "
"""The separator in a box that holds a single line."""


@dataclass(frozen=True, slots=True)
class TextForm:
    """A form of a text: `text`, inserted after `before` (the present text of the box) and `joint`.

    `spaces`: the box must keep its no-break spaces.
    """

    text: str
    before: str = ""
    joint: str = ""
    spaces: bool = False

    @property
    def added(self) -> str:
        """The text that is added to the present text."""
        return self.joint + self.text

    @property
    def whole(self) -> str:
        """The text that the box must hold afterwards."""
        return self.before + self.added

    def fits(self, state: BoxState) -> bool:
        """Return whether a box of that kind and length can hold it."""
        if state.kind == "input" and "\n" in self.whole:
            return False
        return state.limit < 0 or self.length <= state.limit

    @property
    def length(self) -> int:
        """UTF-16 units, as a page counts them."""
        return len(self.whole.encode("utf-16-le", "surrogatepass")) // 2


def candidates(text: str, before: str, *, rewritten: bool) -> Iterator[TextForm]:
    """Yield the forms of `text` for a box that holds `before`.

    `rewritten`: the site reads the box as Markdown, which would change a text of several lines.
    """
    before = before if before.strip() else ""
    joints = (PARAGRAPH, ON_A_LINE) if before else ("",)
    if not rewritten:
        yield TextForm(text, before, joints[0], spaces=True)
        for joint in joints:
            if joint != ON_A_LINE or "\n" not in text:
                yield TextForm(text, before, joint)
    for joint in joints:
        yield TextForm(one_line(text), before, joint)
