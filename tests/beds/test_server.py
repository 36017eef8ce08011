from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.beds.cases import CASES
from tests.beds.model import Model
from tests.beds.serve import serving
from tests.beds.server import BedServer

POLICY = "default-src 'self'"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[tuple[str, str]]:
    (tmp_path / "index.html").write_text("<p>bed</p>")
    (tmp_path / "main.js").write_text("1")
    with serving("deepchat", tmp_path, csp=POLICY) as addresses:
        yield addresses


def ask(model: str, **more: Any) -> str:
    body = {"messages": [{"role": "user", "content": "case:fenced"}], **more}
    request = Request(
        f"{model}/v1/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urlopen(request, timeout=20) as answer:
        return answer.read().decode()


def test_a_beds_files_come_with_its_policy_and_any_other_path_is_its_page(page: tuple[str, str]) -> None:
    with urlopen(f"{page[0]}some/chat", timeout=20) as answer:
        assert (answer.read(), answer.headers["Content-Security-Policy"]) == (b"<p>bed</p>", POLICY)


def test_a_script_comes_as_one(page: tuple[str, str]) -> None:
    with urlopen(f"{page[0]}main.js", timeout=20) as answer:
        assert answer.headers["Content-Type"] == "text/javascript"


@pytest.mark.parametrize("path", ["nowhere.js", "../model.py"])
def test_a_file_that_is_not_the_beds_is_not_found(page: tuple[str, str], path: str) -> None:
    with pytest.raises(HTTPError) as caught:
        urlopen(page[0] + path, timeout=20)
    caught.value.close()
    assert caught.value.code == 404


def test_an_answer_is_streamed_in_pieces_that_make_it(page: tuple[str, str]) -> None:
    lines = [
        line.removeprefix("data: ") for line in ask(page[0].rstrip("/"), stream=True).split("\n\n") if line
    ]
    deltas = [json.loads(line)["choices"][0]["delta"] for line in lines[:-1]]
    assert lines[-1] == "[DONE]"
    assert "".join(delta.get("content", "") for delta in deltas) == CASES["fenced"].answers[0]
    assert len(deltas) > 10


def test_an_answer_is_given_whole_if_it_is_not_to_be_streamed(page: tuple[str, str]) -> None:
    message = json.loads(ask(page[1]))["choices"][0]["message"]
    assert message["content"] == CASES["fenced"].answers[0]


def test_what_the_page_said_is_in_the_models_log(page: tuple[str, str]) -> None:
    ask(page[0].rstrip("/"))
    with urlopen(f"{page[1]}/log/find?q=case%3A", timeout=20) as answer:
        assert json.load(answer) == {"text": "case:fenced"}


def test_a_server_has_an_address_of_its_own_on_loopback() -> None:
    with BedServer(Model()) as server:
        assert server.url.startswith("http://127.0.0.1:")
