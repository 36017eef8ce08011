from __future__ import annotations

from tests.scan.helpers import ESCAPED, calls, read_all, said

DATE = "Jun 8, 2025, 12:37:50\u202fPM CET"


def card(said: str, answer: str = "", *, product: str = "Gemini Apps", date: str = f"<br>{DATE}<br>") -> str:
    return (
        '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid">'
        '<div class="header-cell mdl-cell mdl-cell--12-col">'
        f'<p class="mdl-typography--title">{product}<br></p></div>'
        '<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">'
        f"{said}{date}{answer}</div>"
        '<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right">'
        "</div>"
        '<div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>'
        f"&emsp;{product}<br></div></div></div>"
    )


def page(*cards: str) -> str:
    return (
        '<html><head><meta charset="UTF-8"><title>My Activity History</title></head>'
        f'<body><div class="mdl-grid">{"".join(cards)}</div></body></html>'
    )


def test_an_activity_is_a_question_and_its_answer() -> None:
    found = read_all(page(card("Prompted&nbsp;one?<br>two?", "<p>a</p>")), "MyActivity.html")
    assert said(found) == [("user", "one?\ntwo?"), ("assistant", "a")]


def test_a_call_in_a_question_is_the_users_and_one_in_an_answer_the_models() -> None:
    block = f"<pre><code>{ESCAPED}</code></pre>"
    found = calls(*read_all(page(card(f"Prompted&nbsp;{ESCAPED}", block)), "MyActivity.html"))
    assert [(one.role, one.call.confidence) for one in found] == [
        ("user", "repaired"),
        ("assistant", "structured"),
    ]


def test_a_message_has_the_date_of_its_activity() -> None:
    found = read_all(page(card("Prompted&nbsp;q", "<p>a</p>")), "MyActivity.html")
    assert [one.message for one in found] == [DATE, DATE]


def test_a_message_has_the_chat_of_its_link() -> None:
    link = '<a href="https://gemini.google.com/app/0a1b2c">Prompted</a>&nbsp;q'
    found = read_all(page(card(link, "<p>a</p>")), "MyActivity.html")
    assert {one.conversation for one in found} == {"0a1b2c"}


def test_activities_of_other_products_are_left_out() -> None:
    other = card("Watched&nbsp;a video", product="YouTube")
    found = read_all(page(other, card("Prompted&nbsp;q", "<p>a</p>")), "MyActivity.html")
    assert said(found) == [("user", "q"), ("assistant", "a")]


def test_without_a_date_the_author_is_unknown() -> None:
    found = read_all(page(card("Prompted&nbsp;q", "<p>a</p>", date="<br>")), "MyActivity.html")
    assert [one.role for one in found] == ["unknown"]


def test_a_page_with_messages_is_not_taken_for_activities() -> None:
    message = f'<div data-role="assistant"><p>a</p>{card("Prompted&nbsp;q", "<p>b</p>")}</div>'
    assert [one.role for one in read_all(page(message), "a.html")] == ["assistant"]
