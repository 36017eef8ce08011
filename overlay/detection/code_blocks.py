"""Code blocks: where a call in them counts, and where the block only mentions it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from .call_builder import EventLog
from .region_names import KIND_OF_TAG

_LANGUAGES = """xml json jsonl ndjson json5 jsonc html xhtml svg text txt plaintext plain none markup code
tool_code tool_call tool_calls tool tool_use function_call function_calls"""
DATA_LANGUAGES = frozenset(["", *_LANGUAGES.split()])
_LABEL = re.compile(r"[\w+#.-]*")
_SITE_WORDS = ("copy", "copy code", "copied", "run", "edit", "复制", "复制代码", "运行")
_LABELLED = r"[\w+#-]{0,20}?\s?"
_SITE_BAR = re.compile(rf"{_LABELLED}(?:{'|'.join(_SITE_WORDS)})", re.IGNORECASE)
_SEPARATORS = " \t\r\n,;"
_SITE_BAR_BEGUN = re.compile(
    rf"{_LABELLED}(?:{'|'.join(word[:size] for word in _SITE_WORDS for size in range(len(word) + 1))})",
    re.IGNORECASE,
)


@lru_cache(64)
def label_of(info: str) -> str:
    """Return the label of a block from the text after its marker, in lower case, "" if there is none."""
    found = _LABEL.match(info.strip().lower())
    return found[0] if found else ""


@lru_cache(64)
def closing_line(marker: str) -> re.Pattern[str]:
    """Return the pattern of a line that closes a block with this marker; another line must follow it."""
    return re.compile(rf"\n[ \t]*+{re.escape(marker[0])}{{{len(marker)},}}+[^\S\n]*+(?=\n)")


@dataclass(slots=True)
class Fence:
    """An open fenced block: its marker, and whether calls in it may have other text around them (`data`).

    In a block of any other language, calls count only if the block holds nothing else; until the block ends
    they are kept in `log`; a label such as `thinking` says that none counts. `enclosed`: the
    block is in a tag that may not be part of the answer. By CommonMark a block is closed only by a run of its
    own marker character, at least as long as the opening one. Another run after a call sets `mismatched`: if
    no text follows, the model meant it to close the block.
    """

    marker: str
    size: int
    label: str
    start: int
    log: EventLog = field(default_factory=EventLog)
    clean: bool = field(init=False)
    example: bool = False
    enclosed: bool = False
    mismatched: bool = False
    data: bool = field(init=False)
    _bar: str = ""
    _bar_at: int = 0

    def __post_init__(self) -> None:
        self.label = label_of(self.label)
        self.data = self.label in DATA_LANGUAGES
        self.clean = self.label not in KIND_OF_TAG

    def ordinary(self, text: str) -> None:
        """Handle `text` in the block that belongs to no call.

        The words of a site's own toolbar ("Copy code") leave the block clean; they may arrive in pieces.
        """
        if not self.clean:
            return
        if self.log.opened != self._bar_at:
            self.decide()
            self._bar_at = self.log.opened
        self._bar = (self._bar + text).lstrip(_SEPARATORS)
        if not _SITE_BAR_BEGUN.fullmatch(self._bar.rstrip(_SEPARATORS)):
            self.clean = False

    def decide(self) -> None:
        """Handle the text since the last call as complete."""
        bar, self._bar = self._bar.rstrip(), ""
        if bar and not _SITE_BAR.fullmatch(bar):
            self.clean = False

    @property
    def mixed(self) -> bool:
        """Whether there is text around the current position that makes a call in the block `repaired`."""
        if self.enclosed:
            return True
        if not self.data or (self.clean and not self._bar):
            return False
        bar = self._bar.rstrip(_SEPARATORS)
        return not self.clean or not (_SITE_BAR.fullmatch(bar) or bar.lower() in DATA_LANGUAGES)

    def closed_by(self, line: str) -> bool:
        """Return whether `line` (without its indent) is the block's closing fence."""
        bare = line.strip()
        return bool(self.marker) and bare.strip(self.marker) == "" and len(bare) >= self.size

    def end_in(self, text: str) -> int | None:
        """Return the index of the closing fence in `text`, which begins in the block; None without one."""
        if not self.marker:
            return None
        found = re.search(rf"\n(?=[ \t]*{re.escape(self.marker)}{{{self.size},}}[ \t\r]*(?:\n|$))", text)
        return found.start() if found else None

    @property
    def over(self) -> bool:
        """Whether the block ends where the text ends."""
        return not self.marker or self.mismatched

    @property
    def waiting(self) -> bool:
        """Whether its calls are held back and may still count."""
        return self.clean and not self.data
