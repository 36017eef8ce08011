"""Messages of pages to a recorder, and recorders that received them, without a browser."""

from __future__ import annotations

import json
from typing import Any, ClassVar, cast

from playwright.async_api import BrowserContext, Page

from observers.protocol import Message, Recorded, parse
from overlay.calls.events import BlockInfo, Event
from overlay.capture.record.recorder import Recorder
from overlay.chat.document_events import MessageReceived
from overlay.companion.companion import Companion
from tests.support.scene import PlayedDocument


def begin(frame: int = 0, url: str = "http://a/") -> dict[str, Any]:
    about = {"width": 1280, "height": 720, "dark": False}
    return {"k": "begin", "at": 1000.0, "url": url, "title": "A page", "frame": frame, "about": about}


def moment(*ops: dict[str, Any], at: float = 1000.0, over: bool = True) -> dict[str, Any]:
    return {"k": "step", "at": at, "ops": list(ops), "over": over}


def put(parent: int, number: int, before: int = 0, **node: Any) -> dict[str, Any]:
    return {"o": "add", "parent": parent, "before": before, "node": {"id": number, **node}}


def record(*entries: dict[str, Any]) -> Recorded:
    message: Message = parse(json.dumps({"t": "record", "entries": list(entries), "more": False}))
    assert isinstance(message, Recorded)
    return message


def document(*, top: bool = True, page: Any = "page") -> PlayedDocument:
    played = PlayedDocument("one", "http://a/", top=top)
    played.page = page
    return played


def heard(*entries: dict[str, Any]) -> Recorder:
    """A recorder that received these messages of one document."""
    recorder = Recorder()
    recorder.received(MessageReceived(document(), record(*entries)))
    return recorder


def event(kind: Any, block: str = "b1", name: str = "note", **more: Any) -> Event:
    info = BlockInfo(id=block, kind="call", name=name, call_id="1", status=str(kind), **more)
    return Event(kind, info)


class NoContext:
    """A browser of which nothing comes."""

    pages: ClassVar[list[Any]] = []

    def on(self, *_: object) -> None:
        return


class Unopened(Companion):
    """A companion whose browser was never opened."""

    @property
    def context(self) -> BrowserContext:
        return cast("BrowserContext", NoContext())

    @property
    def pages(self) -> list[Page]:
        return []


def unopened(url: str = "http://127.0.0.1/", **options: Any) -> Companion:
    """A companion that was never opened."""
    return Unopened(url, headless=True, **options)
