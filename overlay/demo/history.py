"""Makes a long finished conversation, for a page that opens with many calls."""

from __future__ import annotations

from overlay.demo.script import Turn


def finished_calls(count: int) -> list[Turn]:
    """Return turns with `count` calls in alternating formats, each followed by a user turn with its result.

    The first turn is a question of the user, the last an answer without a call.
    """
    turns = [Turn("user", f"Please look through {count} files, one after the other.")]
    for number in range(1, count + 1):
        turns.append(Turn("assistant", _call(number)))
        turns.append(Turn("user", _result(number)))
    turns.append(Turn("assistant", f"Those were **{count}** files; none of them needs your attention."))
    return turns


def _path(number: int) -> str:
    return f"reports/{2000 + number % 27}/part-{number:04}.md"


def _call(number: int) -> str:
    path = _path(number)
    if number % 3 == 1:
        body = (
            f'<function_calls>\n<invoke name="read_file" call_id="h{number}">\n'
            f'<parameter name="path">{path}</parameter>\n</invoke>\n</function_calls>'
        )
        return f"Now number **{number}**, `{path}`:\n\n```xml\n{body}\n```\n"
    if number % 3 == 2:
        body = (
            f'{{"type": "function_call_start", "name": "read_file", "call_id": "h{number}"}}\n'
            f'{{"type": "parameter", "key": "path", "value": "{path}"}}\n'
            f'{{"type": "function_call_end", "call_id": "h{number}"}}'
        )
        return f"On to number **{number}**:\n\n```jsonl\n{body}\n```\n"
    return f'And number **{number}**:\n\n```xml\n<tool:read_file>{{"path": "{path}"}}</tool>\n```\n'


def _result(number: int) -> str:
    text = f"# Part {number}\n\nAll is well in part {number}."
    return f'<function_result call_id="h{number}">\n{text}\n</function_result>'
