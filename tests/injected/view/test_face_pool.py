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
