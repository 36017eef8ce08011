import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.builtin import fetch
from overlay.tools.builtin.allowed_hosts import HostAllowlist
from overlay.tools.builtin.fetch import Fetch
from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult
from tests.support.table import for_each

Answer = Callable[[BaseHTTPRequestHandler], None]


def loopback(host: str, port: int) -> list[str]:
    """A name server that knows only this machine."""
    return ["127.0.0.1"]


class Site:
    """A small web site on loopback: answers by path, and the requests it got."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.answers: dict[str, Answer] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.seen.append((self.path, dict(self.headers.items())))
                site.answers[self.path](self)

            def log_message(self, format: str, *args: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if tls is not None:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True).start()

    def say(
        self, path: str, body: bytes, kind: str = "text/plain", status: int = 200, **headers: str
    ) -> None:
        """Set the answer for `path`."""

        def answer(request: BaseHTTPRequestHandler) -> None:
            request.send_response(status)
            request.send_header("Content-Type", kind)
            for name, value in headers.items():
                request.send_header(name, value)
            request.end_headers()
            request.wfile.write(body)

        self.answers[path] = answer

    async def get(self, path: str = "/", **arguments: Any) -> ToolResult:
        """Fetch `path` of this site by the tool, under the name site.test."""
        allowed = HostAllowlist([f"site.test:{self.port}"], resolve=loopback, private=True)
        registry = ToolRegistry(Fetch(allowed).tools)
        return await registry.call_tool(
            "fetch_url", {"url": f"http://site.test:{self.port}{path}", **arguments}
        )


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.server.shutdown()
    site.server.server_close()


async def refusal(site: Site, path: str = "/") -> ToolError:
    with pytest.raises(ToolError) as caught:
        await site.get(path)
    return caught.value


async def test_fetched_text_is_given_unchanged(site: Site):
    site.say("/", b"a <b>\n")
    assert (await site.get()).text == "a <b>\n"


async def test_a_page_a_picture_and_other_bytes_are_given_by_their_kind(site: Site):
    site.say("/", "<p>Grüße</p>".encode(), "text/html; charset=utf-8")
    assert (await site.get()).text == "Grüße"

    site.say("/", b"\x89PNG", "image/png")
    result = await site.get()
    assert result.images[0].data == b"\x89PNG"
    assert result.images[0].mime_type == "image/png"

    site.say("/", b"PK", "application/zip")
    assert (await site.get()).text == "(2 bytes of application/zip)"


@for_each(
    ("kind", "text"),
    [
        ("text/plain; charset=latin-1", "ä"),
        ('application/json; charset="latin-1"', "ä"),
        ("application/hal+json; charset=latin-1", "ä"),
        ("text/plain", "\ufffd"),
        ("text/plain; charset=nonsense", "\ufffd"),
        ("text/plain; charset=undefined", "\ufffd"),
        ("", "\ufffd"),
    ],
)
async def test_text_is_decoded_by_the_charset_it_names(site: Site, kind: str, text: str):
    site.say("/", b"\xe4", kind)
    assert (await site.get()).text == text


async def test_the_fetched_address_is_reported(site: Site):
    site.say("/", b"abc")
    assert (await site.get()).structured == {
        "url": f"http://site.test:{site.port}/",
        "status": 200,
        "type": "text/plain",
        "bytes": 3,
    }


async def test_an_error_page_is_an_error_with_its_status(site: Site):
    site.say("/", b"nothing here", status=404)
    result = await site.get()
    assert result.text == "HTTP 404\nnothing here"
    assert result.is_error


async def test_a_text_or_body_without_end_is_cut(site: Site, monkeypatch: pytest.MonkeyPatch):
    site.say("/", b"abcdef")
    assert (await site.get(max_chars=2)).text == "ab… (4 more characters)"

    monkeypatch.setattr(fetch, "MAX_BYTES", 100_000)

    def endless(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/zip")
        request.end_headers()
        try:
            while True:
                request.wfile.write(b"x" * 65536)
        except OSError:
            request.close_connection = True

    site.answers["/"] = endless
    result = await site.get()
    assert 100_000 <= result.structured["bytes"] < 200_000  # type: ignore[index]


async def test_the_request_names_the_host_and_carries_no_secret(site: Site):
    site.say("/", b"")
    await site.get()
    assert {key.lower(): value for key, value in site.seen[0][1].items()} == {
        "host": f"site.test:{site.port}",
        "user-agent": "overlay",
        "accept-encoding": "identity",
        "connection": "close",
    }


async def test_a_redirect_is_followed(site: Site):
    site.say("/a", b"", status=302, Location="/b")
    site.say("/b", b"there")
    result = await site.get("/a")
    assert result.text == "there"
    assert result.structured["url"] == f"http://site.test:{site.port}/b"  # type: ignore[index]


async def test_a_redirect_to_another_host_or_port_is_denied(site: Site):
    site.say("/", b"", status=301, Location="http://evil.test/")
    assert (await refusal(site)).code == "tool_denied"

    site.say("/", b"", status=307, Location="http://site.test:22/")
    assert (await refusal(site)).code == "tool_denied"


async def test_redirects_in_a_circle_end(site: Site):
    site.say("/", b"", status=302, Location="/")
    fault = await refusal(site)
    assert fault.message.startswith("More than 5 redirects")
    assert len(site.seen) == 6


async def test_a_redirect_that_names_no_place_is_an_answer(site: Site):
    site.say("/", b"x", status=302)
    assert (await site.get()).text == "x"


async def test_the_address_that_was_judged_is_the_one_connected_to(site: Site):
    """A name server that answers once with a public address and then with a private one gains nothing."""
    site.say("/", b"private")
    looked_up: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return ["127.0.0.1"] if len(looked_up) > 1 else ["192.0.2.1"]

    allowed = HostAllowlist([f"site.test:{site.port}"], resolve=rebinding, private=True)
    connected: list[Any] = []

    def connect(address: Any, timeout: float) -> socket.socket:
        connected.append(address)
        raise OSError("stop here")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "create_connection", connect)
        with pytest.raises(ToolError):
            Fetch(allowed).fetch_url(f"http://site.test:{site.port}/", ToolContext())
    assert connected == [("192.0.2.1", site.port)]
    assert len(looked_up) == 1


async def test_a_server_that_hangs_up_is_said(site: Site):
    def hang_up(request: BaseHTTPRequestHandler) -> None:
        request.close_connection = True

    site.answers["/"] = hang_up
    fault = await refusal(site)
    assert fault.code == "tool_execution_failed"
    assert fault.message.startswith("site.test gave no answer")


async def test_a_cancelled_fetch_ends(site: Site):
    site.say("/", b"abc")
    allowed = HostAllowlist([f"site.test:{site.port}"], resolve=loopback, private=True)
    context = ToolContext()
    context.cancel()
    with pytest.raises(ToolError, match="took too long"):
        Fetch(allowed).fetch_url(f"http://site.test:{site.port}/", context)


def certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """(server's, client's) TLS contexts around a certificate made for site.test."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "site.test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("site.test")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "both.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    client = ssl.create_default_context(cadata=made.public_bytes(serialization.Encoding.PEM).decode())
    return server, client


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[Site, ssl.SSLContext]]:
    server, client = certificate(tmp_path)
    site = Site(server)
    yield site, client
    site.server.shutdown()
    site.server.server_close()


def fetch_secure(site: Site, host: str, tls: ssl.SSLContext | None) -> str:
    allowed = HostAllowlist([f"{host}:{site.port}"], resolve=loopback, private=True)
    return Fetch(allowed, tls=tls).fetch_url(f"https://{host}:{site.port}/", ToolContext()).text


def test_a_secure_site_is_fetched_under_its_name(secure: tuple[Site, ssl.SSLContext]):
    site, tls = secure
    site.say("/", b"safe")
    assert fetch_secure(site, "site.test", tls) == "safe"


def test_a_secure_site_with_another_name_is_refused(secure: tuple[Site, ssl.SSLContext]):
    site, tls = secure
    with pytest.raises(ToolError, match=r"other\.test gave no answer: SSLCertVerificationError"):
        fetch_secure(site, "other.test", tls)


def test_a_secure_site_that_no_authority_vouches_for_is_refused(secure: tuple[Site, ssl.SSLContext]):
    site, _ = secure
    with pytest.raises(ToolError, match="SSLCertVerificationError"):
        fetch_secure(site, "site.test", None)
