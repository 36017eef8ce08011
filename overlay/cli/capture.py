"""`overlay capture`: records a chat page once, so that later checks show when it breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from overlay.calls.events import Event
from overlay.capture.check.text_report import report
from overlay.capture.importers.opening import Opening, is_file, record_file
from overlay.capture.model import Manifest
from overlay.capture.record import stop_conditions as ending
from overlay.capture.record.assets import Assets
from overlay.capture.record.atomic_save import as_written, save
from overlay.capture.record.baseline import expect
from overlay.capture.record.checkpoints import Checkpoints
from overlay.capture.record.output_place import check_place, place_of_unsaved, reserved
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.redact import Secrets
from overlay.cli import completion
from overlay.cli.command import Command
from overlay.cli.common_options import EXISTING_FOLDER, FOLDER_PATH
from overlay.cli.demo_player import Play
from overlay.cli.demo_tools import FOLDER
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes import Captured
from overlay.cli.launch import (
    companion_of,
    fail_if_unattended_denials,
    launch_options,
    run_until_closed,
    tell_event,
)
from overlay.cli.option_checks import check_browser
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.paths import cache_dir
from overlay.common.terminal_text import inline
from overlay.companion.browser import Machine
from overlay.companion.browser_profile import profile_folder
from overlay.ui.terminal.input import TERMINAL, at_terminal
from overlay.ui.terminal.output import echo, tell

if TYPE_CHECKING:
    from overlay.capture.check.model import Verdict
    from overlay.companion.companion import Companion


@click.command("capture", cls=Command)
@click.argument("target", metavar="[TARGET]", required=False, default="", shell_complete=completion.sites)
@click.option(
    "-o",
    "--output",
    type=FOLDER_PATH,
    required=True,
    metavar="PATH",
    help="Folder of the recording.",
)
@click.option(
    "--until",
    metavar="WHEN",
    help="quiet, key, selector:CSS, or seconds (default: a key press at the terminal, else quiet).",
)
@click.option("--minimal", is_flag=True, help="Keep the structure and the calls, no other text.")
@click.option(
    "--redact",
    "patterns",
    multiple=True,
    metavar="REGEX",
    help="Also remove what this expression finds (its first group, if any).",
)
@click.option(
    "--site",
    default="",
    show_default=False,
    metavar="NAME",
    shell_complete=completion.sites,
    help="The site of a saved page, if its address does not say it.",
)
@click.option(
    "--replay/--no-replay", default=True, help="Replay it once, and store the result as the expected one."
)
@click.option(
    "--allow-differences", is_flag=True, help="Exit with 0 although the replay is not as it was live."
)
@click.option("--force", is_flag=True, help="Replace an existing recording.")
@click.option(
    "--like",
    type=EXISTING_FOLDER,
    metavar="DIR",
    help="Do again on the live page what was done in this recording, and say what changed on the site. "
    "TARGET is another address, if need be.",
)
@launch_options(alone=True)
@json_option(Captured)
def command(
    target: str,
    output: Path,
    until: str | None,
    minimal: bool,
    patterns: tuple[str, ...],
    site: str,
    force: bool,
    replay: bool,
    allow_differences: bool,
    like: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Record a chat page: a SITE, an address, the bundled `demo` (which is played through), or a saved page
    (.html, .mhtml, .har).

    Ends when the window is closed, at Ctrl+C, or as --until says; then the recording is saved.

    \b
    Examples:
      overlay capture chatgpt -o recordings/chatgpt
      overlay capture page.html --minimal -o report
      overlay capture --like recordings/chatgpt -o recordings/chatgpt-now
    """
    if not target and like is None:
        raise UsageError("the page is missing", advice="Give a SITE, an address or a file; or --like DIR.")
    check_place(output, force=force)
    Secrets(patterns)
    if like:
        _check_like(target, until)
    else:
        _check(target, until, site)
    _check_taken(target, options)
    capture = Capture(target, output, minimal, patterns, as_json, replay, options)
    recorder = Recorder(Assets(kinds=("stylesheet",)) if minimal else None)
    with reserved(output):
        if like:
            ended, compare = capture.again(recorder, like)
            differs = capture.save(recorder, ended, compare=compare)
        elif is_file(target):
            capture.file(recorder, site)
            differs = capture.save(recorder, "that was all of the file", imported=True)
        else:
            ended = capture.play(recorder) if target == "demo" else capture.live(recorder, until)
            differs = capture.save(recorder, ended)
    if differs and not allow_differences:
        raise CheckFailed(
            f"the replay of {output} is not as the page was live, so its expected result is wrong",
            advice="Record it again, or add --allow-differences if it may stay as it is.",
        )


