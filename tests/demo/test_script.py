import pytest

from overlay.demo.script import Pace, Pause, Said, Script, Token, Turn, split_tokens

NO_WISH = Pace()


def tokens(answer: str | list[Said | Pause], pace: Pace = NO_WISH, message: str = "hi") -> list[Token]:
    return list(Script.fixed([answer]).tokens([Turn("user", message)], pace))


def texts(answer: str | list[Said | Pause], pace: Pace = NO_WISH, message: str = "hi") -> list[str]:
    return [token.text for token in tokens(answer, pace, message)]


def test_an_answer_comes_in_tokens_of_four_characters() -> None:
    assert texts("abcdefghi") == ["abcd", "efgh", "i"]


def test_an_answer_comes_at_sixty_tokens_a_second() -> None:
    assert [token.delay for token in tokens("abcdefgh")] == [1 / 60, 1 / 60]


def test_a_script_may_have_a_pace_of_its_own() -> None:
    assert tokens([Said("abcd", rate=10, token=2)]) == [Token("ab", 0.1), Token("cd", 0.1)]


def test_what_the_reader_asks_for_goes_before_the_scripts_pace() -> None:
    assert tokens([Said("abcd", rate=10, token=2)], Pace(rate=5, token=4)) == [Token("abcd", 0.2)]


def test_a_firm_pace_goes_before_what_the_reader_asks_for() -> None:
    assert tokens([Said("abcd", rate=10, token=2, firm=True)], Pace(rate=5, token=4))[0] == Token("ab", 0.1)


def test_a_pause_is_added_to_the_token_after_it() -> None:
    assert tokens([Pause(1), Pause(2), Said("abcd", rate=10)]) == [Token("abcd", 3.1)]


def test_a_pause_at_the_end_is_kept() -> None:
    assert tokens([Pause(2)]) == [Token("", 2)]


def test_a_fixed_script_gives_its_answers_in_turn() -> None:
    turns = [Turn("user", "a"), Turn("assistant", "one"), Turn("user", "b")]
    assert "".join(token.text for token in Script.fixed(["one", "two"]).tokens(turns, NO_WISH)) == "two"


def test_a_fixed_script_that_has_ended_says_so() -> None:
    turns = [Turn("user", "a"), Turn("assistant", "one"), Turn("user", "b")]
    assert "no more answers" in "".join(token.text for token in Script.fixed(["one"]).tokens(turns, NO_WISH))


def test_say_is_answered_with_its_own_text_by_any_script() -> None:
    assert texts("never", message="say: **abc**") == ["**ab", "c**"]


def test_say_takes_its_options_before_all_else() -> None:
    said = tokens("never", Pace(rate=5, token=1), "say: #rate=10;#token=3;#pause=2;#at=3\nabcdef")
    assert said == [Token("abc", 0.1), Token("def", 2.1)]


def test_say_pauses_in_the_middle_if_no_place_is_given() -> None:
    assert tokens("never", message="say: #pause=1;#rate=10\nabcd") == [Token("ab", 0.1), Token("cd", 1.1)]


def test_utf16_tokens_cut_a_pair_in_halves() -> None:
    assert list(split_tokens("a🙂b", 2, utf16=True)) == ["a\ud83d", "\ude42b"]


def test_say_can_ask_for_utf16_tokens() -> None:
    assert texts("never", message="say: #token=1;#units=utf16\n🙂") == ["\ud83d", "\ude42"]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_characters_stay_whole_otherwise(size: int) -> None:
    assert "".join(split_tokens("a🙂b👍🏽c", size)).encode() == "a🙂b👍🏽c".encode()
