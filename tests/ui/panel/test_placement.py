from __future__ import annotations

from overlay.ui.panel.placement import Bounds, chat_place, panel_place, screen_of

LAPTOP = Bounds(0, 0, 1366, 768)
DESKTOP = Bounds(0, 0, 1920, 1080)
SECOND = Bounds(1920, 0, 1280, 1024)
TASKBAR = Bounds(0, 27, 1366, 741)


def both(
    chat: Bounds, screens: list[Bounds], kept: Bounds | None = None, *, may_move: bool = True
) -> tuple[Bounds, Bounds | None]:
    """Where the panel goes, and the chat then."""
    panel = panel_place(chat, screens, kept, may_move=may_move)
    return panel, chat_place(chat, panel, screen_of(chat, screens))


LEFT_SCREEN = Bounds(-1366, 0, 1366, 768)
# The chat, the screens and the panel's last place; where the panel goes, and the chat then.
PLACES: dict[str, tuple[Bounds, list[Bounds], Bounds | None, Bounds, Bounds]] = {
    "where there is room the panel is to the right and the chat stays": (
        Bounds(10, 10, 945, 1060),
        [DESKTOP],
        None,
        Bounds(955, 10, 500, 1060),
        Bounds(10, 10, 945, 1060),
    ),
    "on a narrow screen the chat becomes narrower and moves left": (
        Bounds(200, 0, 1166, 768),
        [LAPTOP],
        None,
        Bounds(866, 0, 500, 768),
        Bounds(0, 0, 866, 768),
    ),
    "a chat at the right edge moves only as far as it must": (
        Bounds(1000, 0, 900, 900),
        [DESKTOP],
        None,
        Bounds(1420, 0, 500, 900),
        Bounds(520, 0, 900, 900),
    ),
    "a maximized chat shares the screen": (
        LAPTOP,
        [LAPTOP],
        None,
        Bounds(866, 0, 500, 768),
        Bounds(0, 0, 866, 768),
    ),
    "the panel is on the screen of the chat": (
        Bounds(2000, 0, 1200, 1000),
        [DESKTOP, SECOND],
        None,
        Bounds(2700, 0, 500, 1000),
        Bounds(1920, 0, 780, 1000),
    ),
    "a screen to the left of the first has negative places": (
        LEFT_SCREEN,
        [DESKTOP, LEFT_SCREEN],
        None,
        Bounds(-500, 0, 500, 768),
        Bounds(-1366, 0, 866, 768),
    ),
    "the panel is where it was left, also on another screen": (
        DESKTOP,
        [DESKTOP, SECOND],
        Bounds(2000, 100, 400, 700),
        Bounds(2000, 100, 400, 700),
        DESKTOP,
    ),
    "the chat gives way to a panel that was left at the left": (
        Bounds(10, 0, 900, 768),
        [LAPTOP],
        Bounds(0, 0, 420, 700),
        Bounds(0, 0, 420, 700),
        Bounds(420, 0, 900, 768),
    ),
    "a place in the middle of a narrow screen leaves no room for the chat and is not used": (
        LAPTOP,
        [LAPTOP],
        Bounds(400, 0, 500, 700),
        Bounds(866, 0, 500, 768),
        Bounds(0, 0, 866, 768),
    ),
}


def test_the_panel_and_the_chat_stand_side_by_side() -> None:
    wrong = {
        name: found
        for name, (chat, screens, kept, *wanted) in PLACES.items()
        if (found := both(chat, screens, kept)) != tuple(wanted)
    }
    assert wrong == {}


def test_the_panel_never_covers_a_chat_that_may_be_moved() -> None:
    wrong: list[object] = []
    for screen in [LAPTOP, DESKTOP, TASKBAR, Bounds(0, 0, 1024, 768), Bounds(0, 0, 800, 600)]:
        for left in [-8, 0, 10, 300, 700]:
            for width in [500, 945, 1382, 1920]:
                panel, chat = both(Bounds(left, 0, width, 760), [screen])
                assert chat, (screen, left, width)
                if not (panel.inside(screen)):
                    wrong.append((screen, left, width))
                if (found := panel.common(chat)) != 0:
                    wrong.append((screen, left, width, found))
    assert wrong == []


def test_a_place_that_is_not_on_the_screen_any_more_is_not_used() -> None:
    wrong: list[object] = []
    for kept in [
        Bounds(2000, 100, 400, 700),
        Bounds(1900, 100, 400, 700),
        Bounds(-200, 0, 400, 700),
        Bounds(100, 900, 400, 700),
        Bounds(100, 100, 0, 0),
    ]:
        chat = Bounds(10, 10, 945, 1060)
        if (found := panel_place(chat, [DESKTOP], kept, may_move=True)) != Bounds(955, 10, 500, 1060):
            wrong.append((kept, found))
    assert wrong == []


def test_where_the_chat_may_not_be_moved_the_panel_takes_the_free_side() -> None:
    wrong: list[object] = []
    for chat, left in [
        (Bounds(0, 0, 866, 700), 866),
        (Bounds(600, 0, 766, 700), 100),
        (Bounds(200, 0, 1000, 700), 866),
    ]:
        if (found := panel_place(chat, [LAPTOP], may_move=False).left) != left:
            wrong.append((chat, found))
    assert wrong == []


def test_where_the_chat_may_not_be_moved_a_place_over_it_is_not_used() -> None:
    chat, kept = Bounds(0, 0, 866, 700), Bounds(400, 0, 500, 700)
    assert panel_place(chat, [LAPTOP], kept, may_move=False).left == 866


def test_a_window_that_no_screen_shows_counts_to_the_first() -> None:
    assert screen_of(Bounds(9000, 0, 100, 100), [DESKTOP, SECOND]) == DESKTOP
