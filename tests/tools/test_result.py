import math
from dataclasses import dataclass
from datetime import date
from typing import Any

from pydantic import BaseModel

from overlay.tools.result import ToolImage, ToolLink, ToolResult, as_text, image_type, to_result
from tests.support.table import for_each

PNG = b"\x89PNG\r\n\x1a\n...."


class Point(BaseModel):
    x: int


@dataclass
class Pair:
    day: date


def test_text_and_results_pass_unchanged():
    assert to_result("3") == ToolResult(text="3")

    assert to_result(None) == ToolResult()

    result = ToolResult(text="x", is_error=True)
    assert to_result(result) is result

    assert as_text("a") == "a"


@for_each(
    ("value", "structured"),
    [
        (3, 3),
        (True, True),
        ({"a": (1, 2)}, {"a": [1, 2]}),
        (Point(x=1), {"x": 1}),
        (Pair(date(2026, 1, 2)), {"day": "2026-01-02"}),
        ([Point(x=1)], [{"x": 1}]),
        (math.inf, "Infinity"),
        ([-math.inf, math.nan], ["-Infinity", "NaN"]),
    ],
)
def test_data_becomes_json(value: Any, structured: Any):
    assert to_result(value).structured == structured


def test_data_is_reported_to_the_model_as_json():
    assert to_result({"a": "ä"}).text == '{"a": "ä"}'

    assert to_result({"a": 2j}).structured == {"a": "2j"}


def test_pictures_are_taken_out_of_a_list_and_other_bytes_counted():
    link = ToolLink("file:///a")
    assert to_result(["one", PNG, link, {"a": 1}]) == ToolResult(
        text='one\n{"a": 1}', images=[ToolImage(PNG)], links=[link]
    )

    assert to_result(b"abc").text == "(3 bytes that are not a picture)"

    assert ToolImage(b"abc").base64 == "YWJj"


@for_each(
    ("data", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8", "image/webp"),
        (b"RIFF\0\0\0\0WAVEfmt", None),
        (b"", None),
    ],
)
def test_the_kind_of_a_picture_is_known_by_its_first_bytes(data: bytes, kind: str | None):
    assert image_type(data) == kind
