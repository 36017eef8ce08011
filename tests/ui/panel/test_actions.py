from __future__ import annotations

import asyncio
import json
from typing import Any

from overlay.chat.result_inserter import ELSEWHERE, INSERTED, NOWHERE
from overlay.policy import CallOrigin
from overlay.policy.policy_schema import CommandRule, Grant
from overlay.ui.panel.actions import HALTED, NOT_AGAIN, NOT_HERE, NOT_SURE, ON, PanelActions
from overlay.ui.panel.calls import Calls
from overlay.ui.panel.messages import parse
from overlay.ui.panel.panel import GONE
from overlay.ui.panel.state import PanelState, ResultShown
from tests.support.scene import AUTO, Person, Scene, call, idle
from tests.ui.panel.test_rows import PlayedFleet, status


class Office:
    """A run, and what carries out the commands to it."""

    def __init__(self, scene: Scene | None = None, servers: PlayedFleet | None = None) -> None:
        self.scene = scene or Scene()
        self.shown: list[PanelState] = []
        self.calls = Calls()
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
    office = Office()
    assert await office.say(t="tool", name="note", on=False) == ""
    assert not office.scene.registry.has_tool("note")
    await office.say(t="tool", name="note", on=True)
    assert office.scene.registry.has_tool("note")


async def test_a_tool_that_is_switched_off_while_its_countdown_runs_does_not_run() -> None:
    office = Office(Scene(AUTO))
    office.ready()
    await office.say(t="tool", name="note", on=False)
    await office.scene.clock.pass_()
    assert office.scene.ran == []


async def test_a_tool_that_is_switched_off_in_one_chat_is_on_elsewhere() -> None:
    office = Office()
    assert await office.say(t="tool", name="note", on=False, chat="site|one") == ""
    switches = office.scene.parts.prompts.switches
    assert (switches.off("site|one"), switches.off("site|two")) == ({"note"}, set())
    assert office.scene.registry.has_tool("note")


async def test_an_order_for_a_thing_that_is_gone_is_refused() -> None:
    office = Office(servers=PlayedFleet(files=status()))
    gone = [
        await office.say(t="tool", name="nothing", on=True),
        await office.say(t="server", key="nothing", on=True),
        await office.say(t="revoke", id="nothing"),
        await office.say(t="call", id="nothing", action="execute"),
    ]
    assert gone == [GONE] * 4
    assert await Office().say(t="server", key="My files", on=True) == GONE


async def test_a_server_is_started_and_stopped() -> None:
    fleet = PlayedFleet(files=status())
    office = Office(servers=fleet)
    for on in (False, True):
        assert await office.say(t="server", key="My files", on=on) == ""
    assert fleet.server("My files").told == ["stop", "start"]


async def test_a_server_is_vouched_for_and_that_is_taken_back() -> None:
    office = Office(servers=PlayedFleet(other=status("other"), files=status()))
    policy = office.scene.policy
    policy.servers.know("files", "mark", {"its command": "npx"})
    assert "is trusted" in (await office.say(t="trust", key="My files", on=True) or "")
    assert policy.is_trusted("files", policy.store.rules())
    assert "asks about each call of" in (await office.say(t="trust", key="My files", on=False) or "")
    assert not policy.is_trusted("files", policy.store.rules())


async def test_only_a_server_of_which_something_is_known_can_be_vouched_for() -> None:
    assert await Office().say(t="trust", key="My files", on=True) == GONE
    office = Office(servers=PlayedFleet(files=status()))
    assert await office.say(t="trust", key="My files", on=True) == GONE
    assert office.scene.policy.store.rules().servers == {}


async def test_a_permission_that_is_taken_back_is_gone() -> None:
    office = Office()
    store = office.scene.policy.store
    entry = Grant(tool="note", site="https://chat.example", definition="0" * 64)
    other = entry.model_copy(update={"tool": "other"})
    store.allow(entry)
    store.allow(other)
    said = await office.say(t="revoke", id=entry.id)
    assert (store.rules().allow, said) == ([other], "overlay asks about note on https://chat.example again.")


async def test_a_command_that_is_taken_back_is_gone() -> None:
    office = Office()
    store = office.scene.policy.store
    rule = CommandRule(words=["npm", "test"], program="/bin/npm", folder="/a", site="https://chat.example")
    other = rule.model_copy(update={"folder": "/b"})
    store.allow_command(rule)
    store.allow_command(other)
    said = await office.say(t="revoke", id=rule.id)
    assert (store.rules().commands, said) == (
        [other],
        "overlay asks about `npm test` on https://chat.example again.",
    )


