from __future__ import annotations

from overlay.sites.check.selector_names import selectors
from tests.sites.check.trees import node

NOTHING = frozenset[str]()


def test_a_name_that_stays_the_same_in_each_build_is_preferred() -> None:
    wrong: list[object] = []
    for element, best in [
        (node("button#send.big", data_testid="send-button"), '[data-testid="send-button"]'),
        (node("div#x12", data_message_author_role="assistant"), '[data-message-author-role="assistant"]'),
        (node("div#composer.wide"), "#composer"),
        (node("model-response.ng-star"), "model-response"),
        (node("div.answer"), ".answer"),
        (node("div.Message_humanBubble__x1Y2z"), '[class*="Message_humanBubble"]'),
        (node("div.Message_humanBubble__ioa_i"), '[class*="Message_humanBubble"]'),
        (node("div.ChatInput-module__box--Ab12c"), '[class*="ChatInput-module__box"]'),
        (node("input", name="q"), 'input[name="q"]'),
        (node("button", aria_label="Send message"), 'button[aria-label="Send message"]'),
        (node("div", contenteditable="true"), 'div[contenteditable="true"]'),
        (node("textarea"), "textarea"),
    ]:
        if (found := next(selectors(element, NOTHING))) != best:
            wrong.append((element, found))
    assert wrong == []


def test_a_name_that_changes_with_a_build_or_a_moment_is_not_used() -> None:
    wrong = [
        (element, found)
        for element in [
            node("div#r-1a2b3c"),
            node("div", data_testid="msg-8412"),
            node("div", data_message_id="iiqbUcx"),
            node("div", data_state="open"),
            node("div.flex.px-2.text-sm"),
            node("div._3xK9a"),
            node("div", aria_label='say "x"'),
        ]
        if (found := list(selectors(element, NOTHING))) != []
    ]
    assert wrong == []


def test_a_class_that_tells_the_role_comes_before_one_like_the_lost_selector() -> None:
    element = node("div.turn-container.user")
    assert next(selectors(element, frozenset({"turn", "container"}), frozenset({"user"}))) == ".user"


def test_of_several_classes_the_one_like_the_lost_selector_comes_first() -> None:
    assert next(selectors(node("div.bubble.assistant-turn"), frozenset({"assistant"}))) == ".assistant-turn"
