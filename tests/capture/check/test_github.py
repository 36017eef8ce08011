from __future__ import annotations

from overlay.capture.check.github import error_commands, without_commands
from overlay.capture.check.model import Difference
from tests.capture.check.verdicts import ARGUMENT, FOLLOWS, broken, different, same

CAUSE = Difference(kind="site", what="100% of `.a` is gone: nothing, found", mend="overlay sites check x")


def test_each_recording_that_failed_is_one_line_with_the_cause_first() -> None:
    lines = list(error_commands([same(), different(CAUSE, ARGUMENT, FOLLOWS), broken("no\nbrowser")]))
    assert [line.count("\n") for line in lines] == [0, 0]
    command, _, message = lines[0].removeprefix("::error ").partition("::")
    assert command.split(",")[1].startswith("title=overlay check%3A all/bad%2C 2 differences")
    assert message.split("%0A")[:2] == [
        "✗ 100%25 of `.a` is gone: nothing, found",
        "    mend: overlay sites check x",
    ]
    assert lines[1].endswith("::no%0Abrowser")


def test_an_annotation_says_what_changed_since_the_recording_before_the_differences() -> None:
    noted = different(ARGUMENT).model_copy(update={"notes": ["streaming of the profile was .a and is .b"]})
    (line,) = error_commands([noted])
    first = line.rpartition("::")[2].partition("%0A")[0]
    assert (
        first
        == "What changed since it was recorded, which may be the cause: streaming of the profile was .a and is .b"
    )


def test_text_of_a_page_is_no_command() -> None:
    first, *lines, last = without_commands(["::add-mask::x"])
    assert lines == ["::add-mask::x"]
    assert first == f"::stop-commands::{last.strip(':')}"
    assert without_commands([])[0] != first
