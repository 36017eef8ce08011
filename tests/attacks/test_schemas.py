"""Schemas and arguments made to stop overlay. Each attack has a control: the same means, within the limits."""

from collections.abc import Callable
from typing import Any

import pytest

from overlay.detection import detect
from overlay.tools.definition import ToolDefinition
from overlay.tools.errors import ToolDefinitionError, ToolError
from overlay.tools.prompt import write_prompt
from overlay.tools.validation import ArgumentCheck
from overlay.tools.work_limit import STEPS

Schema = dict[str, Any]
Branch = Callable[[Schema], Schema]


def check(schema: Schema) -> ArgumentCheck:
    return ArgumentCheck("t", {"type": "object", **schema}, steps=STEPS)


def refused(schema: Schema) -> str:
    with pytest.raises(ToolDefinitionError) as caught:
        check(schema)
    return str(caught.value)


def invalid(schema: Schema, arguments: dict[str, Any]) -> str:
    with pytest.raises(ToolError) as caught:
        check(schema)(arguments)
    assert caught.value.code == "tool_invalid"
    return caught.value.message


DOUBLING: dict[str, Branch] = {
    "anyOf": lambda low: {"anyOf": [low, low]},
    "oneOf": lambda low: {"oneOf": [low, low]},
    "allOf": lambda low: {"allOf": [low, low]},
    "not": lambda low: {"not": {"anyOf": [low, low]}},
    "if": lambda low: {"if": low, "then": low, "else": low},
    "dependentSchemas": lambda low: {"dependentSchemas": {"a": low, "b": low}},
    "dependencies": lambda low: {"dependencies": {"a": low, "b": low}},
    "properties": lambda low: {"anyOf": [{"properties": {"a": low}}, {"properties": {"a": low}}]},
    "items": lambda low: {"prefixItems": [low, low], "items": low},
    "contains": lambda low: {"contains": low, "unevaluatedItems": low},
    "propertyNames": lambda low: {"propertyNames": low, "additionalProperties": low},
    "patternProperties": lambda low: {"patternProperties": {"a": low, "b": low}},
}


def doubled(branch: Branch, levels: int) -> Schema:
    """A schema of a few lines a level, each of which uses the next one twice."""
    parts = {f"l{at}": branch({"$ref": f"#/$defs/l{at + 1}"}) for at in range(levels)}
    return {"$ref": "#/$defs/l0", "$defs": {**parts, f"l{levels}": {"maxProperties": 5}}}


NO_SCHEMAS: dict[str, Any] = {
    "a list": ["a"],
    "a number": 5,
    "keywords of another kind": {"properties": {"a": 5}},
    "a type that there is not": {"type": 5},
    "a limit that is a word": {"minProperties": "many"},
}


def test_a_reference_to_what_is_no_schema_refuses_the_call():
    said = {
        name: invalid({"$ref": "#/properties/b/const", "properties": {"b": {"const": value}}}, {"a": 1})
        for name, value in NO_SCHEMAS.items()
    }
    assert {
        name: text for name, text in said.items() if "refers to a part that is not a schema" not in text
    } == {}


def test_control_a_reference_to_a_schema_in_the_same_place_is_followed():
    schema = {"$ref": "#/properties/b/const", "properties": {"b": {"const": {"required": ["c"]}}}}
    assert "'c' is a required property" in invalid(schema, {"a": 1})


def test_a_schema_that_doubles_at_each_level_is_refused_when_it_arrives():
    said = {word: refused(doubled(branch, 40)) for word, branch in DOUBLING.items()}
    assert {word: text for word, text in said.items() if "more than" not in text} == {}


def test_a_doubling_schema_with_few_levels_is_used():
    for branch in DOUBLING.values():
        check(doubled(branch, 3))


def test_a_schema_that_refers_to_itself_for_the_same_value_is_refused():
    schemas: list[Schema] = [
        {"$ref": "#"},
        {
            "$ref": "#/$defs/a",
            "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}},
        },
        {"$dynamicRef": "#/$defs/a", "$defs": {"a": {"$dynamicRef": "#/$defs/a"}}},
        {"if": {"$ref": "#"}, "then": {}},
    ]
    assert [said for schema in schemas if "refers to itself" not in (said := refused(schema))] == []


TREE = {"properties": {"tree": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"items": {"$ref": "#/$defs/n"}}}}


def test_a_schema_that_refers_to_itself_for_what_is_inside_is_used():
    assert check(TREE)({"tree": [[[]]]}) == {"tree": [[[]]]}


# Two ways into the same inside, at each level of the arguments: the schema is small, the work is not.
FORKED: Schema = {
    "properties": {"tree": {"$ref": "#/$defs/n"}},
    "$defs": {"n": {"allOf": [{"items": {"$ref": "#/$defs/n"}}, {"items": {"$ref": "#/$defs/n"}}]}},
}


