from __future__ import annotations

from tests.injected.lab import Lab

THROTTLE = """
const controller = new AbortController();
let runs = 0;
const kick = scheduling.makeThrottle(() => { runs += 1; }, { wait: 16, hurry: 2 }, controller.signal);
const rest = (time) => new Promise((go) => setTimeout(go, time));
"""


async def test_the_first_kick_runs_at_once(lab: Lab) -> None:
    assert await lab(f"{THROTTLE} kick(); return runs;") == 1


async def test_more_kicks_at_once_run_once_more_later(lab: Lab) -> None:
    assert await lab(
        f"{THROTTLE} kick(); kick(); kick(); const now = runs; await rest(60); return [now, runs];"
    ) == [1, 2]


async def test_a_steady_stream_of_kicks_starves_nothing(lab: Lab) -> None:
    runs = await lab(f"{THROTTLE} for (let n = 0; n < 40; n += 1) {{ kick(); await rest(3); }} return runs;")
    assert runs > 3


async def test_a_stream_of_kicks_runs_less_often_than_it_kicks(lab: Lab) -> None:
    assert await lab(f"{THROTTLE} for (let n = 0; n < 500; n += 1) kick(); await rest(40); return runs;") == 2


async def test_an_urgent_kick_does_not_wait_as_long(lab: Lab) -> None:
    code = THROTTLE.replace("wait: 16", "wait: 60000")
    assert await lab(f"{code} kick(); kick(); kick('hurry'); await rest(200); return runs;") == 2


async def test_no_kick_runs_after_the_end(lab: Lab) -> None:
    assert await lab(f"{THROTTLE} controller.abort(); kick(); await rest(30); return runs;") == 0


async def test_a_kick_that_waits_is_dropped_at_the_end(lab: Lab) -> None:
    assert await lab(f"{THROTTLE} kick(); kick(); controller.abort(); await rest(40); return runs;") == 1


SOON = "const controller = new AbortController(); const soon = scheduling.makeTaskQueue(controller.signal); const log = [];"


async def test_a_job_runs_in_a_task_of_its_own_in_its_turn(lab: Lab) -> None:
    code = """soon(() => log.push(1)); soon(() => log.push(2)); log.push(0);
    await Promise.resolve(); log.push("same"); await new Promise((go) => soon(go)); return log;"""
    assert await lab(SOON + code) == [0, "same", 1, 2]


async def test_no_job_runs_after_the_end(lab: Lab) -> None:
    code = "soon(() => log.push(1)); controller.abort(); await new Promise((go) => setTimeout(go, 20)); return log;"
    assert await lab(SOON + code) == []


async def test_a_turn_has_ended_after_what_was_to_happen_by_then(lab: Lab) -> None:
    code = """const seen = []; queueMicrotask(() => seen.push("microtask"));
        const done = scheduling.nextTask().then(() => seen.push("turn")); seen.push("now"); await done; return seen;"""
    assert await lab(code) == ["now", "microtask", "turn"]
