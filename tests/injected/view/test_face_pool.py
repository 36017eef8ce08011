from __future__ import annotations

from tests.injected.lab import Lab


async def test_a_block_that_came_back_keeps_the_frame_that_its_host_had_given_up(lab: Lab) -> None:
    code = """
        const hosts = new host_elements.Hosts("data-x", false);
        const { signal } = new AbortController();
        const pool = new face_pool.FacePool({ key: "k", press() {}, hasPanel: false, compare() {}, unstarted() {}, outline() {}, resizing() {}, hosts, signal });
        const content = { face: { send() {} }, states: [{}], near: true, isPlaced: () => true };
        pool.release(content);
        const before = content.near;
        pool.want(content);
        return [before, content.near];
    """
    assert await lab(code) == [False, None]


async def test_frames_are_made_again_some_seconds_after_several_did_not_answer(lab: Lab) -> None:
    code = """
        const hosts = new host_elements.Hosts("data-x", false);
        const { signal } = new AbortController();
        const pool = new face_pool.FacePool({ key: "k", press() {}, hasPanel: false, compare() {}, unstarted() {}, outline() {}, resizing() {}, hosts, signal });
        const silent = { content: null, wrapper: document.createElement("div"), dispose() {} };
        const found = [];
        for (let times = 0; times < 3; times += 1) { pool.unanswered(silent); found.push(pool.isPaused()); }
        const { now } = performance;
        performance.now = () => now.call(performance) + 6000;
        found.push(pool.isPaused());
        performance.now = now;
        pool.answered();
        found.push(pool.isPaused());
        return found;
    """
    assert await lab(code) == [False, False, True, False, False]


async def test_a_block_that_waits_for_the_end_of_a_pause_gets_a_frame_as_soon_as_one_answers(
    lab: Lab,
) -> None:
    code = """
        const hosts = new host_elements.Hosts("data-x", false);
        const { signal } = new AbortController();
        const pool = new face_pool.FacePool({ key: "k", press() {}, hasPanel: false, compare() {}, unstarted() {}, outline() {}, resizing() {}, hosts, signal });
        const silent = { content: null, wrapper: document.createElement("div"), dispose() {} };
        for (let times = 0; times < 3; times += 1) pool.unanswered(silent);
        const served = [];
        const content = { states: [{}], near: true, isPlaced: () => true, isCalm: () => (served.push(pool.isPaused()), false) };
        pool.want(content);
        const before = served.length;
        pool.answered();
        return [before, served];
    """
    assert await lab(code) == [0, [False]]
