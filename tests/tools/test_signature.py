import enum
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolDefinitionError, ToolError
from overlay.tools.signature import read_signature

if TYPE_CHECKING:
    from decimal import Context


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Place(BaseModel):
    title: str
    floor: int = 0


def schema_of(function: Any, **descriptions: str) -> dict[str, Any]:
    return read_signature(function, descriptions).schema


def bind(function: Any, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    return read_signature(function, {}).bind(arguments, ToolContext())


def test_types_become_the_schemas_types():
    def f(a: int, b: float, c: str, d: bool, e: list[int]) -> None: ...

    assert schema_of(f) == {
        "type": "object",
        "properties": {
            "a": {"type": "integer"},
            "b": {"type": "number"},
            "c": {"type": "string"},
            "d": {"type": "boolean"},
            "e": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["a", "b", "c", "d", "e"],
        "additionalProperties": False,
    }


def test_a_default_is_reported_and_makes_the_parameter_optional():
    def f(a: int = 3) -> None: ...

    schema = schema_of(f)
    assert schema["properties"]["a"] == {"type": "integer", "default": 3}
    assert schema.get("required") is None


def test_a_default_that_json_cannot_hold_is_left_out():
    def f(a: Any = object()) -> None: ...  # noqa: B008

    assert schema_of(f)["properties"]["a"] == {}


def test_an_enum_becomes_the_schemas_enum():
    def f(a: Literal["x", "y"], b: Colour) -> None: ...

    schema = schema_of(f)
    assert schema["properties"]["a"]["enum"] == ["x", "y"]
    assert schema["$defs"]["Colour"]["enum"] == ["red", "blue"]


def test_a_parameter_without_annotation_takes_anything():
    def f(a) -> None: ...  # pyright: ignore[reportMissingParameterType, reportUnknownParameterType]

    assert schema_of(f)["properties"]["a"] == {}


def test_a_description_comes_from_the_docstring():
    def f(a: int) -> None: ...

    assert schema_of(f, a="The number.")["properties"]["a"]["description"] == "The number."


def test_a_description_in_the_annotation_goes_before_the_docstrings():
    def f(a: Annotated[int, Field(description="Mine.")]) -> None: ...

    assert schema_of(f, a="The docstring's.")["properties"]["a"]["description"] == "Mine."


def test_no_titles_are_made_but_a_property_named_title_stays():
    def f(place: Place) -> None: ...

    assert schema_of(f)["$defs"]["Place"] == {
        "type": "object",
        "properties": {"title": {"type": "string"}, "floor": {"type": "integer", "default": 0}},
        "required": ["title"],
    }


def test_the_context_is_never_in_the_schema():
    def f(a: int, context: ToolContext) -> None: ...

    assert list(schema_of(f)["properties"]) == ["a"]


def test_a_context_that_may_be_none_is_the_context_too():
    def f(context: ToolContext | None = None) -> None: ...

    signature = read_signature(f, {})
    context = ToolContext()
    assert signature.bind({}, context) == ([], {"context": context})


def test_a_function_without_parameters_has_an_empty_object():
    def f() -> None: ...

    assert schema_of(f) == {"type": "object", "properties": {}, "additionalProperties": False}


def test_a_function_that_takes_any_keyword_takes_any_property():
    def f(a: int, **more: str) -> None: ...

    assert schema_of(f)["additionalProperties"] is True


def test_any_keyword_is_passed_on():
    def f(**more: str) -> None: ...

    assert bind(f, {"x": "1"}) == ([], {"x": "1"})


def test_a_positional_list_is_refused():
    def f(*a: int) -> None: ...

    with pytest.raises(ToolDefinitionError, match=r"f\(\*a\) can't be a tool"):
        schema_of(f)


def test_positional_only_parameters_are_passed_by_place():
    def f(a: int, b: int = 2, /, c: int = 3) -> None: ...

    assert bind(f, {"a": 1, "c": 4}) == ([1], {"c": 4})


def test_values_become_the_types_the_function_asks_for():
    def f(place: Place, colour: Colour) -> None: ...

    assert bind(f, {"place": {"title": "x"}, "colour": "red"}) == (
        [],
        {"place": Place(title="x"), "colour": Colour.RED},
    )


def test_a_rule_of_the_annotation_that_no_schema_can_tell_is_kept():
    def even(value: int) -> int:
        if value % 2:
            raise ValueError("must be even")
        return value

    def f(items: list[Annotated[int, AfterValidator(even)]]) -> None: ...

    with pytest.raises(ToolError) as caught:
        bind(f, {"items": [2, 3]})
    assert caught.value.as_dict() == {
        "code": "tool_invalid",
        "message": "The arguments are not what the tool asks for: $.items[1]: Value error, must be even",
        "data": {"errors": [{"path": "$.items[1]", "message": "Value error, must be even"}]},
    }


def test_an_annotation_that_is_not_imported_at_run_time_is_said():
    def f(a: "Context") -> None: ...

    with pytest.raises(ToolDefinitionError, match="import what its annotations name"):
        schema_of(f)


def test_an_annotation_without_json_form_is_said():
    def f(a: type[int] | object, b: memoryview) -> None: ...

    with pytest.raises(ToolDefinitionError, match="the annotations of f have no JSON form"):
        schema_of(f)


def test_an_annotation_that_contradicts_itself_is_said():
    def f(a: Annotated[int, Field(discriminator="kind")]) -> None: ...

    with pytest.raises(ToolDefinitionError, match="the annotations of f can't be read"):
        schema_of(f)


def test_an_object_that_can_be_called_is_read_by_its_call():
    class Adder:
        def __call__(self, a: int) -> int:
            return a

    assert list(schema_of(Adder())["properties"]) == ["a"]


def test_parameters_may_be_named_like_pydantics_own():
    def f(schema: int, json: int, model_config: int, _x: int) -> None: ...

    assert list(schema_of(f)["properties"]) == ["schema", "json", "model_config", "_x"]
