from overlay.detection.examples import Example, F


def test_an_example_without_tools_gives_no_definitions() -> None:
    assert Example("x", F).definitions() is None


def test_an_examples_tools_take_one_string() -> None:
    [definition] = Example("x", F, ("f",)).definitions() or []
    assert definition["parameters"]["properties"] == {"a": {"type": "string"}}
