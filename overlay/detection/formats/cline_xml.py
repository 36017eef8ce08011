"""`cline_xml`: the tool's name is the tag, its parameters are child tags.

    call = "<" name ">" (("<" k ">" text "</" k ">")* | object) "</" name ">"

Only for the given tools, for the tools of Cline and Roo Code (their public prompts list them), and for dotted
names (`<server.tool>`, as mcp-client-for-ollama's prompt asks; those values may be JSON literals). A tag with
attributes is none of these. Values on the same line as their tags are trimmed; others lose a line break at
both edges.

A parameter that the tool doesn't declare is an argument too: the tool's validation refuses it and names the
declared ones (Rapid-MLX#1551). The call is `repaired`, since it may also be a part of a value. Only a given
tool may have an object of arguments in its tag, with at least one declared parameter.
"""

from __future__ import annotations

import re
from typing import Any, cast

from ..argument_types import literal, typed, unwrap
from ..call_builder import CallBuilder
from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..nested_elements import element_value
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import skip_to, take, text_to
from ..unclosed_values import end_argument
from ..value_terminators import ValueTerminators
from ..xml_tags import ahead
from ..xml_values import value

ID = "cline_xml"
WRAPPER = "use_mcp_tool"
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_ANY = tuple(f"<{letter}" for letter in "abcdefghijklmnopqrstuvwxyz_")
"""The beginnings of a tag of an undeclared parameter."""
_TAG = re.compile(r"<([^<>]+)>")
_BLOCK = re.compile(r"```\w*\n(.*)\n[ \t]*```", re.DOTALL)
_DOTTED = r"<(?=[a-z_][\w.-]{2,126}+>)[\w-]++(?:\.[\w-]++)+>"
CLINE: dict[str, tuple[str, ...]] = {
    "read_file": ("path", "start_line", "end_line", "args"),
    "write_to_file": ("path", "content", "line_count"),
    "replace_in_file": ("path", "diff"),
    "apply_diff": ("path", "diff", "start_line", "end_line", "args"),
    "insert_content": ("path", "line", "content"),
    "search_and_replace": ("path", "search", "replace", "use_regex", "ignore_case", "start_line", "end_line"),
    "search_files": ("path", "regex", "file_pattern"),
    "list_files": ("path", "recursive"),
    "list_code_definition_names": ("path",),
    "execute_command": ("command", "cwd", "requires_approval", "timeout"),
    "browser_action": ("action", "url", "coordinate", "text", "size"),
    "use_mcp_tool": ("server_name", "tool_name", "arguments"),
    "access_mcp_resource": ("server_name", "uri"),
    "ask_followup_question": ("question", "follow_up", "options"),
    "attempt_completion": ("result", "command"),
    "switch_mode": ("mode_slug", "reason"),
    "new_task": ("mode", "message", "context", "todos"),
    "update_todo_list": ("todos",),
    "codebase_search": ("query", "path"),
    "fetch_instructions": ("task",),
    "plan_mode_respond": ("response", "options"),
    "load_mcp_documentation": (),
}


def from_tools(tools: tuple[str, ...]) -> tuple[str, ...]:
    """Return the opening tags of the given tools, in lower case."""
    return tuple(f"<{name.lower()}>" for name in tools if _NAME.fullmatch(name))


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    name = (yield from text_to(s, ">")).removeprefix("<")
    given = name in s.tools
    if not given and name not in CLINE and "." not in name:
        raise NotACall("no tool's name")
    known = tuple(s.tools.parameters(name)) if given else CLINE.get(name, ())
    draft = s.draft(ID, start)
    draft.named(name)
    closer = f"</{name.lower()}>"
    if given and (yield from s.space()) == "{":
        yield from _object(s, draft, closer)
        return
    declared = undeclared = False
    follow = (closer, *(f"<{key.lower()}>" for key in known), *(_ANY if known else ("<",)))
    while True:
        found = yield from skip_to(s, follow)
        if found == closer:
            if draft.arguments and not declared and known:
                raise NotACall("none of the tool's parameters")
            s.pos += len(closer)
            _finish(s, draft, undeclared)
            return
        if found is None:
            yield from ahead(s, [one for one in follow if len(one) > 2])  # the text may end inside a tag
            raise NotACall("text between parameters")
        s.pos += 1
        key = (yield from text_to(s, ">")) if (yield from s.peek(1)) != "/" else ""
        if not _NAME.fullmatch(key) or (not declared and found in _ANY and not given):
            raise NotACall("no parameter's tag")
        undeclared |= found in _ANY
        if found not in _ANY:
            declared = True
            draft.show()
        yield from _parameter(s, draft, key, known, follow)


