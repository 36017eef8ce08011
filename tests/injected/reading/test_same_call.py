"""Whether two blocks with equal calls show one call of the answer or two, by the text around them."""

from __future__ import annotations

from tests.injected.lab import Lab

RELATION = """
    const profile = { user: ".user", assistant: ".bot", message_id: "data-id", turn: given.turn, reasoning: "", streaming: "", composer: "", guessed: false };
    const shown = new page_model.Page(profile);
    const [known, fresh] = document.querySelectorAll("pre");
    return same_call.relation(shown, ...(given.back ? [fresh, known] : [known, fresh]));
"""
ONE = "<div class=bot data-id=m1>{}</div>"


async def relation(lab: Lab, html: str, *, turn: str = "", back: bool = False) -> str:
    await lab.body(html)
    return await lab(RELATION, {"turn": turn, "back": back})


BESIDE = {
    "nothing between": "<pre></pre><pre></pre>",
    "a label between": "<pre></pre><div>xml</div><pre></pre>",
    "a label in a paragraph": "<pre></pre><p>xml</p><pre></pre>",
    "a bar with a button": "<pre></pre><div>xml <button>Copy this code, please</button></div><pre></pre>",
    "hidden words": "<pre></pre><p aria-hidden=true>And once more, to be sure:</p><pre></pre>",
    "a card for each": "<div><span>xml</span><pre></pre></div><div><span>xml</span><pre></pre></div>",
    "the same words before both": "<p>I look it up:</p><pre></pre><p>I look it up:</p><pre></pre>",
    "the whole answer again": "<div><p>I look.</p><pre></pre><p>Then more.</p></div><div><p>I look.</p><pre></pre></div>",
    "words in what held the first": "<div><pre></pre><p>Then I go on.</p></div><div><pre></pre></div>",
    "another block between": "<pre></pre><code>a\nb</code><pre></pre>",
}


async def test_two_blocks_without_words_between_them_may_show_one_call(lab: Lab) -> None:
    wrong: list[object] = []
    for name in BESIDE:
        await lab.empty()
        if (found := await relation(lab, ONE.format(BESIDE[name]))) != "unsure":
            wrong.append((name, found))
    assert wrong == []


APART = {
    "a sentence": "<p>I look it up:</p><pre></pre><p>And once more, to be sure:</p><pre></pre>",
    "one word": "<pre></pre><p>Again:</p><pre></pre>",
    "a sentence without an element": "<pre></pre>And once more, just to be very sure.<pre></pre>",
    "other scripts": "<pre></pre><p>もう一度確認します。</p><pre></pre>",
    "an element around each": "<div><pre></pre></div><div><p>Once more:</p></div><div><pre></pre></div>",
    "marks within": "<pre></pre><p>I look <b>once more</b>.</p><pre></pre>",
}


async def test_words_of_the_answer_between_two_blocks_make_them_two(lab: Lab) -> None:
    wrong: list[object] = []
    for name in APART:
        await lab.empty()
        if (found := await relation(lab, ONE.format(APART[name]))) != "other":
            wrong.append((name, found))
    assert wrong == []


async def test_an_answer_grows_at_its_end(lab: Lab) -> None:
    wrong: list[object] = []
    for name in APART:
        await lab.empty()
        if (found := await relation(lab, ONE.format(APART[name]), back=True)) != "unsure":
            wrong.append((name, found))
    assert wrong == []


ASK = "<div class=user{1}>{0}</div>"
TWO = "<div class=bot{0}><pre></pre></div>"
FIRST, NEXT = ASK.format("Do it.", ""), ASK.format("And now this.", "")
TURNS = {
    "another question": (FIRST + TWO.format("") + NEXT + TWO.format(""), "other"),
    "the same words again": (FIRST + TWO.format("") + FIRST + TWO.format(""), "other"),
    "no question between": (FIRST + TWO.format("") + TWO.format(""), "unsure"),
    "no question between, other names": (
        FIRST + TWO.format(" data-id=a") + TWO.format(" data-id=b"),
        "unsure",
    ),
    "no question at all": (TWO.format("") + TWO.format(""), "unsure"),
    "the same name": (FIRST + TWO.format(" data-id=a") + TWO.format(" data-id=a"), "same"),
    "the same name after another question": (
        FIRST + TWO.format(" data-id=a") + NEXT + TWO.format(" data-id=a"),
        "unsure",
    ),
    "two panes": (f"<section>{FIRST}{TWO.format('')}</section>" * 2, "unsure"),
    "two panes with names": (
        f"<section>{ASK.format('Do it.', ' data-id=u')}{TWO.format(' data-id=a')}</section>" * 2,
        "same",
    ),
    "turns": (
        f"<section>{FIRST}{TWO.format('')}</section><section>{NEXT}{TWO.format('')}</section>",
        "other",
    ),
    "a result that comes twice": (
        f"<section>{NEXT}<div class=bot>Well.</div></section>"
        + f"<section>{FIRST}{TWO.format('')}</section>" * 2,
        "other",
    ),
    "outside of messages": ("<pre></pre><pre></pre>", ""),
}


async def test_two_messages_are_two_answers_where_a_question_is_between(lab: Lab) -> None:
    wrong: list[object] = []
    for name in TURNS:
        await lab.empty()
        html, expected = TURNS[name]
        if (found := await relation(lab, html)) != expected:
            wrong.append((name, found))
    assert wrong == []


async def test_the_messages_of_one_turn_are_one_answer(lab: Lab) -> None:
    html = f"{FIRST}<article data-id=t>{TWO.format('')}{TWO.format('')}</article>"
    assert await relation(lab, html, turn="article") == "unsure"


async def test_blocks_in_shadow_trees_are_looked_at_where_they_are_drawn(lab: Lab) -> None:
    await lab.body(ONE.format("<x-a></x-a><p>And once more:</p><x-b></x-b>"))
    found = await lab(
        """
        const [known, fresh] = ["x-a", "x-b"].map((name) => {
            const root = document.querySelector(name).attachShadow({ mode: "open" });
            return root.appendChild(document.createElement("pre"));
        });
        const profile = { user: ".user", assistant: ".bot", message_id: "", turn: "", reasoning: "" };
        const place = new page_model.Page(profile);
        return [same_call.relation(place, known, fresh), same_call.relation(place, fresh, known)];
        """
    )
    assert found == ["other", "unsure"]
