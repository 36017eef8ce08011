from __future__ import annotations

import asyncio
import json
from typing import Any

from overlay.chat.message_boxes import ELSEWHERE
from overlay.chat.result_inserter import INSERTED, NOWHERE
from overlay.policy import CallOrigin
from overlay.policy.policy_schema import CommandRule, Grant
from overlay.ui.panel.actions import HALTED, NOT_AGAIN, NOT_HERE, NOT_SURE, ON, PanelActions
from overlay.ui.panel.calls import RecentCalls
from overlay.ui.panel.messages import parse
from overlay.ui.panel.panel import GONE
from overlay.ui.panel.state import PanelState, ResultShown
from tests.support.scene import AUTO, Person, Scene, call, idle
from tests.ui.panel.test_rows import PlayedFleet, status


class PanelScene:
    """A run, and the part that carries out the commands of the panel."""

    def __init__(self, scene: Scene | None = None, servers: PlayedFleet | None = None) -> None:
        self.scene = scene or Scene()
        self.shown: list[PanelState] = []
        self.calls = RecentCalls()
        self.actions = PanelActions(
            self.scene.parts,
            self.calls,
            servers,
            self.show,
            lambda: CallOrigin("https://chat.example", "site|one"),
        )

    async def show(self, shown: PanelState) -> None:
        self.shown.append(shown)

    async def say(self, **order: Any) -> str | None:
        return await self.actions.carry_out(parse(json.dumps(order)))

    def ready(self) -> str:
        """A call that waits for a press; its id."""
        self.page = self.scene.page()
        self.page.stream(call(text="x"))
        record = self.page.block.registered_call
        assert record
        self.calls.note(record)
        return record.id


async def test_a_tool_that_was_switched_off_is_not_there_for_the_model() -> None:
    panel = PanelScene()
    assert await panel.say(t="tool", name="note", on=False) == ""
    assert not panel.scene.registry.has_tool("note")
    await panel.say(t="tool", name="note", on=True)
    assert panel.scene.registry.has_tool("note")


async def test_a_tool_that_is_switched_off_while_its_countdown_runs_does_not_run() -> None:
    panel = PanelScene(Scene(AUTO))
    panel.ready()
    await panel.say(t="tool", name="note", on=False)
    await panel.scene.clock.pass_()
    assert panel.scene.ran == []


async def test_a_tool_that_is_switched_off_in_one_chat_is_on_elsewhere() -> None:
    panel = PanelScene()
    assert await panel.say(t="tool", name="note", on=False, chat="site|one") == ""
    switches = panel.scene.parts.prompts.switches
    assert (switches.off("site|one"), switches.off("site|two")) == ({"note"}, set())
    assert panel.scene.registry.has_tool("note")


async def test_an_order_for_a_thing_that_is_gone_is_refused() -> None:
    panel = PanelScene(servers=PlayedFleet(files=status()))
    gone = [
        await panel.say(t="tool", name="nothing", on=True),
        await panel.say(t="server", key="nothing", on=True),
        await panel.say(t="revoke", id="nothing"),
        await panel.say(t="call", id="nothing", action="execute"),
    ]
    assert gone == [GONE] * 4
    assert await PanelScene().say(t="server", key="My files", on=True) == GONE


async def test_a_server_is_started_and_stopped() -> None:
    fleet = PlayedFleet(files=status())
    panel = PanelScene(servers=fleet)
    for on in (False, True):
        assert await panel.say(t="server", key="My files", on=on) == ""
    assert fleet.server("My files").told == ["stop", "start"]


async def test_a_server_is_vouched_for_and_that_is_taken_back() -> None:
    panel = PanelScene(servers=PlayedFleet(other=status("other"), files=status()))
    policy = panel.scene.policy
    policy.servers.know("files", "mark", {"its command": "npx"})
    assert "is trusted" in (await panel.say(t="trust", key="My files", on=True) or "")
    assert policy.is_trusted("files", policy.store.rules())
    assert "asks about each call of" in (await panel.say(t="trust", key="My files", on=False) or "")
    assert not policy.is_trusted("files", policy.store.rules())


async def test_only_a_server_of_which_something_is_known_can_be_vouched_for() -> None:
    assert await PanelScene().say(t="trust", key="My files", on=True) == GONE
    panel = PanelScene(servers=PlayedFleet(files=status()))
    assert await panel.say(t="trust", key="My files", on=True) == GONE
    assert panel.scene.policy.store.rules().servers == {}


async def test_a_permission_that_is_taken_back_is_gone() -> None:
    panel = PanelScene()
    store = panel.scene.policy.store
    entry = Grant(tool="note", site="https://chat.example", definition="0" * 64)
    other = entry.model_copy(update={"tool": "other"})
    store.allow(entry)
    store.allow(other)
    said = await panel.say(t="revoke", id=entry.id)
    assert (store.rules().allow, said) == ([other], "overlay asks about note on https://chat.example again.")


