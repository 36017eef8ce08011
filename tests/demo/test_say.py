from overlay.demo.say import parse_say


def said(message: str) -> tuple[str, dict[str, str]]:
    command = parse_say(message)
    assert command is not None
    return command.text, command.options


def test_another_message_is_no_command() -> None:
    assert parse_say("please say: hello") is None


def test_the_text_is_verbatim() -> None:
    assert said("say:   two  spaces \n\n") == ("  two  spaces \n\n", {})


def test_a_line_break_after_the_command_is_not_text() -> None:
    assert said("say:\nhello") == ("hello", {})


def test_a_windows_line_break_after_the_command_is_not_text() -> None:
    assert said("say:\r\nhello") == ("hello", {})


def test_options_are_on_the_first_line() -> None:
    options = {"rate": "300", "pause": "1.5", "at": "4", "token": "2", "units": "utf16"}
    assert said("say: #rate=300;#pause=1.5;#at=4; #token=2 #units=utf16;\ntext") == ("text", options)


def test_a_heading_is_not_an_option() -> None:
    assert said("say: # rate=3\n") == ("# rate=3\n", {})


def test_an_unknown_option_is_text() -> None:
    assert said("say: #speed=3\nx") == ("#speed=3\nx", {})


def test_a_rate_of_zero_is_left_to_the_default() -> None:
    assert said("say: #rate=0;#token=0;#pause=0\nx") == ("x", {"pause": "0"})


def test_options_alone_say_nothing() -> None:
    assert said("say: #rate=3") == ("", {"rate": "3"})
