from overlay.tools.mcp.elicitation import Elicitation


def asks(**fields: str) -> Elicitation:
    properties = {name: {"type": "string", "title": title} for name, title in fields.items()}
    return Elicitation("weather", "forecast", "Tell me.", {"type": "object", "properties": properties})


def test_a_form_that_asks_for_a_secret_has_a_warning_that_names_it():
    assert asks(city="City", password="x").warnings == [
        "It asks for what looks like a secret (password). Do not give one in a form."
    ]


def test_a_form_without_a_secret_field_has_no_warning():
    assert asks(city="City").warnings == []
