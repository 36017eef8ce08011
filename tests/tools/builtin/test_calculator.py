import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.tools.builtin.calculator import calculate, calculator
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from tests.support.table import for_each


@for_each(
    ("expression", "value"),
    [
        ("(3 + 4) * 2 ** 10", 7168),
        ("0.1 + 0.2", 0.3),
        ("6 / 2", 3),
        ("7 // 2 - 7 % 2", 2),
        ("-2 ** 2", -4),
        ("+1", 1),
        ("2 ** -1", 0.5),
        ("2 × 3 ÷ 4 − 1", 0.5),
        ("1 +\n 2", 3),
        ("sqrt(2)", 1.4142135623731),
        ("round(2.345, 1)", 2.3),
        ("round(2.5)", 2),
        ("max(1, 2, pi)", 3.14159265358979),
        ("factorial(20)", math.factorial(20)),
        ("2**200", 2**200),
        ("1e300", 1e300),
        ("-" * 100 + "1", 1),
    ],
)
def test_arithmetic_is_calculated(expression: str, value: float):
    assert math.isclose(calculate(expression), value, rel_tol=1e-12)


async def test_numbers_are_exact_and_given_as_text_and_number():
    assert calculate("123456789012345678901234567890 * 3") == 370370367037037036703703703670

    assert str(calculate("sqrt(16)")) == "4"

    result = await ToolRegistry([calculator]).call_tool("calculator", {"expression": "2+3"})
    assert result.text == "5"
    assert result.structured == 5


@for_each(
    ("expression", "reason"),
    [
        ("__import__('os')", "'__import__' is not known"),
        ("().__class__", "is not arithmetic"),
        ("(1).real", "is not arithmetic"),
        ("[1]*9", "is not arithmetic"),
        ("'a'*9", "is not arithmetic"),
        ("1 if 1 else 2", "is not arithmetic"),
        ("lambda: 1", "is not arithmetic"),
        ("max(1, key=abs)", "'max' is not known"),
        ("1 < 2", "is not arithmetic"),
        ("True", "is not arithmetic"),
        ("1j", "is not arithmetic"),
        ("~1", "is not arithmetic"),
        ("1 << 9", "is not arithmetic"),
        ("x + 1", "'x' is not known; known are pi"),
        ("2 ^ 3", r"write \*\*"),
        ("1 +", "can't be read"),
        ("", "can't be read"),
        ("1 / 0", "divides by zero"),
        ("9 ** 9 ** 9", "a power in it is too big"),
        ("9.0 ** 9999", "too big"),
        ("1e999", "too big"),
        ("exp(1000)", "too big"),
        ("10 ** 3000 * 10 ** 3000", "too big"),
        ("factorial(99999)", "factorial takes"),
        ("factorial(1.5)", "factorial takes"),
        ("round(5, -10**9)", "round takes"),
        ("(-8) ** 0.5", "not real"),
        ("sqrt(-1)", "math domain error|nonnegative"),
        ("max()", "at least 1 argument"),
        ("+".join("1" * 400), "too long"),
        ("(" * 400 + "1" + ")" * 400, "can't be read"),
    ],
)
def test_an_expression_that_is_no_arithmetic_or_too_big_is_refused(expression: str, reason: str):
    with pytest.raises(ToolError, match=reason) as caught:
        calculate(expression)
    assert caught.value.code == "tool_invalid"


@given(st.text(alphabet="0123456789+-*/%.()e, sqrtmaxpiround", max_size=40))
def test_any_text_gives_a_number_or_a_refusal(expression: str):
    try:
        outcome = math.isfinite(calculate(expression))
    except ToolError as fault:
        outcome = fault.code == "tool_invalid"
    assert outcome


async def test_an_expression_too_long_never_reaches_the_parser():
    with pytest.raises(ToolError, match="is too long"):
        await ToolRegistry([calculator]).call_tool("calculator", {"expression": "1" * 1001})
