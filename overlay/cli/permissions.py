"""`overlay permissions`: lists, adds and revokes what is allowed without a question."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import click

from overlay.cli.command import Group
from overlay.cli.common_options import EXISTING_FOLDER, WholeRange
from overlay.common.errors import UsageError
from overlay.common.terminal_text import inline, name
from overlay.policy.commands.programs import refusal
from overlay.policy.commands.rules import plain_command, rule_for
from overlay.policy.origins import checked_site
from overlay.policy.policy_file import PolicyFile
from overlay.policy.policy_schema import CommandRule, Grant
from overlay.tools.definition import CommandPlace
from overlay.ui.terminal.output import echo, echo_json, tell

NOT_PLAIN = "No rule can allow this command, or its program is not found in a safe folder."


@click.group("permissions", cls=Group)
def command() -> None:
    """List what may run without a question, allow a command, revoke a permission.

    \b
    Examples:
      overlay permissions list
      overlay permissions revoke 3f0c6b1e5f3b0c0a
      overlay permissions allow-command --origin https://chat.example npm test
    """


@command.command("list")
@click.option("--json", "as_objects", is_flag=True, help="Print one JSON object a line.")
def list_permissions(as_objects: bool) -> None:
    """List the permissions of policy.toml: those of tools, then those of commands.

    \b
    Examples:
      overlay permissions list
      overlay permissions list --json
    """
    rules, now = _file().rules(), _now()
    if as_objects:
        for entry in (*rules.allow, *rules.commands):
            ended = {"ended": entry.has_ended(now)} if isinstance(entry, CommandRule) else {}
            echo_json({"id": entry.id, **entry.model_dump(mode="json"), **ended})
        return
    for entry in (*rules.allow, *rules.commands):
        echo(f"{entry.id}  {_described(entry, now)}")
    if not (rules.allow or rules.commands):
        tell("There are no permanent permissions.")


@command.command("revoke")
@click.argument("permission", metavar="ID")
@click.option("--json", "as_object", is_flag=True, help="Print a JSON object.")
def revoke(permission: str, as_object: bool) -> None:
    """Revoke a permission. ID is from `overlay permissions list`.

    \b
    Examples:
      overlay permissions revoke 3f0c6b1e
    """
    file = _file()
    rules = file.rules()
    entry = next((entry for entry in (*rules.allow, *rules.commands) if entry.id == permission), None)
    if entry is None:
        raise UsageError(
            f"No permission has the id {permission!r}.", advice="See `overlay permissions list`."
        )
    if isinstance(entry, CommandRule):
        file.revoke_command(entry.key)
    else:
        file.revoke(entry.key)
    if as_object:
        echo_json({"revoked": entry.id})
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
    help="The folder in which it may run; this one by default.",
)
@click.option("--days", type=WholeRange(1, 3650), help="For this number of days; without it, permanently.")
@click.option(
    "--sends-nothing",
    is_flag=True,
    help="You know that it sends no data: it runs also in chats that have read private data.",
)
@click.option("--json", "as_object", is_flag=True, help="Print a JSON object.")
def allow_command(
    words: tuple[str, ...], site: str, folder: Path, days: int | None, sends_nothing: bool, as_object: bool
) -> None:
    """Allow exactly this command to run without a question.

    \b
    Examples:
      overlay permissions allow-command --origin https://chat.example npm test
      overlay permissions allow-command --origin https://chat.example --days 7 git status
    """
    try:
        site = checked_site(site)
    except ValueError as error:
        raise UsageError(str(error)) from error
    found = plain_command(" ".join(words), CommandPlace(folder))
    if found is None or found.words != words:
        reason = refusal(words)
        problem = f"No rule can allow this: {reason}." if reason else NOT_PLAIN
        raise UsageError(problem, advice="`overlay help policy` says which commands a rule can allow.")
    until = _now().replace(microsecond=0) + timedelta(days=days) if days else None
    rule = rule_for(found, site, _now(), until, sends_out=False if sends_nothing else None)
    _file().allow_command(rule)
    if as_object:
        echo_json({"id": rule.id, **rule.model_dump(mode="json")})
    else:
        tell(f"Allowed: {_described(rule, _now())}")


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
