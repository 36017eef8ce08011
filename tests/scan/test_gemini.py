from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import ESCAPED, calls, read_all, said


def activity(title: str, *answers: str, header: str = "Gemini Apps", **more: Any) -> dict[str, Any]:
    record = {
        "header": header,
        "title": title,
        "time": "2025-06-08T12:37:50.123Z",
        "products": [header],
        "activityControls": ["Gemini Apps Activity"],
        **more,
    }
    return {**record, "safeHtmlItem": [{"html": one} for one in answers]} if answers else record


def exported(*records: dict[str, Any]) -> str:
    return json.dumps(records)


def test_an_activity_is_a_question_and_its_answer() -> None:
    found = read_all(exported(activity("Prompted q?", "<p>one</p><p>two</p>")), "MyActivity.json")
    assert said(found) == [("user", "q?"), ("assistant", "one\ntwo")]


def test_a_call_in_a_code_block_of_an_answer_is_found() -> None:
    page = f'<p>Here:</p><pre><code class="language-xml">{ESCAPED}</code></pre>'
    found = calls(*read_all(exported(activity("Prompted q?", page)), "MyActivity.json"))
    assert [(one.role, one.call.name, one.call.confidence) for one in found] == [
        ("assistant", "f", "structured")
    ]


def test_a_call_in_the_running_text_of_an_answer_is_never_exact() -> None:
    found = calls(*read_all(exported(activity("Prompted q?", f"<p>{ESCAPED}</p>")), "MyActivity.json"))
    assert [one.call.confidence for one in found] == ["repaired"]


Q = [("user", "q")]


def test_the_verb_before_a_question_is_cut_off() -> None:
    titles = ("Prompted q", "Asked q", "Prompted with: q", "Asked Bard: q", "Said\xa0q", "Branched q")
    wrong = {
        title: got for title in titles if (got := said(read_all(exported(activity(title)), "a.json"))) != Q
    }
    assert wrong == {}


def test_a_title_in_another_language_is_kept_whole() -> None:
    found = read_all(exported(activity("Perguntou: q", "<p>a</p>", header="App Gemini")), "a.json")
    assert said(found) == [("user", "Perguntou: q"), ("assistant", "a")]


def test_activities_without_a_question_or_of_other_products_have_no_messages() -> None:
    others = [
        activity("Used an Assistant feature"),
        activity("Watched Prompted", header="YouTube"),
        activity("Searched for q", header="Search"),
    ]
    assert said(read_all(exported(*others, activity("Prompted q")), "a.json")) == [("user", "q")]


def test_a_message_has_its_time_and_the_chat_of_its_link() -> None:
    record = activity("Prompted q", "<p>a</p>", titleUrl="https://gemini.google.com/app/0a1b2c")
    found = read_all(exported(record), "a.json")
    assert {(one.conversation, one.message) for one in found} == {("0a1b2c", "2025-06-08T12:37:50.123Z")}


TURNS = {
    "title": "T",
    "creation_time": "2025-06-08T12:37:50Z",
    "conversation_turns": [
        {"user_turn": {"prompt": "q", "turn_index": 0}},
        {
            "system_turn": {
                "text": [{"data": "one"}, {"data": "two"}],
                "model_thoughts": [{"headline": "hm"}],
                "turn_index": 1,
            }
        },
    ],
}


def test_a_conversation_of_workspace_is_read_also_from_a_text_file() -> None:
    for name in ("conversation_1.txt", "conversation_1.json"):
        for indent in (None, 2):
            found = read_all(json.dumps(TURNS, indent=indent), name)
            assert said(found) == [("user", "q"), ("assistant", "one\n\ntwo")]
            assert {one.conversation for one in found} == {"T"}


def test_a_chat_with_a_title_and_a_time_is_not_taken_for_an_activity() -> None:
    chat = {"title": "T", "time": "2025-06-08", "messages": [{"role": "user", "content": "q"}]}
    assert said(read_all(json.dumps([chat]), "a.json")) == Q
