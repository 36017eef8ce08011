"""Fail-open, counted in ticks of a clock that the test turns."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

# `tick()` lets the next timer run; `log` is what the pulse did.
SCENE = """
const { setTimeout: real, clearTimeout: clear } = globalThis;
const timers = [];
globalThis.setTimeout = (job) => timers.push(job);
globalThis.clearTimeout = () => { timers.length = 0; };
try {
    const log = [];
    let needed = true;
    const controller = new AbortController();
    const note = (word) => () => log.push(word);
    const p = new pulse.Pulse({
        needed: () => needed, ping: note("ping"), lost: note("lost"), found: note("found"), end: note("end"),
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


@pytest.mark.parametrize(
    ("code", "log"),
    [
        ("tick(2)", ["ping", "ping"]),
        ("tick(3)", ["ping", "ping", "lost", "ping"]),
        ("tick(5)", ["ping", "ping", "lost", "ping", "ping", "ping"]),
        ("tick(2); p.beat(); tick(2)", ["ping"] * 4),
        ("tick(3); p.beat()", ["ping", "ping", "lost", "ping", "found"]),
        (
            "tick(3); p.beat(); tick(3)",
            ["ping", "ping", "lost", "ping", "found", "ping", "ping", "lost", "ping"],
        ),
        ("needed = false; tick(9)", []),
        ("controller.abort(); tick(9)", []),
        ("p.start(); p.start(); tick(1)", ["ping"]),
    ],
)
async def test_the_pulse(lab: Lab, code: str, log: list[str]) -> None:
    assert await lab(SCENE % f"{code}; return log;") == log


async def test_a_page_that_hides_something_again_is_watched_again(lab: Lab) -> None:
    assert await lab(SCENE % "needed = false; tick(1); needed = true; p.start(); tick(1); return log;") == [
        "ping"
    ]


async def test_a_page_that_was_given_up_goes_on_asking_though_nothing_is_hidden(lab: Lab) -> None:
    log = await lab(SCENE % "tick(3); needed = false; tick(2); return log;")
    assert log == ["ping", "ping", "lost", "ping", "ping", "ping"]


async def test_nobody_is_waited_for_for_ever(lab: Lab) -> None:
    log = await lab(SCENE % "tick(400); return [log.at(-1), log.filter((word) => word === 'end').length];")
    assert log == ["end", 1]


async def test_nothing_starts_after_the_end(lab: Lab) -> None:
    assert await lab(SCENE % "controller.abort(); p.start(); tick(1); return log;") == []
