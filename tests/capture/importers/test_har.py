from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from overlay.capture.importers.har import Archive, read
from overlay.common.errors import UsageError

URL = "https://chat.example/"


def entry(url: str = URL, text: str = "<p>x", kind: str = "text/html", **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "request": {"method": "GET", "url": url, "headers": []},
        "response": {
            "status": 200,
            "headers": [
                {"name": "Content-Encoding", "value": "br"},
                {"name": "X-A", "value": "1"},
                {"name": ":status", "value": "200"},
            ],
            "content": {"mimeType": kind, "text": text},
        },
        "timings": {"send": 0, "wait": 100, "receive": 50, "dns": -1},
    }
    for name, value in more.items():
        made[name] = made[name] | value if isinstance(value, dict) and name in made else value
    return made


def archive(folder: Path, *entries: dict[str, Any]) -> Archive:
    path = folder / "a.har"
    path.write_text(json.dumps({"log": {"entries": [entry(), *entries]}}))
    return read(path)


def test_the_first_page_of_an_archive_is_the_page(tmp_path: Path) -> None:
    found = archive(tmp_path, entry(URL + "x", response={"status": 0}))
    answer = found.answer("GET", URL + "#top")
    assert answer is not None
    assert found.url == URL
    assert answer.body == b"<p>x"
    assert answer.headers == {"x-a": "1", "content-type": "text/html"}
    assert answer.delay == pytest.approx(0.15)
    for method, url in (("POST", URL), ("GET", URL + "other"), ("GET", URL + "x")):
        assert found.answer(method, url) is None


def test_the_same_request_gets_its_answers_in_order_and_by_its_body(tmp_path: Path) -> None:
    api = URL + "api"
    found = archive(tmp_path, *(entry(api, text) for text in ("one", "two")))
    bodies = [answer.body for _ in range(4) if (answer := found.answer("GET", api))]
    assert bodies == [b"one", b"two", b"two", b"two"]
    posts = [
        entry(api, text, request={"method": "POST", "postData": {"text": sent}})
        for sent, text in (("a", "1"), ("b", "2"))
    ]
    answer = archive(tmp_path, *posts).answer("POST", api, "b")
    assert answer is not None
    assert answer.body == b"2"


def test_a_body_in_base64_is_decoded(tmp_path: Path) -> None:
    packed = entry(
        URL + "p", response={"status": 200, "headers": [], "content": {"encoding": "base64", "text": "aGk="}}
    )
    answer = archive(tmp_path, packed).answer("GET", URL + "p")
    assert answer is not None
    assert answer.body == b"hi"


def test_a_stream_comes_at_its_recorded_times_or_is_spread_over_its_events(tmp_path: Path) -> None:
    chunks = [{"ts": 200, "bytes": 10}, {"ts": 500, "bytes": 30}]
    answer = archive(tmp_path, entry(URL + "s", "x" * 80, _chunks=chunks)).answer("GET", URL + "s")
    assert answer is not None
    assert answer.delay == 0.2
    assert answer.pieces == ((0.0, 20), (0.3, 80))
    answer = archive(tmp_path, entry(URL + "s", "a\n\nb\n\n", "text/event-stream")).answer("GET", URL + "s")
    assert answer is not None
    assert answer.delay == 0.1
    assert answer.pieces == ((0.025, 3), (0.05, 6))


def test_messages_to_a_socket_are_kept_with_their_times(tmp_path: Path) -> None:
    messages = [
        {"type": "send", "time": 9.0, "opcode": 1, "data": "mine"},
        {"type": "receive", "time": 10.0, "opcode": 1, "data": "one"},
        {"type": "receive", "time": 10.5, "opcode": 2, "data": "AAAA"},
        {"type": "receive", "time": 11.5, "opcode": 1, "data": "two"},
    ]
    found = archive(
        tmp_path, entry("wss://chat.example/s", "", response={"status": 101}, _webSocketMessages=messages)
    )
    assert [answer.frames for answer in found.answers if answer.frames] == [((0.0, "one"), (1.5, "two"))]


BAD = {
    "no JSON": ("{", "not a HAR file"),
    "another JSON": ("[]", "not a HAR file"),
    "no entries": ('{"log": {}}', "not a HAR file"),
    "no page": ('{"log": {"entries": []}}', "holds no page"),
    "a body that is none": (
        json.dumps(
            {
                "log": {
                    "entries": [
                        entry(response={"status": 200, "content": {"encoding": "base64", "text": "a"}})
                    ]
                }
            }
        ),
        "not valid base64",
    ),
}


def test_a_file_that_is_not_an_archive_is_named(tmp_path: Path) -> None:
    for text, told in BAD.values():
        (tmp_path / "a.har").write_text(text)
        with pytest.raises(UsageError, match=told):
            read(tmp_path / "a.har")
    with pytest.raises(UsageError, match="can't be read"):
        read(tmp_path / "gone.har")
