"""`xml_invoke`: the tags of MCP SuperAssistant's instructions, which several hosted models print as well.

    calls  = "<function_calls>" invoke+ "</function_calls>" | invoke
    invoke = "<invoke name=… [call_id=…]>" parameter* "</invoke>" | "<invoke name=… />"

A parameter is `<parameter name=…>text</parameter>`; its text is raw and typed by the tool's schema.
"""

from __future__ import annotations

from ..draft import Draft
from ..scan import Family, Scan
from ..source import Cut, Refuted, Steps
from ..tags import Tag, ahead, tag
from ..values import typed, unwrap
from ..xmlvalue import Ends, value

ID = "xml_invoke"
WRAPPER, INVOKE, PARAMETER = "function_calls", "invoke", "parameter"
_CHILDREN = ("<parameter", "</invoke", "</function_calls")


def read(s: Scan) -> Steps[None]:
    """A wrapper with its calls, or one call alone."""
    first = yield from tag(s)
    if first.name == INVOKE:
        yield from invoke(s, first, s.at - len(first.text))
        return
    if first.name != WRAPPER or first.empty:
        raise Refuted("no wrapper of calls")
    end, calls = s.at, 0
    while True:
        char = yield from s.space()
        found = (yield from ahead(s, ("<invoke", "</function_calls"))) if char == "<" else None
        if found is None:
            s.rewind(end)
            if not calls:
                raise Refuted("the wrapper holds no call")
            return
        start = s.at
        one = yield from tag(s)
        if one.closing:
            return
        yield from invoke(s, one, start)
        end, calls = s.at, calls + 1


def invoke(s: Scan, opener: Tag, start: int) -> Steps[None]:
    """One call, from behind its opening tag."""
    name = opener.get("name")
    if opener.name != INVOKE or not name:
        raise Refuted("an invoke without a name")
    draft = s.draft(ID, start)
    draft.named(name, opener.get("call_id", "id"))
    repaired = opener.repaired
    if opener.empty:
        s.close(draft, repaired=repaired)
        return
    draft.show()
    while True:
        char = yield from s.space()
        found = (yield from ahead(s, _CHILDREN)) if char == "<" else None
        if char == "":
            raise Cut
        if found is None:
            raise Refuted("text between parameters")
        end = s.at
        child = yield from tag(s)
        if child.name == PARAMETER and not child.closing:
            repaired |= (yield from parameter(s, draft, child)) or child.repaired
        elif child.name == INVOKE:
            s.close(draft, repaired=repaired)
            return
        else:
            s.rewind(end)
            s.close(draft, repaired=True)
            return


def parameter(s: Scan, draft: Draft, opener: Tag) -> Steps[bool]:
    """One parameter, from behind its opening tag; whether it had to be mended."""
    key = opener.get("name")
    if key is None:
        raise Refuted("a parameter without a name")
    schema = s.tools.parameters(draft.name).get(key)
    if opener.empty:
        draft.arguments[key] = typed("", schema)
        return False
    ends = Ends(
        closers=("</parameter>",),
        follow=_CHILDREN,
        openers=("<parameter name",),
        again=("<parameter",),
        outer=("<invoke ",),
        outer_closers=("</invoke>",),
        wrong=(f"</{key.lower()}>", "</param>"),
    )
    sink = draft.argument(key)
    raw, wrong = yield from value(s, ends, sink)
    draft.argument_over()
    draft.arguments[key] = typed(unwrap(raw), schema)
    return wrong


FAMILY = Family(ID, 1, ("<function_calls", "<invoke"), read)
