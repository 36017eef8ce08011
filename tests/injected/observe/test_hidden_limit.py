"""A text that was hidden without a block is shown again within half a second, and hidden again with its block."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

# Python's place: it answers each ping, and nothing else. `order` gives its commands.
SCENE = """
globalThis.entry?.end();
delete globalThis.entry;
globalThis.order = (...commands) => entry.handle(JSON.stringify(commands));
globalThis.opened = [];
const turn = globalThis.turn = (globalThis.turn ?? 0) + 1;
globalThis.binding = (text) => {
    const message = JSON.parse(text);
    for (const item of message.items ?? []) if (item.k === "open" && item.kind === "fence") opened.push(item.id);
    // The answers to an earlier case are dropped.
    const pong = () => { if (turn === globalThis.turn) order({ c: "pong" }); };
    if (answers && (message.t === "ping" || message.ask)) setTimeout(pong, late);
};
globalThis.answers = true;
globalThis.late = 0;
const config = { binding: "binding", entry: "entry", mark: "data-m", openers: ["<invoke"], inspectable: true, patience: 60000,
    profile: { user: "", assistant: "", streaming: "#stop", fence: "", message_id: "", composer: "", send: "", conversation: "/c/(\\\\w+)" } };
const rule = new CSSStyleSheet();
rule.replaceSync("[data-m] + * { display: none !important; }");
document.adoptedStyleSheets = [rule];
const until = async (holds) => { while (!holds()) await new Promise((go) => setTimeout(go, 10)); };
const pre = () => document.querySelector("pre");
const shown = () => pre().checkVisibility();
const draw = () => order({ c: "render_block", block: "b", unit: opened.at(-1), index: 0, view: { name: "f", status: "ready", buttons: [] } });
// Looks, 25 ms apart, until it is as wanted; so a page that is kept from looking does not count the time.
const looks = async (holds) => { let count = 0; while (!holds()) { count += 1; await new Promise((go) => setTimeout(go, 25)); } return count; };
const begun = () => !!document.querySelector("[data-m]")?.shadowRoot?.querySelector(".beginning");
// A code that appears while the page is open.
const appear = async () => {
    await new Promise((go) => setTimeout(go));
    document.body.innerHTML = "<pre></pre>";
    await begin();
};
// One that grows until it has a block without a name.
const beginSlowly = async (word = "x") => {
    await appear();
    while (!begun() && !shown()) {
        pre().firstChild.appendData(word);
        await new Promise((go) => setTimeout(go, 50));
    }
};
globalThis.checks = 0;
const timeout = globalThis.plainTimeout ??= setTimeout;
globalThis.setTimeout = (act, ms, ...more) => timeout(() => { if (ms === 100) checks += 1; act(); }, ms, ...more);
main.start(config);
order({ c: "enable_hiding" });
document.body.innerHTML = "<pre></pre>";
const begin = async () => { pre().textContent = "<invoke name=f>"; await until(() => !shown()); await until(() => opened.length); };
"""
HALF_A_SECOND = 20
CASES = {
    "a text without a block is shown within half a second": Case(
        f"await begin(); return await looks(shown) <= {HALF_A_SECOND};", True
    ),
    "the beginning of a call that grows slowly has a block without a name": Case(
        "await beginSlowly(); return shown();", False
    ),
    "the first piece of a call has a block without a name until the next one": Case(
        "await appear(); await until(() => begun() || shown()); return shown();", False
    ),
    "a text is shown once the answer goes on elsewhere, though the site says that it writes": Case(
        """await beginSlowly(); const stop = document.createElement("button"); stop.id = "stop"; stop.append("Stop");
        const other = document.createElement("pre"); document.body.append(stop, other); let count = 0;
        return await looks(() => { other.append(`words ${count += 1} `); return shown(); }) < 100;""",
        True,
    ),
    "the block without a name is gone once the call has its block": Case(
        """await beginSlowly(); draw();
        await until(() => !begun()); return shown();""",
        False,
    ),
    "a beginning that does not become a call is shown, and the block without a name is gone": Case(
        """await beginSlowly();
        order({ c: "unhide", unit: opened.at(-1) }); await until(shown); return begun();""",
        False,
    ),
    "a beginning that is not written on for some seconds is shown": Case(
        """await beginSlowly(); const now = performance.now.bind(performance); performance.now = () => now() + 6000;
        await until(shown); performance.now = now; return begun();""",
        False,
    ),
    "a text that grows, but is too long for a beginning, is shown": Case(
        "await beginSlowly('x'.repeat(60)); await until(shown); return begun();",
        False,
    ),
    "a text that was shown is hidden with its block": Case(
        "await begin(); await until(shown); draw(); await until(() => !shown()); return shown();", False
    ),
    "a text that was shown stays so while it grows": Case(
        """await begin(); await until(shown); pre().firstChild.appendData("<parameter"); await Promise.resolve();
        return shown();""",
        True,
    ),
    "a text with a block stays hidden": Case(
        """await begin(); draw(); const bare = document.createElement("pre"); document.body.append(bare);
        bare.textContent = "<invoke name=f>"; await until(() => !bare.checkVisibility());
        await until(() => bare.checkVisibility()); return shown();""",
        False,
    ),
    "a text whose block is removed is shown within half a second": Case(
        f"await begin(); draw(); order({{ c: 'remove_block', block: 'b' }}); return await looks(shown) <= {HALF_A_SECOND};",
        True,
    ),
    "a host that the page moved hides nothing else": Case(
        """await begin(); draw(); const words = document.createElement("p"); words.textContent = "words";
        document.body.append(words); pre().style.position = "static"; words.before(document.querySelector("[data-m]"));
        await until(() => words.checkVisibility()); return words.checkVisibility();""",
        True,
    ),
    "a silent Python has the time that the user gave it": Case(
        "answers = false; await begin(); const before = checks; await until(() => shown() || checks > before + 6); return shown();",
        False,
    ),
    "a Python that is behind has read the text before the half second begins": Case(
        """late = 1500; document.body.append("some words"); await begin(); const before = checks;
        await until(() => shown() || checks > before + 16); return shown();""",
        False,
    ),
    "a Python that is behind has read all of a text that grew before the half second ends": Case(
        """late = 800; document.body.append("some words"); await begin(); let bared = false, drawn = false;
        const before = checks; await until(() => checks > before + 12); pre().firstChild.appendData("<parameter");
        setTimeout(() => { draw(); drawn = true; }, late);
        await until(() => { bared ||= shown(); return drawn; }); return bared;""",
        False,
    ),
    "a text is shown once a Python that was behind has read it": Case(
        "late = 1000; await begin(); await until(shown); return shown();", True
    ),
}


async def test_a_text_is_hidden_without_a_block_for_half_a_second_at_most(lab: Lab) -> None:
    assert await lab.differing(SCENE, CASES) == {}


async def test_python_is_asked_once_about_all_texts_that_are_found_together(lab: Lab) -> None:
    code = """
    const unit = () => ({});
    const host = document.body;
    const byUnit = new Map([[unit(), [host]], [unit(), [host]], [unit(), [host]]]);
    const asked = [];
    const answers = new answered_messages.AnsweredMessages((message) => asked.push(message.t));
    const hosts = { placed: new Set([host]), inPlace: () => true };
    const unitOf = { get: () => [...byUnit.keys()][0] };
    const blocks = { shown: () => new Set(), unchecked: new Set() };
    const end = new AbortController();
    const limit = new hidden_limit.HiddenLimit({ hosts, hiddenText: { byUnit, unitOf }, blocks,
        mayWait: () => false, mayReturn: () => false, expose: () => {}, answers, patience: 320, signal: end.signal });
    limit.changed();
    while (!limit.found.size) await new Promise((go) => setTimeout(go, 10));
    end.abort();
    return [limit.found.size, asked];"""
    assert await lab(code) == [3, ["ping"]]


async def test_no_timer_runs_while_nothing_is_hidden(lab: Lab) -> None:
    code = """
    let timers = 0;
    const placed = new Set();
    const parts = { hosts: { placed }, hiddenText: { byUnit: new Map() }, mayWait: () => false,
        expose: () => {}, answers: new answered_messages.AnsweredMessages(() => {}), patience: 320, signal: new AbortController().signal };
    const limit = new hidden_limit.HiddenLimit(parts);
    limit.changed();
    const idle = limit.timer;
    placed.add(document.body);
    limit.changed();
    return [idle, limit.timer > 0];"""
    assert await lab(code) == [0, True]