async def test_a_command_that_is_taken_back_is_gone() -> None:
    panel = PanelScene()
    store = panel.scene.policy.store
    rule = CommandRule(words=["npm", "test"], program="/bin/npm", folder="/a", site="https://chat.example")
    other = rule.model_copy(update={"folder": "/b"})
    store.allow_command(rule)
    store.allow_command(other)
    said = await panel.say(t="revoke", id=rule.id)
    assert (store.rules().commands, said) == (
        [other],
        "overlay asks about `npm test` on https://chat.example again.",
    )


async def test_a_call_that_is_executed_from_here_is_shown_whole_and_asked_about_first() -> None:
    person = Person(None)
    panel = PanelScene(Scene({}, person))
    id_ = panel.ready()
    await panel.say(t="call", id=id_, action="execute")
    await idle()
    (asked,) = person.questions
    assert (asked.arguments, asked.offers, panel.scene.ran) == ({"text": "x"}, ("once", "deny"), ["x"])


async def test_a_running_call_is_cancelled_once() -> None:
    panel = PanelScene(Scene({}, Person(None)))
    panel.scene.work = asyncio.Event()
    id_ = panel.ready()
    panel.page.press()
    await idle()
    assert await panel.say(t="call", id=id_, action="cancel") == ""
    await idle()
    assert panel.page.block.call.status == "cancelled"
    assert await panel.say(t="call", id=id_, action="cancel") == GONE


async def test_a_result_is_shown_whole_and_inserted() -> None:
    panel = PanelScene()
    id_ = panel.ready()
    panel.page.press()
    await idle()
    assert await panel.say(t="call", id=id_, action="show") == ""
    assert panel.shown == [
        PanelState(result=ResultShown(id=id_, name="note", arguments='{\n  "text": "x"\n}', text="noted x"))
    ]
    assert await panel.say(t="call", id=id_, action="insert") == INSERTED
    assert "noted x" in panel.scene.box.text


async def test_a_call_without_a_result_shows_its_arguments() -> None:
    panel = PanelScene()
    id_ = panel.ready()
    await panel.say(t="call", id=id_, action="show")
    assert panel.shown == [
        PanelState(result=ResultShown(id=id_, name="note", arguments='{\n  "text": "x"\n}'))
    ]


async def test_an_ended_call_is_run_again_by_a_press() -> None:
    panel = PanelScene()
    id_ = panel.ready()
    panel.page.press()
    await idle()
    await panel.say(t="call", id=id_, action="again")
    await idle()
    assert panel.scene.ran == ["x", "x"]


async def test_a_call_that_left_its_chat_is_not_run_again() -> None:
    panel = PanelScene()
    id_ = panel.ready()
    panel.page.press()
    await idle()
    panel.page.close()
    assert (await panel.say(t="call", id=id_, action="again"), panel.scene.ran) == (NOT_AGAIN, ["x"])


async def test_a_result_whose_chat_is_gone_is_not_inserted() -> None:
    panel = PanelScene()
    id_ = panel.ready()
    panel.page.press()
    await idle()
    panel.page.close()
    assert await panel.say(t="call", id=id_, action="insert") == NOWHERE


async def test_a_result_that_could_not_be_inserted_says_why() -> None:
    panel = PanelScene()
    id_ = panel.ready()
    panel.page.press()
    await idle()
    panel.page.go("https://chat.example/c/two")
    assert await panel.say(t="call", id=id_, action="insert") == ELSEWHERE


async def test_everything_stops_and_goes_on_again() -> None:
    panel = PanelScene()
    assert (await panel.say(t="halt", on=True), panel.scene.policy.halted) == (HALTED, True)
    assert (await panel.say(t="halt", on=False), panel.scene.policy.halted) == (ON, False)


async def test_a_tool_that_is_set_to_ask_while_its_countdown_runs_does_not_run() -> None:
    panel = PanelScene(Scene(AUTO))
    panel.ready()
    assert await panel.say(t="mode", name="note", mode="ask") == "note waits for your click each time."
    await panel.scene.clock.pass_()
    assert (panel.scene.ran, panel.page.block.call.note) == (
        [],
        "Not run automatically: you set it to ask.",
    )


async def test_a_looser_setting_needs_a_confirmation() -> None:
    panel = PanelScene(Scene(AUTO))
    await panel.say(t="mode", name="note", mode="never")
    assert await panel.say(t="mode", name="note", mode="auto") == NOT_SURE
    assert panel.scene.policy.store.rules().deny == {"note": "the user set it to never run"}
    await panel.say(t="mode", name="note", mode="auto", sure=True)
    panel.ready()
    await panel.scene.clock.pass_()
    assert panel.scene.ran == ["x"]


async def test_the_panel_can_not_let_a_tool_run_automatically_that_no_rule_lets() -> None:
    panel = PanelScene()
    assert await panel.say(t="mode", name="note", mode="auto", sure=True) == NOT_HERE
    assert await panel.say(t="mode", name="gone", mode="never") == GONE
