"""Arithmetic on a syntax tree with few allowed nodes and limited steps. Nothing is evaluated as Python."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError, clip
from overlay.tools.result import ToolResult

Number = int | float

MAX_LENGTH = 1000
MAX_NODES = 300
MAX_BITS = 10_000
MAX_FACTORIAL = 1000
MAX_DIGITS = 300

SPELLINGS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "\n": " "})
CONSTANTS: dict[str, Number] = {"pi": math.pi, "e": math.e, "tau": math.tau}
UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}


@tool(read_only=True, timeout=10)
def calculator(
    expression: Annotated[
        str,
        Field(
            max_length=MAX_LENGTH,
            description="numbers, + - * / // % **, parentheses, pi, e, sqrt, log, sin, round, min, max …",
        ),
    ],
) -> ToolResult:
    """Calculates an arithmetic expression, such as (3 + 4) * 2 ** 10."""
    value = calculate(expression)
    return ToolResult(text=str(value), structured=value)


def calculate(expression: str) -> Number:
    """Return the value; integers are exact up to 10,000 bits, decimals are rounded to 15 digits.

    Raises ToolError tool_invalid for what is not arithmetic or too large, naming the part.
    """
    try:
        tree = ast.parse(expression.translate(SPELLINGS).strip(), mode="eval")
        if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
            raise _wrong("it is too long: split it")
        value = _value(tree.body)
    except SyntaxError as error:
        raise _wrong(f"it can't be read ({error.msg} at character {error.offset})") from error
    except ZeroDivisionError as error:
        raise _wrong("it divides by zero") from error
    except (OverflowError, RecursionError, MemoryError) as error:
        raise _wrong("a number in it is too big") from error
    except (ValueError, TypeError) as error:
        raise _wrong(clip(str(error), 200)) from error
    if isinstance(value, int):
        return value
    rounded = float(f"{value:.15g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def _value(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return _checked(number)
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY:
            return UNARY[type(op)](_value(operand))
        case ast.BinOp(op=ast.BitXor()):
            raise _wrong("for a power write ** and not ^")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return _checked(BINARY[type(op)](_value(left), _value(right)))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            return _checked(FUNCTIONS[name](*map(_value, arguments)))
        case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name):
            known = ", ".join([*CONSTANTS, *FUNCTIONS])
            raise _wrong(f"{clip(name, 40)!r} is not known; known are {known}")
        case _:
            raise _wrong(f"{clip(ast.unparse(node), 80)!r} is not arithmetic")


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * abs(exponent) > MAX_BITS:
        raise _wrong("a power in it is too big")
    value = base**exponent
    if isinstance(value, complex):
        raise _wrong("a root of a negative number is not real")
    return value


def _factorial(number: Number) -> Number:
    if not 0 <= number <= MAX_FACTORIAL or number != int(number):
        raise _wrong(f"factorial takes whole numbers from 0 to {MAX_FACTORIAL}")
    return math.factorial(int(number))


def _round(number: Number, digits: Number = 0) -> Number:
    # round(5, -10**9) would first compute ten to the power of a billion.
    if not -MAX_DIGITS <= digits <= MAX_DIGITS:
        raise _wrong(f"round takes at most {MAX_DIGITS} digits")
    return round(number, int(digits))


def _checked(value: Any) -> Number:
    too_big = value.bit_length() > MAX_BITS if isinstance(value, int) else not math.isfinite(value)
    if too_big:
        raise _wrong("a number in it is too big")
    return value


def _wrong(reason: str) -> ToolError:
    return ToolError("tool_invalid", f"The expression can't be calculated: {reason}")


BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: operator.mod,
    ast.Pow: _power,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "round": _round,
    "min": min,
    "max": max,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "degrees": math.degrees,
    "radians": math.radians,
    "gcd": math.gcd,
    "hypot": math.hypot,
    "factorial": _factorial,
}
