"""The cheapest true account of how a text changed."""

from __future__ import annotations

from tests.injected.lab import Lab

# A block with one text node, known to a tracker; `change(f)` gives what it tells of what f did.
SCENE = """
const code = document.createElement("code");
document.body.append(code);
code.append(given ?? "abc");
const tracker = new text_diff.Tracker();
tracker.diff({ text: code.textContent, last: code.lastChild, segments: [] });
const records = [];
const change = (how) => {
    const ownObserver = new MutationObserver(() => {});
    ownObserver.observe(code, { childList: true, characterData: true, subtree: true });
    how();
    return tracker.diffAppend(code, ownObserver.takeRecords());
};
"""


async def test_the_common_beginning_of_two_texts(lab: Lab) -> None:
    wrong: list[object] = []
    for one, other, length in [
        ("", "", 0),
        ("a", "", 0),
        ("abc", "abc", 3),
        ("abc", "abd", 2),
        ("abc", "ab", 2),
        ("ab", "abc", 2),
        ("x", "y", 0),
    ]:
        await lab.empty()
        if (found := await lab("return text_diff.commonPrefix(...given)", [one, other])) != length:
            wrong.append((one, other, found))
    assert wrong == []


async def test_text_that_grew_at_the_end_is_reported_alone(lab: Lab) -> None:
    assert await lab(f"{SCENE} return change(() => code.lastChild.appendData('de'))") == {
        "at": 3,
        "text": "de",
    }


async def test_text_that_grew_several_times_is_reported_once(lab: Lab) -> None:
    how = "() => { code.lastChild.appendData('d'); code.lastChild.appendData('e'); }"
    assert await lab(f"{SCENE} return change({how})") == {"at": 3, "text": "de"}


async def test_a_text_set_again_to_the_same_and_more_has_grown(lab: Lab) -> None:
    assert await lab(f"{SCENE} return change(() => {{ code.lastChild.data = 'abcd'; }})") == {
        "at": 3,
        "text": "d",
    }


async def test_a_text_set_again_to_the_same_has_not_changed(lab: Lab) -> None:
    assert await lab(f"{SCENE} return change(() => {{ code.lastChild.data = 'abc'; }})") is None


async def test_anything_else_is_looked_at_whole(lab: Lab) -> None:
    wrong: list[object] = []
    for how in [
        "code.lastChild.data = 'abXd'",
        "code.lastChild.data = 'ab'",
        "code.append('more')",
        "code.prepend('more')",
        "code.replaceChildren('abcd')",
        "code.lastChild.remove()",
        "code.remove(); code.lastChild.appendData('d')",
    ]:
        await lab.empty()
        if not (await lab(f"{SCENE} return change(() => {{ {how} }}) === undefined")):
            wrong.append(how)
    assert wrong == []


async def test_a_text_that_was_reported_whole_gives_what_differs(lab: Lab) -> None:
    code = "tracker.diff({ text: 'abXY', last: null, segments: [] })"
    assert await lab(f"{SCENE} return {code}") == {"at": 2, "text": "XY"}


async def test_a_text_that_became_shorter_tells_its_new_end(lab: Lab) -> None:
    assert await lab(f"{SCENE} return tracker.diff({{ text: 'a', last: null, segments: [] }})") == {
        "at": 1,
        "text": "",
    }


async def test_a_text_that_is_the_same_tells_nothing(lab: Lab) -> None:
    assert await lab(f"{SCENE} return tracker.diff({{ text: 'abc', last: null, segments: [] }})") is None


async def test_what_was_forgotten_is_reported_whole(lab: Lab) -> None:
    code = "tracker.forget(); return tracker.diff({ text: 'abc', last: null, segments: [] })"
    assert await lab(f"{SCENE} {code}") == {"at": 0, "text": "abc"}


async def test_a_long_text_grows_too(lab: Lab) -> None:
    change = await lab(f"{SCENE} return change(() => code.lastChild.appendData('z'))", "0123456789" * 1000)
    assert change == {"at": 10_000, "text": "z"}
