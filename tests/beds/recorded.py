"""A conversation at a bed, recorded, and played again as often as asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, expect

import injected_js
from overlay.capture.record.atomic_save import save
from overlay.capture.record.baseline import differences
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay import play
from tests.beds.cases import CASES, END
from tests.beds.talk import WRITTEN, Talk

Talking = Callable[[BrowserContext, Recorder], Talk]
CALLS = {"fenced": 1, "three": 3, "long": 1, "code": 0}
"""How many results each case sends back."""
# The page's own tree as a replay writes it. Overlay's hosts are known by their mark, its layer and its lifeline as
# bare elements outside the body.
TREE = """(mark) => {{ 'use strict'; {modules}
    const isBare = (element) => element.parentNode === document.documentElement && element.localName === "div" && !element.attributes.length;
    return tree_dump.writeKids(document, {{ skip: (element) => element.hasAttribute(mark) || isBare(element) }}, 0).join("\\n") + "\\n";
}}"""


@dataclass(frozen=True, slots=True)
class Taken:
    """A recording, and the page at its end."""

    folder: Path
    page: str


@dataclass(slots=True)
class ReplayResults:
    """The results of its replays: each page and each log (with all drawings) once, and where it was other than
    live.
    """

    pages: list[str] = field(default_factory=list[str])
    logs: list[str] = field(default_factory=list[str])
    apart: list[str] = field(default_factory=list[str])
    seconds: list[float] = field(default_factory=list[float])


async def record(talking: Talking, browser: Browser, cases: Sequence[str], folder: Path) -> Taken:
    """Have the conversation, and write its recording to `folder`."""
    recorder = Recorder()
    context = await browser.new_context()
    sent = over = 0
    async with talking(context, recorder) as talk:
        for case in cases:
            await talk.person.ask(case)
            sent += CALLS[case]
            over += sum(END in answer for answer in CASES[case].answers)
            if CALLS[case]:
                await talk.until("submitted", sent)
            await expect(talk.person.words(END)).to_have_count(over, timeout=WRITTEN)
        await talk.settled()
        page = await talk.person.at_rest(_tree(), talk.companion.bridge.mark)
        await recorder.finish()
    await context.close()
    save(recorder, folder, ended="the conversation is over")
    return Taken(folder, page)


async def replayed(taken: Taken, browser: Browser, times: int, speed: float | None = None) -> ReplayResults:
    """Play it `times` times, at full speed if no `speed` is given."""
    recording = Recording.open(taken.folder)
    results = ReplayResults()
    for _ in range(times):
        played = await play(recording, browser=browser, speed=speed)
        page = played.dom.split("\n", 1)[1]
        log = "\n".join(line.model_dump_json() for line in [*played.log, *played.blocks])
        results.pages += [page] if page not in results.pages else []
        results.logs += [log] if log not in results.logs else []
        results.apart = results.apart or differences(recording.live(), played.log)
        results.seconds.append(played.seconds)
    return results


def _tree() -> str:
    return TREE.format(modules=injected_js.bundle(injected_js.FOLDER / "replaying", "tree_dump"))
