"""Fail-open, counted in ticks of a clock that the test turns."""

from __future__ import annotations

from tests.injected.lab import Lab

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
    %s
} finally {
    globalThis.setTimeout = real;
    globalThis.clearTimeout = clear;
}
"""


async def test_the_pulse(lab: Lab) -> None:
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
        ("p.prepare(); p.prepare()", ["lifeline"]),
        ("hasLifeline = true; p.prepare()", []),
    ]:
        await lab.empty()
        if (found := await lab(SCENE % f"{code}; return log;")) != log:
            wrong.append((code, found))
    assert wrong == []


# `later()` lets so much time pass that the next thing that is told may ask.
CARRY = """let now = performance.now();
performance.now = () => now;
const later = () => { now += 95; };
const carry = () => { log.push(p.carry()); };
try { %s; return log; } finally { delete performance.now; }"""


async def test_what_is_reported_asks_in_place_of_a_ping(lab: Lab) -> None:
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


async def test_a_page_that_hides_something_again_is_watched_again(lab: Lab) -> None:
    assert await lab(SCENE % "needed = false; tick(1); needed = true; p.start(); tick(1); return log;") == [
        "ping"
    ]


async def test_a_page_that_was_given_up_goes_on_asking_though_nothing_is_hidden(lab: Lab) -> None:
    log = await lab(SCENE % "tick(3); needed = false; tick(2); return log;")
    assert log == ["ping", "lifeline", "lost", "ping", "ping", "ping"]


async def test_no_one_is_waited_for_for_ever(lab: Lab) -> None:
    log = await lab(SCENE % "tick(400); return [log.at(-1), log.filter((word) => word === 'end').length];")
    assert log == ["end", 1]


async def test_nothing_starts_after_the_end(lab: Lab) -> None:
    assert await lab(SCENE % "controller.abort(); p.start(); tick(1); return log;") == []


REST = "const rest = () => { for (let n = 0; n < 30; n += 1) { tick(1); p.acknowledge(); } waits.length = log.length = 0; };"


async def test_a_page_at_rest_asks_for_a_connection_that_tells_of_its_end(lab: Lab) -> None:
    assert await lab(SCENE % f"{REST} rest(); tick(2); return log;") == ["lifeline", "lifeline"]


async def test_without_one_it_asks_as_often_as_before(lab: Lab) -> None:
    assert await lab(SCENE % f"{REST} rest(); tick(2); return waits;") == [100, 100]


async def test_with_one_it_asks_seldom(lab: Lab) -> None:
    code = f"{REST} hasLifeline = true; rest(); tick(1); p.acknowledge(); tick(1); return [waits, log];"
    assert await lab(SCENE % code) == [[5000, 5000], ["ping", "ping"]]


async def test_a_page_in_which_something_happens_asks_often(lab: Lab) -> None:
    code = f"{REST} hasLifeline = true; rest(); p.wake(); p.acknowledge(); tick(1); p.acknowledge(); tick(1); return waits;"
    assert await lab(SCENE % code) == [100, 100, 100]


async def test_it_asks_at_once_when_the_connection_ended(lab: Lab) -> None:
    assert await lab(
        SCENE % f"{REST} hasLifeline = true; rest(); hasLifeline = false; p.wake(); return log;"
    ) == ["ping"]


async def test_no_one_there_after_the_connection_ended_is_found_as_soon_as_ever(lab: Lab) -> None:
    code = f"{REST} hasLifeline = true; rest(); hasLifeline = false; p.wake(); tick(3); return [log.at(-2), waits];"
    assert await lab(SCENE % code) == ["lost", [100, 100, 100, 100]]


async def test_a_python_that_hangs_is_found_too(lab: Lab) -> None:
    code = f"{REST} hasLifeline = true; rest(); tick(30); return [log.includes('lost'), waits.slice(0, 3)];"
    assert await lab(SCENE % code) == [True, [5000, 100, 100]]


async def test_a_slow_python_whose_connection_lives_is_not_given_up(lab: Lab) -> None:
    assert await lab(SCENE % "hasLifeline = true; tick(29); return log.includes('lost');") is False


async def test_a_slow_python_whose_connection_ended_is_given_up_at_the_next_tick(lab: Lab) -> None:
    assert (
        await lab(SCENE % "hasLifeline = true; tick(20); hasLifeline = false; tick(1); return log.at(-2);")
        == "lost"
    )


async def test_a_page_that_hides_nothing_any_more_asks_nothing(lab: Lab) -> None:
    code = f"{REST} hasLifeline = true; rest(); needed = false; tick(1); p.wake(); return log;"
    assert await lab(SCENE % code) == []
