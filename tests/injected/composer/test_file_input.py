"""The site's own way to take a file."""

from __future__ import annotations

from tests.injected.lab import Lab

FILES = "const f = new file_input.Files();"
INPUT = "<input id=a type=file {}>"
BUTTON = "<button id=b style='position:fixed;left:10px;top:60px;width:40px;height:20px'>+</button>"


async def test_an_input_goes_before_a_button(lab: Lab) -> None:
    wrong: list[object] = []
    for html, kind in [
        ("", ""),
        (INPUT.format("hidden"), "input"),
        (INPUT.format("disabled hidden"), ""),
        (BUTTON, "button"),
        (BUTTON + INPUT.format("hidden"), "input"),
        ("<input id=a type=text>", "button"),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{FILES} return f.kind('#a, #b');")) != kind:
            wrong.append((html, found))
    assert wrong == []


async def test_an_input_in_a_shadow_tree_is_found(lab: Lab) -> None:
    await lab.body("<div id=host></div>")
    code = """const root = document.querySelector("#host").attachShadow({ mode: "open" });
        root.innerHTML = "<input id=a type=file>"; const r = new shadow_roots.Roots(); r.add(root);"""
    assert await lab(f"{code} return new file_input.Files(r).input('#a') === root.firstChild;")


async def test_an_input_for_every_file_goes_before_one_for_pictures(lab: Lab) -> None:
    await lab.body(
        "<form><textarea id=box></textarea><input id=a type=file accept='image/*'><input id=b type=file></form>"
    )
    assert await lab(f"{NEAR_FILES} return f.input('input[type=file]').id;") == "b"


async def test_a_button_is_no_input(lab: Lab) -> None:
    await lab.body(BUTTON)
    assert await lab(f"{FILES} return f.input('#b');") is None


async def test_the_button_is_pressed_if_nothing_lies_over_it(lab: Lab) -> None:
    await lab.body(BUTTON)
    code = """let heard = 0; document.querySelector("#b").onclick = () => { heard += 1; };
        const pressed = [f.press("#b"), f.press("#nowhere")];
        document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0'></div>");
        f.kind("#b"); return [...pressed, f.press("#b"), heard];"""
    assert await lab(FILES + code) == [True, False, False, 1]


NEAR = """<input id=a type=file><main><form><textarea id=box></textarea><input id=b type=file><input id=c type=file></form>
<input id=d type=file></main><dialog><input id=e type=file></dialog>"""
NEAR_FILES = "const f = new file_input.Files(new shadow_roots.Roots(), () => document.querySelector('#box'));"


async def test_of_several_inputs_the_one_of_the_message_box_is_taken(lab: Lab) -> None:
    wrong: list[object] = []
    for html, chosen in [
        (NEAR, "b"),
        (NEAR.replace("<form>", "<div>").replace("</form>", "</div>"), "c"),
        ("<input id=a type=file><textarea id=box></textarea><input id=b type=file>", None),
        ("<input id=a type=file><textarea id=box></textarea>", "a"),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{NEAR_FILES} return f.input('input')?.id ?? null;")) != chosen:
            wrong.append((html, found))
    assert wrong == []


async def test_an_element_that_a_press_opened_is_distinguished_from_the_pressed_button(lab: Lab) -> None:
    wrong: list[object] = []
    for more, offered in [
        ("", ""),
        (INPUT.format("hidden"), "input"),
        ("<button id=a>Upload</button>", "button"),
    ]:
        await lab.empty()
        await lab.body(BUTTON)
        code = "f.press('#a, #b'); document.body.insertAdjacentHTML('beforeend', given);"
        if (found := await lab(f"{FILES} {code} return f.offers('#a, #b');", more)) != offered:
            wrong.append((more, found))
    assert wrong == []


GIVE = """const data = new DataTransfer(); data.items.add(new File(["x"], "result.txt"));
const input = f.input("#a"); input.files = data.files;"""


async def test_a_file_input_says_whether_it_holds_the_file(lab: Lab) -> None:
    await lab.body(INPUT.format(""))
    assert await lab(f"{FILES} {GIVE} return [f.holds('result.txt'), f.holds('other.txt')];") == [True, False]


async def test_nothing_is_held_before_it_is_given(lab: Lab) -> None:
    await lab.body(INPUT.format(""))
    assert not await lab(f"{FILES} return f.holds('result.txt');")


async def test_elements_that_name_the_file_are_counted(lab: Lab) -> None:
    wrong: list[object] = []
    for html, count in [
        ("<p>other</p>", 0),
        ("<span>read_file-12345.txt</span>", 1),
        ("<span>read_file-12\u2026txt</span>", 1),
        ("<button title='read_file-12345.txt'></button><img alt='read_file-12345.txt'>", 2),
        ("<button aria-label='Remove read_file-12345.txt'>x</button>", 1),
    ]:
        await lab.empty()
        await lab.body(html)
        if (found := await lab(f"{FILES} return f.named('read_file-12345.txt');")) != count:
            wrong.append((html, found))
    assert wrong == []


async def test_an_input_says_which_files_it_takes(lab: Lab) -> None:
    wrong: list[object] = []
    for accept, takes in [
        ("", True),
        ("image/*", True),
        (".PNG, .pdf", True),
        ("*/*", True),
        ("image/jpeg,.pdf", False),
    ]:
        await lab.empty()
        await lab.body(INPUT.format(f"accept='{accept}'"))
        if (found := await lab(f"{FILES} return f.takes('#a', 'image/png', 'a.png');")) is not takes:
            wrong.append((accept, found))
    assert wrong == []


async def test_a_picture_out_of_the_pages_memory_counts_as_a_preview(lab: Lab) -> None:
    await lab.body("<img src='/a.png'><div style='background-image:url(data:image/png;base64,AA==)'></div>")
    await lab.page.evaluate("document.body.append(Object.assign(new Image(), { src: 'blob:null/1' }))")
    assert await lab(f"{FILES} return f.previews();") == 2
