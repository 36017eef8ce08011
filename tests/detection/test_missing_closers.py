"""A parameter whose closing tag is missing never swallows the next one unnoticed, in any tagged format."""

from typing import Any

from overlay.detection import detect
from tests.detection.helpers import streamed, tool

TOOLS = [tool("clean", path="string", dry_run="boolean", note="string")]
BOTH = {"path": "build", "dry_run": True}
OPENS = "]<]minimax[>["
MISSING = {
    "invoke": '<invoke name="clean">\n<parameter name="path">build\n<parameter name="dry_run">true</parameter>\n'
    "</invoke>",
    "invoke, on one line": '<invoke name="clean"><parameter name="path">build<parameter name="dry_run">true'
    "</parameter></invoke>",
    "invoke, both closers": '<function_calls><invoke name="clean"><parameter name="path">build\n'
    '<parameter name="dry_run">true\n</invoke></function_calls>',
    "DSML": '<｜DSML｜invoke name="clean">\n<｜DSML｜parameter name="path" string="true">build\n'
    '<｜DSML｜parameter name="dry_run" string="false">true</｜DSML｜parameter>\n</｜DSML｜invoke>',
    "qwen": "<function=clean>\n<parameter=path>\nbuild\n<parameter=dry_run>\ntrue\n</parameter>\n</function>",
    "function": '<function name="clean"><param name="path">build\n<param name="dry_run">true</param></function>',
    "glm": "<tool_call>clean\n<arg_key>path</arg_key>\n<arg_value>build\n<arg_key>dry_run</arg_key>\n"
    "<arg_value>true</arg_value>\n</tool_call>",
    "cline": "<clean>\n<path>build\n<dry_run>true</dry_run>\n</clean>",
    "named tags": "<tool_name>clean</tool_name>\n<arguments>\n<path>build\n<dry_run>true</dry_run>\n</arguments>",
    "escaped": "&lt;invoke name=&quot;clean&quot;&gt;&lt;parameter name=&quot;path&quot;&gt;build\n&lt;parameter "
    "name=&quot;dry_run&quot;&gt;true&lt;/parameter&gt;&lt;/invoke&gt;",
}
NOT_SURE = {
    "a sentence mentions the tag": '<invoke name="clean"><parameter name="note">Use <parameter name="dry_run"> so'
    "</parameter></invoke>",
    "the same parameter begins again": '<invoke name="clean"><parameter name="path">build\n<parameter name="path">x'
    "</parameter></invoke>",
    "the parameter is not declared": '<invoke name="clean"><parameter name="path">build\n<parameter name="force">x'
    "</parameter></invoke>",
    "a tag of Cline's is mentioned": "<clean><path>build</path><note>the <dry_run> tag</note></clean>",
    "the call's own closer is in a value": "<clean><path>build\n</clean>\n<clean><path>x</path></clean>",
    "a field is inside another": f"{OPENS}<invoke name='clean'>{OPENS}<path>build{OPENS}<dry_run>true"
    f"{OPENS}</dry_run>{OPENS}</path>{OPENS}</invoke>",
    "a key of GLM's is not closed": "<tool_call>clean\n<arg_key>path<arg_value>build</arg_value>\n</tool_call>",
}


def sure(text: str) -> list[dict[str, Any]]:
    return [one.arguments for one in detect(text, TOOLS) if one.complete and one.confidence == "structured"]


def test_a_clear_start_of_the_next_parameter_ends_a_value_and_the_call_is_repaired() -> None:
    def read(text: str) -> list[Any]:
        return [(one.arguments, one.confidence, one.complete) for one in detect(text, TOOLS)]

    wrong = {name: read(text) for name, text in MISSING.items() if read(text) != [(BOTH, "repaired", True)]}
    assert wrong == {}


def test_a_value_with_the_next_parameters_tag_is_never_read_as_written() -> None:
    wrong = {name: sure(text) for name, text in NOT_SURE.items() if "<" in str(sure(text))}
    assert wrong == {}


def test_a_call_that_is_not_sure_is_still_shown() -> None:
    assert {name for name, text in NOT_SURE.items() if not detect(text, TOOLS)} == set()


def test_a_call_quoted_whole_in_a_value_stays_as_written() -> None:
    quoted = 'See <parameter name="dry_run">true</parameter> there'
    text = f'<invoke name="clean"><parameter name="note">{quoted}</parameter></invoke>'
    assert sure(text) == [{"note": quoted}]


def test_a_bad_call_does_not_take_the_next_one_with_it() -> None:
    assert sure("<clean><path>build\n</clean>\n<clean><path>x</path></clean>") == [{"path": "x"}]


def test_the_text_shown_last_is_that_of_the_arguments() -> None:
    for name, text in MISSING.items():
        events, calls = streamed(text, 3, TOOLS)
        last = max(event.call for event in events)
        shown = [
            getattr(one, "text", "")
            for one in events
            if one.call == last and getattr(one, "key", "") == "path"
        ]
        assert "".join(shown) == calls[0].arguments["path"], name


def test_missing_closers_read_the_same_in_any_deltas() -> None:
    wrong = {
        (name, size)
        for name, text in {**MISSING, **NOT_SURE}.items()
        for size in (1, 2, 5)
        if repr(sorted(streamed(text, size, TOOLS)[1], key=lambda one: one.span)) != repr(detect(text, TOOLS))
    }
    assert wrong == set()
