from overlay.detection.html_elements import in_html
from tests.support.table import for_each

PAGE = """<p>Hi &amp; bye</p><div id="mpai-tool-1" class="mpai-tool-call" data-tool-name="wp_api"
 data-tool-parameters='{"action": "get", "n": 1}'><span class="mpai-tool-call-status mpai-tool-call-processing">Processing
</span><!-- c --><div class="mpai-tool-call-result"><b>old</b></div></div>"""


def test_an_element_gives_its_call() -> None:
    [call] = in_html(PAGE)
    assert call.name == "wp_api"
    assert call.arguments == {"action": "get", "n": 1}
    assert call.call_id == "mpai-tool-1"
    assert call.format == "element"
    assert call.complete


def test_a_prefix_before_the_attribute_is_allowed() -> None:
    [call] = in_html('<i data-mpai-tool-name="f" data-mpai-tool-parameters="{&quot;a&quot;: 1}">x</i>')
    assert call.name == "f"
    assert call.arguments == {"a": 1}


@for_each(("parameters", "why"), [("{no", "not valid JSON"), ("[1]", "not a JSON object")])
def test_parameters_that_are_none_are_an_error(parameters: str, why: str) -> None:
    [call] = in_html(f'<i data-tool-name="f" data-tool-parameters="{parameters}">x</i>')
    assert not call.complete
    assert why in (call.error or "")


def test_an_element_without_parameters_is_a_call_without_arguments() -> None:
    assert in_html('<i data-tool-name="now"></i>')[0].arguments == {}


def test_mended_parameters_are_marked() -> None:
    assert (
        in_html("""<i data-tool-name="f" data-tool-parameters="{'a': 1}"></i>""")[0].confidence == "repaired"
    )


@for_each("source", ["", "text only", "<p>x</p>", "\0<<", "<i data-tool-name=''>x</i>"])
def test_a_page_without_call_elements_has_no_calls(source: str) -> None:
    assert in_html(source) == []
