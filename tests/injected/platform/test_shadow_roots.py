"""Selectors that reach into the page's open shadow trees."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

PAGE = "<p id=a></p><x-y id=host></x-y><p id=b></p>"
ROOTS = """const r = globalThis.found = new shadow_roots.Roots();
const holder = document.getElementById("host");
const root = holder.attachShadow({ mode: "open" });
root.innerHTML = "<p id=inner></p>";
r.add(root);
const ids = () => r.all("p").map((element) => element.id);"""


async def test_elements_in_shadow_trees_are_found_like_those_of_the_document(lab: Lab) -> None:
    cases = {
        "elements of a shadow tree are found after those of the document": Case(
            f"{ROOTS} return ids();", ["a", "b", "inner"], html=PAGE
        ),
        "a tree that left the page is passed over until it is back": Case(
            f"{ROOTS} holder.remove(); const without = ids(); document.body.append(holder); return [without, ids()];",
            [["a", "b"], ["a", "b", "inner"]],
            html=PAGE,
        ),
        "places are counted in a shadow tree too": Case(
            f"""{ROOTS} root.innerHTML = "<div class=user></div><div class=bot></div>";
    const p = new page_model.Page({{ user: ".user", assistant: ".bot", streaming: "", message_id: "" }}, r);
    return [p.place(root.firstChild).turn, p.place(root.lastChild).turn];""",
            [0, 1],
            html=PAGE,
        ),
        "the sign of streaming counts in a shadow tree too": Case(
            f"""{ROOTS} const p = new page_model.Page({{ user: "", assistant: "", streaming: "#inner", message_id: "" }}, r);
    const on = p.streaming(); root.replaceChildren(); return [on, p.streaming()];""",
            [True, False],
            html=PAGE,
        ),
        "a root that is found is known to the page": Case(
            f"""{ROOTS.replace("r.add(root);", "")} const p = new page_model.Page({{ user: ".user", assistant: "", streaming: "", message_id: "" }});
    const f = new block_finder.Finder({{ page: p, hosts: new host_elements.Hosts("data-m", false), watch: () => {{}}, late: () => {{}}, signal: new AbortController().signal }});
    f.scan(document); return p.roots.all("p").map((element) => element.id);""",
            [
                "a",
                "b",
                "inner",
            ],
            html=PAGE,
        ),
        "a box in a shadow tree is read and filled": Case(
            f"""{ROOTS} root.innerHTML = "<textarea id=box></textarea>";
    const c = new composer.Composer({{ composer: "#box", send: "" }}, r);
    c.set("a\\nb"); return root.firstChild.value;""",
            "a\nb",
            html=PAGE,
        ),
        "trees that are gone are not kept for ever and are found when they come back": Case(
            f"""{ROOTS.replace("r.add(root);", "")} const p = new page_model.Page({{ user: ".user", assistant: "", streaming: "", message_id: "" }});
    const f = new block_finder.Finder({{ page: p, hosts: new host_elements.Hosts("data-m", false), watch: () => {{}}, late: () => {{}}, signal: new AbortController().signal }});
    f.scan(document);
    holder.remove();
    for (let i = 0; i < 2000; i++) p.roots.add(document.createElement("div").attachShadow({{ mode: "open" }}));
    const kept = p.roots.known.size;
    document.body.append(holder);
    f.scan(holder);
    return [kept < 1100, p.roots.known.has(root)];""",
            [True, True],
            html=PAGE,
        ),
        "whether anything is found is reported for every tree in the page": Case(
            f"{ROOTS} const some = () => ['#a', '#inner', '#c'].map((one) => r.some(one)); const there = some(); holder.remove(); return [there, some()];",
            [[True, True, False], [True, False, False]],
            html=PAGE,
        ),
    }
    assert await lab.differing("", cases) == {}
