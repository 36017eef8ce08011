"""Two recordings show the changes of a site."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from overlay.capture.check.text_report import summary
from overlay.capture.live_check.acting import NO_BOX, NOT_SENT
from overlay.capture.live_check.chat_page import NO_PAGE, SIGN_IN
from overlay.capture.live_check.checked import allowing_harmless, mend_command, verdict_of
from overlay.capture.live_check.compared import Compared, compared, swapped
from overlay.capture.live_check.mending import same_sides
from overlay.capture.live_check.seen import Seen
from overlay.capture.live_check.site_changes import changes
from overlay.capture.live_check.trials import fields_lost
from overlay.capture.model import LogLine
from overlay.capture.recording import LIVE, Recording, write_lines
from overlay.sites.profile import SiteProfile
from tests.capture.live_check.test_person import send
from tests.capture.made import PROFILE, Made, add, append, call, element, text

ANSWER = "The shop has milk and bread and a pound of apples, and it is open until eight in the evening. "


class Chat:
    """A recording of a chat; the names are those of its elements."""

    def __init__(
        self, *, user: str = "user", answer: str = "assistant", code: str = "pre", sign: str = "busy"
    ) -> None:
        self.made = Made()
        self.names = user, answer, code, sign
        self.calls: list[LogLine] = []
        self.pieces = 10
        self.aside = False
        """Whether the page shows a copy of an answer beside the chat."""
        self.around = False
        self.label = True
        self.turns = 2
        self.box = "textarea"
        self.said = ANSWER + call()
        self.code_in = 2
        """How many of the first answers have code."""
        self.blinks = 0
        """How often a cursor appears in an answer and goes."""
        self.redraws = 0
        """How often an answer is drawn again after its end, such as with colours."""
        self.measures = False
        """Whether the page has a hidden copy of the message box, by which it finds the box's height."""

    def record(self, folder: Path, key: str = "/c/one") -> Recording:
        made, (user, answer, code, sign) = self.made, self.names
        copies = [element(99, "textarea", style="visibility: hidden !important")] if self.measures else []
        made.open(element(20, self.box), *copies, url="https://chat.example.test/")
        place = 5
        if self.around:
            place = made.number()
            made.step(add(5, element(place, "section")))
        for turn, said in enumerate(("Keep a list for me", "And what else is there?")[: self.turns]):
            send(made, said)
            made.lines[-1].ops[-1].node.attrs[0] = ("class", user)  # type: ignore[union-attr]
            made.step({"o": "url", "url": f"https://chat.example.test{key}"})
            self._answer(place, answer, code if turn < self.code_in else "p", sign)
        if self.aside:
            copy = element(made.number(), "b", text(made.number(), "copy"), class_=answer)
            made.step(add(4, element(made.number(), "aside", copy)))
        recording = made.write(folder)
        write_lines(folder / LIVE, self.calls)
        return recording

    def _answer(self, place: int, answer: str, code: str, sign: str) -> None:
        made = self.made
        message, words, block, inner, shown = (made.number() for _ in range(5))
        label = {"class_": "language-xml"} if self.label else {}
        kids = [
            element(words, "p", text(made.number(), "")),
            element(block, code, element(inner, "code", text(shown, ""), **label)),
        ]
        mark = made.number()
        made.step(
            add(place, element(message, "div", *kids, class_=answer)), add(5, element(mark, "i", class_=sign))
        )
        said = self.said
        size = max(1, -(-len(said) // self.pieces))
        for at in range(0, len(said), size):
            made.step(append(shown, at, said[at : at + size]))
        for _ in range(self.blinks):
            cursor = made.number()
            made.step(add(words, text(cursor, "|")))
            made.step({"o": "del", "id": cursor})
        made.step({"o": "del", "id": mark})
        for _ in range(self.redraws):
            before, shown = shown, made.number()
            made.step({"o": "del", "id": before}, add(inner, text(shown, said)))


def same_call(**info: Any) -> list[LogLine]:
    fields = {"kind": "call", "name": "note", "call_id": "1", "status": "done", "role": "assistant"} | info
    return [LogLine(n=5, block=1, kind="ready", info=fields)]


def changed(new: Chat, folder: Path, old: Chat | None = None, key: str = "/c/one") -> Compared:
    before = (old or Chat()).record(folder / "old")
    after = new.record(folder / "new", key)
    return compared(before, after, SiteProfile.model_validate(PROFILE))


def changed_with_code(new: Chat, folder: Path, before: Chat | None = None) -> Compared:
    """Compare by a profile that knows the element of code blocks."""
    profile = SiteProfile.model_validate({**PROFILE, "code": "pre"})
    old = (before or Chat()).record(folder / "old")
    manifest = old.manifest.model_copy(update={"profile": profile.model_dump(mode="json")})
    return compared(Recording(old.folder, manifest), new.record(folder / "new"), profile)


def told(found: Compared) -> list[str]:
    return [each.what for each in found.differences("mend it")]


def test_a_chat_that_is_as_it_was_has_no_difference(tmp_path: Path) -> None:
    assert told(changed(Chat(), tmp_path)) == []


def test_the_command_that_mends_quotes_what_stands_in_a_recording(tmp_path: Path) -> None:
    recording = Chat().record(tmp_path / "a b")
    profile = {**recording.manifest.profile, "name": "x; rm -r ~"}
    named = Recording(recording.folder, recording.manifest.model_copy(update={"profile": profile}))
    words = shlex.split(mend_command(named))
    assert words == ["overlay", "sites", "check", "x; rm -r ~", "--like", str(recording.folder), "--fix"]


def test_a_renamed_class_is_the_cause_and_the_lost_call_follows(tmp_path: Path) -> None:
    old = Chat()
    old.calls = same_call()
    found = changed(Chat(answer="reply"), tmp_path, old)
    first, *others = found.differences("mend it")
    assert first.what.startswith(
        "the element of an answer changed, `.assistant` became `.reply`: no answer is found"
    )
    assert first.mend == "mend it"
    assert [(each.kind, each.follows) for each in others] == [("call", True)]
    assert found.fields == {"assistant": ".reply"}


def test_selectors_that_find_other_messages_in_the_old_recording_are_not_proposed(tmp_path: Path) -> None:
    old = Chat()
    old.code_in = 1
    page = list(old.record(tmp_path).page())
    profile = SiteProfile.model_validate(PROFILE)
    assert same_sides(profile, {"user": ".me", "assistant": ".reply"}, page)
    assert same_sides(profile, {"user": ".user", "assistant": "div.assistant"}, page)
    assert not same_sides(profile, {"assistant": "main > div:has(pre)"}, page)
    assert not same_sides(profile, {"user": "main > div:not(:has(pre))"}, page)


def test_a_hidden_copy_of_the_message_box_does_not_count(tmp_path: Path) -> None:
    new = Chat(answer="reply")
    new.measures = True
    assert changed(new, tmp_path).fields == {"assistant": ".reply"}


def test_code_in_another_element_is_found_again_by_its_text(tmp_path: Path) -> None:
    found = changed_with_code(Chat(code="kbd"), tmp_path)
    assert found.fields == {"code": "kbd"}
    assert "the element of a code block changed, `pre` became `kbd`" in told(found)[0]


def test_a_new_sign_of_a_growing_answer_is_proposed(tmp_path: Path) -> None:
    found = changed(Chat(sign="is-streaming"), tmp_path)
    assert "`.busy` became `.is-streaming`" in told(found)[0]
    assert found.fields == {"streaming": ".is-streaming"}


def test_an_answer_that_is_drawn_again_after_its_end_grows_no_more(tmp_path: Path) -> None:
    whole, renamed = Chat(), Chat(sign="is-streaming")
    whole.pieces, whole.redraws, renamed.redraws = 1, 4, 20
    assert told(changed(whole, tmp_path / "whole"))[0].startswith("an answer is drawn whole")
    assert changed(renamed, tmp_path / "renamed").fields == {"streaming": ".is-streaming"}


def test_a_sign_that_is_gone_is_told_without_a_mend(tmp_path: Path) -> None:
    found = changed(Chat(sign="x"), tmp_path)
    assert "`.busy` finds nothing" in told(found)[0]
    assert found.fields == {}
    assert found.fields_without_mend == ["streaming"]


def test_another_form_of_the_conversations_address_gets_a_new_pattern(tmp_path: Path) -> None:
    found = changed(Chat(), tmp_path, key="/talk/8f423d46-d83d-485b-87a6-4650b2563499")
    assert told(found)[0].startswith("the address of a conversation has another form")
    mended = SiteProfile.model_validate(PROFILE | found.fields)
    keys = [
        mended.conversation_key(f"https://chat.example.test{path}")
        for path in ("/talk/8f423d46-d83d-485b-87a6-4650b2563499", "/c/one")
    ]
    assert keys == ["8f423d46-d83d-485b-87a6-4650b2563499", "one"]


def test_a_field_that_finds_nothing_on_an_old_recording_any_more_is_named(tmp_path: Path) -> None:
    recording = Chat().record(tmp_path / "old")
    before = SiteProfile.model_validate(PROFILE)
    after = SiteProfile.model_validate(PROFILE | {"composer": "#other", "conversation": "/talk/(.+)"})
    assert fields_lost(recording, before, after) == ["composer", "conversation"]
    assert fields_lost(recording, before, before) == []


def test_a_change_that_costs_nothing_is_told_as_such(tmp_path: Path) -> None:
    whole, around, plain = Chat(), Chat(), Chat()
    whole.pieces, around.around, plain.label = 1, True, False
    profile = {**PROFILE, "code": "pre"}
    words = {
        "an answer is drawn whole": whole,
        "the elements around the answers changed, <section> is new": around,
    }
    for number, (cause, chat) in enumerate(words.items()):
        (one,) = told(changed(chat, tmp_path / str(number)))
        assert one.startswith(cause)
        assert one.endswith("nothing is lost")
    old, new = Chat().record(tmp_path / "a"), plain.record(tmp_path / "b")
    (one,) = told(compared(old, new, SiteProfile.model_validate(profile)))
    assert one == "code blocks do not name their language any more: nothing is lost"


def test_an_answer_drawn_whole_whose_call_did_not_run_lost_that(tmp_path: Path) -> None:
    old, new = Chat(), Chat()
    old.calls, new.calls, new.pieces = same_call(live=True), same_call(status="ready"), 1
    found = told(changed(new, tmp_path, old))
    assert found[0].startswith(
        "an answer is drawn whole, not piece by piece: no call is seen as it is written"
    )
    assert "state of note (1) changed" in found


@pytest.mark.parametrize("cause", [SIGN_IN, f"{NO_PAGE}404"])
def test_another_page_in_place_of_the_chat_is_the_only_cause(cause: str, tmp_path: Path) -> None:
    old, new = Chat(), Chat()
    old.calls, new.turns, new.box = same_call(), 0, "p"
    recordings = old.record(tmp_path / "old"), new.record(tmp_path / "new")
    first, *others = compared(*recordings, SiteProfile.model_validate(PROFILE), [cause]).differences("")
    assert first.what == f"{cause}: nothing of the chat could be checked"
    assert {each.follows for each in others} == {True}


def test_a_sign_of_an_answer_that_is_drawn_whole_is_not_missed(tmp_path: Path) -> None:
    old, new = Chat(), Chat(sign="x")
    old.calls, new.calls, new.pieces = same_call(live=True), same_call(status="ready"), 1
    first, *others = told(changed(new, tmp_path, old))
    assert first.startswith("an answer is drawn whole")
    assert [each for each in others if "sign" in each] == []


def test_a_message_that_could_not_be_sent_is_the_cause_of_all_that_is_missing(tmp_path: Path) -> None:
    old, new = Chat(), Chat()
    old.calls, new.turns = same_call(), 0
    recordings = old.record(tmp_path / "old"), new.record(tmp_path / "new")
    profile = SiteProfile.model_validate(PROFILE)
    first, *others = compared(*recordings, profile, [NOT_SENT]).differences("")
    assert first.what == NOT_SENT
    assert {each.follows for each in others} == {True}


def test_a_message_box_that_is_gone_is_the_cause_of_a_message_that_could_not_be_sent(tmp_path: Path) -> None:
    old, new = Chat(), Chat()
    new.turns, new.box = 0, "p"
    recordings = old.record(tmp_path / "old"), new.record(tmp_path / "new")
    first, *others = compared(*recordings, SiteProfile.model_validate(PROFILE), [NO_BOX]).differences("")
    assert first.what == "the message box is gone, `textarea` finds nothing: a message can't be sent"
    assert {each.follows for each in others} == {True}


@pytest.mark.parametrize(
    ("sight", "cause"),
    [
        ("covered", "the page draws something over 1 call, such as a banner or a dialog: "),
        ("hidden", "the page hides 1 call, such as in a folded part: "),
        ("away", "the page does not bring 1 call into view: "),
    ],
)
def test_a_call_that_can_not_be_seen_is_the_cause_that_it_does_not_run(
    sight: str, cause: str, tmp_path: Path
) -> None:
    old, new = Chat(), Chat()
    old.calls, new.calls = same_call(), same_call(status="ready")
    for chat, looks in ((old, [sight, "plain"]), (new, ["plain", sight])):
        for found in looks:
            chat.made.input("look", block=1, found=found)
    first, *others = changed(new, tmp_path, old).differences("mend it")
    assert first.what.startswith(cause)
    assert {each.follows for each in others} == {True}


def test_answers_that_look_like_the_users_messages_now_are_told_first(tmp_path: Path) -> None:
    old, new = Chat(), Chat(user="assistant", answer="user")
    old.calls = same_call()
    found = changed(new, tmp_path, old)
    first, *others = found.differences("mend it")
    assert first.what.startswith("`.assistant` finds the user's messages now, not the answers")
    assert {each.follows for each in others} == {True}
    assert found.fields == {}


def test_sides_that_the_profile_saw_swapped_before_are_no_change(tmp_path: Path) -> None:
    sides = {"user": "assistant", "answer": "user"}
    assert told(changed(Chat(**sides), tmp_path, Chat(**sides))) == []


def test_a_message_box_of_a_kind_that_the_profile_names_is_no_change() -> None:
    area, edited = Seen(kind="textarea"), Seen(kind="contenteditable")
    kinds = ("contenteditable", "textarea")
    assert changes(area, edited, [], {}, known_kinds=kinds) == []
    (told,) = changes(area, edited, [], {}, known_kinds=("textarea",))
    assert told.cause == "the message box is of another kind, contenteditable in place of textarea"


def test_an_answer_that_repeats_the_question_is_no_message_of_the_user(tmp_path: Path) -> None:
    profile = SiteProfile.model_validate(PROFILE)
    old = Chat().record(tmp_path / "old")
    made = Made()
    made.open(element(20, "textarea"))
    send(made, "Keep a list for me")
    made.step(add(5, element(60, "div", text(61, "Keep a list for me"), class_="assistant")))
    assert swapped(profile, old.page(), made.lines) == []


def test_other_calls_on_a_site_that_did_not_change_are_told_alone(tmp_path: Path) -> None:
    old, new = Chat(), Chat()
    old.calls, new.calls = same_call(arguments={"text": "a"}), same_call(arguments={"text": "b"})
    found = changed(new, tmp_path, old)
    assert [(each.kind, each.follows) for each in found.differences("")] == [("argument", False)]


def log_of(*calls: tuple[int, str]) -> list[LogLine]:
    """The log of calls, each with the step at which it was found and its id."""
    fields = {"kind": "call", "name": "note", "status": "done", "role": "assistant"}
    return [
        LogLine(n=step, block=number, kind="ready", info={**fields, "call_id": id_})
        for number, (step, id_) in enumerate(calls, 1)
    ]


def test_calls_from_before_the_first_message_may_be_more_than_they_were(tmp_path: Path) -> None:
    old, now = Chat(), Chat()
    old.calls = log_of((0, "before"), (9, "1"))
    now.calls = log_of((0, "before"), (0, "1"), (9, "1"), (9, "2"))
    assert told(changed(now, tmp_path, old)) == ["call note (2) is new"]


def test_a_call_from_before_the_first_message_that_is_gone_is_told(tmp_path: Path) -> None:
    old, now = Chat(), Chat()
    old.calls = log_of((0, "before"), (9, "1"))
    now.calls = log_of((9, "1"))
    assert told(changed(now, tmp_path, old)) == ["call note (before) is missing"]


def test_a_copy_of_an_answer_beside_the_chat_is_no_change_around_the_answers(tmp_path: Path) -> None:
    new = Chat()
    new.aside = True
    assert told(changed(new, tmp_path)) == []


def test_answers_without_a_text_are_the_cause_of_a_missing_call(tmp_path: Path) -> None:
    old, new = Chat(), Chat(code="p")
    old.calls, new.said = same_call(), ""
    first, *others = changed_with_code(new, tmp_path, old).differences("mend it")
    assert first.what.startswith("the answers have no text that overlay can read, ")
    assert [(each.what, each.follows) for each in others] == [("call note (1) is missing", True)]


def test_an_answer_without_code_is_no_change_of_the_site(tmp_path: Path) -> None:
    old, new = Chat(), Chat(code="p")
    old.calls, new.said = same_call(), "You have reached your limit of messages. Try again at five."
    assert told(changed_with_code(new, tmp_path, old)) == [
        "the last answer is now: You have reached your limit of messages. Try again at five.",
        "call note (1) is missing",
    ]


def test_an_answer_that_came_whole_with_another_call_lost_nothing_by_that(tmp_path: Path) -> None:
    old, new = Chat(), Chat()
    old.calls, new.calls, new.pieces = same_call(live=True), same_call(live=True, name="other"), 1
    first = told(changed(new, tmp_path, old))[0]
    assert first.startswith("an answer is drawn whole")
    assert first.endswith("nothing is lost")


def test_an_answer_that_comes_whole_is_told_although_a_cursor_blinks_in_it(tmp_path: Path) -> None:
    new = Chat()
    new.pieces, new.blinks = 1, 20
    (one,) = told(changed(new, tmp_path))
    assert one.startswith("an answer is drawn whole")


def test_an_answer_and_its_code_that_both_changed_are_both_mended(tmp_path: Path) -> None:
    found = changed_with_code(Chat(answer="reply", code="kbd"), tmp_path)
    assert set(found.fields) == {"assistant", "code"}
    assert [each.split(",")[0] for each in told(found)[:2]] == [
        "the element of an answer changed",
        "the element of a code block changed",
    ]


def test_a_change_that_costs_nothing_may_be_allowed_and_is_told_in_the_line(tmp_path: Path) -> None:
    around = Chat()
    around.around = True
    recordings = Chat().record(tmp_path / "old"), around.record(tmp_path / "new")
    verdict = allowing_harmless(verdict_of("chat", *recordings))
    assert verdict.ok
    line = "nothing is lost, but the elements around the answers changed, <section> is new"
    assert line in summary(verdict)


def test_a_change_that_costs_something_is_never_allowed(tmp_path: Path) -> None:
    recordings = Chat().record(tmp_path / "old"), Chat(answer="reply").record(tmp_path / "new")
    assert not allowing_harmless(verdict_of("chat", *recordings)).ok
