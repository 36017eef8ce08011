import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from overlay.tools.adapters import Tool
from overlay.tools.decorator import tool
from overlay.tools.errors import LoadProblem
from overlay.tools.loader import folder_files, load_entry_point, load_file, scan_folder
from tests.support.table import for_each

GOOD = '''
from overlay.tools import tool

@tool
def hello(name: str) -> str:
    """Greets."""
    return f"hello {name}"
'''


@pytest.fixture(autouse=True)
def bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the person's machine, where Python keeps what it compiled."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def names(found: list[Tool] | LoadProblem) -> list[str]:
    assert isinstance(found, list), found
    return [each.definition.name for each in found]


def problem(found: list[Tool] | LoadProblem) -> LoadProblem:
    assert isinstance(found, LoadProblem)
    return found


def test_marked_functions_of_a_file_are_its_tools(tmp_path: Path):
    assert names(load_file(write(tmp_path, GOOD + "\ndef other(): ...\n"))) == ["hello"]


def test_a_files_own_tools_know_the_file(tmp_path: Path):
    path = write(tmp_path, GOOD)
    found = load_file(path)
    assert isinstance(found, list)
    assert found[0].source == str(path)

    write(tmp_path, GOOD, "_shared.py")
    path = write(tmp_path, GOOD.replace("hello", "bye") + "\nfrom ._shared import hello\n")
    assert names(load_file(path)) == ["bye"]


def test_definitions_in_a_list_named_tools_are_tools(tmp_path: Path):
    path = write(tmp_path, GOOD + 'TOOLS = [hello, {"name": "plain", "callback": print}]')
    assert names(load_file(path)) == ["hello", "plain"]


def test_a_helper_beside_the_file_is_read_again(tmp_path: Path):
    text = "from overlay.tools import tool\nfrom ._names import NAME\n\n@tool(name=NAME)\ndef f(): ...\n"
    path = write(tmp_path, text)
    write(tmp_path, "NAME = 'one'", "_names.py")
    load_file(path)
    write(tmp_path, "NAME = 'another'", "_names.py")
    assert names(load_file(path)) == ["another"]


def test_a_file_is_read_again_even_if_its_time_and_size_are_the_same(tmp_path: Path):
    path = write(tmp_path, GOOD)
    load_file(path)
    before = path.stat()
    write(tmp_path, GOOD.replace("hello", "bonjo"))
    __import__("os").utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert names(load_file(path)) == ["bonjo"]


def test_loading_leaves_nothing_behind_in_the_folder(tmp_path: Path):
    load_file(write(tmp_path, GOOD))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_broken_file_is_a_problem_with_the_files_own_line(tmp_path: Path):
    path = write(tmp_path, "\n\ndef f(:\n")
    found = problem(load_file(path))
    assert found.source == str(path)
    assert found.line == 3
    assert found.message == "SyntaxError: invalid syntax"

    found = problem(load_file(write(tmp_path, "import json\n\njson.loads('x')\n")))
    assert found.line == 3
    assert found.message.startswith("JSONDecodeError")

    assert problem(load_file(write(tmp_path, "raise SystemExit"))).message == "SystemExit"


def test_a_file_without_a_right_tool_is_a_problem(tmp_path: Path):
    found = problem(load_file(write(tmp_path, "TOOLS = [3]")))
    assert found.message[:25] == "ToolDefinitionError: int "
    assert found.line is None

    assert "no tool in it" in problem(load_file(write(tmp_path, "x = 1"))).message


def test_a_file_that_failed_leaves_no_half_module(tmp_path: Path):
    load_file(write(tmp_path, "1/0", "half.py"))
    assert not [name for name in sys.modules if name.endswith(".half")]


def test_files_that_begin_with_an_underscore_are_left_out(tmp_path: Path):
    for name in ("b.py", "a.py", "_c.py", "d.txt"):
        write(tmp_path, "", name)
    (tmp_path / "e.py").mkdir()
    assert [path.name for path in folder_files(tmp_path)] == ["a.py", "b.py"]


@tool
def offered() -> None: ...


MANY = [offered, {"name": "plain", "callback": print}]


@for_each(
    ("attribute", "expected"),
    [("offered", ["offered"]), ("MANY", ["offered", "plain"]), ("MODULE", ["offered"])],
)
def test_an_entry_point_may_name_a_function_a_list_or_a_module(attribute: str, expected: list[str]):
    point = EntryPoint("p", f"{__name__}:{attribute}", "overlay.tools")
    assert names(load_entry_point(point)) == expected


def test_an_entry_point_may_name_a_dict():
    assert names(load_entry_point(EntryPoint("p", f"{__name__}:PLAIN", "overlay.tools"))) == ["plain"]


def test_an_entry_point_that_fails_is_a_problem():
    found = problem(load_entry_point(EntryPoint("p", "no_such_module_here", "overlay.tools")))
    assert found.source == "overlay.tools:p"
    assert found.message.startswith("ModuleNotFoundError")


PLAIN = {"name": "plain", "callback": print}
MODULE = ModuleType(__name__)
MODULE.__dict__.update({"offered": offered})


def test_a_folder_is_compared_with_how_it_was(tmp_path: Path):
    same, changed, gone = (write(tmp_path, GOOD, f"{name}.py") for name in ("same", "changed", "gone"))
    before = folder_files(tmp_path)
    changed.write_text("1/0")
    gone.unlink()
    new = write(tmp_path, GOOD, "new.py")
    found = scan_folder(tmp_path, before)
    assert found.gone == [gone]
    assert list(found.loaded) == [changed, new]
    assert same not in found.loaded
    assert isinstance(found.loaded[changed][1], LoadProblem)
    assert found.loaded[new][0] == folder_files(tmp_path)[new]


def test_an_unchanged_folder_is_no_change(tmp_path: Path):
    write(tmp_path, GOOD)
    assert not scan_folder(tmp_path, folder_files(tmp_path))
