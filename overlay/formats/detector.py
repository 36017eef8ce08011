"""The one incremental core: text goes in by deltas, events and calls come out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from .context import SKIPPED, Fence, announces_example, is_data
from .draft import Draft, Log
from .fallbacks import guesses
from .model import Event, ToolCall
from .registry import Openers, families
from .scan import Family, Scan
from .source import Cut, Refuted, Steps
from .tokens import behind
from .tools import ToolIndex

_LINE_END = re.compile(r"\n")
_MARKER = re.compile(r"[ \t]*(`{3,}|~{3,})")


_FENCES = "`{3}|~{3}"


def _openers_for(tools: ToolIndex) -> dict[str, Openers]:
    return {
        "text": Openers([*families(), *SKIPPED], "``*", f">|{_FENCES}", tools),
        "fence": Openers(families(), "", _FENCES, tools),
        "end of fence": Openers([], "", _FENCES),
    }


@cache
def _openers_without_tools() -> dict[str, Openers]:
    return _openers_for(ToolIndex())


class StreamDetector:
    """Finds the tool calls in a text that arrives in deltas; feeding costs what the delta costs.

    With `fence=None` the text is Markdown or prose as a model prints it. With `fence="xml"` (or any label,
    "" for none) all of it is the content of one code block with that label. `tools` are definitions
    (`name`, `parameters`).
    """

    def __init__(
        self,
        tools: Sequence[Mapping[str, Any]] | ToolIndex | None = None,
        *,
        fallbacks: bool = False,
        fence: str | None = None,
    ) -> None:
        self._scan = Scan(tools if isinstance(tools, ToolIndex) else ToolIndex(tools))
        self._scan.length = self._scan.base = -1
        self._scan.push("\n")  # so that the first line begins as every other does
        self._log = self._scan.log
        index = self._scan.tools
        if index.given and not index.searches:
            index.searches.update(_openers_for(index))
        self._searches = index.searches if index.given else _openers_without_tools()
        self._fallbacks = fallbacks and index.given
        self._excluded: list[tuple[int, int]] = []
        self._fence: Fence | None = None
        self._plain_ticks = -1
        self.ranges: list[tuple[int, int]] = []
        if fence is not None:
            self._enter(Fence("", 0, is_data(fence), 0))
        self._run = self._steps()
        next(self._run)

    @property
    def calls(self) -> list[ToolCall]:
        """The calls closed so far."""
        return self._log.calls

    @property
    def length(self) -> int:
        """Code points fed so far."""
        return self._scan.length

    @property
    def held(self) -> int | None:
        """Where begins what is, or may still become, a call; None if all text so far is ordinary."""
        if self._fence and self._fence.waiting and self._scan.length > self._fence.start:
            return self._fence.start
        return self._scan.held

    def feed(self, delta: str) -> list[Event]:
        """Take the next piece of the text; what is newly known."""
        scan, log = self._scan, self._log
        if scan.eof or not delta:
            return []
        scan.push(delta if delta.isascii() else _LONE.sub("\ufffd", delta))
        next(self._run)
        events, log.events = log.events, []
        return events

    def finish(self) -> list[Event]:
        """The text is over: open calls are closed as incomplete."""
        if not self._scan.eof:
            self._scan.eof = True
            for _ in self._run:  # pragma: no branch
                raise AssertionError("a parser asked for text after the end")
        events, self._log.events = self._log.events, []
        return events

    def _steps(self) -> Steps[None]:
        scan = self._scan
        while True:
            openers = self._openers()
            found = openers.search(scan.buf, scan.pos)
            if found is None:
                end, more = openers.open_end(scan.buf, scan.pos)
                self._ordinary(scan.buf[scan.pos : end])
                scan.pos = end
                scan.held = scan.at if more else None
                if not self._fallbacks:
                    scan.trim()
                if scan.eof:
                    break
                yield
                continue
            start = found.start()
            if not scan.eof and (open_at := openers.undecided(scan.buf, scan.pos, start)) is not None:
                self._ordinary(scan.buf[scan.pos : open_at])
                scan.pos = open_at
                scan.held = scan.at if found[0][0] != "`" else None
                yield
                continue
            self._ordinary(scan.buf[scan.pos : start])
            scan.pos = start
            opener = found[0].lower()
            if opener == "\n":
                yield from self._line()
            elif opener[0] == "`":
                yield from self._ticks(found[0])
            else:
                yield from self._candidate(openers.at(found), len(opener))
        if self._fence and not self._fence.marker:
            self._leave()
        if self._fallbacks and not self._log.calls:
            self._guess()

    def _guess(self) -> None:
        """No structured call was found: the fallbacks that tools declare may find one in the prose."""
        scan = self._scan
        if self._fence:
            self._excluded.append((max(self._fence.start, 0), scan.length))
        text = scan.slice(0, scan.length)
        for guess in guesses(text, scan.tools, self._excluded):
            draft = Draft(self._log, guess.kind, guess.span[0])
            draft.named(guess.name)
            draft.arguments = guess.arguments
            draft.close(span=guess.span, raw=text[slice(*guess.span)], confidence="fallback")

    def _openers(self) -> Openers:
        if self._fence is None:
            return self._searches["text"]
        return self._searches["fence" if self._fence.clean and not self._fence.example else "end of fence"]

    def _ordinary(self, text: str) -> None:
        if self._fence:
            self._fence.ordinary(text)

    def _candidate(self, members: list[Family], size: int) -> Steps[None]:
        """Let the families whose opener stands here try, the first by precedence first."""
        scan = self._scan
        start = scan.at
        example = self._fence is None and members[0].rank >= 0 and announces_example(behind(scan, 200))
        if example:
            scan.log = Log()
        try:
            yield from self._tried(members, size, start)
        finally:
            if example:
                scan.log = self._log
        scan.held = None

    def _tried(self, members: list[Family], size: int, start: int) -> Steps[None]:
        scan = self._scan
        for family in members:
            calls = len(scan.log.calls)
            scan.held = scan.construct = start
            try:
                yield from family.read(scan)
            except Refuted as why:
                scan.drop(str(why))
                if len(scan.log.calls) == calls:
                    scan.rewind(start)
                    continue
                scan.rewind(scan.last_end)
            except Cut:
                if scan.passive:
                    scan.drop("it is other text")
                    break
                for draft in list(scan.drafts):
                    if draft.shown:
                        scan.close(draft, complete=False)
                scan.drop("the text ended")
                if len(scan.log.calls) == calls and family.rank >= 0:
                    scan.rewind(start)
                    continue
            if family.rank < 0:
                self._excluded.append((start, scan.at))
            if len(scan.log.calls) > calls and scan.log is self._log:
                self.ranges.append((start, scan.at))
            break
        else:
            self._ordinary(scan.buf[scan.pos : scan.pos + size])
            scan.pos += 1

    def _line(self) -> Steps[None]:
        """What stands at the start of a line: a quotation, a fence, or a line opener."""
        scan = self._scan
        scan.pos += 1
        marker = _MARKER.match(scan.buf, scan.pos)
        if marker:
            yield from self._fence_line(marker)
            return
        while scan.buf[scan.pos] in " \t":
            scan.pos += 1
        if self._fence is None and scan.buf[scan.pos] == ">":
            start = scan.at
            yield from self._rest_of_line()
            self._excluded.append((start, scan.at))
            return
        openers = self._openers()
        found = openers.line.match(scan.buf, scan.pos)
        if found:
            yield from self._candidate(openers.at_line(found[0]), len(found[0]))

    def _rest_of_line(self) -> Steps[str]:
        start = self._scan.at
        with suppress(Cut):
            yield from self._scan.until(_LINE_END)
        return self._scan.slice(start, self._scan.at)

    def _fence_line(self, marker: re.Match[str]) -> Steps[None]:
        start = self._scan.at
        line = (yield from self._rest_of_line()).strip(" \t\r")
        char = marker[1][0]
        size = len(line) - len(line.lstrip(char))
        info = line[size:]
        if self._fence is None:
            if char == "~" or "`" not in info:
                example = announces_example(self._scan.slice(max(start - 200, -1), start))
                self._enter(Fence(char, size, is_data(info), self._scan.at + 1, example=example))
            else:
                self._scan.rewind(start + len(marker[0]))
        elif self._fence.marker == char and size >= self._fence.size and not info.strip():
            self._leave()
        else:
            self._ordinary(line)

    def _enter(self, fence: Fence) -> None:
        self._fence = fence
        if not fence.data:
            self._scan.log = fence.log

    def _leave(self) -> None:
        fence, self._fence, self._scan.log = self._fence, None, self._log
        if fence:
            self._excluded.append((fence.start, self._scan.at))
        if fence and fence.waiting:
            offset = self._log.opened
            self._log.events += [replace(event, call=event.call + offset) for event in fence.log.events]
            self._log.calls += fence.log.calls
            self._log.opened += fence.log.opened

    def _ticks(self, run: str) -> Steps[None]:
        """Inline code: skip to the marker that closes it, if the line has one."""
        scan = self._scan
        scan.held = None
        start = scan.at
        whole = _CODE.match(scan.buf, scan.pos)
        if whole and whole.end() < len(scan.buf) and start >= self._plain_ticks:
            scan.pos = whole.end()
            self._excluded.append((start, scan.at))
            return
        scan.pos += len(run)
        if start < self._plain_ticks:
            return
        try:
            while True:
                char = yield from scan.until(_TICK_OR_LINE_END)
                if char == "\n":
                    break
                other = yield from self._tick_run()
                if other == len(run):
                    self._excluded.append((start, scan.at))
                    return
        except Cut:
            pass
        self._plain_ticks = scan.at
        scan.rewind(start + len(run))

    def _tick_run(self) -> Steps[int]:
        scan, start = self._scan, self._scan.at
        with suppress(Cut):
            yield from scan.until(_NO_TICK)
        return scan.at - start


_CODE = re.compile(r"(`+)[^`\n]+\1(?!`)")
_TICK_OR_LINE_END = re.compile(r"[`\n]")
_NO_TICK = re.compile(r"[^`]")
_LONE = re.compile(r"[\ud800-\udfff]")


def detect(
    text: str,
    tools: Sequence[Mapping[str, Any]] | None = None,
    *,
    fallbacks: bool = False,
    fence: str | None = None,
) -> list[ToolCall]:
    """The tool calls in `text`, in order of their spans; those cut off have `complete=False`."""
    detector = StreamDetector(tools, fallbacks=fallbacks, fence=fence)
    detector.feed(text)
    detector.finish()
    return sorted(detector.calls, key=lambda call: call.span)
