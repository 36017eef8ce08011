from __future__ import annotations

from overlay.capture.check.text_diff import HARD, MOST, around, lines, middle, pieces


def test_a_long_text_loses_its_middle_and_says_how_much() -> None:
    assert middle("short", 10) == "short"
    cut = middle("a" * 100 + "b" * 100, 60)
    assert cut.startswith("aaa")
    assert "140 more" in cut
    assert cut.endswith("bbb")
    assert len(cut) <= 60


def test_two_long_texts_are_shown_where_they_differ() -> None:
    assert around("ab", "ac") == ("ab", "ac")
    same = "x" * 500
    one, other = around(f"{same}old{same}", f"{same}new{same}", 60)
    assert one.replace("old", "") == other.replace("new", "")
    assert "old" in one
    assert one.startswith("…")
    assert one.endswith("…")


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


def test_many_same_lines_between_two_changes_are_left_out_and_a_few_stay() -> None:
    middle = [f"line {number}" for number in range(9)]
    assert lines(["a", *middle, "b"], ["c", *middle, "d"])[2:7] == [
        (" ", "line 0"),
        (" ", "line 1"),
        ("…", "5 same lines"),
        (" ", "line 7"),
        (" ", "line 8"),
    ]
    assert lines(["a", "same", "b"], ["c", "same", "d"])[2] == (" ", "same")


def test_a_diff_has_a_maximum_length() -> None:
    found = lines([f"old {n}" for n in range(200)], [f"new {n}" for n in range(200)])
    assert len(found) == MOST + 1
    assert found[-1] == ("…", "360 more lines")
    found = lines([f"old {n}" for n in range(HARD + 1)], ["new"])
    assert ("-", "old 0") in found
    assert ("+", "new") in found
    assert "too many to match" in found[-1][1]


def test_changed_words_are_distinguished_from_the_others() -> None:
    assert pieces("read the notes", "read our notes") == (
        [(False, "read "), (True, "the"), (False, " notes")],
        [(False, "read "), (True, "our"), (False, " notes")],
    )
    assert pieces("abc", "xyz") == ([(True, "abc")], [(True, "xyz")])
