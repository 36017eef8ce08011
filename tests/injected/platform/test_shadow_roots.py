"""Selectors that reach into the page's open shadow trees."""

from __future__ import annotations

from tests.injected.lab import Lab

PAGE = "<p id=a></p><x-y id=host></x-y><p id=b></p>"
ROOTS = """const r = globalThis.found = new shadow_roots.Roots();
const holder = document.getElementById("host");
const root = holder.attachShadow({ mode: "open" });
root.innerHTML = "<p id=inner></p>";
r.add(root);
const ids = () => r.all("p").map((element) => element.id);"""


async def test_what_is_in_a_shadow_tree_is_found_after_the_documents_own(lab: Lab) -> None:
    await lab.body(PAGE)
    assert await lab(f"{ROOTS} return ids();") == ["a", "b", "inner"]


async def test_a_tree_that_left_the_page_is_passed_over_until_it_is_back(lab: Lab) -> None:
    await lab.body(PAGE)
    code = "holder.remove(); const without = ids(); document.body.append(holder); return [without, ids()];"
    assert await lab(f"{ROOTS} {code}") == [["a", "b"], ["a", "b", "inner"]]


async def test_places_are_counted_in_a_shadow_tree_too(lab: Lab) -> None:
    await lab.body(PAGE)
    code = """root.innerHTML = "<div class=user></div><div class=bot></div>";
    const p = new page_model.Page({ user: ".user", assistant: ".bot", streaming: "", message_id: "" }, r);
    return [p.place(root.firstChild).turn, p.place(root.lastChild).turn];"""
    assert await lab(f"{ROOTS} {code}") == [0, 1]


async def test_the_sign_of_streaming_counts_in_a_shadow_tree_too(lab: Lab) -> None:
    await lab.body(PAGE)
    code = """const p = new page_model.Page({ user: "", assistant: "", streaming: "#inner", message_id: "" }, r);
    const on = p.streaming(); root.replaceChildren(); return [on, p.streaming()];"""
    assert await lab(f"{ROOTS} {code}") == [True, False]


async def test_a_root_that_is_found_is_known_to_the_page(lab: Lab) -> None:
    await lab.body(PAGE)
    code = """const p = new page_model.Page({ user: ".user", assistant: "", streaming: "", message_id: "" });
    const f = new block_finder.Finder({ page: p, hosts: new host_elements.Hosts("data-m", false), watch: () => {}, late: () => {}, signal: new AbortController().signal });
    f.scan(document); return p.roots.all("p").map((element) => element.id);"""
    assert await lab(f"{ROOTS.replace('r.add(root);', '')} {code}") == [
        "a",
        "b",
        "inner",
    ]


async def test_a_box_in_a_shadow_tree_is_read_and_filled(lab: Lab) -> None:
    await lab.body(PAGE)
    code = """root.innerHTML = "<textarea id=box></textarea>";
    const c = new composer.Composer({ composer: "#box", send: "" }, r);
    c.set("a\\nb"); return root.firstChild.value;"""
    assert await lab(f"{ROOTS} {code}") == "a\nb"


async def test_trees_that_are_gone_are_not_kept_for_ever_and_are_found_when_they_come_back(lab: Lab) -> None:
    await lab.body(PAGE)
    code = """const p = new page_model.Page({ user: ".user", assistant: "", streaming: "", message_id: "" });
    const f = new block_finder.Finder({ page: p, hosts: new host_elements.Hosts("data-m", false), watch: () => {}, late: () => {}, signal: new AbortController().signal });
    f.scan(document);
    holder.remove();
    for (let i = 0; i < 2000; i++) p.roots.add(document.createElement("div").attachShadow({ mode: "open" }));
    const kept = p.roots.known.size;
    document.body.append(holder);
    f.scan(holder);
    return [kept < 1100, p.roots.known.has(root)];"""
    assert await lab(f"{ROOTS.replace('r.add(root);', '')} {code}") == [True, True]


async def test_whether_anything_is_found_is_reported_for_every_tree_in_the_page(lab: Lab) -> None:
    await lab.body(PAGE)
    code = "const some = () => ['#a', '#inner', '#c'].map((one) => r.some(one)); const there = some(); holder.remove();"
    assert await lab(f"{ROOTS} {code} return [there, some()];") == [[True, True, False], [True, False, False]]
