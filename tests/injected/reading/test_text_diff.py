"""The smallest correct description of how a text changed."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

# A block with one text node, known to a tracker; `change(f)` gives the change that it reports for what f did.
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


async def test_the_common_beginning_of_two_texts_is_found(lab: Lab) -> None:
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


async def test_a_text_is_reported_by_what_differs(lab: Lab) -> None:
    cases = {
        "text that grew at the end is reported alone": Case(
            "return change(() => code.lastChild.appendData('de'))",
            {
                "at": 3,
                "text": "de",
            },
        ),
        "text that grew several times is reported once": Case(
            "return change(() => { code.lastChild.appendData('d'); code.lastChild.appendData('e'); })",
            {"at": 3, "text": "de"},
        ),
        "a text set again to the same and more has grown": Case(
            "return change(() => { code.lastChild.data = 'abcd'; })",
            {
                "at": 3,
                "text": "d",
            },
        ),
        "a text set again to the same has not changed": Case(
            "return change(() => { code.lastChild.data = 'abc'; })", None
        ),
        "a text that was reported whole gives what differs": Case(
            "return tracker.diff({ text: 'abXY', last: null, segments: [] })", {"at": 2, "text": "XY"}
        ),
        "a text that became shorter tells its new end": Case(
            "return tracker.diff({ text: 'a', last: null, segments: [] })",
            {
                "at": 1,
                "text": "",
            },
        ),
        "a text that is the same tells nothing": Case(
            "return tracker.diff({ text: 'abc', last: null, segments: [] })", None
        ),
        "a forgotten text is reported completely": Case(
            "tracker.forget(); return tracker.diff({ text: 'abc', last: null, segments: [] })",
            {"at": 0, "text": "abc"},
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_change_that_is_no_growth_at_the_end_needs_the_whole_text(lab: Lab) -> None:
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


async def test_a_long_text_grows_too(lab: Lab) -> None:
    change = await lab(f"{SCENE} return change(() => code.lastChild.appendData('z'))", "0123456789" * 1000)
    assert change == {"at": 10_000, "text": "z"}
