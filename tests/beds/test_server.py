from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.beds.cases import CASES
from tests.beds.serve import serving

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


def test_a_path_that_is_no_file_is_the_page_with_the_beds_policy(page: tuple[str, str]) -> None:
    with urlopen(f"{page[0]}some/chat", timeout=20) as answer:
        assert (answer.read(), answer.headers["Content-Security-Policy"]) == (b"<p>bed</p>", POLICY)


def test_a_script_has_its_type_and_only_files_of_the_bed_are_found(page: tuple[str, str]) -> None:
    with urlopen(f"{page[0]}main.js", timeout=20) as answer:
        assert answer.headers["Content-Type"] == "text/javascript"
    codes: list[int] = []
    for path in ("nowhere.js", "../model.py"):
        with pytest.raises(HTTPError) as caught:
            urlopen(page[0] + path, timeout=20)
        caught.value.close()
        codes.append(caught.value.code)
    assert codes == [404, 404]


def test_an_answer_is_streamed_in_pieces_that_make_it(page: tuple[str, str]) -> None:
    lines = [
        line.removeprefix("data: ") for line in ask(page[0].rstrip("/"), stream=True).split("\n\n") if line
    ]
    deltas = [json.loads(line)["choices"][0]["delta"] for line in lines[:-1]]
    assert lines[-1] == "[DONE]"
    assert "".join(delta.get("content", "") for delta in deltas) == CASES["fenced"].answers[0]
    assert len(deltas) > 10


def test_an_answer_that_is_not_streamed_is_one_message_and_the_question_is_in_the_log(
    page: tuple[str, str],
) -> None:
    message = json.loads(ask(page[1]))["choices"][0]["message"]
    assert message["content"] == CASES["fenced"].answers[0]
    with urlopen(f"{page[1]}/log/find?q=case%3A", timeout=20) as answer:
        assert json.load(answer) == {"text": "case:fenced"}
