"""Ways in which sites draw a code block, and in which they draw one again as another; for pages of chat_kinds.py."""

from __future__ import annotations

FORMS = r"""
// A highlighter's words: each word and each sign is a span, a line end is a span too.
const words = (code) => code.split(/(\n|[\w ]+)/).filter(Boolean).map((word) => make("span", { textContent: word }));
const broken = (code) => words(code).map((one) => (one.textContent === "\n" ? make("br") : one));
const editor = (content) => make("div", { className: "cm-editor" }, make("div", { className: "cm-announced" }),
    make("div", { className: "cm-scroller" }, content));
const content = (name, ...inner) => make(name, { className: "cm-content" }, ...inner);
const FORMS = {
    "a pre": (code) => make("pre", {}, make("code", { textContent: code })),
    "a pre with words": (code) => make("pre", {}, make("code", {}, ...words(code))),
    "an editor": (code) => {
        const lines = content("div", ...code.split("\n").map((line) => make("div", { className: "cm-line" }, ...words(line))));
        lines.contentEditable = "true";
        lines.setAttribute("role", "textbox");
        return editor(lines);
    },
    "a viewer": (code) => editor(content("pre", make("code", {}, ...words(code)))),
    "a viewer with breaks": (code) => editor(content("pre", make("code", {}, ...broken(code)))),
    "a viewer without code": (code) => editor(content("div", ...broken(code))),
    "a viewer in a pre": (code) => make("pre", {}, make("div", {}, FORMS["a viewer"](code))),
    "a bare code": (code) => make("div", { className: "scroll" }, make("code", { className: "bare", textContent: code })),
    "a table": (code) => make("table", {}, make("tbody", {}, ...code.split("\n").map((line, at) =>
        make("tr", {}, make("td", { textContent: String(at + 1) }), make("td", {}, make("code", { textContent: line })))))),
};
const LOOK = document.createElement("style");
LOOK.textContent = ".bare { display: block; white-space: pre } .cm-content, .cm-line { white-space: pre }";
document.head.append(LOOK);
const body = () => [...document.querySelectorAll(".card-body")].at(-1);
const card = (form, code) => make("div", { className: "card" },
    make("div", { className: "bar" }, make("span", { textContent: "XML" }), make("button", { textContent: "Copy", type: "button" })),
    make("div", { className: "card-body" }, FORMS[form](code)));
// The words of an answer are kept, its code is drawn anew with each token.
for (const form of Object.keys(FORMS)) DRAW[form] = (turn, text) => {
    turn.nodes ??= [];
    parts(text).forEach(({ words, code }, at) => {
        if (!turn.nodes[at]) turn.append(turn.nodes[at] = words === undefined ? card(form, code) : make("p"));
        if (words !== undefined) turn.nodes[at].textContent = words;
        else window.code_so_far = code;
        if (words === undefined) body().replaceChildren(FORMS[form](code));
    });
};
const frame = () => new Promise((go) => requestAnimationFrame(go));
// Each draws the last code block as `form`.
const REDRAWS = {
    "at once": (form, code) => body().replaceChildren(FORMS[form](code)),
    "first removed": async (form, code) => {
        const place = body();
        for (const one of [...place.children]) one.remove();
        await pause(60);
        place.append(FORMS[form](code));
    },
    "much later": async (form, code) => {
        const place = body();
        for (const one of [...place.children]) one.remove();
        await pause(2500);
        place.append(FORMS[form](code));
    },
    "with other space": (form, code) => body().replaceChildren(FORMS[form](code.replaceAll("\n", "\n\n"))),
    "in part": (form, code) => {
        const lines = code.split("\n");
        const drawn = content("div", ...lines.slice(0, 2).map((line) => make("div", { className: "cm-line", textContent: line })),
            make("div", { className: "cm-gap" }));
        body().replaceChildren(editor(drawn));
    },
    "first added": async (form, code) => {
        const place = body();
        const before = [...place.children];
        place.append(FORMS[form](code));
        await pause(60);
        for (const one of before) one.remove();
    },
    "filled later": async (form, code) => {
        const next = FORMS[form](code);
        const inner = next.querySelector(".cm-content, code") ?? next;
        const nodes = [...inner.childNodes];
        inner.replaceChildren();
        body().replaceChildren(next);
        await pause(60);
        inner.append(...nodes);
    },
    "cross-faded": async (form, code) => {
        const place = body();
        const before = [...place.children];
        place.append(FORMS[form](code));
        await pause(600);
        for (const one of before) one.remove();
    },
    "faded": async (form, code) => {
        const place = body();
        const before = [...place.children];
        const pane = make("div", { style: "opacity: 0" }, FORMS[form](code));
        const old = make("div", {}, ...before);
        old.setAttribute("aria-hidden", "true");
        place.append(old, pane);
        await pause(300);
        old.remove();
        pane.style.opacity = "";
    },
    "in place": (form, code) => {
        body().lastElementChild.replaceChildren(FORMS[form](code));
    },
    "the whole block": (form, code) => body().parentNode.replaceWith(card(form, code)),
    "the whole message": (form, code) => {
        const turn = [...document.querySelectorAll(".bot")].at(-1);
        const next = turn.cloneNode(false);
        next.append(make("p", { textContent: "I look." }), card(form, code), make("p", { textContent: "That was it." }));
        turn.replaceWith(next);
    },
    "wrapped": () => {
        const place = body();
        const before = [...place.childNodes];
        place.replaceChildren(make("pre", {}, make("div", {}, ...before)));
    },
    "moved": () => {
        const place = body();
        const before = [...place.childNodes];
        place.replaceChildren(make("div", { className: "scroll" }, ...before));
    },
};
"""
"""`FORMS` draws a code as an element, `DRAW` has each form for an answer, `REDRAWS` draws the last code block again."""
