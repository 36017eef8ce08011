"""Computes places for the panel's window and the chat's window, side by side; it uses no browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 500
"""The panel's width in pixels. Chromium makes no narrower window with tabs (seen in Chromium 150)."""
LEAST_PANEL = 300
LEAST_CHAT = 500


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle on the desktop, in the browser's pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    def common(self, other: Bounds) -> int:
        """Return the area of the overlap of both, in square pixels."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0, across) * max(0, down)

    def inside(self, other: Bounds) -> bool:
        """Return whether it lies completely within `other`."""
        return self.common(other) == self.width * self.height > 0


def panel_place(
    chat: Bounds, screens: Sequence[Bounds], kept: Bounds | None = None, *, may_move: bool
) -> Bounds:
    """Return the panel's place: `kept` if it is visible there, else to the right of the chat's window.

    `screens` are the areas that windows may use. `may_move`: the chat's window may be moved and made
    narrower. If not, and if there is no room on either side, the panel is at the right edge of the screen.
    """
    screen = screen_of(chat, screens)
    if kept and any(kept.inside(one) for one in screens):
        beside = chat_place(chat, kept, screen) if may_move else chat
        if beside and not beside.common(kept):
            return kept
    width = max(LEAST_PANEL, min(WIDTH, screen.width - LEAST_CHAT))
    height = min(chat.height, screen.height)
    left = screen.right - width
    if chat.right + width <= screen.right:
        left = max(chat.right, screen.left)
    elif not may_move and chat.left - width >= screen.left:
        left = chat.left - width
    top = max(screen.top, min(chat.top, screen.bottom - height))
    return Bounds(left, top, width, height)


def chat_place(chat: Bounds, panel: Bounds, screen: Bounds) -> Bounds | None:
    """Return a place for the chat's window that `panel` does not cover; None if there is no room.

    The window moves as little as possible, and becomes narrower only if necessary.
    """
    if not chat.common(panel):
        return chat
    before, behind = panel.left - screen.left, screen.right - panel.right
    if before >= LEAST_CHAT and before >= min(behind, chat.width):
        width = min(chat.width, before)
        return Bounds(max(screen.left, min(chat.left, panel.left - width)), chat.top, width, chat.height)
    if behind >= LEAST_CHAT:
        width = min(chat.width, behind)
        return Bounds(min(max(chat.left, panel.right), screen.right - width), chat.top, width, chat.height)
    return None


def screen_of(window: Bounds, screens: Sequence[Bounds]) -> Bounds:
    """Return the screen that shows most of the window; the first if none does."""
    return max(screens, key=window.common)
