from overlay.demo.conversations import Conversation, Message, Store
from overlay.demo.script import Turn


def test_a_message_is_joined_from_its_parts() -> None:
    assert Message("assistant", ["a", "b"]).text == "ab"


def test_halves_of_a_pair_become_one_character() -> None:
    assert Message("assistant", ["\ud83d", "\ude42"]).text == "🙂"


def test_the_title_is_the_first_message_on_one_line() -> None:
    conversation = Conversation([Message("user", ["two\n  lines"])])
    assert conversation.title == "two lines"


def test_a_long_title_is_cut() -> None:
    conversation = Conversation([Message("user", ["word " * 30])])
    assert len(conversation.title) == 48
    assert conversation.title[-1] == "…"


def test_an_empty_conversation_has_no_title() -> None:
    assert Conversation().title == ""


def test_a_conversation_is_busy_until_its_answer_is_done() -> None:
    conversation = Conversation()
    answer = conversation.begin_answer()
    before = conversation.busy
    answer.done = True
    assert before
    assert not conversation.busy


def test_an_empty_conversation_is_not_busy() -> None:
    assert not Conversation().busy


def test_the_model_sees_roles_and_texts() -> None:
    conversation = Conversation()
    conversation.add("user", "hi")
    assert conversation.turns() == [Turn("user", "hi")]


def test_the_page_gets_ids_roles_and_texts() -> None:
    conversation = Conversation()
    message = conversation.add("user", "hi")
    expected = {"id": message.id, "role": "user", "text": "hi"}
    assert conversation.as_json() == {"id": conversation.id, "title": "hi", "messages": [expected]}


def test_the_store_finds_what_it_made() -> None:
    store = Store()
    made = store.create([Turn("user", "hi")])
    assert store.get(made.id) is made


def test_the_store_knows_no_other_id() -> None:
    assert Store().get("nobody") is None


def test_the_newest_conversation_comes_first() -> None:
    store = Store()
    made = [store.create(), store.create()]
    assert store.newest_first() == [made[1], made[0]]
