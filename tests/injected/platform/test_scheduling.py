from __future__ import annotations

from tests.injected.lab import Case, Lab

THROTTLE = """
const controller = new AbortController();
let runs = 0;
const kick = scheduling.makeThrottle(() => { runs += 1; }, { wait: 16, hurry: 2 }, controller.signal);
const rest = (time) => new Promise((go) => setTimeout(go, time));
"""


async def test_a_kick_runs_at_once_and_further_kicks_once_more(lab: Lab) -> None:
    cases = {
        "the first kick runs at once": Case(f"{THROTTLE} kick(); return runs;", 1),
        "more kicks at once run once more later": Case(
            f"{THROTTLE} kick(); kick(); kick(); const now = runs; await rest(60); return [now, runs];",
            [1, 2],
        ),
        "a stream of kicks runs less often than it kicks": Case(
            f"{THROTTLE} for (let n = 0; n < 500; n += 1) kick(); await rest(40); return runs;", 2
        ),
        "no kick runs after the end": Case(
            f"{THROTTLE} controller.abort(); kick(); await rest(30); return runs;", 0
        ),
        "a kick that waits is dropped at the end": Case(
            f"{THROTTLE} kick(); kick(); controller.abort(); await rest(40); return runs;", 1
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_steady_stream_of_kicks_starves_nothing(lab: Lab) -> None:
    runs = await lab(f"{THROTTLE} for (let n = 0; n < 40; n += 1) {{ kick(); await rest(3); }} return runs;")
    assert runs > 3


async def test_an_urgent_kick_does_not_wait_as_long(lab: Lab) -> None:
    code = THROTTLE.replace("wait: 16", "wait: 60000")
    assert await lab(f"{code} kick(); kick(); kick('hurry'); await rest(200); return runs;") == 2


SOON = "const controller = new AbortController(); const soon = scheduling.makeTaskQueue(controller.signal); const log = [];"


async def test_a_job_runs_in_a_task_of_its_own(lab: Lab) -> None:
    cases = {
        "a job runs in a task of its own in its turn": Case(
            SOON
            + """soon(() => log.push(1)); soon(() => log.push(2)); log.push(0);
    await Promise.resolve(); log.push("same"); await new Promise((go) => soon(go)); return log;""",
            [0, "same", 1, 2],
        ),
        "no job runs after the end": Case(
            SOON
            + "soon(() => log.push(1)); controller.abort(); await new Promise((go) => setTimeout(go, 20)); return log;",
            [],
        ),
        "a turn has ended after what was to happen by then": Case(
            """const seen = []; queueMicrotask(() => seen.push("microtask"));
        const done = scheduling.nextTask().then(() => seen.push("turn")); seen.push("now"); await done; return seen;""",
            ["now", "microtask", "turn"],
        ),
    }
    assert await lab.differing("", cases) == {}