def _check(target: str, until: str | None, site: str) -> None:
    """Raise UsageError for options that are invalid, or that do not apply to this target."""
    if until:
        ending.parse(until)
    if until and (is_file(target) or target == "demo"):
        raise UsageError(
            "--until is for live pages",
            advice="Leave it out: the demo ends with its story, a saved page when all of it was read.",
        )
    if site and not is_file(target):
        raise UsageError("--site is for saved pages", advice=f"Leave it out: {target} tells its site.")
    if site:
        Opening(tell, site).profile("")
    if not is_file(target) and "://" not in target and Path(target).exists():
        raise UsageError(f"{target} is not a saved page", advice="Give a page (.html, .mhtml, .har).")
    if is_file(target) and not Path(target).is_file():
        raise UsageError(f"{target} is not a file", advice="Give a saved page (.html, .mhtml, .har).")


def _check_like(target: str, until: str | None) -> None:
    """Raise UsageError for options that do not apply when a recording is made like another one."""
    if target and "://" not in target:
        raise UsageError("--like opens the address of the recording", advice="Give another address, or none.")
    if until:
        raise UsageError("--until is not for --like", advice="Leave it out: it ends when all was done again.")
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name in context.params and option.name in NOT_LIKE:
            raise UsageError(
                f"{option.opts[0]} is not for --like",
                advice="Leave it out: tools and settings are those of the recording, and no tool runs.",
            )


NOT_LIKE = frozenset(
    {"auto_execute", "delay", "auto_insert", "auto_submit", "max_rounds", "config_file", "ask", "panel"}
)
DEMO_TAKES = frozenset({"headless", "auto_execute", "delay", "browser", "no_servers", "panel"})
FILE_TAKES = frozenset({"headless", "browser", "no_servers", "panel"})


def _check_taken(target: str, options: dict[str, Any]) -> None:
    """Raise UsageError for an option about opening a live page if the target is not a live page."""
    check_browser(options["browser"])
    if target != "demo" and not is_file(target):
        return
    context = click.get_current_context()
    taken = DEMO_TAKES if target == "demo" else FILE_TAKES
    what = "the demo has its own tools and its own page" if target == "demo" else "nothing is run"
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name in options and option.name not in taken:
            raise UsageError(f"{option.opts[0]} is for live pages", advice=f"Leave it out: {what}.")


