from __future__ import annotations

from typing import Any, get_args

from overlay.calls.failures import (
    BY_POLICY,
    CORRECT,
    GO_ON,
    HEADINGS,
    RUN_AGAIN,
    SERVERS,
    SWITCHED_OFF,
    advice_on,
    heading_of,
)
from overlay.calls.outcome import Outcome
from overlay.chat.view import block_view
from overlay.tools import ToolError, tool
from overlay.tools.errors import ErrorCode
from tests.calls.controller.helpers import add_harmful_tools
from tests.support.scene import AUTO, Person, Scene, call, idle
from tests.support.table import for_each

TIME = 'For more time, set "files.search" = {} under [tools.time_limits] in your configuration.'
KINDS: dict[str, tuple[ErrorCode, dict[str, Any], str]] = {
    "a wrong name": ("tool_not_found", {"nearest": ["find", "fin"]}, f"The nearest name is find. {CORRECT}"),
    "an unknown name": ("tool_not_found", {"nearest": []}, CORRECT),
    "a tool that is off": ("tool_not_found", {"disabled": True, "nearest": []}, SWITCHED_OFF),
    "a wrong argument": (
        "tool_invalid",
        {"errors": [{"path": "$.a.b"}]},
        f"Look at the argument a.b. {CORRECT}",
    ),
    "wrong arguments": (
        "tool_invalid",
        {"errors": [{"path": "$.a"}, {"path": "$.a"}, {"path": "$.b"}]},
        f"Look at the argument a and 1 more. {CORRECT}",
    ),
    "no arguments": ("tool_invalid", {"errors": [{"path": "$"}]}, CORRECT),
    "a time limit": ("tool_timeout", {"seconds": 30.0}, TIME.format(60)),
    "a time limit of nobody": ("tool_timeout", {"seconds": None}, TIME.format(600)),
    "a server that ended": (
        "tool_execution_failed",
        {"server": "files", "ended": True},
        SERVERS["ended"].format("files"),
    ),
    "a server that is off": (
        "tool_execution_failed",
        {"server": "files", "state": "disabled"},
        SERVERS["disabled"].format("files"),
    ),
    "a failure": ("tool_execution_failed", {"type": "ValueError"}, GO_ON),
    "a cancelled call": ("tool_cancelled", {}, RUN_AGAIN),
    "a denial of the tool's own": ("tool_denied", {}, GO_ON),
}


@for_each("name", KINDS)
def test_a_failure_says_what_to_do_next(name: str) -> None:
    code, data, advice = KINDS[name]
    assert advice_on(ToolError(code, "failed", data), "files.search") == advice


def test_each_error_code_has_a_heading() -> None:
    assert set(HEADINGS) == set(get_args(ErrorCode))
    assert heading_of(None) == ""
    assert heading_of("of_a_newer_ledger") == "Error"


async def shown(scene: Scene, text: str) -> tuple[str, str]:
    """The heading and the advice of a call's block."""
    page = scene.page()
    page.stream(text)
    await scene.clock.pass_()
    view = block_view(page.block)
    assert view.result
    return view.result.head, view.note or ""


async def test_a_block_shows_a_heading_and_an_advice_until_the_result_is_inserted() -> None:
    scene = Scene(AUTO)

    @tool
    async def breaks() -> str:
        """Fails."""
        raise ValueError("no")

    scene.registry.add(breaks)
    assert await shown(scene, call("breaks")) == ("Error", GO_ON)
    (chat,) = scene.parts.chats
    (block,) = chat.blocks.values()
    await scene.parts.inserter.insert(chat, block, submit=False)
    assert block_view(block).note == ""


async def test_a_wrong_name_or_argument_is_named() -> None:
    assert await shown(Scene(AUTO), call("notes")) == ("No such tool", f"The nearest name is note. {CORRECT}")

    scene = Scene(AUTO)

    @tool
    async def wait(seconds: int) -> str:
        """Waits."""
        return f"{seconds}"

    scene.registry.add(wait)
    advice = f"Look at the argument seconds. {CORRECT}"
    assert await shown(scene, call("wait", seconds="soon")) == ("Wrong arguments", advice)

    assert len(advice_on(ToolError("tool_not_found", "no", {"nearest": ["x" * 5000]}), "y")) < 300


async def test_a_denial_says_who_denied() -> None:
    scene = Scene({"policy": {**AUTO["policy"], "deny": {"note": "not here"}}})
    assert await shown(scene, call(text="a")) == ("Not allowed", BY_POLICY)

    scene = Scene({}, Person("not now"))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    view = block_view(page.block)
    assert view.result
    assert view.result.head == "Not allowed"
    assert view.note == ""


def test_the_outcome_of_an_error_has_its_words_and_an_advice() -> None:
    assert Outcome.of(ToolError("tool_cancelled", "stopped"), "note") == Outcome(
        "stopped", "tool_cancelled", advice=RUN_AGAIN
    )
