from overlay.detection import ArgumentClosed, ArgumentDelta, CallClosed, CallNamed, CallOpened, CallWithdrawn
from overlay.detection.call_builder import CallBuilder, EventLog


def test_events_wait_until_the_draft_is_shown() -> None:
    log = EventLog()
    draft = CallBuilder(log, "x", 5, 2)
    draft.argument("a")("x")
    draft.argument_over()
    draft.named("f", "1")
    assert log.events == []
    draft.show()
    assert log.events == [
        CallOpened(0, 2),
        CallNamed(0, "f", "1"),
        ArgumentDelta(0, "a", "x"),
        ArgumentClosed(0, "a"),
    ]


def test_an_argument_started_before_the_show_goes_on_after_it() -> None:
    log = EventLog()
    draft = CallBuilder(log, "x", 0)
    sink = draft.argument("a")
    sink("1")
    draft.show()
    sink("2")
    assert log.events[1:] == [ArgumentDelta(0, "a", "1"), ArgumentDelta(0, "a", "2")]


def test_an_id_that_comes_later_is_a_second_event() -> None:
    log = EventLog()
    draft = CallBuilder(log, "x", 0)
    draft.show()
    draft.named("f")
    draft.named("f")
    draft.named("f", "1")
    assert log.events[1:] == [CallNamed(0, "f", None), CallNamed(0, "f", "1")]


def test_closing_shows_arguments_that_were_not_shown() -> None:
    log = EventLog()
    draft = CallBuilder(log, "x", 0)
    draft.named("f")
    draft.arguments = {"a": "x", "n": [1, "é"]}
    draft.close(span=(0, 3), raw="raw")
    texts = [event.text for event in log.events if isinstance(event, ArgumentDelta)]
    assert texts == ["x", '[1, "é"]']
    assert isinstance(log.events[-1], CallClosed)


def test_an_error_is_never_complete() -> None:
    draft = CallBuilder(EventLog(), "x", 0)
    assert not draft.close(span=(0, 1), raw="r", error="why").complete


def test_after_a_doubtful_recovery_calls_are_repaired() -> None:
    log = EventLog()
    log.doubtful = True
    assert CallBuilder(log, "x", 0).close(span=(0, 1), raw="r").confidence == "repaired"


def test_a_draft_never_shown_leaves_no_trace() -> None:
    log = EventLog()
    draft = CallBuilder(log, "x", 0)
    draft.argument("a")("x")
    draft.withdraw("no")
    draft.argument_over()
    assert log.events == []


def test_a_shown_draft_is_taken_back_by_an_event() -> None:
    log = EventLog()
    draft = CallBuilder(log, "x", 0)
    draft.show()
    draft.show()
    draft.withdraw("no")
    assert log.events == [CallOpened(0, 0), CallWithdrawn(0, "no")]