@dataclass(frozen=True, slots=True)
class Capture:
    """One recording, as the options say."""

    target: str
    output: Path
    minimal: bool
    patterns: tuple[str, ...]
    as_json: bool
    replay: bool
    options: dict[str, Any]
    _saved_so_far: list[Checkpoints] = field(default_factory=list[Checkpoints])

    def play(self, recorder: Recorder) -> str:
        """Play the bundled story; return why the recording ended. Raises CheckFailed if it went wrong."""
        headless = self.options["headless"] or Machine.current().display() is None
        delay = self.options["delay"]
        play = Play(
            notify=self._notify,
            pictures=cache_dir() / "capture" / "pictures",
            folder=FOLDER,
            headless=headless,
            auto_execute=self.options["auto_execute"],
            delay=2.0 if delay is None else delay,
            browser=self.options["browser"],
            recorder=recorder,
        )
        with suppress(KeyboardInterrupt):
            played = asyncio.run(play.run())
            if not played.ok:
                raise CheckFailed("the demo failed: " + "; ".join(played.problems))
            return "the story has ended"
        return "Ctrl+C"

    def file(self, recorder: Recorder, site: str) -> None:
        """Record a saved page, or the pages in an archive."""
        opening = Opening(self._notify, site, self.options["browser"])
        asyncio.run(record_file(Path(self.target), opening, recorder))

    def live(self, recorder: Recorder, until: str | None) -> str:
        """Record a page until the recording ends; return why it ended."""
        wanted = self.until(until)
        companion = companion_of(self.target, self.options, recorder)
        checkpoints = Checkpoints(self.output, patterns=self.patterns, minimal=self.minimal)
        for folder in checkpoints.left():
            self._notify(f"An earlier capture was killed. What it had is in {folder}")
        reason = "the window was closed"

        async def over(companion: Companion) -> None:
            nonlocal reason
            async with checkpoints.kept(recorder):
                await ending.wait(wanted, companion, lambda: recorder.count, _key)
            reason = wanted.words

        if wanted.kind == "key":
            self._notify("Recording. Press Enter here to end it, or close the window.")
        try:
            asyncio.run(run_until_closed(companion, self._show, over))
        except KeyboardInterrupt:
            reason = "Ctrl+C"
        self._saved_so_far.append(checkpoints)
        if recorder.companion is None:
            raise UsageError(f"nothing was recorded of {self.target}", advice="Wait until its page is open.")
        with suppress(CheckFailed):  # the recording has the denied calls
            fail_if_unattended_denials(companion)
        return reason

    def again(self, recorder: Recorder, like: Path) -> tuple[str, Callable[[], Verdict]]:
        """Record the site again as in `like`; return why it ended, and the comparison of the two."""
        from overlay.capture.live_check.checked import verdict_of
        from overlay.capture.live_check.recorded_again import LiveOptions, record_again

        old = Recording.open(like)
        headless, connect = self.options["headless"], self.options["connect"]
        folder = profile_folder(self.options["profile_dir"], self.target or old.manifest.url)
        options = LiveOptions(self.target, headless, self.options["browser"], folder, connect)
        problems = asyncio.run(record_again(old, options, self._notify, recorder)).problems
        return "everything was done again", lambda: verdict_of(
            self.output.name, old, Recording.open(self.output), problems
        )

    def save(
        self,
        recorder: Recorder,
        ended: str,
        *,
        imported: bool = False,
        compare: Callable[[], Verdict] | None = None,
    ) -> list[str]:
        """Write the recording, and print a summary; return how its replay differs from the page as it was.

        `compare` compares it with an earlier one. Raises SystemExit if the site has changed since.
        """
        # This takes seconds for a page that rebuilds itself all the time; Ctrl+C would lose the recording.
        self._notify("Writing the recording …")
        manifest = self._write(recorder, ended, imported=imported)
        for checkpoints in self._saved_so_far:
            checkpoints.remove()
        for url in recorder.assets.left_out:
            self._notify(f"left out, for it is too large: {inline(url)}")
        apart: list[str] | None = None
        if self.replay:
            apart = self._replayed()
            for line in apart:
                self._notify(f"not as it was live: {inline(line)}")
        verdict = compare() if compare else None
        self._print(manifest, ended, apart, verdict)
        if verdict and not verdict.ok:
            raise SystemExit(CheckFailed.exit_code)
        return apart or []

    def _print(
        self, manifest: Manifest, ended: str, apart: list[str] | None, verdict: Verdict | None
    ) -> None:
        """Print the changes of the site first, then the summary."""
        redacted = {entry.rule: entry.count for entry in manifest.redacted}
        if self.as_json:
            folder, steps, length = str(self.output), manifest.steps, manifest.length
            site = verdict.differences if verdict else None
            print_json(Captured(folder, steps, length, ended, redacted, apart, site))
            return
        if verdict:
            lines = report(verdict)[1:] or ["The site is as it was."]
            echo("\n".join(line.removeprefix("  ") for line in lines))
        echo(
            f"{inline(str(self.output))}: {manifest.steps} steps in {manifest.length / 1000:.1f} s, "
            f"{as_written(self.output)}; {ended}"
        )
        for rule, count in redacted.items():
            echo(f"  taken out: {count} by {inline(rule)}")

    def _write(self, recorder: Recorder, ended: str, *, imported: bool) -> Manifest:
        """Write the recording; if its folder can't be written any more, to one that the error names."""
        given: dict[str, Any] = {"ended": ended, "patterns": self.patterns}
        given |= {"minimal": self.minimal, "imported": imported}
        try:
            return save(recorder, self.output, **given)
        except OSError as error:
            place = place_of_unsaved(self.output)
            said = f"{self.output} can't be written: {error.strerror or error}"
            try:
                save(recorder, place, **given)
            except OSError as again:
                raise CheckFailed(
                    f"{said}, nor can {place}: the recording is lost",
                    advice="Free some space, then record again.",
                ) from again
            raise CheckFailed(
                f"{said}. The recording is in {place}",
                advice=f"Move it, then: overlay check --update {self.output}",
            ) from error

    def _replayed(self) -> list[str]:
        """Replay the recording for its expected result; return how it differs from the page as it was."""
        self._notify("Replaying it once for the expected result …")
        # A minimal recording has no pictures of texts, not even of the filler.
        replay = expect(
            self.output, notify=self._notify, browser=self.options["browser"], pictures=not self.minimal
        )
        try:
            return asyncio.run(replay)
        except KeyboardInterrupt:
            self._notify(
                f"{self.output} has no expected result yet. Make it: overlay check --update {self.output}"
            )
            raise

    def until(self, text: str | None) -> ending.StopCondition:
        """Return the condition that ends the recording. Raises UsageError for an invalid one."""
        asked = at_terminal() and not self.options["headless"]
        wanted = ending.parse(text or ("key" if asked and not self._asks_here() else "quiet"))
        if wanted.kind == "key" and self._asks_here():
            raise UsageError(
                "--until key and questions in the terminal would read the same lines",
                advice="Add --ask panel, or end the recording with Ctrl+C or another --until.",
            )
        return wanted

    def _asks_here(self) -> bool:
        panel = self.options["panel"]
        shown = not self.options["headless"] if panel is None else panel
        return self.options["ask"] in ("terminal", "both") or not shown

    def _show(self, event: Event) -> None:
        if not self.as_json:
            tell_event(event, as_json=False)

    def _notify(self, line: str) -> None:
        tell(line)


async def _key() -> None:
    await TERMINAL.line()
