from overlay.tools.decorator import ToolOptions, options_of, tool
from overlay.tools.definition import ToolHints


def test_a_marked_function_stays_a_plain_function():
    @tool
    def add(a: int, b: int) -> int:
        return a + b

    assert add(1, 2) == 3


def test_a_mark_keeps_what_the_author_says_and_leaves_the_function_as_it_is():
    @tool
    def f() -> None: ...

    assert options_of(f) == ToolOptions()

    assert options_of(len) is None


def test_options_that_the_author_gives_are_kept():
    @tool(
        name="n",
        description="d",
        read_only=True,
        destructive=True,
        sends_out=True,
        private=True,
        untrusted=True,
        timeout=None,
    )
    def f() -> None: ...

    assert options_of(f) == ToolOptions("n", "d", ToolHints(True, True, True, True, True), None)


def test_a_method_is_marked_through_its_function():
    class Box:
        @tool(name="open")
        def open(self) -> None: ...

    options = options_of(Box().open)
    assert options is not None
    assert options.name == "open"
