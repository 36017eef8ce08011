"""The page shows all text when Python does not answer; the test moves the clock, tick by tick."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

# `tick()` lets the next timer run; `log` is what the pulse did.
SCENE = """
const { setTimeout: real, clearTimeout: clear } = globalThis;
const timers = [];
const waits = [];
globalThis.setTimeout = (job, wait) => { waits.push(wait); return timers.push(job); };
globalThis.clearTimeout = () => { timers.length = 0; };
try {
    const log = [];
    let needed = true, hasLifeline = false, busy = 0;
    const controller = new AbortController();
    const note = (word) => () => log.push(word);
    const p = new heartbeat.Heartbeat({
        needed: () => needed, ping: (lifeline) => log.push(lifeline ? "lifeline" : "ping"), hasLifeline: () => hasLifeline, lost: note("lost"), busy: () => busy, found: note("found"), end: note("end"),
        patience: 320, signal: controller.signal,
    });
    const tick = (times = 1) => { for (; times; times -= 1) timers.shift()?.(); };
    p.start();
    const first = log.splice(0);
    %s
} finally {
    globalThis.setTimeout = real;
    globalThis.clearTimeout = clear;
}
"""


async def test_the_page_pings_python_and_notices_when_no_answer_comes(lab: Lab) -> None:
    wrong: list[object] = []
    for code, log in [
        ("tick(2)", ["ping", "lifeline"]),
        ("tick(3)", ["ping", "lifeline", "lost", "ping"]),
        ("tick(5)", ["ping", "lifeline", "lost", "ping", "ping", "ping"]),
        ("busy = 2; tick(4)", ["ping", *["lifeline"] * 3]),
        ("busy = 2; tick(5)", ["ping", *["lifeline"] * 3, "lost", "ping"]),
        ("tick(2); p.acknowledge(); tick(2)", ["ping", "lifeline"] * 2),
        ("tick(3); p.acknowledge()", ["ping", "lifeline", "lost", "ping", "found"]),
        (
            "tick(3); p.acknowledge(); tick(3)",
            ["ping", "lifeline", "lost", "ping", "found", "ping", "lifeline", "lost", "ping"],
        ),
        ("needed = false; tick(9)", []),
        ("controller.abort(); tick(9)", []),
        ("p.start(); p.start(); tick(1)", ["ping"]),
        ("p.prepare()", []),
    ]:
        await lab.empty()
        if (found := await lab(SCENE % f"{code}; return log;")) != log:
            wrong.append((code, found))
    assert wrong == []


# `later()` lets so much time pass that the next report may ask.
CARRY = """let now = performance.now();
performance.now = () => now;
const later = () => { now += 95; };
const carry = () => { log.push(p.carry()); };
try { %s; return log; } finally { delete performance.now; }"""


async def test_a_report_to_python_replaces_a_ping(lab: Lab) -> None:
    wrong: list[object] = []
    for code, log in [
        ("later(); carry()", [True]),
        ("carry()", [False]),
        ("later(); carry(); carry()", [True, False]),
        ("later(); carry(); later(); carry(); p.acknowledge(); later(); carry()", [True, True, True]),
        ("later(); carry(); later(); carry(); later(); carry()", [True, True, "lost", False]),
        ("later(); carry(); tick()", [True, "lifeline"]),
        ("needed = false; later(); carry()", [False]),
        ("controller.abort(); later(); carry()", [False]),
    ]:
        await lab.empty()
        if (found := await lab(SCENE % (CARRY % code))) != log:
            wrong.append((code, found))
    assert wrong == []


async def test_a_page_asks_whether_python_lives_as_often_as_it_must(lab: Lab) -> None:
    cases = {
        "a page that hides something again is watched again": Case(
            SCENE % "needed = false; tick(1); needed = true; p.start(); tick(1); return log;", ["ping"]
        ),
        "the first text that is hidden asks for a connection that tells of its end": Case(
            SCENE % "return first;", ["lifeline"]
        ),
        "nothing starts after the end": Case(
            SCENE % "controller.abort(); p.start(); tick(1); return log;", []
        ),
        "a page at rest asks for a connection that tells of its end": Case(
            SCENE % f"{REST} rest(); tick(2); return log;", ["lifeline", "lifeline"]
        ),
        "without a connection a page asks as often as before": Case(
            SCENE % f"{REST} rest(); tick(2); return waits;", [100, 100]
        ),
        "with a connection a page asks seldom": Case(
            SCENE
            % f"{REST} hasLifeline = true; rest(); tick(1); p.acknowledge(); tick(1); return [waits, log];",
            [[5000, 5000], ["ping", "ping"]],
        ),
        "a page in which something happens asks often": Case(
            SCENE
            % f"{REST} hasLifeline = true; rest(); p.wake(); p.acknowledge(); tick(1); p.acknowledge(); tick(1); return waits;",
            [100, 100, 100],
        ),
        "a page asks at once when the connection ended": Case(
            SCENE % f"{REST} hasLifeline = true; rest(); hasLifeline = false; p.wake(); return log;", ["ping"]
        ),
        "a lost python is found as soon as before after the connection ended": Case(
            SCENE
            % f"{REST} hasLifeline = true; rest(); hasLifeline = false; p.wake(); tick(3); return [log.at(-2), waits];",
            ["lost", [100, 100, 100, 100]],
        ),
        "a python that hangs is found too": Case(
            SCENE
            % f"{REST} hasLifeline = true; rest(); tick(30); return [log.includes('lost'), waits.slice(0, 3)];",
            [True, [5000, 100, 100]],
        ),
        "a slow python whose connection lives is not given up": Case(
            SCENE % "hasLifeline = true; tick(29); return log.includes('lost');", False
        ),
        "a slow python whose connection ended is given up at the next tick": Case(
            SCENE % "hasLifeline = true; tick(20); hasLifeline = false; tick(1); return log.at(-2);", "lost"
        ),
        "a page that hides nothing any more asks nothing": Case(
            SCENE % f"{REST} hasLifeline = true; rest(); needed = false; tick(1); p.wake(); return log;", []
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_page_that_was_given_up_goes_on_asking_though_nothing_is_hidden(lab: Lab) -> None:
    log = await lab(SCENE % "tick(3); needed = false; tick(2); return log;")
    assert log == ["ping", "lifeline", "lost", "ping", "ping", "ping"]


async def test_the_page_does_not_wait_for_python_for_ever(lab: Lab) -> None:
    log = await lab(SCENE % "tick(400); return [log.at(-1), log.filter((word) => word === 'end').length];")
    assert log == ["end", 1]


REST = "const rest = () => { for (let n = 0; n < 30; n += 1) { tick(1); p.acknowledge(); } waits.length = log.length = 0; };"
