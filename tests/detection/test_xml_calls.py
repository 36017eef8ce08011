from overlay.detection.xml_calls import Dialect, json_unless_told
from tests.detection.helpers import found, only, tool
from tests.support.table import for_each

P, INV, ALL = "parameter", "invoke", "function_calls"


def test_a_dialect_puts_its_prefix_before_its_tags() -> None:
    dialect = Dialect("x", ("w",), "ns:")
    assert dialect.children == (f"<ns:{P}", f"</ns:{INV}", "</w")


@for_each(("text", "schema", "expected"), [("1", None, 1), ("1", {"type": "string"}, "1"), ("x", None, "x")])
def test_json_values_count_unless_a_schema_tells(
    text: str, schema: dict[str, str] | None, expected: object
) -> None:
    assert json_unless_told(text, schema) == expected


def test_the_wrapper_may_close_a_call_that_is_left_open() -> None:
    call = only(f'<{ALL}><{INV} name="f"><{P} name="a">x</{P}></{ALL}>')
    assert call.complete
    assert call.confidence == "repaired"


def test_the_last_of_two_equal_parameters_wins() -> None:
    one = f'<{P} name="a">{{}}</{P}>'
    assert found(f'<{INV} name="f">{one.format(1)}{one.format(2)}</{INV}>', [tool("f", a="integer")]) == [
        ("f", {"a": 2})
    ]


def test_the_id_may_be_called_id() -> None:
    assert only(f'<{INV} id="9" name="f"/>').call_id == "9"
