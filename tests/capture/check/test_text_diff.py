from __future__ import annotations

from overlay.capture.check.text_diff import HARD, MOST, around, lines, middle, pieces


def test_a_short_text_is_left_whole() -> None:
    assert middle("short", 10) == "short"


def test_a_long_text_loses_its_middle_and_says_how_much() -> None:
    cut = middle("a" * 100 + "b" * 100, 60)
    assert cut.startswith("aaa")
    assert "140 more" in cut
    assert cut.endswith("bbb")
    assert len(cut) <= 60


def test_two_long_texts_are_shown_where_they_differ() -> None:
    same = "x" * 500
    one, other = around(f"{same}old{same}", f"{same}new{same}", 60)
    assert one.replace("old", "") == other.replace("new", "")
    assert "old" in one
    assert one.startswith("…")
    assert one.endswith("…")


def test_two_short_texts_are_shown_whole() -> None:
    assert around("ab", "ac") == ("ab", "ac")


def test_only_the_lines_around_a_change_are_shown() -> None:
    before = [f"line {number}" for number in range(20)]
    after = [*before[:10], "new", *before[11:]]
    assert lines(before, after) == [
        ("…", "8 same lines"),
        (" ", "line 8"),
        (" ", "line 9"),
        ("-", "line 10"),
        ("+", "new"),
        (" ", "line 11"),
        (" ", "line 12"),
        ("…", "7 same lines"),
    ]


def test_same_lines_between_two_changes_are_left_out_too() -> None:
    middle = [f"line {number}" for number in range(9)]
    assert lines(["a", *middle, "b"], ["c", *middle, "d"]) == [
        ("-", "a"),
        ("+", "c"),
        (" ", "line 0"),
        (" ", "line 1"),
        ("…", "5 same lines"),
        (" ", "line 7"),
        (" ", "line 8"),
        ("-", "b"),
        ("+", "d"),
    ]


def test_a_few_same_lines_between_two_changes_stay() -> None:
    assert lines(["a", "same", "b"], ["c", "same", "d"])[2] == (" ", "same")


def test_a_diff_has_an_end() -> None:
    found = lines([f"old {n}" for n in range(200)], [f"new {n}" for n in range(200)])
    assert len(found) == MOST + 1
    assert found[-1] == ("…", "360 more lines")


def test_what_has_too_many_lines_to_match_is_shown_from_its_beginning() -> None:
    found = lines([f"old {n}" for n in range(HARD + 1)], ["new"])
    assert ("-", "old 0") in found
    assert ("+", "new") in found
    assert "too many to match" in found[-1][1]


def test_the_words_that_changed_are_distinguished_from_those_that_did_not() -> None:
    assert pieces("read the notes", "read our notes") == (
        [(False, "read "), (True, "the"), (False, " notes")],
        [(False, "read "), (True, "our"), (False, " notes")],
    )


def test_texts_that_have_little_in_common_differ_as_a_whole() -> None:
    assert pieces("abc", "xyz") == ([(True, "abc")], [(True, "xyz")])
