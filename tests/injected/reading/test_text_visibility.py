"""Whether a user can see the text of a block, while overlay's own element takes its place."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

LAYER = "position:absolute;inset:0"
OVER = {
    "a layer that lets presses through": f"<div style='{LAYER};background:#fff;pointer-events:none'></div>",
    "a layer that takes presses": f"<div style='{LAYER};background:#fff'></div>",
    "a pseudo-element": "<style>section::after { content: ''; position: absolute; inset: 0; background: #fff; }</style>",
}
LOOK = """
    const hosts = new host_elements.Hosts("data-x", true);
    document.adoptedStyleSheets = [hosts.rule];
    const pre = document.querySelector("pre");
    hosts.place(hosts.make(), pre);
    const message = document.querySelector("section");
    const hidden = text_visibility.isHiddenFromUser(pre, { hosts, message, box: null });
    document.adoptedStyleSheets = [];
    return hidden;
"""


def body(layer: str) -> str:
    return f"<section style='position:relative'><pre>some words of a call</pre>{layer}</section>"


async def test_a_text_under_a_layer_is_hidden_while_its_host_is_still_empty(lab: Lab) -> None:
    wrong: list[object] = []
    for name in OVER:
        await lab.empty()
        await lab.body(body(OVER[name]))
        if (found := await lab(LOOK)) is not True:
            wrong.append((name, found))
    assert wrong == []


async def test_a_layer_hides_the_text_under_it(lab: Lab) -> None:
    cases = {
        "a text under no layer is visible while its host is still empty": Case(LOOK, False, html=body("")),
        "a bar in the message itself hides its text": Case(LOOK, True, html=text_at(-85, BAR) + REST),
        "a bar hides a text that sticks to the edge": Case(
            LOOK, True, html=text_at(-85, style="position:sticky;top:0") + BAR + REST
        ),
        "a layer over a block that was visible before hides it": Case(
            TWICE,
            [
                False,
                True,
                False,
            ],
            given={"same": True, "cover": OVER["a layer that takes presses"]},
            html=body(BELOW),
        ),
    }
    assert await lab.differing("", cases) == {}


BAR = "<div style='position:fixed;left:0;right:0;bottom:0;height:90px;background:#fff'></div>"


LINES = "some words of a call\n" * 4
HIGH = BAR.replace("90px", "80vh")
REST = "<div style='height:2000px'></div>"
END = "<style>body { position: relative; margin: 0; height: 100vh; overflow: clip; }</style>"
BARS = {
    "a bar from under which it can be scrolled": (-85, BAR + REST, False),
    "a bar over the small part that is in view": (-20, HIGH + REST, False),
    "a bar at the end of the page": (-85, BAR + END, True),
    "a bar that covers most of the view": (-85, HIGH + REST, True),
    "a layer that scrolls along": (-85, BAR.replace("fixed", "absolute") + REST, True),
}


def text_at(top: int, inside: str = "", style: str = "") -> str:
    place = f"position:absolute;top:calc(100vh + {top}px);margin:0"
    return f"<section style='{style}'><pre style='{place}'>{LINES}</pre>{inside}</section>"


async def test_a_bar_hides_a_text_that_can_not_be_scrolled_out_from_under_it(lab: Lab) -> None:
    wrong: list[object] = []
    for name in BARS:
        await lab.empty()
        top, rest, hidden = BARS[name]
        await lab.body(text_at(top) + rest)
        if (found := await lab(LOOK)) is not hidden:
            wrong.append((name, found))
    assert wrong == []


async def test_a_message_box_over_a_scrolling_chat_hides_a_text_like_a_bar(lab: Lab) -> None:
    wrong: list[object] = []
    for room, hidden in [(100, False), (0, True)]:
        await lab.empty()
        chat = f"<section><pre style='margin:510px 0 0'>{LINES}</pre></section><div style='height:{room}px'></div>"
        box = "<form style='position:absolute;left:0;right:0;bottom:0;height:100px;background:#fff'></form>"
        await lab.body(
            f"<div style='position:relative;height:600px'><main style='height:600px;overflow:auto'>{chat}</main>{box}</div>"
        )
        if (found := await lab(LOOK)) is not hidden:
            wrong.append((room, found))
    assert wrong == []


TWICE = """
    const hosts = new host_elements.Hosts("data-x", true);
    document.adoptedStyleSheets = [hosts.rule];
    const pre = document.querySelector("pre");
    const message = document.querySelector("section");
    const block = {};
    const look = (of) => text_visibility.isHiddenFromUser(pre, { hosts, message, box: null, block: of });
    const painted = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    const first = look(block);
    const host = hosts.make();
    hosts.place(host, pre);
    const content = document.createElement("div");
    content.style.height = "300px";
    hosts.root(host).append(content);
    let moved = 0;
    const seen = new PerformanceObserver((list) => { moved += list.getEntries().length; });
    await painted();
    await painted();
    seen.observe({ type: "layout-shift" });
    if (given.cover) message.insertAdjacentHTML("beforeend", given.cover);
    const again = look(given.same ? block : {});
    await painted();
    await painted();
    document.adoptedStyleSheets = [];
    return [first, again, moved > 0];
"""
BELOW = "<p>words below</p><p>more words below</p>"


async def test_only_the_first_look_at_a_block_reports_to_the_page_that_it_moved(lab: Lab) -> None:
    wrong: list[object] = []
    for same in [True, False]:
        await lab.empty()
        await lab.body(body(BELOW))
        if (found := await lab(TWICE, {"same": same})) != [False, False, not same]:
            wrong.append((same, found))
    assert wrong == []
