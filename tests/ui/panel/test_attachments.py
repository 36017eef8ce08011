"""A server's prompts and resources, from the panel into the message box: with a real server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.calls.event_stream import EventStream
from overlay.calls.events import ServerChanged
from overlay.companion.instructed_sites import InstructedSites
from overlay.companion.opened_chat import OpenedChat
from overlay.detection import detect
from overlay.tools import ToolRegistry
from overlay.tools.mcp import ServerManager
from overlay.ui.panel import Panel, PanelAttachments
from overlay.ui.panel.messages import InsertAttachment, ListAttachments, ReadAttachment
from tests.support.axe import axe_source, violations
from tests.support.scene import Scene
from tests.tools.mcp.conftest import QUICK, raw_config, small_config


def servers_of(events: EventStream, folder: Path, *configs: Any) -> ServerManager:
    return ServerManager(
        ToolRegistry(),
        configs,
        logs=folder,
        settings=QUICK,
        on_change=lambda status: events.publish(ServerChanged(status)),
    )


@pytest.mark.thorough
async def test_a_person_reads_a_prompt_and_a_resource_and_puts_them_into_the_message_box(
    context: BrowserContext, tmp_path: Path, user_cache: Path
) -> None:
    scene = Scene()
    page = scene.page()
    chat = OpenedChat(
        scene.parts, lambda: page.document.page, InstructedSites(None), scene.config.instructions
    )
    panel = Panel(scene.events, lambda: context)
    scene.events.subscribe(ServerChanged, lambda _: panel.changed())
    await context.new_page()
    async with servers_of(scene.events, tmp_path, small_config(), raw_config("legacy")) as servers:
        await servers.settled()
        PanelAttachments(panel, chat.attach, servers)
        await panel.open()
        assert panel.page
        section = panel.page.get_by_role("region", name="Prompts and resources")
        await expect(section.locator("summary")).to_have_text(["small"])
        await section.locator("summary").click()
        row = section.get_by_role("listitem").filter(has_text="Greeting")
        await row.get_by_role("button", name="Fill in Greeting").click()
        await row.get_by_role("button", name="Preview Greeting").click()
        await expect(row.get_by_role("alert").first).to_have_text("Must be filled in.")
        await row.get_by_label("name (required)").fill("Ann")
        await row.get_by_role("button", name="Preview Greeting").click()
        await expect(row.get_by_role("region", name="Text of Greeting")).to_have_text(
            "Greet Ann in a kind tone."
        )
        assert scene.box.text == ""
        await row.get_by_role("button", name="Insert into the chat: Greeting").click()
        await expect(panel.page.locator("#said")).to_have_text("It is in the message box. Send it yourself.")
        assert (scene.box.text, scene.box.sent) == ("Greet Ann in a kind tone.", [])

        scene.box.text = ""
        today = section.get_by_role("listitem").filter(has_text="Today's notes")
        await today.get_by_role("button", name="Show Today's notes").click()
        await expect(today.get_by_role("region", name="Text of Today's notes")).to_contain_text(
            r"Milk\u202e and"
        )
        assert await violations(panel.page, axe_source(user_cache)) == []
        await today.get_by_role("button", name="Insert into the chat: Today's notes").click()
        await expect(panel.page.locator("#said")).to_have_text("It is in the message box. Send it yourself.")
        assert scene.box.text.startswith("The resource notes://today of the server small:\n\nMilk")
        assert detect(scene.box.text) == []

        image = section.get_by_role("listitem").filter(has_text="image/png")
        await image.get_by_role("button", name="Show picture").click()
        await expect(image.locator("canvas, img")).to_be_visible()
        await expect(image.get_by_role("button", name="Insert")).to_have_count(0)
    await panel.close()
    await scene.parts.close()


async def test_an_attachment_that_was_not_listed_or_shown_can_not_be_read_or_inserted(tmp_path: Path) -> None:
    scene = Scene()
    panel = Panel(scene.events, lambda: None)  # type: ignore[arg-type]
    chat = OpenedChat(scene.parts, lambda: None, InstructedSites(None), scene.config.instructions)
    servers = servers_of(scene.events, tmp_path, small_config())
    part = PanelAttachments(panel, chat.attach, servers)
    orders = (
        ListAttachments(t="attachments", server="other"),
        ReadAttachment(t="attachment", server="small", id="0" * 16),
        InsertAttachment(t="attach", token="x"),
    )
    assert {await part.carry_out(order) for order in orders} == {"That no longer exists."}


async def test_a_server_that_gives_no_list_has_one_line_and_one_that_is_stopped_has_no_part(
    tmp_path: Path,
) -> None:
    scene = Scene()
    panel = Panel(scene.events, lambda: None)  # type: ignore[arg-type]
    chat = OpenedChat(scene.parts, lambda: None, InstructedSites(None), scene.config.instructions)
    async with servers_of(scene.events, tmp_path, raw_config("wrong")) as servers:
        await servers.settled()
        part = PanelAttachments(panel, chat.attach, servers)
        await part.carry_out(ListAttachments(t="attachments", server="wrong"))
        own = servers.server("wrong")
        await own.attachments.settled()
        (group,) = part.state()["attachments"]
        assert (group.line.count("\n"), group.rows) == (0, [])
        assert group.line.startswith("No list of its prompts: The answer of the server 'wrong'")
        await own.stop()
        assert part.state()["attachments"] == []
