"""What is known of a chat site: data files, one a site, checked when they are read."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from overlay.errors import WrongUse

FOR_PAGE = (
    *("user", "assistant", "streaming", "fence", "header", "faded"),
    *("message_id", "composer", "send", "conversation"),
)


class SiteProfile(BaseModel):
    """Selectors and signs of one site. An empty string: there is none, or none is known.

    `detect` tells an application that runs on anybody's host by its page. `header` is a bar that stands right
    before a code block, `faded` what is drawn around blocks with less than full opacity. `settle` are the
    seconds after an answer in which the site still writes its own box. `rewrites`: the site makes Markdown of
    what stands in its box, which loses blank lines and tabs that stand in no code block.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    title: str
    url: str = ""
    hosts: tuple[str, ...] = ()
    detect: str = ""
    user: str = ""
    assistant: str = ""
    streaming: str = ""
    fence: str = ""
    header: str = ""
    faded: str = ""
    message_id: str = ""
    composer: str = ""
    send: str = ""
    file: str = ""
    conversation: str = ""
    settle: float = 0.0
    rewrites: bool = False
    notes: str = ""

    @field_validator("conversation")
    @classmethod
    def _a_pattern(cls, value: str) -> str:
        if value and re.compile(value).groups < 1:
            raise ValueError("the pattern needs one group: the conversation's key")
        return value

    @model_validator(mode="after")
    def _hosts_or_a_sign(self) -> Self:
        if self.hosts and self.detect:
            raise ValueError(
                "a site has hosts or `detect`, not both: any page can show what `detect` looks for"
            )
        return self

    def for_page(self) -> dict[str, str]:
        """The part that the page's side needs (`Profile` in types.js)."""
        return {name: getattr(self, name) for name in FOR_PAGE}

    def conversation_key(self, url: str) -> str:
        """Return which conversation `url` shows; "" for a new one (or a site whose addresses don't tell)."""
        found = re.search(self.conversation, url) if self.conversation else None
        return str(found[1]) if found else ""


def load_profiles() -> dict[str, SiteProfile]:
    """Return the bundled profiles by name.

    Raises WrongUse naming the file when one is not valid.
    """
    known: dict[str, SiteProfile] = {}
    for file in sorted((files("overlay.sites") / "data").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            known[file.name.removesuffix(".toml")] = parse_profile(file.read_text("utf-8"), file.name)
    return known


def parse_profile(text: str, source: str) -> SiteProfile:
    """Return the profile written in `text` (TOML).

    Raises WrongUse with the place of what is wrong.
    """
    try:
        return SiteProfile.model_validate({"name": source.removesuffix(".toml")} | tomllib.loads(text))
    except (tomllib.TOMLDecodeError, ValidationError, re.error) as error:
        raise WrongUse(f"site profile {source}: {error}", advice="Mend the file, or take it away.") from error


def profile_for(target: str) -> tuple[SiteProfile, str]:
    """Return the profile and the address for a site's name or an address.

    An address whose host no profile names gets the generic profile. Raises WrongUse for a name nobody knows.
    """
    known = load_profiles()
    if target in known:
        return known[target], known[target].url
    if "://" not in target and not target.startswith(("about:", "data:")):
        names = ", ".join(sorted(name for name in known if name != "generic"))
        raise WrongUse(
            f"no site is called {target!r}", advice=f"Give an address (https://…) or one of: {names}."
        )
    host = (urlsplit(target).hostname or "").lower()
    for profile in known.values():
        if any(host == name or host.endswith("." + name) for name in profile.hosts):
            return profile, target
    return known["generic"], target