def _object(s: ParseContext, draft: CallBuilder, closer: str) -> Parser[None]:
    """Read a call whose arguments are one object."""
    body = s.at
    problem = yield from arguments(s, draft, re.compile(re.escape(closer), re.IGNORECASE))
    if problem and not draft.begun:
        raise NotACall("no object of arguments")
    end = s.at
    stray = False
    while (yield from take(s, ("}",))):
        stray = True
    if (yield from take(s, (closer,))) is None:
        raise NotACall("text behind the object")
    repaired, problem = parsed(draft, s.slice(body, end), draft.name, close=problem is not None)
    known = s.tools.parameters(draft.name)
    if not problem and known and draft.arguments and not draft.arguments.keys() & known.keys():
        raise NotACall("none of the tool's parameters")
    s.close(draft, repaired=repaired or stray, error=problem)


def _parameter(
    s: ParseContext, draft: CallBuilder, key: str, known: tuple[str, ...], follow: tuple[str, ...]
) -> Parser[None]:
    tag, closer = key.lower(), follow[0]
    opener = closer.replace("</", "<")
    ends = ValueTerminators(
        closers=(f"</{tag}>",),
        follow=follow,
        openers=(f"<{tag}>",),
        again=_ANY,
        outer=(opener,),
        outer_closers=(closer,),
        outer_follow=(opener,),
        starts=tuple(f"<{other.lower()}>" for other in known if other != key),
        key=_TAG,
        pending=frozenset({*known} - draft.arguments.keys() - {key}),
        own_tags=True,
    )
    raw, ending = yield from value(s, ends, draft.argument(key))
    end_argument(draft, key, ending, raw, known)
    text = unwrap(raw)
    text = text if "\n" in raw else text.strip()
    draft.put(key, _typed(s, draft, key, text))


def _typed(s: ParseContext, draft: CallBuilder, key: str, text: str) -> Any:
    if draft.name in s.tools:
        return typed(text, s.tools.parameters(draft.name).get(key))
    return literal(text) if draft.name not in CLINE else text


def _finish(s: ParseContext, draft: CallBuilder, repaired: bool) -> None:
    """Replace `use_mcp_tool` by the tool that it calls: the one named inside, with its arguments as JSON."""
    name = str(draft.arguments.get("tool_name", "")).strip()
    if draft.name != WRAPPER or draft.name in s.tools or not name:
        s.close(draft, repaired=repaired)
        return
    server, said = str(draft.arguments.get("server_name", "")).strip(), draft.arguments.get("arguments", "")
    whole = f"{server}.{name}"
    draft.named(whole if whole in s.tools else name)
    draft.arguments = {}
    text = str(said).strip()
    if text.startswith("<"):
        found = element_value(text, {"properties": s.tools.parameters(draft.name)}, typed, None)
        if isinstance(found, dict):
            draft.arguments = cast("dict[str, Any]", found)
            s.close(draft, repaired=True)
            return
    block = _BLOCK.fullmatch(text)
    mended, problem = parsed(draft, block[1] if block else text, name)
    s.close(draft, repaired=repaired or mended or block is not None, error=problem)


OPENERS = tuple(f"<{name}>" for name in CLINE)
FAMILY = CallFormat(ID, 2, OPENERS, read, patterns=(_DOTTED,), from_tools=from_tools)

EXAMPLES = (
    Example("<read_file>\n<path>a.py</path>\n</read_file>", (("read_file", {"path": "a.py"}),)),
    Example("<server.tool>\n  <n>1</n>\n</server.tool>", (("server.tool", {"n": 1}),)),
    Example("<f><a>x</a></f>", F, ("f",)),
    Example('<f>{"a": "x"}</f>', F, ("f",)),
    Example("<f><b>1</b><a>x</a></f>", (("f", {"b": "1", "a": "x"}),), ("f",)),
    Example(
        "<use_mcp_tool><server_name>s</server_name><tool_name>t</"
        'tool_name><arguments>{"k": 1}</arguments></use_mcp_tool>',
        (("t", {"k": 1}),),
    ),
)
