"""The one HTTP client against hostile addresses: nothing private is reached, whatever form it hides in."""

import http.server
import ipaddress
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import trustme
import urllib3

from marketplace.core import http as client
from marketplace.core.http import Blocked, CallFailed, Policy, check, is_public, post

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)
PRIVATE = [
    *("127.0.0.1", "localhost", "[::1]", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    "168.63.129.16",
    *("0.0.0.0", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]"),
    *("[fd00::1]", "224.0.0.1", "255.255.255.255", "2130706433", "0x7f.1", "017700000001", "192.0.2.1"),
    *("198.18.0.1", "[2001:0:53aa:64c:0:7c8d:80ff:fffe]", "[2001:0:e000:1::]", "[fec0::1]", "[::127.0.0.1]"),
    *("[64:ff9b:1::7f00:1]", "[3fff::1]", "[2001:db8::1]", "192.0.0.8", "192.88.99.1", "240.0.0.1"),
]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append(
            (self.path, self.headers["Host"], raw, self.server.names.pop() if self.server.names else None)
        )
        try:
            if self.path == "/redirect":
                self.send_response(302)
                self.send_header("Location", "https://elsewhere.example.test/stolen")
                self.end_headers()
                return
            if self.path == "/hang":
                time.sleep(3)
                return
            self.send_response(200)
            self.end_headers()
            for _ in range(1000 if self.path == "/big" else 40 if self.path == "/drip" else 1):
                self.wfile.write(b"x" * (1024 if self.path == "/big" else 1))
                self.wfile.flush()
                time.sleep(0.1 if self.path == "/drip" else 0)
        except OSError:
            pass

    do_GET = do_POST

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def rules(authority: trustme.CA) -> Iterator[Policy]:
    with tempfile.NamedTemporaryFile(suffix=".pem") as file:
        authority.cert_pem.write_to_path(file.name)
        yield Policy(networks=LOOPBACK, local=True, ca_file=file.name, timeout=1.5)


@pytest.fixture
def server(authority: trustme.CA) -> Iterator[Callable[[str], Any]]:
    running = []

    def start(name: str) -> Any:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name).configure_cert(tls)
        made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        made.seen, made.names = [], []
        made.handle_error = lambda *args: None
        tls.sni_callback = lambda sock, asked, context: made.names.append(asked)
        made.socket = tls.wrap_socket(made.socket, server_side=True)
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        running.append(made)
        return made

    yield start
    for made in running:
        made.shutdown()
        made.server_close()


