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


def test_where_there_is_room_the_panel_is_to_the_right_and_the_chat_stays() -> None:
    chat = Bounds(10, 10, 945, 1060)
    assert both(chat, [DESKTOP]) == (Bounds(955, 10, 500, 1060), chat)


def test_on_a_narrow_screen_the_chat_becomes_narrower_and_moves_left() -> None:
    chat = Bounds(200, 0, 1166, 768)
    assert both(chat, [LAPTOP]) == (Bounds(866, 0, 500, 768), Bounds(0, 0, 866, 768))


def test_a_chat_at_the_right_edge_moves_only_as_far_as_it_must() -> None:
    chat = Bounds(1000, 0, 900, 900)
    assert both(chat, [DESKTOP]) == (Bounds(1420, 0, 500, 900), Bounds(520, 0, 900, 900))


def test_the_panel_never_covers_a_chat_that_may_be_moved() -> None:
    wrong: list[object] = []
    for screen in [LAPTOP, DESKTOP, TASKBAR, Bounds(0, 0, 1024, 768), Bounds(0, 0, 800, 600)]:
        for left in [-8, 0, 10, 300, 700]:
            for width in [500, 945, 1382, 1920]:
                panel, chat = both(Bounds(left, 0, width, 760), [screen])
                if not (chat):
                    wrong.append((screen, left, width))
                if not (panel.inside(screen)):
                    wrong.append((screen, left, width))
                if (found := panel.common(chat)) != 0:
                    wrong.append((screen, left, width, found))
    assert wrong == []


def test_a_maximized_chat_shares_the_screen() -> None:
    assert both(LAPTOP, [LAPTOP]) == (Bounds(866, 0, 500, 768), Bounds(0, 0, 866, 768))


def test_the_panel_is_on_the_screen_of_the_chat() -> None:
    chat = Bounds(2000, 0, 1200, 1000)
    assert both(chat, [DESKTOP, SECOND]) == (Bounds(2700, 0, 500, 1000), Bounds(1920, 0, 780, 1000))


def test_a_screen_to_the_left_of_the_first_has_negative_places() -> None:
    left = Bounds(-1366, 0, 1366, 768)
    panel, chat = both(Bounds(-1366, 0, 1366, 768), [DESKTOP, left])
    assert (panel, chat) == (Bounds(-500, 0, 500, 768), Bounds(-1366, 0, 866, 768))


def test_it_is_where_it_was_left_also_on_another_screen() -> None:
    chat, kept = Bounds(0, 0, 1920, 1080), Bounds(2000, 100, 400, 700)
    assert both(chat, [DESKTOP, SECOND], kept) == (kept, chat)


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


def test_the_chat_gives_way_to_a_panel_that_was_left_at_the_left() -> None:
    kept = Bounds(0, 0, 420, 700)
    assert both(Bounds(10, 0, 900, 768), [LAPTOP], kept) == (kept, Bounds(420, 0, 900, 768))


def test_a_place_in_the_middle_of_a_narrow_screen_leaves_no_room_for_the_chat_and_is_not_used() -> None:
    kept = Bounds(400, 0, 500, 700)
    assert both(LAPTOP, [LAPTOP], kept) == (Bounds(866, 0, 500, 768), Bounds(0, 0, 866, 768))


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
