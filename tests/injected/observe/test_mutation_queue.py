"""A long history is looked at bit by bit while nothing can be hidden yet."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
const jobs = [];
const seen = [];
let isParsing = false;
let searches = 0;
const b = new mutation_queue.MutationQueue({
    handle: (records, scanned) => { seen.push(records.length); scanned.add(records[0]); sets.add(scanned); },
    search: () => { searches += 1; },
    isParsing: () => isParsing,
    queueTask: (job) => jobs.push(job),
    signal: new AbortController().signal,
});
const sets = new Set();
const records = (count) => Array.from({ length: count }, (_, n) => ({ n }));
const run = () => { while (jobs.length) jobs.shift()(); };
"""


async def test_many_changes_are_looked_at_in_pieces_and_few_at_once(lab: Lab) -> None:
    cases = {
        "a few changes are looked at at once": Case(
            "b.take(records(3), false); return [seen, b.isBehind];", [[3], False]
        ),
        "many changes wait for a task of their own": Case(
            "b.take(records(100), false); return [seen, b.isBehind];", [[], True]
        ),
        "many changes are looked at in pieces": Case(
            "b.take(records(100), false); run(); return [seen, b.isBehind];", [[40, 40, 20], False]
        ),
        "a change that comes meanwhile waits for its turn": Case(
            "b.take(records(100), false); b.take(records(1), false); const at_once = seen.length; run(); return [at_once, seen.at(-1)];",
            [0, 21],
        ),
        "where something may have to be hidden nothing waits": Case(
            "b.take(records(100), true); return seen;", [100]
        ),
        "one backlog remembers what was looked at and the next does not": Case(
            "b.take(records(100), false); run(); const one = sets.size; b.take(records(100), false); run(); return [one, sets.size];",
            [1, 2],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_while_a_document_is_parsed_its_changes_are_not_kept_but_searched_for_at_its_end(
    lab: Lab,
) -> None:
    parse = "isParsing = true; b.take(records(100), false); b.take(records(1), false); isParsing = false;"
    cases = {
        "nothing is looked at meanwhile": Case(
            f"{parse} return [seen, searches, b.isBehind];", [[], 0, True]
        ),
        "the whole document is searched once at its end": Case(
            f"{parse} b.settle(); b.settle(); return [seen, searches, b.isBehind];", [[], 1, False]
        ),
        "a later change does not come before the search": Case(
            f"{parse} b.take(records(1), false); return [searches, seen];", [1, [1]]
        ),
        "a change is looked at at once if something may have to be hidden": Case(
            "isParsing = true; b.take(records(100), true); return [seen, searches];", [[100], 0]
        ),
        "a document that takes long is searched before its end": Case(
            "isParsing = true; b.take(records(100), false);"
            " await new Promise((go) => { const look = () => searches ? go() : setTimeout(look, 20); look(); });"
            " return [searches, b.isBehind];",
            [1, False],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}
