import json
from pathlib import Path

from click.testing import CliRunner, Result

from overlay.cli.detect import command

TEXT = 'Hi <tool:f>{"a": 1}</tool> é'
TOOLS = [{"name": "f", "fallbacks": {"natural_language": ["call (?P<a>[a-z]+)"]}}]


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(command, arguments, input=stdin)


def lines(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_call_on_standard_input_gives_a_line() -> None:
    [call] = lines(run(stdin=TEXT))
    assert call["name"] == "f"
    assert call["arguments"] == {"a": 1}
    assert call["span"] == [3, 26]
    assert lines(run("-", stdin="no call")) == []
    assert lines(run("--fence", "python", stdin=f"x = 1\n{TEXT}")) == []


def test_several_files_are_distinguished(tmp_path: Path) -> None:
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in paths:
        path.write_text(TEXT, encoding="utf-8")
    assert [call["file"] for call in lines(run(*map(str, paths)))] == [str(path) for path in paths]


def test_a_stream_gives_events_in_order_and_closes_an_open_call() -> None:
    events = [event["event"] for event in lines(run("--stream", "2", "--json", stdin=TEXT))]
    assert events == ["CallOpened", "CallNamed", "ArgumentDelta", "ArgumentClosed", "CallClosed"]
    last = lines(run("--stream", "3", stdin='<invoke name="f">'))[-1]
    assert last["event"] == "CallClosed"


def test_tools_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    contents: list[object] = [TOOLS, {"tools": TOOLS}, TOOLS[0]]
    for content in contents:
        path.write_text(json.dumps(content), encoding="utf-8")
        [call] = lines(run("--tools", str(path), "--fallbacks", stdin="call me"))
        assert call["arguments"] == {"a": "me"}
        assert call["confidence"] == "fallback"


def test_a_missing_file_or_invalid_tools_are_wrong_use(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    for content in ("{broken", '"text"', '[{"nameless": 1}]'):
        path.write_text(content, encoding="utf-8")
        result = run("--tools", str(path), stdin="x")
        assert result.exit_code == 2
        assert "--tools" in result.output
    result = run("nowhere.txt")
    assert result.exit_code == 2
    assert "nowhere.txt: No such file" in result.output


def test_a_text_in_utf_16_is_read_and_one_that_is_not_utf_8_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-16")
    assert [call["name"] for call in lines(run(str(tmp_path / "a.txt")))] == ["f"]
    (tmp_path / "a.txt").write_bytes(TEXT.encode("latin-1"))
    result = run(str(tmp_path / "a.txt"))
    assert "line 1 is not UTF-8" in result.stderr
    assert json.loads(result.stdout)["name"] == "f"
