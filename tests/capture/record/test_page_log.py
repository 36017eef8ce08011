"""Messages of a page become the lines of a recording."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from observers.recording_protocol import SetSheets, SpliceText
from overlay.capture.model import Add, Attach, Closed, Node, Opened, PackedLine, PackedStep, Shadow
from overlay.capture.record.page_log import DEPTH, Pages
from tests.capture.record.told import begin, document, moment, put, record


def pages() -> Pages:
    ticks = count(1)
    return Pages(lambda _: float(next(ticks)))


def lines(*entries: dict[str, Any]) -> list[PackedLine]:
    return pages().took(document(), record(begin(), *entries))


def test_the_first_moment_is_the_document_with_its_nodes_in_each_other() -> None:
    [line] = lines(
        moment(put(1, 2, doctype="html"), put(1, 3, tag="html"), put(3, 4, tag="p"), put(4, 5, text="x"))
    )
    assert isinstance(line, Opened)
    html = Node(id=3, tag="html", kids=[Node(id=4, tag="p", kids=[Node(id=5, text="x")])])
    assert line.doc == 1
    assert line.page == 1
    assert line.url == "http://a/"
    assert line.tree == [Node(id=2, doctype="html"), html]


def test_a_moment_in_pieces_is_one_step() -> None:
    first = moment(put(1, 2, tag="p"), over=False)
    told = lines(
        first, moment(put(2, 3, text="a")), moment({"o": "text", "id": 3, "at": 1, "cut": 0, "text": "b"})
    )
    assert isinstance(told[0], Opened)
    assert told[0].tree == [Node(id=2, tag="p", kids=[Node(id=3, text="a")])]
    assert told[1:] == [PackedStep(at=2, doc=1, n=1, ops=[SpliceText(o="text", id=3, at=1, cut=0, text="b")])]


def test_a_long_text_in_pieces_is_one_text() -> None:
    more = {"o": "text", "id": 3, "at": 2, "cut": 0, "text": "cd"}
    [line] = lines(
        moment(
            put(1, 2, tag="p"), put(2, 3, text="ab"), more, put(2, 4, comment="e"), {**more, "id": 4, "at": 1}
        )
    )
    assert isinstance(line, Opened)
    assert line.tree[0].kids == [Node(id=3, text="abcd"), Node(id=4, comment="ecd")]


def test_a_node_before_another_or_in_an_old_one_is_an_addition_of_its_own() -> None:
    told = lines(moment(put(1, 2, tag="p")), moment(put(2, 5, text="z"), put(2, 4, 5, text="y"), put(2, 5)))
    assert isinstance(told[1], PackedStep)
    assert told[1].ops == [
        Add(o="add", parent=2, node=Node(id=5, text="z")),
        Add(o="add", parent=2, before=5, node=Node(id=4, text="y")),
        Add(o="add", parent=2, node=Node(id=5)),
    ]


def test_changes_of_a_node_that_is_moved_into_a_new_one_are_steps() -> None:
    root: dict[str, Any] = {"o": "root", "id": 2, "root": 9, "sheets": []}
    grown = {"o": "text", "id": 3, "at": 1, "cut": 0, "text": "y"}
    told = lines(
        moment(put(1, 2, tag="p"), put(2, 3, text="x")),
        moment(put(1, 4, tag="div"), put(4, 2), put(4, 3), grown, put(2, 5, text="z"), root),
    )
    assert isinstance(told[1], PackedStep)
    assert told[1].ops == [
        Add(o="add", parent=1, node=Node(id=4, tag="div", kids=[Node(id=2), Node(id=3)])),
        SpliceText(o="text", id=3, at=1, cut=0, text="y"),
        Add(o="add", parent=2, node=Node(id=5, text="z")),
        Attach(o="shadow", id=2, shadow=Shadow(id=9)),
    ]


def test_a_shadow_root_is_in_its_new_element_or_a_change_of_an_old_one() -> None:
    root: dict[str, Any] = {"o": "root", "id": 2, "root": 9, "sheets": ["p {}"]}
    [line] = lines(moment(put(1, 2, tag="p"), root, put(9, 10, text="x")))
    shadow = Shadow(id=9, kids=[Node(id=10, text="x")], sheets=["p {}"])
    assert isinstance(line, Opened)
    assert line.tree[0].shadow == shadow
    told = lines(moment(put(1, 2, tag="p")), moment(root, put(9, 10, text="x")))
    assert isinstance(told[1], PackedStep)
    assert told[1].ops == [Attach(o="shadow", id=2, shadow=shadow)]


def test_sheets_of_the_document_are_in_its_line() -> None:
    told = lines(
        moment(put(1, 2, tag="p"), {"o": "sheets", "id": 0, "sheets": ["a"]}),
        moment({"o": "sheets", "id": 2, "sheets": ["b"]}),
    )
    assert isinstance(told[0], Opened)
    assert isinstance(told[1], PackedStep)
    assert told[0].sheets == ["a"]
    assert told[1].ops == [SetSheets(o="sheets", id=2, sheets=["b"])]


def test_a_tree_too_deep_for_a_line_is_added_piece_by_piece() -> None:
    deep = [put(n - 1, n, tag="div") for n in range(2, 2 * DEPTH + 10)]
    told = lines(moment(*deep))
    assert [type(line) for line in told] == [Opened, PackedStep]
    assert isinstance(told[1], PackedStep)
    assert len(told[1].ops) == 2


def test_other_changes_are_kept_as_they_are() -> None:
    ops: list[dict[str, Any]] = [
        {"o": "attr", "id": 2, "name": "a", "value": None},
        {"o": "value", "id": 2, "value": "v"},
        {"o": "url", "url": "/b"},
        {"o": "del", "id": 2},
    ]
    told = lines(moment(put(1, 2, tag="p")), moment(*ops))
    assert isinstance(told[1], PackedStep)
    assert [op.model_dump() for op in told[1].ops] == ops


def test_a_part_rebuilt_is_kept_as_it_was_reported() -> None:
    kids: list[Any] = [
        2,
        {"like": {"text": [0, 1, "\ud83d"]}},
        {"new": {"tag": "b", "kids": [{"text": "x"}]}},
    ]
    again = {"o": "again", "parent": 1, "id": 20, "like": 2, "what": {"kids": kids}}
    anew = {"o": "anew", "id": 1, "first": 40, "kids": kids}
    told = lines(moment(put(1, 2, tag="p")), moment(again, anew))
    assert isinstance(told[1], PackedStep)
    kept = [op.model_dump(exclude_defaults=True) for op in told[1].ops]
    assert json.loads(json.dumps(kept)) == [again, anew]


def test_steps_of_all_documents_are_numbered_in_one_row() -> None:
    told = pages()
    one, two = document(), document(page="another")
    for played in (one, two):
        told.took(played, record(begin(), moment(put(1, 2, tag="p"))))
    numbers = [
        line.n
        for played in (one, two, one)
        for line in told.took(played, record(moment()))
        if isinstance(line, PackedStep)
    ]
    assert numbers == [1, 2, 3]
    assert told.step == 3
    assert told.number(two) == 2


def test_a_frame_names_its_element_and_is_left_out_if_that_is_unknown() -> None:
    told = pages()
    assert told.took(document(top=False), record(begin(), moment(put(1, 2, tag="p")))) == []
    assert told.took(document(top=False, page="x"), record(begin(frame=7), moment())) == []
    told.took(document(), record(begin(), moment(put(1, 2, tag="iframe"))))
    [line] = told.took(document(top=False), record(begin(frame=2), moment(put(1, 2, tag="p"))))
    assert isinstance(line, Opened)
    assert line.frame == (1, 2)


def test_a_frame_that_comes_before_its_page_is_written_after_it_with_all_its_changes() -> None:
    told = pages()
    frame = document(top=False)
    told.took(frame, record(begin(frame=2), moment(put(1, 2, tag="p"))))
    more = {"o": "attr", "id": 2, "name": "a", "value": "b"}
    assert told.took(frame, record(moment(more))) == []
    assert told.number(frame) == 0
    page, framed, step = told.took(document(), record(begin(), moment(put(1, 2, tag="iframe"))))
    assert isinstance(page, Opened)
    assert isinstance(framed, Opened)
    assert framed.frame == (1, 2)
    assert framed.tree == [Node(id=2, tag="p")]
    assert isinstance(step, PackedStep)
    assert [op.model_dump() for op in step.ops] == [more]


def test_a_frame_whose_element_is_reported_later_is_written_after_that_step() -> None:
    told, page, frame = pages(), document(), document(top=False)
    told.took(page, record(begin(), moment(put(1, 2, tag="body"))))
    assert told.took(frame, record(begin(frame=4), moment(put(1, 2, tag="p")))) == []
    [early] = told.took(page, record(moment(put(2, 3, tag="i"))))
    assert isinstance(early, PackedStep)
    added, framed = told.took(page, record(moment(put(2, 4, tag="iframe"))))
    assert isinstance(added, PackedStep)
    assert isinstance(framed, Opened)
    assert framed.frame == (1, 4)


def test_a_frame_in_a_part_that_is_copied_waits_for_nothing_more() -> None:
    told, page, frame = pages(), document(), document(top=False)
    told.took(page, record(begin(), moment(put(1, 2, tag="body"))))
    told.took(page, record(moment({"o": "anew", "id": 2, "first": 3, "kids": []})))
    [framed] = told.took(frame, record(begin(frame=5), moment(put(1, 2, tag="p"))))
    assert isinstance(framed, Opened)


def test_an_empty_tab_is_left_out() -> None:
    told = pages()
    played = document()
    assert told.took(played, record(begin(url="about:blank"), moment())) == []
    assert told.number(played) == 0
    frame = document(top=False)
    assert told.took(frame, record(begin(frame=2), moment(put(1, 2, tag="p")))) == []
    assert told.number(frame) == 0
    assert told.closed(played) == []
    assert told.closed(played) == []


def test_a_document_begins_with_its_first_message_and_is_closed_at_its_end() -> None:
    assert pages().took(document(), record(moment(put(1, 2, tag="p")))) == []
    told = pages()
    played = document()
    told.took(played, record(begin(), moment()))
    assert told.closed(played) == [Closed(at=2, doc=1)]
