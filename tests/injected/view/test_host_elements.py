"""Hosts: a plain element of ours before what is hidden."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

HOSTS = """
document.body.innerHTML = "<div id=up><p id=a>a</p><p id=b>b</p></div>";
const [up, a, b] = ["up", "a", "b"].map((id) => document.getElementById(id));
const hosts = new host_elements.Hosts("data-m", false);
const h = hosts.make();
"""


async def test_a_host_stands_before_what_it_hides(lab: Lab) -> None:
    cases = {
        "a host stands before what it hides": Case(
            f"{HOSTS} hosts.place(h, b); return [h.nextSibling === b, hosts.inPlace(h)];",
            [
                True,
                True,
            ],
        ),
        "a host that stands right is not touched": Case(
            HOSTS
            + """hosts.place(h, b); const seen = new MutationObserver(() => {});
    seen.observe(up, { childList: true }); hosts.place(h, b); return seen.takeRecords().length;""",
            0,
        ),
        "a host moves to another target": Case(
            f"{HOSTS} hosts.place(h, b); hosts.place(h, a); return [h.nextSibling === a, up.children.length];",
            [True, 3],
        ),
        "a host whose target left is out of place": Case(
            f"{HOSTS} hosts.place(h, b); b.remove(); return hosts.inPlace(h);", False
        ),
        "a host for what stands nowhere is not put": Case(
            f"{HOSTS} b.remove(); hosts.place(h, b); return [h.isConnected, hosts.placed.size];", [False, 0]
        ),
        "a host that was taken no longer stands": Case(
            f"{HOSTS} hosts.place(h, b); hosts.remove(h); return [h.isConnected, hosts.placed.size];",
            [False, 0],
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_the_tree_of_a_host_is_closed_to_the_page_and_known_to_overlay(lab: Lab) -> None:
    cases = {
        "the tree of a host is closed to the page": Case(
            f"{HOSTS} hosts.root(h); return h.shadowRoot;", None
        ),
        "the tree of an inspectable host is open": Case(
            "const open = new host_elements.Hosts('data-m', true); const h = open.make(); return open.root(h) === h.shadowRoot;",
            True,
        ),
        "a host has one tree": Case(f"{HOSTS} return hosts.root(h) === hosts.root(h);", True),
        "hosts are known from other nodes": Case(
            f"{HOSTS} return [hosts.isOwn(h), hosts.isOwn(a), hosts.isOwn(h.cloneNode())];",
            [
                True,
                False,
                False,
            ],
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_copy_of_a_host_hides_nothing(lab: Lab) -> None:
    cases = {
        "a copy loses the mark and so hides nothing": Case(
            HOSTS
            + """hosts.place(h, b); const copy = up.cloneNode(true); document.body.append(copy); hosts.neutralizeClones(copy);
    return [copy.querySelectorAll("[data-m]").length, h.hasAttribute("data-m")];""",
            [0, True],
        ),
        "a copy that is added by itself loses the mark": Case(
            f"{HOSTS} hosts.place(h, b); const c = h.cloneNode(); hosts.neutralizeClones(c); return c.hasAttribute('data-m');",
            False,
        ),
        "a copy from before overlay began again loses the mark": Case(
            HOSTS
            + """hosts.place(h, b); const copy = h.cloneNode();
    new host_elements.Hosts("data-m", false).neutralizeClones(copy); return copy.hasAttribute("data-m");""",
            False,
        ),
        "our own host keeps its mark": Case(
            f"{HOSTS} hosts.neutralizeClones(h); return h.hasAttribute('data-m');", True
        ),
        "text can be no copy": Case(
            f"{HOSTS} return hosts.neutralizeClones(document.createTextNode('x'));", None
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_the_hiding_rule_comes_into_a_shadow_tree_once(lab: Lab) -> None:
    cases = {
        "in a shadow tree the rule comes along once": Case(
            HOSTS
            + """const root = up.attachShadow({ mode: "open" }); root.innerHTML = "<p></p><p></p>";
    hosts.place(h, root.children[0]); hosts.place(hosts.make(), root.children[2]);
    return [root.adoptedStyleSheets.length, root.querySelector("p").checkVisibility()];""",
            [1, False],
        ),
        "the sheets that a shadow tree has are kept": Case(
            HOSTS
            + """const root = up.attachShadow({ mode: "open" }); root.innerHTML = "<p></p>";
    const own = new CSSStyleSheet(); root.adoptedStyleSheets = [own]; hosts.place(h, root.firstChild);
    return root.adoptedStyleSheets[0] === own;""",
            True,
        ),
        "a root of our own is no root of the page": Case(
            HOSTS.replace("const h =", "const first =")
            + """const open = new host_elements.Hosts("data-m", true); const h = open.make(); open.root(h);
    const theirs = a.attachShadow; up.attachShadow({ mode: "open" }); return [open.pageRoot(h), open.pageRoot(up) !== null];""",
            [None, True],
        ),
    }
    assert await lab.differing("", cases) == {}
