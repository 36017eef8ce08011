"""The look at each frame of the browser, before a press counts or a call runs."""

from __future__ import annotations

from tests.injected.lab import Lab


async def test_the_time_before_a_watch_began_is_no_time_between_two_of_its_frames(lab: Lab) -> None:
    """Else each call of a loop would seem to have been covered in the pause after the one before."""
    code = """
        const ended = new Promise((go) => {
            globalThis.watch = new close_watch.CloseWatch({ observe() {}, report() {}, ended: go });
        });
        const frame = () => new Promise((go) => requestAnimationFrame(go));
        watch.endsAt = 0;
        watch.extend();
        watch.endsAt = performance.now() + 100;
        await ended;
        const paused = performance.now();
        while (performance.now() - paused < 240) await frame();
        watch.extend();
        await frame();
        await frame();
        const { gap, beganAt } = watch;
        watch.endsAt = 0;
        return gap <= performance.now() - beganAt;
    """
    assert await lab(code) is True
