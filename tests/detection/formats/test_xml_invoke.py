from overlay.detection import StreamDetector
from tests.detection.helpers import found, only, streamed, tool
from tests.support.table import for_each

CALL = """<function_calls>
<invoke name="search" call_id="7">
<parameter name="query">tea & <b>milk</b></parameter>
</invoke>
</function_calls>"""


def test_a_wrapped_call_gives_name_id_and_raw_text() -> None:
    call = only(CALL)
    assert call.name == "search"
    assert call.call_id == "7"
    assert call.arguments == {"query": "tea & <b>milk</b>"}


@for_each("quote", ['"', "'"])
@for_each("case", [str.lower, str.upper, str.title])
def test_attributes_come_in_any_order_quote_and_case(quote: str, case: object) -> None:
    assert callable(case)
    tag, name, key = case("invoke"), case("name"), case("parameter")
    q = quote
    text = f"<{tag} call_id={q}1{q} {name}={q}N{q}><{key} {name}={q}k{q}>v</{key}></{tag}>"
    assert found(text) == [("N", {"k": "v"})]


def test_a_bare_invoke_needs_no_wrapper() -> None:
    assert found('<invoke name="a"><parameter name="k">v</parameter></invoke>') == [("a", {"k": "v"})]


def test_two_invokes_in_one_wrapper_are_two_calls() -> None:
    one = '<invoke name="a"><parameter name="k">v</parameter></invoke>'
    assert found(f"<function_calls>{one}\n{one}</function_calls>") == [("a", {"k": "v"})] * 2


def test_a_self_closing_invoke_has_no_arguments() -> None:
    assert found('<invoke name="now"/>') == [("now", {})]


def test_a_closing_tag_inside_a_value_belongs_to_it() -> None:
    text = '<invoke name="w"><parameter name="t">write </parameter> here</parameter></invoke>'
    assert found(text) == [("w", {"t": "write </parameter> here"})]


def test_a_whole_call_inside_a_value_is_text() -> None:
    inner = '<function_calls><invoke name="x"><parameter name="y">1</parameter></invoke></function_calls>'
    text = f'<invoke name="w"><parameter name="t">see {inner}</parameter></invoke>'
    assert found(text) == [("w", {"t": f"see {inner}"})]


def test_a_value_closed_by_its_own_name_is_repaired() -> None:
    text = (
        '<invoke name="w"><parameter name="content">x</content>\n<parameter name="p">y</parameter></invoke>'
    )
    call = only(text)
    assert call.arguments == {"content": "x", "p": "y"}
    assert call.confidence == "repaired"
    assert call.complete


def test_values_are_typed_by_the_schema() -> None:
    text = '<invoke name="f"><parameter name="n">3</parameter><parameter name="s">0042</parameter></invoke>'
    assert found(text, [tool("f", n="integer", s="string")]) == [("f", {"n": 3, "s": "0042"})]


def test_cdata_is_unwrapped() -> None:
    text = '<invoke name="f"><parameter name="x"><![CDATA[a </parameter></invoke> b]]></parameter></invoke>'
    assert found(text) == [("f", {"x": "a </parameter></invoke> b"})]


def test_the_name_is_known_at_the_end_of_the_opening_tag() -> None:
    events, _ = streamed('<invoke name="search">')
    assert [type(event).__name__ for event in events[:2]] == ["CallOpened", "CallNamed"]


def test_a_call_cut_off_is_incomplete() -> None:
    call = only('<invoke name="f"><parameter name="x">half')
    assert call.name == "f"
    assert not call.complete


def test_prose_between_parameters_takes_the_call_back() -> None:
    events, calls = streamed('An <invoke name="x"> opens a call.')
    assert type(events[-1]).__name__ == "CallWithdrawn"
    assert calls == []


def test_the_wrapper_belongs_to_what_the_calls_own_though_other_formats_wrap_alike() -> None:
    text = '<function_calls>\n<invoke name="f">\n</invoke>\n</function_calls>'
    detector = StreamDetector()
    detector.feed(f"a {text} b")
    assert detector.ranges == [(2, 2 + len(text))]
