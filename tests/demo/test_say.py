from overlay.demo.say import parse_say


def test_a_command_is_its_text_and_the_options_of_its_first_line() -> None:
    options = {"rate": "300", "pause": "1.5", "at": "4", "token": "2", "units": "utf16"}
    wanted: dict[str, tuple[str, dict[str, str]]] = {
        "say:   two  spaces \n\n": ("  two  spaces \n\n", {}),
        "say:\nhello": ("hello", {}),
        "say:\r\nhello": ("hello", {}),
        "say: #rate=300;#pause=1.5;#at=4; #token=2 #units=utf16;\ntext": ("text", options),
        "say: # rate=3\n": ("# rate=3\n", {}),
        "say: #speed=3\nx": ("#speed=3\nx", {}),
        "say: #rate=0;#token=0;#pause=0\nx": ("x", {"pause": "0"}),
        "say: #rate=3": ("", {"rate": "3"}),
    }
    found = {message: parse_say(message) for message in wanted}
    assert {
        message: command and (command.text, command.options) for message, command in found.items()
    } == wanted
    assert parse_say("please say: hello") is None
