"""The parameters of Companion as one value, for the parts that use them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.companion.browser_options import BrowserOptions

if TYPE_CHECKING:
    from overlay.calls.approvals import Approver
    from overlay.calls.ledger import Ledger
    from overlay.companion.config import Config
    from overlay.companion.wiring import Runtime
    from overlay.policy import Policy
    from overlay.sites.loader import SiteProfile
    from overlay.tools import ToolRegistry
    from overlay.tools.mcp import ServerConfig
    from overlay.ui.prompting import Ask


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The parameters of Companion, which describes them; `browser` holds those of the browser."""

    # The chat.
    target: str
    profile: SiteProfile | None
    inspectable: bool

    # The tools and their rules.
    tools: Iterable[Any]
    registry: ToolRegistry | None
    servers: Iterable[ServerConfig] | None
    config: Config | Mapping[str, Any] | Path | None
    policy: Policy | None

    browser: BrowserOptions

    # The user.
    panel: bool | None
    ask: Ask | None
    approve: Approver | None
    notify: Callable[[str], None]

    # Parts that are kept, and parts that recordings and replays replace.
    ledger: Ledger | None
    records: bool
    runtime: Runtime | None

    @property
    def has_panel(self) -> bool:
        """Whether the run opens a panel."""
        return self.browser.has_windows if self.panel is None else self.panel

    @property
    def is_kept(self) -> bool:
        """Whether the run's calls and results are kept in overlay's own folder."""
        return not self.browser.is_temporary and self.target != "demo"

    @property
    def is_unattended(self) -> bool:
        """Whether no user scrolls and reads: in a headless run or a recording."""
        return self.browser.headless or self.records
