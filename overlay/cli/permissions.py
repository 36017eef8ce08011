"""`overlay permissions`: lists, adds and revokes what is allowed without a question."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import click

from overlay.cli import completion
from overlay.cli.command import Group
from overlay.cli.common_options import EXISTING_FOLDER, WholeRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.history import CommandPermission, Permission, Permissions, Revoked
from overlay.common.errors import UsageError
from overlay.common.terminal_text import inline, name
from overlay.policy.commands.programs import can_delete, is_local
from overlay.policy.commands.rules import examine, rule_for
from overlay.policy.origins import checked_site
from overlay.policy.policy_file import PolicyFile
from overlay.policy.policy_schema import CommandRule, Grant
from overlay.tools.definition import CommandPlace
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import echo, tell


@click.group("permissions", cls=Group)
def command() -> None:
    """List what may run without a question, allow a command, revoke a permission.

    \b
    Examples:
      overlay permissions list
      overlay permissions revoke 3f0c
      overlay permissions allow-command --origin https://chat.example npm test
    """


@command.command("list")
@json_option(Permissions)
def list_permissions(as_json: bool) -> None:
    """List the permissions of policy.toml: those of tools, then those of commands.

    \b
    Examples:
      overlay permissions list
      overlay permissions list --json
    """
    rules, now = _file().rules(), _now()
    if as_json:
        tools = [Permission(entry.id, entry) for entry in rules.allow]
        print_json(Permissions(tools, [_allowed(entry) for entry in rules.commands]))
        return
    for entry in (*rules.allow, *rules.commands):
        echo(f"{entry.id}  {_described(entry, now)}")
    if not (rules.allow or rules.commands):
        tell("There are no permanent permissions.")


@command.command("revoke")
@click.argument("permission", metavar="ID", shell_complete=completion.permissions)
@json_option(Revoked)
def revoke(permission: str, as_json: bool) -> None:
    """Revoke a permission. ID is from `overlay permissions list`, or the beginning of one.

    \b
    Examples:
      overlay permissions revoke 3f0c6b1e
    """
    file = _file()
    rules = file.rules()
    known = (*rules.allow, *rules.commands)
    found = [entry for entry in known if permission and entry.id.startswith(permission)]
    if len(found) != 1:
        what = "More than one permission's id begins" if found else "No permission's id begins"
        raise UsageError(f"{what} with {permission!r}.", advice="See `overlay permissions list`.")
    entry = found[0]
    if isinstance(entry, CommandRule):
        file.revoke_command(entry.key)
    else:
        file.revoke(entry.key)
    if as_json:
        print_json(Revoked(entry.id))
    else:
        tell(f"Revoked: {_described(entry, _now())}")


@command.command("allow-command", context_settings={"allow_interspersed_args": False})
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option(
    "--origin",
    "site",
    required=True,
    metavar="ORIGIN",
    help="The chat's, such as https://chat.example, or *.",
)
@click.option(
    "--in",
    "folder",
    type=EXISTING_FOLDER,
    default=".",
    show_default="this one",
    help="The folder in which it may run.",
)
@click.option("--days", type=WholeRange(1, 3650), help="For this number of days; without it, permanently.")
@click.option(
    "--sends-nothing",
    is_flag=True,
    help="You know that it sends no data: it runs also in chats that have read private data.",
)
@click.option("--yes", is_flag=True, help="Don't ask about a command that can do harm.")
@json_option(CommandPermission)
def allow_command(
    words: tuple[str, ...],
    site: str,
    folder: Path,
    days: int | None,
    sends_nothing: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Allow exactly this command to run without a question.

    Options come before the command. overlay refuses a command that may run another one, and `git` outside of
    a repository.

    \b
    Examples:
      overlay permissions allow-command --origin https://chat.example npm test
      overlay permissions allow-command --origin https://chat.example --days 7 git status
    """
    try:
        site = checked_site(site)
    except ValueError as error:
        raise UsageError(str(error)) from error
    found = examine(" ".join(words), CommandPlace(folder))
    if isinstance(found, str) or found.words != words:
        reason = found if isinstance(found, str) else "write each of its words by itself, without quotes"
        raise UsageError(
            f"No rule can allow this: {inline(reason, 1_000)}.",
            advice="`overlay help policy` says which commands a rule can allow.",
        )
    if not yes and (can_delete(words) or (site == "*" and not is_local(words))):
        _ask_about_harm(words, site)
    until = _now().replace(microsecond=0) + timedelta(days=days) if days else None
    rule = rule_for(found, site, _now(), until, sends_out=False if sends_nothing else None)
    _file().allow_command(rule)
    if as_json:
        print_json(_allowed(rule))
    else:
        tell(f"Allowed: {_described(rule, _now())}")


def _ask_about_harm(words: tuple[str, ...], site: str) -> None:
    """Return once the user has agreed that a model may run a command that can do harm."""
    harm = "delete or overwrite" if can_delete(words) else "change files or send data"
    where = "on any site" if site == "*" else f"on {inline(site)}"
    problem = f"`{inline(' '.join(words), 1_000)}` can {harm}, and a model {where} could run it unasked"
    if not at_terminal():
        raise UsageError(problem, advice="Add --yes if that is what you want.")
    tell(f"{problem}.")
    click.confirm("Allow it?", abort=True, err=True)


def _allowed(rule: CommandRule) -> CommandPermission:
    return CommandPermission(rule.id, rule.has_ended(_now()), rule)


def _described(entry: Grant | CommandRule, now: datetime) -> str:
    site = inline(entry.site)
    if isinstance(entry, Grant):
        what = f"only with {inline(entry.shown)}" if entry.arguments else "with any arguments"
        return f"{name(entry.tool)} on {site}, {what}" + (f", since {entry.since}" if entry.since else "")
    words = inline(" ".join(entry.words), 1000)
    return f"`{words}` in {inline(entry.folder)} on {site}, {entry.reach(now)}"


def _file() -> PolicyFile:
    return PolicyFile.own()


def _now() -> datetime:
    return datetime.now().astimezone()
