"""How often hosts may be put back; the test says when a task has ended and what time it is."""

from __future__ import annotations

from tests.injected.lab import Lab

# `put(n)` asks n times, as if the page displaced the unit's host each time; `task()` begins another task.
SCENE = """
globalThis.end?.abort();
globalThis.end = new AbortController();
const real = [performance.now, globalThis.setTimeout];
let now = 1000;
const timers = [];
performance.now = () => now;
globalThis.setTimeout = (job, wait) => timers.push([now + wait, job]);
try {
    const jobs = [];
    const log = [];
    const c = new host_conflicts.Conflicts({
        queueTask: (job) => jobs.push(job), retry: (unit) => log.push("retry"), rest: () => log.push("rest"),
        resume: () => log.push("resume"), report: (units) => log.push(units.length), signal: globalThis.end.signal,
    });
    const unit = { id: 1, node: document.body };
    const task = () => { for (const job of jobs.splice(0)) job(); };
    const put = (times, back = true) => {
        let allowed = 0;
        for (let at = 0; at < times; at += 1) { c.enter(); if (c.mayPlace(unit, back)) allowed += 1; }
        return allowed;
    };
    const wait = (ms) => {
        now += ms;
        for (const timer of timers.splice(0)) if (timer[0] <= now) timer[1](); else timers.push(timer);
    };
    %s
} finally {
    performance.now = real[0];
    globalThis.setTimeout = real[1];
}
"""


async def run(lab: Lab, code: str) -> object:
    return await lab(SCENE % code)


async def test_within_one_task_a_host_is_put_back_a_few_times(lab: Lab) -> None:
    assert await run(lab, "return put(1000) < 20;") is True


async def test_a_host_that_is_displaced_now_and_then_is_put_back_for_ever(lab: Lab) -> None:
    code = "let allowed = 0; for (let at = 0; at < 200; at += 1) { allowed += put(1); task(); wait(400); } return allowed;"
    assert await run(lab, code) == 200


async def test_a_host_that_is_displaced_in_each_task_is_given_up(lab: Lab) -> None:
    code = "let allowed = 0; for (let at = 0; at < 200; at += 1) { allowed += put(1); task(); wait(16); } return allowed < 60;"
    assert await run(lab, code) is True


async def test_a_text_that_grows_is_followed_however_often_it_is_rebuilt(lab: Lab) -> None:
    code = """let allowed = 0;
    for (let at = 0; at < 100; at += 1) { unit.node.textContent += "x"; allowed += put(1); task(); wait(4); } return allowed;"""
    assert await run(lab, code) == 100


async def test_while_the_page_grows_it_may_rebuild_what_does_not(lab: Lab) -> None:
    code = """let allowed = 0;
    for (let at = 0; at < 100; at += 1) { c.grownAt = now; allowed += put(1); task(); wait(30); } return allowed;"""
    assert await run(lab, code) == 100


async def test_a_host_that_was_given_up_is_tried_again(lab: Lab) -> None:
    assert await run(lab, "put(100); task(); wait(4000); return [log, put(1)];") == [[1, "retry"], 1]


async def test_each_further_try_waits_twice_as_long(lab: Lab) -> None:
    code = """put(100); task(); const pauses = [];
    for (let at = 0; at < 3; at += 1) {
        const since = now;
        while (c.isPaused(unit)) wait(500);
        pauses.push(now - since);
        put(100); task();
    }
    return pauses;"""
    assert await run(lab, code) == [4000, 8000, 16_000]


async def test_a_conflict_is_reported_once(lab: Lab) -> None:
    assert await run(lab, "put(100); task(); wait(4000); put(100); task(); return log;") == [1, "retry"]


async def test_new_blocks_without_end_in_one_task_bring_everything_to_rest(lab: Lab) -> None:
    code = """let allowed = 0;
    for (let at = 0; at < 1000; at += 1) { c.enter(); if (c.mayPlace({ id: at, node: document.body }, false)) allowed += 1; }
    return [allowed < 200, log];"""
    assert await run(lab, code) == [True, ["rest"]]


async def test_after_a_first_rest_the_next_task_goes_on(lab: Lab) -> None:
    code = (
        "for (let at = 0; at < 500; at += 1) { c.enter(); c.write(); } task(); wait(0); return [log, put(1)];"
    )
    assert await run(lab, code) == [["rest", "resume"], 1]


async def test_a_second_rest_lasts_and_is_reported(lab: Lab) -> None:
    code = """for (let turn = 0; turn < 2; turn += 1) { for (let at = 0; at < 500; at += 1) { c.enter(); c.write(); } task(); wait(0); }
    return [log, c.write()];"""
    assert await run(lab, code) == [["rest", "resume", "rest", 0], False]


async def test_a_page_that_changes_without_end_on_its_own_is_no_conflict(lab: Lab) -> None:
    assert await run(lab, "for (let at = 0; at < 50_000; at += 1) c.enter(); return [log, put(1)];") == [
        [],
        1,
    ]
