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

from marketplace.core import http as client
from marketplace.core.http import Blocked, CallFailed, Policy, check, is_public, post

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)
PRIVATE = [
    *("127.0.0.1", "localhost", "[::1]", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]"),
    *("[fd00::1]", "224.0.0.1", "255.255.255.255", "2130706433", "0x7f.1", "017700000001", "192.0.2.1"),
    *("198.18.0.1", "[2001:0:53aa:64c:0:7c8d:80ff:fffe]"),
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
        threading.Thread(target=made.serve_forever, daemon=True).start()
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

    with pytest.raises(CallFailed, match="timed out"):
        post(
            f"https://hooks.example.test:{hook.server_port}{path}",
            body=b"",
            headers={},
            rules=replace(rules, timeout=0.5),
        )


def test_proxies_of_the_environment_are_ignored(
    rules: Policy, server: Any, dns: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    hook = server("hooks.example.test")
    dns["hooks.example.test"] = [["127.0.0.1"]]

    assert post(f"https://hooks.example.test:{hook.server_port}/", body=b"", headers={}, rules=rules).status == 200


def test_loopback_and_link_local_stay_closed_outside_a_sandbox_even_when_listed(settings: Any) -> None:
    settings.WEBHOOK_ALLOW_NETWORKS = ["127.0.0.0/8", "169.254.0.0/16", "10.0.0.0/8"]

    settings.SANDBOX = True
    assert len(client.policy().networks) == 3
    settings.SANDBOX = False
    live = client.policy()

    assert live.networks == (ipaddress.ip_network("10.0.0.0/8"),)
    assert not live.plain_http
    for host in ("127.0.0.1", "169.254.169.254"):
        with pytest.raises(Blocked):
            check(f"https://{host}/", live)
    with pytest.raises(Blocked, match="only https"):
        check("http://10.0.0.1/", live)
