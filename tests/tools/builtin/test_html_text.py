from overlay.tools.builtin.html_text import html_text
from tests.support.table import for_each


@for_each(
    ("source", "text"),
    [
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("a<br>b", "a\nb"),
        ("a &lt; b &amp;&nbsp; c", "a < b & c"),
        ("<b>a</b> <i>b</i>", "a b"),
        ("<head><title>T</title><style>x{}</style></head><body>a</body>", "a"),
        ("<head><title>T</title><body>a", "a"),
        ("<script>if (a < b) alert('<p>')</script>a", "a"),
        ("<svg><g><text>no</text></g></svg>yes", "yes"),
        ("</svg></p>a", "a"),
        ("<div>a</div>\n\n\n\n<div>b</div>", "a\n\nb"),
        ("no markup", "no markup"),
    ],
)
def test_a_page_is_reported_as_text(source: str, text: str):
    assert html_text(source) == text
