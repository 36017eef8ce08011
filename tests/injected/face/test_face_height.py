"""The height that a block's frame reports, by which the page's script makes room for it."""

from __future__ import annotations

from playwright.async_api import BrowserContext

from tests.injected.lab import Lab

AGAIN = """
    const { port1, port2 } = new MessageChannel();
    const heights = [];
    port1.onmessage = ({ data }) => data.k === "size" && heights.push(data.height);
    face_main.start("key", "en");
    dispatchEvent(new MessageEvent("message", { data: "key", source: window, ports: [port2] }));
    const send = (...messages) => { for (const data of messages) port2.onmessage({ data }); };
    const frames = async () => { for (let n = 0; n < 4; n += 1) await new Promise(requestAnimationFrame); };
    const begin = { k: "begin", around: { dark: false, rtl: false }, room: 300, hasPanel: false };
    const view = { name: "f", status: "streaming", buttons: [] };
    const show = (id, ...params) =>
        ({ k: "show", index: 0, snapshot: { id, view, params, open: null, touched: false } });
    const value = { key: "x", text: "1", done: true };
    send(begin, show("first", value));
    await frames();
    send(begin, show("second"), { k: "drawn", number: 1 }, { k: "append", id: "second", ...value });
    await frames();
    await frames();
    const drawn = Math.ceil(document.querySelector(".blocks").getBoundingClientRect().height);
    return [heights.at(-1) === drawn, new Set(heights).size > 1];
"""


async def test_a_block_that_grows_to_the_height_of_the_one_before_it_reports_its_height(
    context: BrowserContext,
) -> None:
    page = await context.new_page()
    found = await (await Lab(page).open())(AGAIN)
    assert found == [True, True]
