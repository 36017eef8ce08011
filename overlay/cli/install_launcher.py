"""`overlay install-launcher`: a desktop entry that opens a site without a terminal, and its removal."""

from __future__ import annotations

import click

from overlay.cli import completion
from overlay.cli.command import Command
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.machine import Launcher
from overlay.cli.log_file import launcher_log
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.terminal_text import inline
from overlay.companion.browser import Machine
from overlay.companion.desktop_launcher import entry_folder, install, remove
from overlay.sites.loader import load_profiles, profile_for
from overlay.ui.terminal.output import tell


@click.command("install-launcher", cls=Command)
@click.argument("site", metavar="[SITE]", required=False, shell_complete=completion.sites)
@click.option("--remove", "removing", is_flag=True, help="Remove the entry of SITE, or all of overlay's.")
@json_option(Launcher)
def command(site: str | None, removing: bool, as_json: bool) -> None:
    """Put an entry into the desktop's menu that opens SITE (see `overlay sites list`) without a terminal.

    What overlay would print then goes to a file that `overlay doctor` names.

    \b
    Examples:
      overlay install-launcher chatgpt
      overlay install-launcher chatgpt --remove
      overlay install-launcher --remove
    """
    machine = Machine.current()
    if removing:
        gone = remove(machine, site)
        if not gone:
            what = f"no entry of {inline(site)}" if site else "no entry of overlay"
            raise CheckFailed(f"there is {what} in {entry_folder(machine)}")
        if as_json:
            print_json(Launcher(removed=list(map(str, gone))))
            return
        for path in gone:
            tell(f"{inline(str(path))} is removed.")
        return
    if site is None:
        raise UsageError(
            "the site is missing", advice="Type overlay install-launcher SITE; see `overlay sites list`."
        )
    if site not in load_profiles():
        profile_for(site)
        raise UsageError(f"{inline(site)} is an address", advice="Give a name of `overlay sites list`.")
    profile, url = profile_for(site)
    if not url and site != "demo":
        raise UsageError(f"{site} has no address to open", advice="Give another site.")
    entry = install(profile, launcher_log(), machine)
    if as_json:
        print_json(Launcher(str(entry), str(launcher_log())))
        return
    tell(f"{inline(str(entry))} opens {inline(profile.title)}.")
    tell(f"Its output goes to {inline(str(launcher_log()))}.")
