"""`overlay sites`: the chat sites that overlay knows, and what it knows of each."""

from __future__ import annotations

import json

import click

from overlay.errors import WrongUse
from overlay.sites.profile import SiteProfile, load_profiles

SIGNS = ("user", "assistant", "streaming", "fence", "message_id", "composer", "send", "conversation")


@click.group("sites")
def command() -> None:
    """Tell which chat sites are known, and how each is read."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line in place of the table.")
def list_sites(as_json: bool) -> None:
    """List the sites by the names that `overlay launch` takes."""
    known = load_profiles()
    width = max(len(name) for name in known)
    for name, site in sorted(known.items()):
        if as_json:
            row = {"name": name, "title": site.title, "url": site.url, "hosts": list(site.hosts)}
            click.echo(json.dumps(row, ensure_ascii=False))
        else:
            click.echo(f"{name:<{width}}  {site.title}{f'  {site.url}' if site.url else ''}")


@command.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object in place of the lines.")
def show_site(name: str, as_json: bool) -> None:
    """Show all that is known of the site NAME."""
    known = load_profiles()
    if name not in known:
        raise WrongUse(f"no site is called {name!r}", advice="See `overlay sites list`.")
    site = known[name]
    if as_json:
        click.echo(json.dumps(site.model_dump(), ensure_ascii=False, indent=2))
        return
    click.echo(f"{site.title}\n{site.url}".rstrip())
    for line in _lines(site):
        click.echo(line)


def _lines(site: SiteProfile) -> list[str]:
    """What is known, a line a sign; what is not is said too: it is what to look at first."""
    lines = [f"  {'hosts':<12}  {', '.join(site.hosts) or 'any'}"]
    lines += [f"  {sign:<12}  {getattr(site, sign) or 'not known'}" for sign in SIGNS]
    return [*lines, f"  {site.notes}"] if site.notes else lines
