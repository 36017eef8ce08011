"""Saves a recording that has ended, with the result that its replay is to have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.capture.check.text_report import report
from overlay.capture.manifest import Manifest
from overlay.capture.record.atomic_save import as_written, save
from overlay.capture.record.baseline import ReplayFailed, expect
from overlay.capture.record.checkpoints import Checkpoints
from overlay.capture.record.gaps import gap_line
from overlay.capture.record.output_place import place_of_unsaved
from overlay.capture.record.recorder import Recorder
from overlay.cli.json_output import print_json
from overlay.cli.json_shapes.recordings import Captured
from overlay.common.errors import CheckFailed
from overlay.common.interrupts import finishing
from overlay.common.terminal_text import inline
from overlay.ui.terminal.output import echo, tell

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict

MOST = 12
"""The maximum number of gaps, or differences, told one by one; of the others the number is told."""


@dataclass(frozen=True, slots=True)
class CaptureResult:
    """The folder of a recording that has ended, with the options for saving it."""

    folder: Path
    minimal: bool
    patterns: tuple[str, ...]
    as_json: bool
    replay: bool
    browser: str | None
    allow_differences: bool = False

    def save(
        self,
        recorder: Recorder,
        ended: str,
        *,
        imported: bool = False,
        checkpoints: Sequence[Checkpoints] = (),
        compare: Callable[[], Verdict] | None = None,
    ) -> None:
        """Write the recording, and print a summary.

        `checkpoints` are removed as soon as the recording is written. `compare` compares it with
        an earlier one. Raises SystemExit if the site has changed since, and CheckFailed if its replay
        fails or, unless that is allowed, if the recording is not as the page was.
        """
        manifest = self._written(recorder, ended, checkpoints, imported=imported)
        _tell_first("left out, for it is too large", recorder.assets.left_out)
        gaps = [gap_line(gap) for gap in manifest.gaps]
        _tell_first("a gap in the recording", gaps)
        differing: list[str] | None = None
        failure = ""
        if self.replay:
            try:
                differing = self._replayed()
            except ReplayFailed as error:
                failure = str(error)
            except OSError as error:
                failure = f"the result can't be written: {error.strerror or error}"
            _tell_first("not as it was live", differing or ())
        verdict = compare() if compare else None
        self._print(manifest, ended, differing, verdict)
        if failure:
            raise CheckFailed(
                f"{self.folder} has no expected result, for its replay failed: {inline(failure)}",
                advice=f"Try it again: overlay check --update {self.folder}",
            )
        if verdict and not verdict.ok:
            raise SystemExit(CheckFailed.exit_code)
        if differing and not self.allow_differences:
            raise CheckFailed(
                f"the replay of {self.folder} differs from the live page, so no expected result was saved",
                advice=f"Record it again, or accept this replay: overlay check --update {self.folder}",
            )
        if gaps and not self.allow_differences:
            raise CheckFailed(
                f"{self.folder} has a gap: a part of the page was not recorded",
                advice="Record it again, or add --allow-differences to accept the gap.",
            )

    def _print(
        self, manifest: Manifest, ended: str, differing: list[str] | None, verdict: Verdict | None
    ) -> None:
        """Print the changes of the site first, then the summary."""
        redacted = {entry.rule: entry.count for entry in manifest.redacted}
        if self.as_json:
            folder, steps, length = str(self.folder), manifest.steps, manifest.length
            site = verdict.differences if verdict else None
            print_json(Captured(folder, steps, length, ended, redacted, differing, site, manifest.gaps))
            return
        if verdict:
            lines = report(verdict)[1:] or ["The site is as it was."]
            echo("\n".join(line.removeprefix("  ") for line in lines))
        echo(
            f"{inline(str(self.folder))}: {manifest.steps} steps in {manifest.length / 1000:.1f} s, "
            f"{as_written(self.folder)}; {ended}"
        )
        for rule, count in redacted.items():
            echo(f"  taken out: {count} by {inline(rule)}")

    def _written(
        self, recorder: Recorder, ended: str, checkpoints: Sequence[Checkpoints], *, imported: bool
    ) -> Manifest:
        """Write the recording and remove its checkpoints, also after a Ctrl+C, which is then raised again."""
        # This takes seconds for a page that rebuilds itself all the time.
        tell("Writing the recording …")
        written = False
        try:
            with finishing(lambda: tell("The recording is still being written. Ctrl+C again loses it.")):
                manifest = self._write(recorder, ended, imported=imported)
                for each in checkpoints:
                    each.remove()
                written = True
            return manifest
        except KeyboardInterrupt:
            if written and self.replay:
                self._tell_no_result()
            raise

    def _tell_no_result(self) -> None:
        tell(f"{self.folder} has no expected result yet. Make it: overlay check --update {self.folder}")

    def _write(self, recorder: Recorder, ended: str, *, imported: bool) -> Manifest:
        """Write the recording; if its folder can't be written any more, to one that the error names."""
        given: dict[str, Any] = {"ended": ended, "patterns": self.patterns}
        given |= {"minimal": self.minimal, "imported": imported}
        try:
            return save(recorder, self.folder, **given)
        except OSError as error:
            place = place_of_unsaved(self.folder)
            said = f"{self.folder} can't be written: {error.strerror or error}"
            try:
                save(recorder, place, **given)
            except OSError as again:
                raise CheckFailed(
                    f"{said}, nor can {place}: the recording is lost",
                    advice="Free some space, then record again.",
                ) from again
            raise CheckFailed(
                f"{said}. The recording is in {place}",
                advice=f"Move it, then: overlay check --update {self.folder}",
            ) from error

    def _replayed(self) -> list[str]:
        """Replay the recording for its expected result; return how it differs from the page as it was.

        Raises ReplayFailed.
        """
        tell("Replaying it once for the expected result …")
        # A minimal recording has no pictures of texts, not even of the filler.
        options: dict[str, Any] = {"browser": self.browser, "pictures": not self.minimal}
        replay = expect(self.folder, notify=tell, anyway=self.allow_differences, **options)
        try:
            return asyncio.run(replay)
        except KeyboardInterrupt:
            self._tell_no_result()
            raise


def _tell_first(what: str, lines: Collection[str]) -> None:
    """Tell the first of the lines, each after `what`, and the number of the others."""
    for line in islice(lines, MOST):
        tell(f"{what}: {inline(line)}")
    if len(lines) > MOST:
        tell(f"{what}: {len(lines) - MOST} more")
