from __future__ import annotations

from overlay.sites.check.candidate_score import MissingField, candidate_score
from tests.sites.check.trees import node

BOX = node("textarea#box", box=(0, 500, 400, 60))


def lost(field: str, *said: str) -> MissingField:
    return MissingField.of(field, said, BOX)


def test_an_element_that_takes_text_may_be_the_message_box() -> None:
    wrong = [
        element
        for element in [
            node("textarea"),
            node("div", contenteditable="true"),
            node("div", contenteditable=""),
            node("div", role="textbox"),
            node("input", type="text"),
        ]
        if not (candidate_score(element, lost("composer", "#gone")) > 0)
    ]
    assert wrong == []


def test_an_element_of_the_wrong_kind_or_size_does_not_fit() -> None:
    wrong: list[object] = []
    for field, element in [
        ("composer", node("div.composer")),
        ("composer", node("textarea", box=None)),
        ("composer", node("textarea", box=(0, 0, 20, 20))),
        ("composer", node("input", type="checkbox")),
        ("composer", node("div.message", contenteditable="false")),
        ("send", node("div.send")),
        ("send", node("button.send", box=None)),
        ("streaming", node("button.send")),
        ("file", node("input.file", type="text")),
        ("assistant", node("body.assistant", text=9)),
        ("assistant", node("div.assistant", text=0)),
        ("assistant", node("div.assistant", BOX, text=9)),
        ("assistant", node("div.elsewhere", text=9)),
        ("code", node("pre", box=None)),
    ]:
        if (found := candidate_score(element, lost(field, "#gone"))) != 0:
            wrong.append((field, element, found))
    assert wrong == []


def test_text_in_a_button_is_no_message() -> None:
    inner = node("p.assistant", text=3)
    node("button", inner)
    assert candidate_score(inner, lost("assistant", ".assistant")) == 0


def test_the_more_an_element_shares_with_the_lost_selector_the_better_it_fits() -> None:
    near, far = node("button#send-prompt"), node("button#send")
    assert candidate_score(near, lost("send", "#send-prompt-button")) > candidate_score(
        far, lost("send", "#send-prompt-button")
    )


def test_of_two_buttons_the_one_beside_the_box_fits_better() -> None:
    beside, away = node("button.send", box=(410, 510, 30, 30)), node("button.send", box=(900, 10, 30, 30))
    assert candidate_score(beside, lost("send", "#gone")) > candidate_score(away, lost("send", "#gone"))


def test_of_two_boxes_the_one_at_the_foot_of_the_page_fits_better() -> None:
    foot, head = node("textarea", box=(0, 900, 400, 60)), node("textarea", box=(0, 10, 400, 60))
    assert candidate_score(foot, lost("composer", "#gone")) > candidate_score(head, lost("composer", "#gone"))


def test_a_file_input_fits_though_it_is_hidden() -> None:
    assert candidate_score(node("input", type="file", box=None), lost("file", "#gone")) > 0


def test_a_button_by_role_can_send() -> None:
    assert candidate_score(node("div.send", role="button"), lost("send", "#gone")) > 0


def test_a_button_by_its_class_can_send() -> None:
    assert candidate_score(node("div.send-button-container"), lost("send", "#gone")) > 0


def test_a_code_block_fits_by_what_it_is_called() -> None:
    assert candidate_score(node("pre"), lost("code", ".gone")) > 0
