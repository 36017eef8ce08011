from __future__ import annotations

from observers.units import difference, length, splice

FACE, OTHER = "\U0001f600", "\U0001f601"


def test_a_pair_counts_as_two() -> None:
    assert length("abc") == 3
    assert length(f"a{FACE}b") == 4
    assert length("\ud83d") == 1


def test_a_splice_counts_as_the_page_does() -> None:
    wrong: list[object] = []
    for text, at, cut, new, after in [
        ("abc", 3, 0, "d", "abcd"),
        ("abc", 1, 1, "", "ac"),
        (f"a{FACE}b", 3, 1, "c", f"a{FACE}c"),
        ("a\ud83d", 2, 0, "\ude00", f"a{FACE}"),
    ]:
        if (found := splice(text, at, cut, new)) != after:
            wrong.append((text, at, cut, new, found))
    assert wrong == []


def test_the_difference_leads_from_one_text_to_the_other() -> None:
    wrong: list[object] = []
    for before, after in [
        ("", "abc"),
        ("abc", "abcd"),
        ("abcd", "ab"),
        (f"a{FACE}b", f"a{OTHER}b"),
        ("aaa", "aa"),
        ("same", "same"),
    ]:
        if (found := splice(before, *difference(before, after))) != after:
            wrong.append((before, found))
    assert wrong == []


def test_the_difference_is_no_longer_than_it_must_be() -> None:
    assert difference("one two three", "one 2 three") == (4, 3, "2")
