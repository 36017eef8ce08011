from overlay.detection.announcements import announces_example
from overlay.detection.code_blocks import Fence
from tests.support.table import for_each


@for_each(
    "before",
    ["Example:\n", "**Example:**\n\n", "Here is an example call: ", "For example:", "e.g.: ", "It looks like this:\n",
     "You would write:\n", "Do not run this:\n", "don't execute the following:"],
)  # fmt: skip
def test_a_line_that_announces_an_example_is_known(before: str) -> None:
    assert announces_example(before)


@for_each(
    "before",
    [
        "",
        "Calling it now:\n",
        "For example, I can look:\nok\n",
        "And also JSON format:\n",
        "An example is useful.\n",
        "Example: x\n",
    ],
)
def test_an_ordinary_line_announces_no_example(before: str) -> None:
    assert not announces_example(before)


@for_each(
    ("label", "data"),
    [
        ("", True),
        ("xml", True),
        (" JSON {.x}", True),
        ("tool_code", True),
        ("python", False),
        ("diff", False),
        ("md", False),
    ],
)
def test_a_label_says_if_a_block_is_data(label: str, data: bool) -> None:
    assert Fence("`", 3, label, 0).data is data


@for_each(
    ("line", "closes"), [("```", True), ("  ````  ", True), ("``", False), ("```x", False), ("~~~", False)]
)
def test_only_its_own_marker_closes_a_fence(line: str, closes: bool) -> None:
    assert Fence("`", 3, "", 0).closed_by(line) is closes


@for_each(("text", "end"), [("a\n```\nb", 1), ("a\n  ````", 1), ("a\n```x", None), ("a", None)])
def test_the_end_of_a_block_is_found_in_a_text(text: str, end: int | None) -> None:
    assert Fence("`", 3, "", 0).end_in(text) == end


def test_a_block_that_is_the_full_text_has_no_end() -> None:
    assert Fence("", 0, "", 0).end_in("a\n```\n") is None


@for_each(("text", "clean"), [(" \n", True), ("pythonCopy code\n", True), ("x = 1", False)])
def test_a_block_of_code_is_clean_until_code_comes(text: str, clean: bool) -> None:
    fence = Fence("`", 3, "python", 0)
    fence.ordinary(text)
    assert fence.clean == clean
    assert fence.waiting == clean


@for_each("bar", ["Copy code\n", "pythonCopy\n", "bash Run\n", "复制代码\n"])
def test_the_words_of_a_sites_bar_may_come_in_pieces(bar: str) -> None:
    for cut in range(1, len(bar)):
        fence = Fence("`", 3, "python", 0)
        fence.ordinary(bar[:cut])
        fence.ordinary(bar[cut:])
        fence.decide()
        assert fence.clean


@for_each("code", ["Cop", "import", "python", "copy code now"])
def test_a_line_that_only_begins_like_a_sites_bar_is_code(code: str) -> None:
    fence = Fence("`", 3, "python", 0)
    fence.ordinary(code)
    fence.decide()
    assert not fence.clean
