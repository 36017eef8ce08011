"""An element that a model names is found in the page as a person would find it."""

from __future__ import annotations

from tests.injected.lab import Lab

PAGE = """
const chat = new page_model.Page({ user: ".user", assistant: ".assistant", streaming: "", fence: "", message_id: "" });
const idOf = (element) => element && element.id;
"""
PIXELS = "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}'/>"


def picture(name: str, width: int = 100, height: int = 50, style: str = "") -> str:
    source = PIXELS.format(width, height).replace("<", "%3C").replace(">", "%3E")
    return f'<img id="{name}" src="data:image/svg+xml,{source}" style="{style}">'


async def saying(lab: Lab, body: str, text: str) -> str | None:
    await lab.body(body)
    return await lab(f"{PAGE} return idOf(element_search.elementSaying(given, chat));", text)


async def test_an_element_is_found_by_what_it_says(lab: Lab) -> None:
    wrong: list[object] = []
    for body, text in [
        ("<p>other</p><p id=it>The red cup</p>", "red cup"),
        ("<p id=it>The\n   red\tcup</p>", " RED  cup "),
        ("<button id=it>Se<b>nd</b></button>", "send"),
        ("<p id=it>a <i>red</i> <b>cup</b></p>", "red cup"),
        ("<button id=it aria-label='Attach a file'>+</button>", "attach a file"),
        ("<img id=it alt='A red cup' width=40 height=40>", "red cup"),
        ("<input id=it placeholder='Search here'>", "search here"),
        ("<input id=it type=submit value='Go on'>", "go on"),
        ("<a id=it href=# title='Settings'>x</a>", "settings"),
    ]:
        await lab.empty()
        if (found := await saying(lab, body, text)) != "it":
            wrong.append((body, text, found))
    assert wrong == []


async def test_the_best_matching_element_is_found(lab: Lab) -> None:
    wrong: list[object] = []
    for name, body in [
        ("an element with all of the words beats one with some", "<p id=it>cup</p><p id=no>the cup</p>"),
        ("a control beats prose", "<button id=it>the cup</button><p id=no>a cup</p>"),
        ("the page's own beats a message", "<p id=it>a cup</p><div class=user><p id=no>the cup</p></div>"),
        ("of equals the last counts", "<p id=no>cup</p><p id=it>cup</p>"),
        ("the innermost counts", "<section id=no><p id=it>a cup here</p></section>"),
        (
            "an element that is not displayed does not count",
            "<p id=it>cup</p><p id=no style='display: none'>cup</p>",
        ),
        (
            "an invisible element does not count",
            "<p id=it>cup</p><p id=no style='visibility: hidden'>cup</p>",
        ),
        ("the text of a style sheet does not count", "<p id=it>cup</p><style id=no>.cup {}</style>"),
        (
            "a form's children can't hide its text",
            "<form id=it>cup<input name=textContent><input name=parentNode></form>",
        ),
    ]:
        await lab.empty()
        if (found := await saying(lab, body, "cup")) != "it":
            wrong.append((name, body, found))
    assert wrong == []


async def test_a_text_that_no_element_contains_is_not_found(lab: Lab) -> None:
    wrong: list[object] = []
    for text in ["zebra", " ", ""]:
        await lab.empty()
        if (found := await saying(lab, "<p id=it>cup</p>", text)) is not None:
            wrong.append((text, found))
    assert wrong == []


async def newest(lab: Lab, body: str) -> str | None:
    await lab.body(body)
    await lab("await Promise.all([...document.images].map((image) => image.decode().catch(() => 0)));")
    return await lab(f"{PAGE} return idOf(element_search.newestPicture(chat));")


async def test_the_newest_picture_is_found(lab: Lab) -> None:
    wrong: list[object] = []
    for name, body in [
        ("the last", picture("no") + picture("it")),
        (
            "the last of the chat",
            f"<div class=user>{picture('no')}</div><div class=assistant>{picture('it')}</div>{picture('x')}",
        ),
        ("no icon", picture("it") + picture("no", 20, 20)),
        ("none that is hidden", picture("it") + picture("no", style="display: none")),
        ("a canvas too", picture("no") + "<canvas id=it></canvas>"),
    ]:
        await lab.empty()
        if (found := await newest(lab, body)) != "it":
            wrong.append((name, body, found))
    assert wrong == []


async def test_no_picture_is_found_on_a_page_without_pictures(lab: Lab) -> None:
    assert await newest(lab, "<p>none</p>") is None


async def test_a_picture_is_where_its_style_puts_it(lab: Lab) -> None:
    wrong: list[object] = []
    for fit, place in [
        ("fill", [0, 0, 200, 200]),
        ("contain", [0, 50, 200, 100]),
        ("cover", [-100, 0, 400, 200]),
        ("none", [50, 75, 100, 50]),
        ("scale-down", [50, 75, 100, 50]),
    ]:
        await lab.empty()
        await lab.body(
            picture(
                "it",
                style=f"position: fixed; left: 0; top: 0; width: 200px; height: 200px; object-fit: {fit}",
            )
        )
        code = """const image = document.getElementById("it"); await image.decode();
        const { left, top, width, height } = element_search.pictureRect(image); return [left, top, width, height];"""
        if (found := await lab(code)) != place:
            wrong.append((fit, found))
    assert wrong == []


async def test_a_canvas_has_a_place_too(lab: Lab) -> None:
    await lab.body(
        "<canvas id=it width=10 height=10 style='position: fixed; left: 5px; top: 0; width: 100px; height: 50px; object-fit: contain'></canvas>"
    )
    assert await lab(
        "const { left, width } = element_search.pictureRect(document.getElementById('it')); return [left, width];"
    ) == [30, 50]
