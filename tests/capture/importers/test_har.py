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


def test_times_of_messages_may_be_milliseconds_since_1970_as_playwright_writes_them(tmp_path: Path) -> None:
    times = (1_764_000_000_000, 1_764_000_001_500)
    messages = [{"type": "receive", "time": at, "opcode": 1, "data": "x"} for at in times]
    found = archive(
        tmp_path, entry("wss://chat.example/s", "", response={"status": 101}, _webSocketMessages=messages)
    )
    assert [answer.frames for answer in found.answers if answer.frames] == [((0.0, "x"), (1.5, "x"))]


def test_bodies_and_messages_in_files_beside_the_archive_are_read(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>apart")
    (tmp_path / "s.jsonl").write_text('{"type": "receive", "time": 1, "opcode": 1, "data": "one"}\n')
    page = {"status": 200, "content": {"mimeType": "text/html", "_file": "page.html"}}
    socket = {"status": 101, "content": {"_file": "s.jsonl"}}
    found = archive(
        tmp_path,
        entry(response=page),
        entry("wss://chat.example/s", "", response=socket, _resourceType="websocket"),
    )
    assert found.answers[1].body == b"<p>apart"
    assert found.answers[2].frames == ((0.0, "one"),)


def test_no_file_outside_of_the_archives_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "private").write_text("<p>private")
    inner = tmp_path / "inner"
    inner.mkdir()
    content = {"mimeType": "text/html", "_file": "../private", "text": "<p>x"}
    assert archive(inner, entry(response={"status": 200, "content": content})).answers[1].body == b"<p>x"


BAD = {
    "no JSON": ("{", r"it is not valid JSON \(line 1"),
    "another JSON": ("[]", "its parts are not those of an archive"),
    "no entries": ('{"log": {}}', "'entries' is missing in it"),
    "no page": ('{"log": {"entries": []}}', "holds no page"),
    "an archive without contents": (
        json.dumps({"log": {"entries": [entry(text="")]}}),
        "holds no page: no answer in it is HTML with a body",
    ),
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
