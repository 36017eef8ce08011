from overlay.demo.script import Pace, Pause, Said, Script, Token, Turn, split_tokens

NO_WISH = Pace()


def tokens(answer: str | list[Said | Pause], pace: Pace = NO_WISH, message: str = "hi") -> list[Token]:
    return list(Script.fixed([answer]).tokens([Turn("user", message)], pace))


def texts(answer: str | list[Said | Pause], pace: Pace = NO_WISH, message: str = "hi") -> list[str]:
    return [token.text for token in tokens(answer, pace, message)]


def test_an_answer_has_the_pace_of_the_reader_unless_the_scripts_is_firm() -> None:
    assert texts("abcdefghi") == ["abcd", "efgh", "i"]
    assert [token.delay for token in tokens("abcdefgh")] == [1 / 60, 1 / 60]
    slow = Said("abcd", rate=10, token=2)
    assert tokens([slow]) == [Token("ab", 0.1), Token("cd", 0.1)]
    assert tokens([slow], Pace(rate=5, token=4)) == [Token("abcd", 0.2)]
    firm = Said("abcd", rate=10, token=2, firm=True)
    assert tokens([firm], Pace(rate=5, token=4))[0] == Token("ab", 0.1)


def test_a_pause_is_added_to_the_token_after_it_and_kept_at_the_end() -> None:
    assert tokens([Pause(1), Pause(2), Said("abcd", rate=10)]) == [Token("abcd", 3.1)]
    assert tokens([Pause(2)]) == [Token("", 2)]


def test_a_fixed_script_gives_its_answers_in_turn_and_says_when_it_has_ended() -> None:
    turns = [Turn("user", "a"), Turn("assistant", "one"), Turn("user", "b")]
    assert "".join(token.text for token in Script.fixed(["one", "two"]).tokens(turns, NO_WISH)) == "two"
    assert "no more answers" in "".join(token.text for token in Script.fixed(["one"]).tokens(turns, NO_WISH))


def test_each_script_answers_say_with_its_text_and_its_options() -> None:
    assert texts("never", message="say: **abc**") == ["**ab", "c**"]
    said = tokens("never", Pace(rate=5, token=1), "say: #rate=10;#token=3;#pause=2;#at=3\nabcdef")
    assert said == [Token("abc", 0.1), Token("def", 2.1)]
    # Without a place the pause is in the middle.
    assert tokens("never", message="say: #pause=1;#rate=10\nabcd") == [Token("ab", 0.1), Token("cd", 1.1)]
    assert texts("never", message="say: #token=1;#units=utf16\n🙂") == ["\ud83d", "\ude42"]


def test_only_utf16_tokens_cut_a_character_in_halves() -> None:
    assert list(split_tokens("a🙂b", 2, utf16=True)) == ["a\ud83d", "\ude42b"]
    text = "a🙂b👍🏽c"
    assert ["".join(split_tokens(text, size)).encode() for size in (1, 2, 3, 7)] == [text.encode()] * 4