def nested(levels: int) -> dict[str, Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return {"tree": value}


def test_arguments_that_make_a_small_schema_work_without_end_are_refused():
    assert f"more than {STEPS} steps" in invalid(FORKED, nested(30))


def test_arguments_that_make_a_forked_schema_work_a_little_are_checked():
    assert check(FORKED)(nested(4)) == nested(4)


def test_a_draft_named_inside_of_the_schema_does_not_bring_in_an_uncounted_validator():
    for draft in ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"):
        inner = {"$schema": draft, **FORKED["$defs"]["n"]}
        assert f"more than {STEPS} steps" in invalid({**FORKED, "$defs": {"n": inner}}, nested(30)), draft


def test_a_draft_named_by_the_schema_itself_does_not_bring_in_an_uncounted_validator():
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"tree": {"$ref": "#"}}}
    forked = {"allOf": [{"additionalProperties": {"$ref": "#"}}, {"additionalProperties": {"$ref": "#"}}]}
    value: dict[str, Any] = {}
    for _ in range(30):
        value = {"tree": value}
    assert f"more than {STEPS} steps" in invalid({**schema, **forked}, value)


def test_a_reference_to_a_schema_outside_is_not_followed_even_to_a_known_one():
    schema = {"properties": {"a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}
    assert "which it does not contain" in invalid(schema, {"a": {}})


EXPLODES = "^(a+)+$"
LONG = "a" * 20_000 + "!"


def test_a_pattern_that_explodes_elsewhere_is_just_checked():
    assert "does not match" in invalid({"properties": {"a": {"pattern": EXPLODES}}}, {"a": LONG})


def test_a_value_that_fits_a_pattern_that_explodes_elsewhere_passes():
    assert check({"properties": {"a": {"pattern": EXPLODES}}})({"a": "aaa"}) == {"a": "aaa"}


def test_names_of_properties_meet_a_pattern_that_explodes_elsewhere_in_linear_time():
    arguments = {LONG: "x"}
    fitting: list[Schema] = [
        {"patternProperties": {EXPLODES: {"type": "null"}}},
        {"properties": {}, "additionalProperties": {"not": {"pattern": EXPLODES}}},
    ]
    for schema in fitting:
        assert check(schema)(arguments) == arguments
    invalid({"patternProperties": {EXPLODES: {}}, "additionalProperties": False}, arguments)
    invalid({"propertyNames": {"pattern": EXPLODES}}, arguments)


def test_names_fit_patterns_beside_which_nothing_else_is_allowed():
    schema: Schema = {"patternProperties": {EXPLODES: {}}, "additionalProperties": False}
    assert check(schema)({"aaa": 1}) == {"aaa": 1}


def test_unevaluated_properties_do_not_bring_back_the_engine_that_explodes():
    assert "can't be checked" in refused(
        {"patternProperties": {EXPLODES: {}}, "unevaluatedProperties": False}
    )


def test_unevaluated_properties_are_checked():
    schema: Schema = {"properties": {"a": {}}, "unevaluatedProperties": False}
    assert "Unevaluated" in invalid(schema, {"b": 1})


def test_a_pattern_with_a_large_program_costs_by_its_size():
    schema = {"properties": {"a": {"pattern": "(?:[ab]*a[ab]{30}){20}c"}}}
    assert f"more than {STEPS} steps" in invalid(schema, {"a": "ab" * 100_000})


def test_a_pattern_with_look_around_is_passed_over():
    assert check({"properties": {"a": {"pattern": r"^(?!\s*$).+"}}})({"a": " "}) == {"a": " "}


def test_a_pattern_that_is_passed_over_never_turns_a_no_into_a_yes():
    for word in ("not", "if", "contains"):
        assert "can't be checked" in refused({word: {"properties": {"a": {"pattern": "(?=a)"}}}}), word


def test_an_invalid_pattern_is_refused():
    assert "is not valid" in refused({"properties": {"a": {"pattern": "("}}})


def test_a_pattern_in_the_spelling_of_other_engines_is_used():
    assert "does not match" in invalid({"properties": {"a": {"pattern": r"^\p{Lu}"}}}, {"a": "ä"})


MIXED: list[Any] = [[at] if at % 2 else {"a": at} for at in range(20_000)]


def test_long_lists_are_compared_in_linear_time():
    schema = {"properties": {"a": {"uniqueItems": True}}}
    assert ArgumentCheck("t", schema)({"a": MIXED}) == {"a": MIXED}


def test_a_value_that_is_twice_in_a_long_list_is_found():
    assert "non-unique" in invalid(
        {"properties": {"a": {"uniqueItems": True}}}, {"a": [*MIXED[:1_000], [1.0]]}
    )


def test_values_are_the_same_as_json_says():
    unique = check({"properties": {"a": {"uniqueItems": True}}})
    different: list[list[Any]] = [[1, True], ["1", 1]]
    for value in different:
        assert unique({"a": value}) == {"a": value}
    same: list[list[Any]] = [[1, 1.0], [[1], [1.0]]]
    for value in same:
        invalid({"properties": {"a": {"uniqueItems": True}}}, {"a": value})


def test_a_long_choice_for_each_of_many_values_is_looked_up():
    choices = [{"a": at} for at in range(3_000)]
    schema = {"properties": {"a": {"items": {"enum": choices}}}}
    assert ArgumentCheck("t", schema)({"a": choices}) == {"a": choices}


def test_a_value_that_is_no_choice_is_refused():
    assert "is not one of" in invalid({"properties": {"a": {"enum": [1, "x"]}}}, {"a": True})


def test_a_long_constant_for_each_of_many_values_is_counted():
    schema = {"properties": {"a": {"items": {"const": list(range(9_000))}}}}
    assert f"more than {STEPS} steps" in invalid(schema, {"a": [list(range(9_000))] * 1_000})


def test_a_huge_number_is_refused_and_nothing_else_happens():
    for divisor in (0.5, 1e-300):
        assert "too large" in invalid({"properties": {"a": {"multipleOf": divisor}}}, {"a": 10**400 + 1}), (
            divisor
        )


def test_a_number_is_checked_for_its_divisor():
    assert "is not a multiple" in invalid({"properties": {"a": {"multipleOf": 0.5}}}, {"a": 0.3})


def test_a_schema_nested_too_deep_is_refused():
    for levels in (40, 80, 150, 5_000):
        inner: Schema = {}
        for _ in range(levels):
            inner = {"properties": {"a": inner}}
        assert "deeper than" in refused(inner), levels


def test_a_schema_nested_less_is_used():
    inner: Schema = {"type": "integer"}
    for _ in range(25):
        inner = {"type": "object", "properties": {"a": inner}}
    assert check(inner) is not None


def test_a_chain_of_references_without_end_is_refused():
    chain = {f"c{at}": {"$ref": f"#/$defs/c{at + 1}"} for at in range(2_000)}
    assert "in a row" in refused({"$ref": "#/$defs/c0", "$defs": chain})


TOO_LARGE: list[Schema] = [
    {"properties": {str(at): {} for at in range(20_000)}},
    {"enum": list(range(20_000))},
    {"description": "x" * 400_000},
    {"properties": {"a": {"const": 10**400}}},
]


def test_a_schema_too_large_is_refused():
    assert [at for at, schema in enumerate(TOO_LARGE) if "than" not in refused(schema)] == []


def test_a_large_value_is_not_repeated_for_each_of_many_faults():
    many = [{"properties": {"a": {"maxLength": at}}} for at in range(500)]
    assert f"more than {STEPS} steps" in invalid({"anyOf": many}, {"a": "x" * 200_000})


def test_strings_are_not_mended_along_alternatives_without_end():
    fork = {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/n"}}, {"type": "null"}]}
    schema = {"properties": {"a": {"items": {"anyOf": [{"$ref": "#/$defs/n"}] * 200}}}, "$defs": {"n": fork}}
    assert f"more than {STEPS} steps" in invalid(schema, {"a": ["1"] * 1_000})


def test_a_fallbacks_pattern_that_explodes_elsewhere_is_just_searched():
    tool = {"name": "t", "fallbacks": {"natural_language": ["(?P<object>(?:a+)+)$"]}}
    assert detect("a" * 15_000 + "!", [tool], fallbacks=True) == []


def test_a_fallbacks_pattern_that_explodes_elsewhere_finds_what_fits():
    tool = {"name": "t", "fallbacks": {"natural_language": ["(?P<object>(?:a+)+)$"]}}
    assert [call.arguments for call in detect("x aaa", [tool], fallbacks=True)] == [{"object": "aaa"}]


def definition(schema: Schema) -> ToolDefinition:
    return ToolDefinition("t", parameters={"type": "object", **schema})


# Each level has many branches, and the way back: only the depth is bounded.
BUSHY: Schema = {
    "properties": {str(at): {"$ref": "#/$defs/n"} for at in range(300)},
    "$defs": {"n": {"anyOf": [{"$ref": "#/$defs/n"}] * 300}},
}


def test_the_model_is_told_of_a_schema_that_branches_without_end_in_a_few_words():
    text = write_prompt([definition(BUSHY)], budget=700).text
    assert len(text) <= 700 * 4


def test_the_model_is_told_of_a_schema_with_few_branches_by_its_types():
    text = write_prompt([definition({"properties": {"a": {"type": "integer"}}})]).text
    assert '"a":{"type":"integer"}' in text