async def test_a_call_that_is_executed_from_here_is_shown_whole_and_asked_about_first() -> None:
    person = Person(None)
    office = Office(Scene({}, person))
    id_ = office.ready()
    await office.say(t="call", id=id_, action="execute")
    await idle()
    (asked,) = person.questions
    assert (asked.arguments, asked.offers, office.scene.ran) == ({"text": "x"}, ("once", "deny"), ["x"])


async def test_a_running_call_is_cancelled_once() -> None:
    office = Office(Scene({}, Person(None)))
    office.scene.work = asyncio.Event()
    id_ = office.ready()
    office.page.press()
    await idle()
    assert await office.say(t="call", id=id_, action="cancel") == ""
    await idle()
    assert office.page.block.call.status == "cancelled"
    assert await office.say(t="call", id=id_, action="cancel") == GONE


async def test_a_result_is_shown_whole_and_inserted() -> None:
    office = Office()
    id_ = office.ready()
    office.page.press()
    await idle()
    assert await office.say(t="call", id=id_, action="show") == ""
    assert office.shown == [
        PanelState(result=ResultShown(id=id_, name="note", arguments='{\n  "text": "x"\n}', text="noted x"))
    ]
    assert await office.say(t="call", id=id_, action="insert") == INSERTED
    assert "noted x" in office.scene.box.text


async def test_a_call_without_a_result_shows_its_arguments() -> None:
    office = Office()
    id_ = office.ready()
    await office.say(t="call", id=id_, action="show")
    assert office.shown == [
        PanelState(result=ResultShown(id=id_, name="note", arguments='{\n  "text": "x"\n}'))
    ]


async def test_an_ended_call_is_run_again_by_a_press() -> None:
    office = Office()
    id_ = office.ready()
    office.page.press()
    await idle()
    await office.say(t="call", id=id_, action="again")
    await idle()
    assert office.scene.ran == ["x", "x"]


async def test_a_call_that_left_its_chat_is_not_run_again() -> None:
    office = Office()
    id_ = office.ready()
    office.page.press()
    await idle()
    office.page.close()
    assert (await office.say(t="call", id=id_, action="again"), office.scene.ran) == (NOT_AGAIN, ["x"])


async def test_a_result_whose_chat_is_gone_is_not_inserted() -> None:
    office = Office()
    id_ = office.ready()
    office.page.press()
    await idle()
    office.page.close()
    assert await office.say(t="call", id=id_, action="insert") == NOWHERE


async def test_a_result_that_could_not_be_inserted_says_why() -> None:
    office = Office()
    id_ = office.ready()
    office.page.press()
    await idle()
    office.page.go("https://chat.example/c/two")
    assert await office.say(t="call", id=id_, action="insert") == ELSEWHERE


async def test_everything_stops_and_goes_on_again() -> None:
    office = Office()
    assert (await office.say(t="halt", on=True), office.scene.policy.halted) == (HALTED, True)
    assert (await office.say(t="halt", on=False), office.scene.policy.halted) == (ON, False)


async def test_a_tool_that_is_set_to_ask_while_its_countdown_runs_does_not_run() -> None:
    office = Office(Scene(AUTO))
    office.ready()
    assert await office.say(t="mode", name="note", mode="ask") == "note waits for your click each time."
    await office.scene.clock.pass_()
    assert (office.scene.ran, office.page.block.call.note) == (
        [],
        "Not run automatically: you set it to ask.",
    )


async def test_a_looser_setting_needs_a_confirmation() -> None:
    office = Office(Scene(AUTO))
    await office.say(t="mode", name="note", mode="never")
    assert await office.say(t="mode", name="note", mode="auto") == NOT_SURE
    assert office.scene.policy.store.rules().deny == {"note": "the user set it to never run"}
    await office.say(t="mode", name="note", mode="auto", sure=True)
    office.ready()
    await office.scene.clock.pass_()
    assert office.scene.ran == ["x"]


async def test_the_panel_can_not_let_a_tool_run_automatically_that_no_rule_lets() -> None:
    office = Office()
    assert await office.say(t="mode", name="note", mode="auto", sure=True) == NOT_HERE
    assert await office.say(t="mode", name="gone", mode="never") == GONE
