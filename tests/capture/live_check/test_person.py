"""A recording shows the actions of a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.live_check.person import Looked, PressedButton, Sent, person_of
from overlay.capture.model import Delta, LogLine
from overlay.capture.recording import LIVE, Recording, write_lines
from overlay.common.errors import UsageError
from tests.capture.made import Made, add, call, element, text

RESULT = '<function_result call_id="1">\nkept\n</function_result>'


def send(made: Made, said: str, box: int = 20) -> None:
    """The person writes into the box and sends: it is emptied, and the message is in the page."""
    made.step({"o": "value", "id": box, "value": said[:3]})
    made.step({"o": "value", "id": box, "value": said})
    number = made.number()
    message = element(number, "div", text(made.number(), said), class_="user")
    made.step({"o": "value", "id": box, "value": ""}, add(5, message))


def written(made: Made, folder: Path, *lines: LogLine) -> Recording:
    """Write the recording, with overlay's log of the live run."""
    recording = made.write(folder)
    write_lines(folder / LIVE, lines)
    return recording


def chat() -> Made:
    made = Made()
    made.open(element(20, "textarea"), element(21, "input"))
    return made


def test_a_chat_in_a_frame_can_not_be_done_again(tmp_path: Path) -> None:
    made = Made()
    made.open(element(30, "iframe"))
    frame = made.open(element(20, "textarea"), frame=(1, 30))
    shown = element(41, "div", text(42, "Keep milk"), class_="user")
    made.step({"o": "value", "id": 20, "value": "Keep milk"}, doc=frame)
    made.step({"o": "value", "id": 20, "value": ""}, add(5, shown), doc=frame)
    with pytest.raises(UsageError, match="its chat is in a frame of the page"):
        person_of(written(made, tmp_path))


def test_a_message_is_what_was_in_a_box_that_was_emptied_and_is_in_the_page_then(tmp_path: Path) -> None:
    made = chat()
    made.step({"o": "value", "id": 21, "value": "a search"})
    made.step({"o": "value", "id": 21, "value": ""})
    send(made, "What time is it?")
    deeds = person_of(written(made, tmp_path)).deeds
    assert [deed.what for deed in deeds] == [Sent("What time is it?")]


def test_the_fields_from_which_messages_were_sent_are_known_by_their_names(tmp_path: Path) -> None:
    made = Made()
    box = element(20, "input", name="line", placeholder="Write", id="r1")
    made.open(box, element(21, "input", name="search"))
    made.step({"o": "value", "id": 21, "value": "a search"})
    made.step({"o": "value", "id": 21, "value": ""})
    send(made, "What time is it?")
    assert person_of(written(made, tmp_path)).field_names == {("name", "line"), ("placeholder", "Write")}


def test_a_field_that_is_named_anew_when_it_is_emptied_is_known_by_the_name_that_it_had(
    tmp_path: Path,
) -> None:
    made = Made()
    made.open(element(20, "input", placeholder="Write"))
    made.step({"o": "value", "id": 20, "value": "What time is it?"})
    empty = {"o": "value", "id": 20, "value": ""}
    shown = element(41, "div", text(42, "What time is it?"), class_="user")
    made.step({"o": "attr", "id": 20, "name": "placeholder", "value": "Wait ..."}, empty, add(5, shown))
    assert person_of(written(made, tmp_path)).field_names == {("placeholder", "Write")}


def test_a_message_is_read_from_an_editor_too(tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "div", element(21, "p", text(22, "Hi there")), contenteditable="true"))
    made.step({"o": "text", "id": 22, "at": 8, "cut": 0, "text": "!"})
    made.step(
        {"o": "text", "id": 22, "at": 0, "cut": 9, "text": ""},
        add(5, element(30, "p", text(31, "Hi there!"))),
    )
    assert [deed.what for deed in person_of(written(made, tmp_path)).deeds] == [Sent("Hi there!")]


def test_a_message_whose_text_is_taken_out_of_the_editor_is_read(tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "div", contenteditable="true"))
    made.step(add(20, text(22, "Hi there")))
    made.step({"o": "del", "id": 22}, add(5, element(30, "p", text(31, "Hi there"))))
    assert [deed.what for deed in person_of(written(made, tmp_path)).deeds] == [Sent("Hi there")]


def test_a_person_who_only_looks_waits_as_long_as_the_page_changed(tmp_path: Path) -> None:
    made = chat()
    made.step(add(5, element(30, "p", text(31, "Hello"))))
    [deed] = person_of(written(made, tmp_path)).deeds
    assert deed.what == Looked()
    assert deed.changes > 0


def test_results_that_overlay_sent_are_no_deed_and_those_that_the_person_sent_are_a_press(
    tmp_path: Path,
) -> None:
    made = chat()
    send(made, "Keep it")
    send(made, RESULT)
    made.input("put", blocks=[1], sent=True)
    made.at += 60_000
    send(made, RESULT)
    assert [deed.what for deed in person_of(written(made, tmp_path)).deeds] == [Sent("Keep it"), Sent("")]


def test_a_press_and_an_answer_are_told_by_the_tool_and_the_place_among_its_calls(tmp_path: Path) -> None:
    made = chat()
    send(made, "Keep both")
    made.stream(call(text="one"))
    made.input("press", block=3, action="execute")
    made.input("answer", block=3, verdict={"scope": "once", "reason": ""})
    lines = [
        LogLine(n=1, block=number, kind="named", info={"kind": "call", "name": name})
        for number, name in ((1, "note"), (2, "other"), (3, "note"))
    ]
    person = person_of(written(made, tmp_path, *lines))
    assert person.deeds[1].what == PressedButton("note", 1, "execute")
    assert person.answers == {"note": [{"scope": "once", "reason": ""}]}


def test_a_page_that_was_silent_for_long_gets_as_long_the_next_time(tmp_path: Path) -> None:
    made = chat()
    send(made, "Think for long")
    made.at += 30_000
    made.message()
    assert person_of(written(made, tmp_path)).deeds[0].silence > 30


def test_a_page_with_a_clock_is_as_silent_as_the_texts_that_overlay_reads(tmp_path: Path) -> None:
    made = chat()
    send(made, "Think for long")
    begun = made.at
    for _ in range(30):
        made.step({"o": "value", "id": 21, "value": "a tick"}, after=1000)
    for at, length in ((10_000, 5), (10_100, 8), (10_200, 3), (10_300, 9)):
        made.streams.append(Delta(at_ms=begun + at, n=1, doc=1, unit=1, at=0, text="", length=length))
    [deed] = person_of(written(made, tmp_path)).deeds
    assert deed.silence == 15
    assert deed.grown == 9


@pytest.mark.parametrize("more", [{"minimal": True}, {"origin": "imported"}])
def test_a_recording_without_the_messages_can_not_be_done_again(
    tmp_path: Path, more: dict[str, object]
) -> None:
    recording: Recording = chat().write(tmp_path, **more)
    with pytest.raises(UsageError, match="can't be done again"):
        person_of(recording)
