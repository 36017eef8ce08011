from overlay.demo.conversations import Conversation, ConversationStore, Message
from overlay.demo.script import Turn


def test_a_message_is_joined_from_its_parts_and_halves_of_a_pair() -> None:
    assert Message("assistant", ["a", "b", "\ud83d", "\ude42"]).text == "ab🙂"


def test_a_title_is_the_first_message_on_one_line_and_is_cut() -> None:
    long = Conversation([Message("user", ["word " * 30])]).title
    assert Conversation().title == ""
    assert Conversation([Message("user", ["two\n  lines"])]).title == "two lines"
    assert len(long) == 48
    assert long[-1] == "…"


def test_a_conversation_is_busy_only_until_its_answer_is_done() -> None:
    conversation = Conversation()
    assert not conversation.busy
    answer = conversation.begin_answer()
    assert conversation.busy
    answer.done = True
    assert not conversation.busy


def test_the_model_gets_roles_and_texts_and_the_page_gets_ids_too() -> None:
    conversation = Conversation()
    message = conversation.add("user", "hi")
    assert conversation.turns() == [Turn("user", "hi")]
    expected = {"id": message.id, "role": "user", "text": "hi"}
    assert conversation.as_json() == {"id": conversation.id, "title": "hi", "messages": [expected]}


def test_the_store_finds_its_conversations_and_lists_the_newest_first() -> None:
    store = ConversationStore()
    first, second = store.create([Turn("user", "hi")]), store.create()
    assert store.get(first.id) is first
    assert store.get("nobody") is None
    assert store.newest_first() == [second, first]
