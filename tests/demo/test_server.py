import signal
import socket

import pytest
from playwright.async_api import Playwright

from overlay.demo.server import DemoSite


def can_connect(url: str) -> bool:
    port = int(url.rsplit(":", 1)[1])
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_two_sites_run_side_by_side_on_loopback_and_are_gone_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    async with DemoSite() as one, DemoSite() as two:
        assert one.url.startswith("http://127.0.0.1:")
        assert can_connect(one.url)
        assert can_connect(two.url)
        # Handlers of signals stay the caller's.
        assert signal.getsignal(signal.SIGINT) is before
    assert not can_connect(one.url)


async def test_a_port_that_is_taken_is_named() -> None:
    async with DemoSite() as site:
        port = int(site.url.rsplit(":", 1)[1])
        with pytest.raises(OSError, match=f"port {port}"):
            await DemoSite(port=port).__aenter__()


async def test_a_port_can_be_chosen() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with DemoSite(port=port) as site:
        assert site.url.endswith(f":{port}")


async def test_leaving_a_site_that_never_started_does_nothing() -> None:
    site = DemoSite()
    await site.__aexit__(None, None, None)
    assert site.url == ""


async def test_the_log_has_what_the_model_was_sent_exactly(playwright: Playwright) -> None:
    text = "say: two  spaces\n\u00a0\u200b🙂 <b>&amp;</b>\n\n"
    async with DemoSite(rate=5000) as site:
        client = await playwright.request.new_context()
        await client.post(f"{site.url}/api/chat", data={"conversation": None, "text": text})
        await client.dispose()
        assert [row["text"] for row in site.log] == [text]
