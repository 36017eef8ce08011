import logging
from types import ModuleType

import pytest

from overlay.detection import openers, registry
from overlay.detection.parse_context import CallFormat, ParseContext
from overlay.detection.registry import OpenerIndex, call_formats
from overlay.detection.stream_buffer import Parser
from tests.support.table import for_each


def read(s: ParseContext) -> Parser[None]:
    s.pos += 1
    yield


def test_every_family_of_the_folder_is_found() -> None:
    assert {"xml_invoke", "jsonl", "tool_colon", "json_object", "hermes", "react"} <= {
        one.id for one in call_formats()
    }


def test_families_come_in_order_of_precedence() -> None:
    ranks = [one.rank for one in call_formats()]
    assert ranks == sorted(ranks)


def test_openers_are_lower_case_literals() -> None:
    assert all(one == one.lower() for one in openers())
    assert {"<invoke", "<tool:", "{", "tool_call:"} <= set(openers())


def test_a_family_that_fails_to_load_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = registry.import_module

    def failing(name: str) -> ModuleType:
        if name.endswith(".hermes"):
            raise RuntimeError("broken")
        return real(name)

    monkeypatch.setattr(registry, "import_module", failing)
    call_formats.cache_clear()
    try:
        with caplog.at_level(logging.ERROR):
            found = {one.id for one in call_formats()}
        assert "hermes" not in found
        assert "xml_invoke" in found
        assert "hermes" in caplog.text
    finally:
        call_formats.cache_clear()


@for_each(
    ("text", "end", "more"),
    [
        ("abc", 3, False),
        ("a <x", 2, True),
        ("a <", 2, True),
        ("a\n", 1, False),
        ("a\n  wo", 1, True),
        ("a\n``", 1, True),
    ],
)
def test_a_beginning_of_an_opener_is_found_at_the_end(text: str, end: int, more: bool) -> None:
    own = OpenerIndex([CallFormat("f", 0, ("<xyz",), read, line_openers=("word:",))])
    assert own.open_end(text, 0) == (end, more)


def test_a_pattern_finds_its_family() -> None:
    family = CallFormat("f", 0, ("<abc",), read, patterns=(r"<[a-z]+\.[a-z]+>",))
    own = OpenerIndex([family, CallFormat("g", 1, ("<abc",), read)])
    found = own.search("x <p.q> y", 0)
    assert found is not None
    assert own.at(found) == [family]
    literal = own.search("x <ABC", 0)
    assert literal is not None
    assert [one.id for one in own.at(literal)] == ["f", "g"]


def test_openers_of_tools_are_asked_for_by_name() -> None:
    family = CallFormat("f", 0, (), read, from_tools=lambda names: tuple(f"<{name}>" for name in names))
    assert OpenerIndex([family], tools=("t",)).search("a <t>", 0) is not None
    assert OpenerIndex([family]).search("a <t>", 0) is None


def test_no_letter_but_an_ascii_one_stands_for_an_ascii_letter_of_an_opener() -> None:
    own = OpenerIndex([CallFormat("f", 0, ("<skip>",), read)])
    assert own.search("<s\N{KELVIN SIGN}ip>", 0) is None
    assert own.search("<SKIP>", 0) is not None
