"""Backslashes that a model did not mean as escapes."""

from typing import Any

from tests.detection.helpers import only, streamed, tool
from tests.support.table import for_each

TOOLS = [tool("f", path="string", command="string")]
CASES = {
    r"C:\temp\new.txt": "C:\\temp\\new.txt",
    r"C:\Users\me\Docs\new.txt": "C:\\Users\\me\\Docs\\new.txt",
    r"src\test\new.py": "src\\test\\new.py",
    r"D:\my files\notes.txt": "D:\\my files\\notes.txt",
}


def json_call(key: str, text: str) -> str:
    return f'{{"name": "f", "arguments": {{"{key}": "{text}"}}}}'


@for_each(("text", "meant"), CASES.items())
def test_a_path_keeps_its_backslashes_and_the_call_is_repaired(text: str, meant: str) -> None:
    call = only(json_call("path", text), TOOLS)
    assert (call.arguments, call.confidence) == ({"path": meant}, "repaired")


@for_each(("text", "meant"), list(CASES.items())[:2])
def test_a_path_in_a_python_string_keeps_its_backslashes(text: str, meant: str) -> None:
    call = only(f"[f(path='{text}')]", TOOLS)
    assert (call.arguments, call.confidence) == ({"path": meant}, "repaired")


def test_a_path_inside_another_text_makes_the_call_repaired() -> None:
    assert only(json_call("command", r"type C:\temp\new.txt"), TOOLS).confidence == "repaired"


@for_each("text", [r"a\nb\tc", r"C:\\temp\\new.txt", r"Q:\nWhat?", r"cd build\nmake"])
def test_other_escapes_are_read_as_written(text: str) -> None:
    assert only(json_call("command", text), TOOLS).confidence == "structured"


@for_each(
    ("text", "meant"),
    [
        (r"\d+\n", r"\d+\n"),
        (r"\\d\s", r"\d\s"),
        (r"say \"hi\" \now", r'say "hi" \now'),
        (r"\u00e9\q", "é\\q"),
    ],
)
def test_one_invalid_escape_makes_all_backslashes_of_its_string_literal(text: str, meant: str) -> None:
    call = only(json_call("command", text.replace(r"\now", r"\wow")), TOOLS)
    assert (call.arguments["command"], call.confidence) == (meant.replace(r"\now", r"\wow"), "repaired")


def test_the_path_is_shown_as_it_is_read() -> None:
    events, calls = streamed(json_call("path", r"C:\new\Users"), 4, TOOLS)
    last: Any = max(event.call for event in events)
    shown = [getattr(one, "text", "") for one in events if one.call == last]
    assert "".join(shown) == calls[0].arguments["path"]