@pytest.fixture
def dns(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """Answers per host name, one list of addresses per look-up; the last one stays."""
    table: dict[str, list[list[str]]] = {}
    real = socket.getaddrinfo

    def fake(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host not in table:
            return real(host, port, *args, **kwargs)
        answer = table[host].pop(0) if len(table[host]) > 1 else table[host][0]
        return [
            (socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in answer
        ]

    monkeypatch.setattr(socket, "getaddrinfo", fake)
    return table


def test_a_call_keeps_name_host_and_certificate(rules: Policy, server: Any, dns: Any) -> None:
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    reply = post(f"https://hooks.example.test:{hook.server_port}/hook?a=1", body=b"{}", headers={}, rules=rules)

    assert (reply.status, reply.body) == (200, b"x")
    assert hook.seen == [("/hook?a=1", f"hooks.example.test:{hook.server_port}", b"{}", "hooks.example.test")]


def test_a_certificate_of_another_name_is_refused(rules: Policy, server: Any, dns: Any) -> None:
    hook = server("other.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    with pytest.raises(CallFailed, match="certificate"):
        post(f"https://hooks.example.test:{hook.server_port}/", body=b"", headers={}, rules=rules)
    assert hook.seen == []


def test_a_name_that_changes_its_answer_is_judged_again_at_every_call(rules: Policy, server: Any, dns: Any) -> None:
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"], ["10.0.0.7"]]  # 127.0.0.1 plays the public address
    url = f"https://hooks.example.test:{hook.server_port}/"

    assert post(url, body=b"", headers={}, rules=rules).status == 200
    with pytest.raises(Blocked):
        post(url, body=b"", headers={}, rules=rules)
    assert len(hook.seen) == 1


def test_one_private_address_spoils_the_whole_answer(dns: Any) -> None:
    dns["hooks.example.test"] = [["93.184.216.34", "10.0.0.1"]]

    with pytest.raises(Blocked):
        check("https://hooks.example.test/", Policy())


@pytest.mark.parametrize("host", PRIVATE)
def test_no_private_form_is_called(host: str) -> None:
    with pytest.raises(Blocked):
        check(f"https://{host}/hook", Policy())


def test_public_addresses_are_public() -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1::1")
    assert is_public("64:ff9b::5db8:d822")  # the same over NAT64, as IPv6-only hosts see it
    assert not is_public("::ffff:169.254.169.254")


def test_a_redirect_is_an_answer_and_is_not_followed(rules: Policy, server: Any, dns: Any) -> None:
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    reply = post(f"https://hooks.example.test:{hook.server_port}/redirect", body=b"", headers={}, rules=rules)

    assert reply.status == 302
    assert len(hook.seen) == 1


def test_an_endless_answer_is_cut(rules: Policy, server: Any, dns: Any) -> None:
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    reply = post(f"https://hooks.example.test:{hook.server_port}/big", body=b"", headers={}, rules=rules)

    assert len(reply.body) == 16 * 1024


@pytest.mark.parametrize("path", ["/hang", "/drip"])
def test_a_call_ends_when_its_time_is_over(rules: Policy, server: Any, dns: Any, path: str) -> None:
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    began = time.monotonic()
    with pytest.raises(CallFailed, match="timed out"):
        post(
            f"https://hooks.example.test:{hook.server_port}{path}",
            body=b"",
            headers={},
            rules=replace(rules, timeout=0.5),
        )
    assert time.monotonic() - began < 1.0


@pytest.mark.parametrize(
    ("scheme", "greeting"),
    [
        ("http", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("http", b"HTTP/1.1 100 Continue\r\n\r\n" * 9),
        ("https", b"\x16\x03\x03\x3f\xff\x02\x00\x3f\xfb" + b"\x03" * 40),
    ],
    ids=["status line", "endless interim answers", "TLS handshake"],
)
def test_dripping_bytes_do_not_stretch_the_deadline(rules: Policy, scheme: str, greeting: bytes) -> None:
    """Every byte starts a socket's own time-out anew; the deadline of the call stands."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            peer, _ = listening.accept()
            with peer:
                try:
                    for byte in greeting:
                        peer.sendall(bytes([byte]))
                        time.sleep(0.1)
                except OSError:
                    pass

        threading.Thread(target=drip, daemon=True).start()
        url = f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/"
        began = time.monotonic()
        with pytest.raises(CallFailed, match="timed out"):
            post(url, body=b"{}", headers={}, rules=replace(rules, timeout=0.5, plain_http=True))
    assert time.monotonic() - began < 1.0


def test_a_slow_name_look_up_counts_against_the_deadline(rules: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: gate.wait(5) and [])
    began = time.monotonic()

    with pytest.raises(CallFailed, match="look-up timed out"):
        post("https://hooks.example.test/", body=b"", headers={}, rules=replace(rules, timeout=0.3))
    with pytest.raises(Blocked, match="no address"):
        check("https://hooks.example.test/", replace(rules, timeout=0.3))

    assert time.monotonic() - began < 1.2
    gate.set()


def test_an_address_that_refuses_gives_the_next_one_its_turn(rules: Policy, server: Any, dns: Any) -> None:
    hook = server("hooks.example.test")  # listens on 127.0.0.1 only
    dns["hooks.example.test"] = [["127.0.0.2", "127.0.0.1"]]

    reply = post(f"https://hooks.example.test:{hook.server_port}/", body=b"", headers={}, rules=rules)

    assert reply.status == 200
    assert len(hook.seen) == 1


def test_an_address_that_swallows_packets_leaves_time_for_the_next_one(
    rules: Policy, server: Any, dns: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.2", "127.0.0.1"]]
    real = urllib3.util.connection.create_connection

    def connect(address: tuple[str, int], timeout: float, **more: Any) -> socket.socket:
        if address[0] == "127.0.0.2":
            time.sleep(timeout)
            raise TimeoutError
        return real(address, timeout, **more)

    monkeypatch.setattr(urllib3.util.connection, "create_connection", connect)

    reply = post(f"https://hooks.example.test:{hook.server_port}/", body=b"", headers={}, rules=rules)

    assert reply.status == 200


def test_proxies_of_the_environment_are_ignored(
    rules: Policy, server: Any, dns: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    assert post(f"https://hooks.example.test:{hook.server_port}/", body=b"", headers={}, rules=rules).status == 200


LOCAL = ("127.0.0.1", "169.254.169.254", "0.0.0.0", "[::1]", "[fe80::1]", "[::ffff:127.0.0.1]")


@pytest.mark.parametrize("listed", [["127.0.0.0/8", "169.254.0.0/16", "10.0.0.0/8", "::1/128"], ["0.0.0.0/0", "::/0"]])
def test_this_machine_stays_closed_outside_a_sandbox_however_wide_a_listed_network_is(
    settings: Any, listed: list[str]
) -> None:
    settings.WEBHOOK_ALLOW_NETWORKS = listed
    settings.SANDBOX = False
    live = client.policy()

    for host in LOCAL:
        with pytest.raises(Blocked):
            check(f"https://{host}/", live)
    with pytest.raises(Blocked, match="only https"):
        check("http://10.0.0.1/", live)
    check("https://10.0.0.1/", live)


def test_a_sandbox_reaches_listed_networks_also_by_plain_http(settings: Any) -> None:
    settings.WEBHOOK_ALLOW_NETWORKS = ["127.0.0.0/8"]
    settings.SANDBOX = True

    check("http://127.0.0.1:9/", client.policy())
    for url in ("http://93.184.216.34/", "https://10.0.0.1/", "http://[::1]/"):
        with pytest.raises(Blocked):
            check(url, client.policy())


@pytest.mark.parametrize("listening", ["127.0.0.1", "::1"])
@pytest.mark.parametrize("answer", [["::1", "127.0.0.1"], ["127.0.0.1", "::1"]])
def test_a_sandbox_delivers_to_localhost_on_whichever_loopback_the_receiver_listens(
    dns: Any, listening: str, answer: list[str]
) -> None:
    class Receiver(http.server.HTTPServer):
        address_family = socket.AF_INET6 if ":" in listening else socket.AF_INET

    try:
        hook = Receiver((listening, 0), Handler)
    except OSError:
        pytest.skip("this machine has no IPv6")
    hook.seen, hook.names = [], []
    threading.Thread(target=hook.serve_forever, args=(0.02,), daemon=True).start()
    dns["localhost"] = [answer]
    number = f"[{listening}]" if ":" in listening else listening
    try:
        for host in ("localhost", number):
            url = f"http://{host}:{hook.server_port}/"
            check(url, client.policy())
            assert post(url, body=b"", headers={}, rules=client.policy()).status == 200
    finally:
        hook.shutdown()
        hook.server_close()
    assert [host for _, host, _, _ in hook.seen] == [f"localhost:{hook.server_port}", f"{number}:{hook.server_port}"]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "https://user:pw@example.com/",
        "https://example.com/#f",
        "https:///x",
        "https://./x",
        "https://example.com:0/",
        "https://example.com:99999/",
        "https://exa mple.com/",
        "https://example.com/\r\nX: y",
        "https://[::1",
        "javascript:alert(1)",
        "https://example.com/" + "x" * 2048,
        "https://example.com/" + "\u4e00" * 700,
    ],
)
def test_a_malformed_address_is_refused_before_any_look_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: pytest.fail("looked up"))

    with pytest.raises(Blocked):
        check(url, Policy())


def test_a_get_is_made_under_the_same_rules(rules: Policy, server: Any, dns: Any) -> None:
    site = server("client.example.test")
    dns["client.example.test"] = [["127.0.0.1"]]
    address = f"https://client.example.test:{site.server_port}/client.json"

    reply = client.get(address, headers={"Accept": "application/json"}, rules=rules)

    assert (reply.status, reply.body) == (200, b"x")
    assert site.seen == [("/client.json", f"client.example.test:{site.server_port}", b"", "client.example.test")]
    with pytest.raises(Blocked):
        client.get(address, headers={}, rules=replace(rules, networks=(), local=False))
    with pytest.raises(Blocked):
        client.get(address.replace("https", "http"), headers={}, rules=rules)
