"""A long history is looked at bit by bit while nothing can be hidden yet."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
const jobs = [];
const seen = [];
const b = new mutation_queue.MutationQueue((records, scanned) => { seen.push(records.length); scanned.add(records[0]); sets.add(scanned); }, (job) => jobs.push(job));
const sets = new Set();
const records = (count) => Array.from({ length: count }, (_, n) => ({ n }));
const run = () => { while (jobs.length) jobs.shift()(); };
"""


async def test_a_few_changes_are_looked_at_at_once(lab: Lab) -> None:
    assert await lab(f"{SCENE} b.take(records(3), false); return [seen, b.isBehind];") == [[3], False]


async def test_many_changes_wait_for_a_task_of_their_own(lab: Lab) -> None:
    assert await lab(f"{SCENE} b.take(records(100), false); return [seen, b.isBehind];") == [[], True]


async def test_all_of_them_are_looked_at_in_the_end_in_pieces(lab: Lab) -> None:
    code = "b.take(records(100), false); run(); return [seen, b.isBehind];"
    assert await lab(SCENE + code) == [[40, 40, 20], False]


async def test_what_comes_meanwhile_waits_its_turn(lab: Lab) -> None:
    code = "b.take(records(100), false); b.take(records(1), false); const at_once = seen.length; run(); return [at_once, seen.at(-1)];"
    assert await lab(SCENE + code) == [0, 21]


async def test_where_something_may_have_to_be_hidden_nothing_waits(lab: Lab) -> None:
    assert await lab(f"{SCENE} b.take(records(100), true); return seen;") == [100]


async def test_one_backlog_remembers_what_was_looked_at_and_the_next_does_not(lab: Lab) -> None:
    code = "b.take(records(100), false); run(); const one = sets.size; b.take(records(100), false); run(); return [one, sets.size];"
    assert await lab(SCENE + code) == [1, 2]
