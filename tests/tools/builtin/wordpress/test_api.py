import base64
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest

from overlay.tools.builtin.wordpress import api
from overlay.tools.builtin.wordpress.api import WpApi, without
from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from tests.support.table import for_each

PASSWORD = "abcd efgh ijkl"
TOKEN = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()


class Site(http.server.ThreadingHTTPServer):
    """A site that gives the answer of the test and keeps the requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.answer: tuple[int, dict[str, str], bytes] = (200, {}, b"[]")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/blog"


class Answering(http.server.BaseHTTPRequestHandler):
    def handle_it(self) -> None:
        site = cast("Site", self.server)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        site.asked.append((self.command, self.path, dict(self.headers), body))
        status, headers, answer = site.answer
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self) -> None:
        self.handle_it()

    def do_POST(self) -> None:
        self.handle_it()

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield site
        site.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WP_PASSWORD", PASSWORD)


def registry(site: Site, **more: Any) -> ToolRegistry:
    settings: dict[str, Any] = {"url": site.url, "user": "ann", "password_env": "WP_PASSWORD", **more}
    return ToolRegistry(WpApi(WordPressSettings(**settings)).tools)


async def ask(registry: ToolRegistry, route: str = "/wp/v2/posts", **more: Any) -> ToolResult:
    return await registry.call_tool("wp_api", {"route": route, **more})


async def refusal(registry: ToolRegistry, route: str = "/wp/v2/posts", **more: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await ask(registry, route, **more)
    return caught.value


async def test_the_sites_answer_is_given(site: Site):
    site.answer = (200, {"X-WP-Total": "12", "X-WP-TotalPages": "2"}, b'[{"id": 1}]')
    result = await ask(registry(site))
    assert result.text == '(12 in all, 2 pages)\n[{"id": 1}]'
    assert not result.is_error


async def test_the_request_goes_to_the_route_with_its_query_and_the_password(site: Site):
    await ask(registry(site), query={"search": "a b&c", "per_page": 5, "sticky": True})
    [(method, path, headers, body)] = site.asked
    assert method == "GET"
    assert path == "/blog/wp-json/wp/v2/posts?search=a+b%26c&per_page=5&sticky=true"
    assert body == b""
    assert headers["Authorization"] == f"Basic {TOKEN}"


async def test_without_a_password_none_is_sent(site: Site):
    await ask(registry(site, password_env=""))
    assert "Authorization" not in site.asked[0][2]


async def test_a_body_goes_as_json(site: Site):
    await ask(registry(site, methods=["POST"]), method="POST", body={"title": "ä"})
    [(method, _, headers, body)] = site.asked
    assert method == "POST"
    assert json.loads(body) == {"title": "ä"}
    assert headers["Content-Type"] == "application/json"


async def test_a_method_that_is_not_allowed_is_refused_and_nothing_is_sent(site: Site):
    found = await refusal(registry(site), method="DELETE")
    assert found.code == "tool_denied"
    assert found.message == "DELETE is not allowed here; allowed: GET"
    assert site.asked == []


@for_each(
    "route",
    ["wp/v2/posts", "//other.example/x", "https://other.example/", "/wp/v2/../../x", "/wp/v2/posts?x=1", "/wp v2", "/@other.example", "/a\r\nHost: x", "/..", "/%2e%2e/x", ""],
)  # fmt: skip
async def test_a_text_that_is_no_route_of_the_site_is_refused_and_nothing_is_sent(site: Site, route: str):
    assert (await refusal(registry(site), route)).code == "tool_invalid"
    assert site.asked == []


@for_each(
    "route",
    [
        "/wp/v2/posts/7",
        "/wp/v2/plugins/akismet/akismet",
        "/wc/v3/orders/",
        "/wp/v2/templates/a-theme//home"[:24],
    ],
)
async def test_routes_as_wordpress_has_them_are_taken(site: Site, route: str):
    await ask(registry(site), route)
    assert site.asked[-1][1] == f"/blog/wp-json{route}"


@for_each(
    "name",
    ["_method", ".method", " method", "_method[]", "rest_route", "rest_route[]", "a b", "a&_method", ""],
)
async def test_a_parameter_that_could_change_method_or_route_is_refused(site: Site, name: str):
    assert (await refusal(registry(site), query={name: "DELETE"})).code == "tool_invalid"
    assert site.asked == []


@for_each("name", ["search", "_fields", "_embed", "per_page", "include[]", "meta[key]", "rest_routes"])
async def test_parameters_as_wordpress_has_them_are_sent(site: Site, name: str):
    site.asked.clear()
    await ask(registry(site), query={name: "1"})
    assert len(site.asked) == 1


async def test_a_batch_of_requests_of_any_method_is_refused(site: Site):
    found = await refusal(registry(site, methods=["POST"]), "/batch/v1", method="POST", body={"requests": []})
    assert found.code == "tool_denied"
    assert site.asked == []


async def test_a_redirect_is_not_followed(site: Site):
    site.answer = (302, {"Location": f"{site.url}/elsewhere"}, b"")
    assert "not followed" in (await refusal(registry(site))).message
    assert len(site.asked) == 1


async def test_a_failure_of_the_site_is_an_error_with_its_status(site: Site):
    site.answer = (403, {}, b'{"code":"rest_forbidden"}')
    result = await ask(registry(site))
    assert result.text == '(status 403)\n{"code":"rest_forbidden"}'
    assert result.is_error


async def test_the_password_is_in_no_result(site: Site):
    site.answer = (200, {}, f"{PASSWORD} {PASSWORD.replace(' ', '')} {TOKEN}".encode())
    assert (await ask(registry(site))).text == "[password] [password] [password]"


async def test_a_long_answer_is_cut_and_says_so(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(api, "MAX_SHOWN", 3)
    site.answer = (200, {}, b"abcdef")
    assert (await ask(registry(site))).text == "abc\n… (cut after 3 characters)"


async def test_a_site_that_gives_no_answer_is_reported(site: Site):
    nowhere = WordPressSettings(url="http://127.0.0.1:9")
    found = await refusal(ToolRegistry(WpApi(nowhere).tools))
    assert found.message.startswith("127.0.0.1 gave no answer: ConnectionRefusedError")


def test_the_user_sees_the_whole_request(site: Site):
    shown = registry(site, methods=["POST"]).preview(
        "wp_api", {"route": "/wp/v2/posts", "method": "POST", "body": {"a": "ä"}}
    )
    assert shown == f'POST {site.url}/wp-json/wp/v2/posts\n{{\n  "a": "ä"\n}}'

    shown = registry(site).preview("wp_api", {"route": "/wp/v2/posts", "query": {"page": 2}})
    assert shown == f"GET {site.url}/wp-json/wp/v2/posts?page=2"


@for_each(("methods", "read_only"), [(["GET"], True), (["GET", "POST"], False)])
def test_a_site_that_may_only_be_read_can_not_be_harmed(site: Site, methods: list[str], read_only: bool):
    hints = registry(site, methods=methods).find("wp_api").hints
    assert hints.read_only == read_only
    assert hints.destructive == (not read_only)
    assert hints.sends_out
    assert hints.private


def test_an_empty_secret_is_not_replaced():
    assert without("abc", ["", " "]) == "abc"
