from pathlib import Path
from types import SimpleNamespace
from typing import Any

from overlay.tools.mcp.error_text import is_lasting, leaves, reason, tail
from overlay.tools.mcp.log_file import LogFile
from overlay.tools.mcp.size_limits import ServerLimits
from tests.support.table import for_each


class StatusError(Exception):
    def __init__(self, status: Any) -> None:
        super().__init__(f"status {status}")
        self.response = SimpleNamespace(status_code=status)


class ClosedResourceError(Exception): ...


MCPError = type("MCPError", (Exception,), {})


def group(*faults: Exception) -> ExceptionGroup[Exception]:
    return ExceptionGroup("outer", [ExceptionGroup("inner", list(faults))])


def test_nested_exception_groups_give_their_exceptions():
    one, two = ValueError("1"), ValueError("2")
    assert leaves(group(one, two)) == [one, two]


@for_each(
    ("fault", "said"),
    [
        (ValueError("wrong"), "ValueError: wrong"),
        (ValueError(), "ValueError"),
        (ValueError("two\n  lines"), "ValueError: two lines"),
        (group(ValueError("wrong")), "ValueError: wrong"),
        (MCPError("no such thing"), "no such thing"),
        (TimeoutError("no answer within 3 seconds"), "no answer within 3 seconds"),
        (TimeoutError(), "TimeoutError"),
        (ClosedResourceError(), "the server ended the connection"),
        (ConnectionError("Connection closed"), "the server ended the connection"),
        (StatusError(401), "the server wants a sign-in (HTTP 401)"),
        (StatusError(403), "the server wants a sign-in (HTTP 403)"),
        (StatusError(500), "the server answered HTTP 500"),
        (StatusError("x"), "StatusError: status x"),
        (FileNotFoundError(2, "No such file", "npx"), "'npx' was not found; install it"),
        (PermissionError(13, "Permission denied", "run.sh"), "'run.sh' may not be run: Permission denied"),
        (PermissionError("no"), "PermissionError: no"),
    ],
)
def test_a_fault_is_reported_in_a_sentence(fault: Exception, said: str):
    assert said in reason(fault)


@for_each("fault", [ClosedResourceError(), ConnectionError("Connection closed"), TimeoutError("late")])
def test_an_error_that_names_a_cause_goes_before_its_consequences(fault: Exception):
    assert reason(group(fault, ValueError("the cause"), fault)) == "ValueError: the cause"


def test_a_long_fault_is_cut():
    assert len(reason(ValueError("x" * 10_000))) < 600


def test_the_log_is_reported_only_where_a_server_just_ended(tmp_path: Path):
    log = tmp_path / "x.log"
    log.write_text("--- started\none\n\ntwo\nthree\nfour\n")
    assert (
        reason(ClosedResourceError(), log=log)
        == "the server ended the connection; its log ends: two / three / four"
    )

    assert (
        reason(ClosedResourceError(), log=tmp_path / "x")
        == "the server ended the connection; its log is empty"
    )

    (tmp_path / "x").write_text("one\n")
    assert reason(ValueError("wrong"), log=tmp_path / "x") == "ValueError: wrong"


def test_the_log_of_an_earlier_program_is_not_reported(tmp_path: Path):
    path = tmp_path / "x.log"
    for target, said in (("first", b"the key is missing\n"), ("second", b"")):
        log = LogFile(path, target, ServerLimits())
        log.write(said)
        log.close()
    assert tail(path) == ""
    assert "the key is missing" in path.read_text()
    assert reason(ClosedResourceError(), log=path).endswith("its log is empty")


def test_only_the_end_of_a_long_log_is_read(tmp_path: Path):
    (tmp_path / "x").write_text("x" * 100_000 + "\nlast\n")
    assert tail(tmp_path / "x").endswith("more characters)")


@for_each(
    ("fault", "lasting"),
    [
        (FileNotFoundError("x"), True),
        (PermissionError("x"), True),
        (group(StatusError(401)), True),
        (StatusError(403), True),
        (StatusError(503), False),
        (ConnectionError("x"), False),
        (TimeoutError("x"), False),
    ],
)
def test_only_what_the_user_must_mend_is_lasting(fault: Exception, lasting: bool):
    assert is_lasting(fault) is lasting
