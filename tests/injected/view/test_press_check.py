"""The page is tested before a press on a block counts."""

from __future__ import annotations

import asyncio

from tests.injected.lab import Lab

HUGE = 1_000_000
CHECK = """
    const frame = document.querySelector("iframe");
    const [width, height] = given;
    return hit_test.isOnTop(frame, { x: 0, y: 0, width, height });
"""


async def test_the_check_of_a_part_of_any_size_ends(lab: Lab) -> None:
    wrong: list[object] = []
    for size in [(HUGE, 40), (40, HUGE), (HUGE, HUGE)]:
        await lab.empty()
        await lab.body(
            f"<iframe style='border:0;position:absolute;left:0;top:0;width:{size[0]}px;height:{size[1]}px'></iframe>"
        )
        async with asyncio.timeout(30):
            if (found := await lab(CHECK, list(size))) is not False:
                wrong.append((size, found))
    assert wrong == []


async def test_a_cover_of_a_button_s_size_is_found(lab: Lab) -> None:
    wrong: list[object] = []
    for wide in [40, 400, 1200]:
        for covered in [False, True]:
            await lab.empty()
            cover = (
                "<b style='position:absolute;left:10px;top:30px;width:80px;height:30px'></b>"
                if covered
                else ""
            )
            await lab.body(
                f"<iframe style='border:0;position:absolute;left:0;top:0;width:{wide}px;height:90px'></iframe>{cover}"
            )
            if not (await lab(CHECK, [wide, 90]) is not covered):
                wrong.append((wide, covered))
    assert wrong == []


async def test_a_move_of_a_block_that_its_scrolling_box_cuts_off_is_noticed(lab: Lab) -> None:
    """In a shadow tree, whose scroll events the document does not get; 79 % and then 76 % of the block show."""
    await lab.body("<x-box></x-box>")
    code = """
        const root = document.querySelector("x-box").attachShadow({ mode: "open" });
        root.innerHTML = `<div style="overflow: auto; height: 500px">
            <iframe style="display: block; border: 0; width: 300px; height: 500px"></iframe><p style="height: 900px"></p></div>`;
        const [box] = root.children;
        const check = new press_check.PressCheck(box.firstElementChild, () => false);
        const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
        const until = async (holds) => { while (!holds()) await frame(); };
        box.scrollTop = 104;
        await until(() => check.inView && check.place && Math.round(check.place.y) < 0);
        await frame();
        const before = check.since;
        box.scrollTop = 122;
        await until(() => check.since > before);
        check.dispose();
        return true;
    """
    async with asyncio.timeout(30):
        assert await lab(code)


async def test_a_move_of_a_block_larger_than_its_scrolling_box_is_noticed(lab: Lab) -> None:
    """Both of its edges are cut off before and after: no visible part changes, only the scroll event shows it."""
    await lab.body("<x-box></x-box>")
    code = """
        const root = document.querySelector("x-box").attachShadow({ mode: "open" });
        root.innerHTML = `<div style="overflow: auto; height: 300px"><p style="height: 400px"></p>
            <iframe style="display: block; border: 0; width: 300px; height: 600px"></iframe><p style="height: 900px"></p></div>`;
        if (given) new shadow_roots.Roots().add(root);
        const [box] = root.children;
        box.scrollTop = 550;
        const check = new press_check.PressCheck(box.querySelector("iframe"), () => false);
        const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
        while (!check.inView || !check.place) await frame();
        await frame();
        const before = check.since;
        box.scrollTop = 560;
        for (let frames = 0; frames < 5; frames += 1) await frame();
        check.dispose();
        return check.since > before;
    """
    assert await lab(code, False) is False
    await lab.body("<x-box></x-box>")
    assert await lab(code, True) is True


async def test_blocks_at_rest_are_looked_at_together(lab: Lab) -> None:
    """One timer for all of them, and one look at what is around them all."""
    await lab.body("<main>" + "<iframe style='width:90px;height:40px'></iframe>" * 5 + "</main>")
    code = """
        const real = globalThis.setTimeout;
        const style = globalThis.getComputedStyle;
        const jobs = [];
        const looked = [];
        // The page may have other timers, of other times.
        globalThis.setTimeout = (job, time) => (time === 1000 ? jobs.push(job) : real(job, time));
        globalThis.getComputedStyle = (element) => { looked.push(element.localName); return style(element); };
        const checks = [...document.querySelectorAll("iframe")].map((frame) => new press_check.PressCheck(frame, () => true));
        try {
            while (!checks.every((check) => check.inView)) await new Promise((go) => real(go, 10));
            const timers = jobs.length;
            looked.length = 0;
            jobs[0]();
            return [timers, looked.filter((name) => name === "main").length, looked.filter((name) => name === "iframe").length, jobs.length];
        } finally {
            globalThis.setTimeout = real;
            globalThis.getComputedStyle = style;
            for (const check of checks) check.dispose();
        }
    """
    assert await lab(code) == [1, 1, 5, 2]


async def test_a_mask_around_blocks_at_rest_is_noted_for_each(lab: Lab) -> None:
    await lab.body("<main>" + "<iframe style='width:90px;height:40px'></iframe>" * 2 + "</main>")
    code = """
        const real = globalThis.setTimeout;
        const jobs = [];
        // The page may have other timers, of other times.
        globalThis.setTimeout = (job, time) => (time === 1000 ? jobs.push(job) : real(job, time));
        const checks = [...document.querySelectorAll("iframe")].map((frame) => new press_check.PressCheck(frame, () => true));
        try {
            while (!checks.every((check) => check.inView)) await new Promise((go) => real(go, 10));
            if (given) document.querySelector("main").style.maskImage = "linear-gradient(red, red)";
            jobs[0]();
            return checks.map((check) => check.maskedAt > 0);
        } finally {
            globalThis.setTimeout = real;
            for (const check of checks) check.dispose();
        }
    """
    assert await lab(code, False) == [False, False]
    assert await lab(code, True) == [True, True]
