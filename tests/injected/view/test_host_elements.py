"""Hosts: a plain element of ours before what is hidden."""

from __future__ import annotations

from tests.injected.lab import Lab

HOSTS = """
document.body.innerHTML = "<div id=up><p id=a>a</p><p id=b>b</p></div>";
const [up, a, b] = ["up", "a", "b"].map((id) => document.getElementById(id));
const hosts = new host_elements.Hosts("data-m", false);
const h = hosts.make();
"""


async def test_a_host_stands_before_what_it_hides(lab: Lab) -> None:
    assert await lab(f"{HOSTS} hosts.place(h, b); return [h.nextSibling === b, hosts.inPlace(h)];") == [
        True,
        True,
    ]


async def test_a_host_that_stands_right_is_not_touched(lab: Lab) -> None:
    code = """hosts.place(h, b); const seen = new MutationObserver(() => {});
    seen.observe(up, { childList: true }); hosts.place(h, b); return seen.takeRecords().length;"""
    assert await lab(HOSTS + code) == 0


async def test_a_host_moves_to_another_target(lab: Lab) -> None:
    assert await lab(
        f"{HOSTS} hosts.place(h, b); hosts.place(h, a); return [h.nextSibling === a, up.children.length];"
    ) == [True, 3]


async def test_a_host_whose_target_left_is_out_of_place(lab: Lab) -> None:
    assert await lab(f"{HOSTS} hosts.place(h, b); b.remove(); return hosts.inPlace(h);") is False


async def test_a_host_for_what_stands_nowhere_is_not_put(lab: Lab) -> None:
    assert await lab(
        f"{HOSTS} b.remove(); hosts.place(h, b); return [h.isConnected, hosts.placed.size];"
    ) == [False, 0]


async def test_a_host_that_was_taken_no_longer_stands(lab: Lab) -> None:
    assert await lab(
        f"{HOSTS} hosts.place(h, b); hosts.remove(h); return [h.isConnected, hosts.placed.size];"
    ) == [False, 0]


async def test_the_tree_of_a_host_is_closed_to_the_page(lab: Lab) -> None:
    assert await lab(f"{HOSTS} hosts.root(h); return h.shadowRoot;") is None


async def test_the_tree_of_an_inspectable_host_is_open(lab: Lab) -> None:
    code = "const open = new host_elements.Hosts('data-m', true); const h = open.make(); return open.root(h) === h.shadowRoot;"
    assert await lab(code) is True


async def test_a_host_has_one_tree(lab: Lab) -> None:
    assert await lab(f"{HOSTS} return hosts.root(h) === hosts.root(h);") is True


async def test_hosts_are_known_from_other_nodes(lab: Lab) -> None:
    assert await lab(f"{HOSTS} return [hosts.isOwn(h), hosts.isOwn(a), hosts.isOwn(h.cloneNode())];") == [
        True,
        False,
        False,
    ]


async def test_a_copy_loses_the_mark_and_so_hides_nothing(lab: Lab) -> None:
    code = """hosts.place(h, b); const copy = up.cloneNode(true); document.body.append(copy); hosts.neutralizeClones(copy);
    return [copy.querySelectorAll("[data-m]").length, h.hasAttribute("data-m")];"""
    assert await lab(HOSTS + code) == [0, True]


async def test_a_copy_that_is_added_by_itself_loses_the_mark(lab: Lab) -> None:
    assert (
        await lab(
            f"{HOSTS} hosts.place(h, b); const c = h.cloneNode(); hosts.neutralizeClones(c); return c.hasAttribute('data-m');"
        )
        is False
    )


async def test_a_copy_from_before_overlay_began_again_loses_the_mark(lab: Lab) -> None:
    code = """hosts.place(h, b); const copy = h.cloneNode();
    new host_elements.Hosts("data-m", false).neutralizeClones(copy); return copy.hasAttribute("data-m");"""
    assert await lab(HOSTS + code) is False


async def test_our_own_host_keeps_its_mark(lab: Lab) -> None:
    assert await lab(f"{HOSTS} hosts.neutralizeClones(h); return h.hasAttribute('data-m');") is True


async def test_text_can_be_no_copy(lab: Lab) -> None:
    assert await lab(f"{HOSTS} return hosts.neutralizeClones(document.createTextNode('x'));") is None


async def test_in_a_shadow_tree_the_rule_comes_along_once(lab: Lab) -> None:
    code = """const root = up.attachShadow({ mode: "open" }); root.innerHTML = "<p></p><p></p>";
    hosts.place(h, root.children[0]); hosts.place(hosts.make(), root.children[2]);
    return [root.adoptedStyleSheets.length, root.querySelector("p").checkVisibility()];"""
    assert await lab(HOSTS + code) == [1, False]


async def test_the_sheets_that_a_shadow_tree_has_are_kept(lab: Lab) -> None:
    code = """const root = up.attachShadow({ mode: "open" }); root.innerHTML = "<p></p>";
    const own = new CSSStyleSheet(); root.adoptedStyleSheets = [own]; hosts.place(h, root.firstChild);
    return root.adoptedStyleSheets[0] === own;"""
    assert await lab(HOSTS + code) is True


async def test_a_root_of_our_own_is_no_root_of_the_page(lab: Lab) -> None:
    code = """const open = new host_elements.Hosts("data-m", true); const h = open.make(); open.root(h);
    const theirs = a.attachShadow; up.attachShadow({ mode: "open" }); return [open.pageRoot(h), open.pageRoot(up) !== null];"""
    assert await lab(HOSTS.replace("const h =", "const first =") + code) == [None, True]
