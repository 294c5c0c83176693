"""A live instance for the stories: `manage.py serve` as a child, with its own port and folder, gone without a trace."""

import http.server
import io
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from config.demo.scenes import Seat
from tests import instances

ROOT = Path(__file__).resolve().parents[2]
MANAGE = [sys.executable, str(ROOT / "manage.py")]
TASK = {
    "title": "Photograph a shop front in Lisbon",
    "description": "One sharp photo with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
}
PROFILE = {
    "headline": "Careful errands and sharp photos",
    "bio": "I know every street of the old town.",
    "skills": ["photography", "errands"],
    "location": {"city": "Lisbon", "country": "PT", "isRemoteAvailable": True},
    "hourlyRate": 20,
    "timezone": "Europe/Lisbon",
}


@dataclass
class Caller:
    """One credential against the live instance."""

    base_url: str
    headers: dict[str, str] = field(default_factory=dict)
    email: str = ""

    def upload(self, path: str, fields: dict[str, Any], files: list[tuple[str, Any]]) -> dict[str, Any]:
        """A multipart POST, as a form sends it."""
        answer = httpx.post(self.base_url + path, data=fields, files=files, headers=self.headers, timeout=30)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def __call__(self, method: str, path: str, body: Any = None, *, expect: int = 200) -> dict[str, Any]:
        url = path if path.startswith("http") else self.base_url + path
        answer = httpx.request(method, url, json=body, headers=self.headers, timeout=30)
        assert answer.status_code == expect, (method, path, answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    # The steps of `Seat`, as calls of the REST API.

    def apply(self, bounty: str, words: str, **sent: Any) -> str:
        return str(
            self("POST", f"/api/bounties/{bounty}/applications", {"coverLetter": words} | sent)["application"]["id"]
        )

    def accept(self, bounty: str, application: str, words: str) -> str:
        return str(self._decide(bounty, application, "accept", words)["escrowId"])

    def reject(self, bounty: str, application: str, words: str) -> None:
        self._decide(bounty, application, "reject", words)

    def confirm(self, bounty: str, application: str) -> None:
        self("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")

    def deliver(self, bounty: str, text: str, **sent: Any) -> str:
        body = {"textEvidence": text} | sent
        return str(self("POST", f"/api/bounties/{bounty}/submissions", body)["submission"]["id"])

    def review(self, bounty: str, evidence: str, action: str, words: str) -> None:
        self("PATCH", f"/api/bounties/{bounty}/submissions/{evidence}", {"action": action, "response": words})

    def release(self, escrow: str) -> None:
        self("POST", f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True})

    def _decide(self, bounty: str, application: str, action: str, words: str) -> dict[str, Any]:
        return self(
            "PATCH", f"/api/bounties/{bounty}/applications/{application}", {"action": action, "response": words}
        )


@dataclass
class Instance:
    base_url: str
    data_dir: Path
    process: subprocess.Popen[str]
    log: Path
    blocker: DjangoDbBlocker

    @property
    def environment(self) -> dict[str, str]:
        return clean_environment() | {"DATA_DIR": str(self.data_dir), "PORT": self.base_url.rsplit(":", 1)[1]}

    @property
    def demo(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.data_dir / "demo.json").read_text())
        return found

    def caller(self, **headers: str) -> Caller:
        return Caller(self.base_url, headers)

    def agent(self, dollars: float = 0) -> Caller:
        """A new agent, signed up through the API, with this much in its wallet."""
        stranger, email = self.caller(), f"agent-{secrets.token_hex(4)}@example.com"
        stranger("POST", "/api/agents/signup", {"email": email, "acceptTerms": True, "country": "US", "city": "Boston"})
        code = {"email": email, "code": self.mailed_code(email)}
        key = stranger("POST", "/api/agents/signup/verify", code)["apiKey"]
        agent = self.caller(**{"X-API-Key": key})
        if dollars:
            self.pay(agent("POST", "/api/wallet/deposit", {"amount": dollars})["checkoutUrl"])
        return agent

    def mailed_code(self, email: str) -> str:
        mail = self.caller()("GET", f"/api/sandbox/mail?to={email}")["mails"][0]
        code = re.search(r"\b\d{6}\b", mail["subject"] + mail["text"])
        assert code
        return code[0]

    def new_worker(self, name: str = "Ada Example", **profile: Any) -> Caller:
        """A person, signed up through the API, with a complete profile."""
        email = f"worker-{secrets.token_hex(4)}@example.com"
        login = {"email": email, "password": f"correct horse {email}"}
        asked = self.caller()("POST", "/api/auth/app/v1/auth/signup", login, expect=401)
        pending = self.caller(**{"X-Session-Token": asked["meta"]["session_token"]})
        code = {"key": self.mailed_code(email)}
        token = pending("POST", "/api/auth/app/v1/auth/email/verify", code)["meta"]["session_token"]
        worker = Caller(self.base_url, {"X-Session-Token": token}, email)
        worker("PATCH", "/api/humans/me", PROFILE | {"name": name} | profile)
        return worker

    def worker(self, number: int = 0) -> Caller:
        """A demo worker, signed in."""
        who = self.demo["workers"][number]
        login = {"email": who["email"], "password": who["password"]}
        token = self.caller()("POST", "/api/auth/app/v1/auth/login", login)["meta"]["session_token"]
        return self.caller(Authorization=f"Bearer {token}")

    def pay(self, url: str) -> None:
        form = {"cc-name": "A", "cc-number": "4242 4242 4242 4242", "cc-exp": "12/40", "cc-csc": "123", "action": "pay"}
        assert httpx.post(url, data=form, timeout=30).status_code == 302

    def advance(self, seconds: int) -> None:
        self.caller()("POST", "/api/sandbox/clock/advance", {"seconds": seconds})

    def run(self, verb: str) -> None:
        """A service as the demo's operator, in a process of its own beside the instance."""
        names = (
            "from bounties.services import bounties; from marketplace.core import ids; "
            "from marketplace.core.actor import Actor; from marketplace.core.transactions import unit; "
            "from marketplace.models import Account; "
            f"staff = Actor.staff(Account.objects.get(username={self.demo['operator']['username']!r})); "
        )
        code = f"{names}unit(lambda: {verb})"
        done = subprocess.run(
            [*MANAGE, "shell", "-c", code], env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def check_ledger(self) -> None:
        """The command, in this process on the instance's database: a process of its own starts longer than it checks."""
        said = io.StringIO()
        with self.blocker.unblock(), instances.database_of(self.data_dir):
            call_command("check_ledger", stdout=said)
        assert " 0 violations" in said.getvalue(), said.getvalue()


class Backoffice:
    """The admin, as the demo's operator or support uses it in a browser."""

    def __init__(self, instance: Instance, role: str = "operator") -> None:
        self.client = httpx.Client(base_url=f"{instance.base_url}/admin/", timeout=30)
        who = instance.demo[role]
        self.post("login/", {"username": who["username"], "password": who["password"]})

    def post(self, page: str, form: dict[str, Any]) -> str:
        """Send the form of this page, which then leads on. Returns whereto."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.client.get(page).text)
        assert token, page
        referer = {"Referer": str(self.client.base_url)}
        done = self.client.post(page, data=form | {"csrfmiddlewaretoken": token[1]}, headers=referer)
        assert done.status_code == 302, (page, done.status_code, done.text[:500])
        return str(done.headers["Location"])

    def act(self, page: str, action: str, words: str, **reason: str) -> None:
        """Tick the one row that shows these words, choose the action, and confirm it with its reason."""
        found = re.search(rf'value="([0-9a-f-]{{36}})"[^§]*?{words}', self.client.get(page, params={"q": words}).text)
        assert found, words
        self.post(page, {"action": action, "_selected_action": found[1], "confirmed": "1"} | reason)

    def row(self, page: str, words: str) -> str:
        """The page of the one row that is found by these words."""
        listed = self.client.get(page, params={"q": words}).text
        found = re.search(rf'href="/admin/({page}[0-9a-f-]{{36}}/)change/', listed)
        assert found, words
        return f"{found[1]}change/"

    def decide(self, page: str, **fields: str) -> str:
        """Take this case, type a decision, read what it would do, and confirm it. Returns what was read."""
        self.post(page, {"act": "take"})
        leads = self.post(page, {"act": "preview"} | fields)
        shown = self.client.get(leads.removeprefix("/admin/")).text
        found = re.search(r'name="preview" value="([\w-]+)"', shown)
        assert found, page
        self.post(page, {"act": "decide", "preview": found[1]})
        return shown


def hire(agent: Caller, worker: Caller, **fields: object) -> tuple[str, str, str]:
    """bounty, application, escrow of an accepted seat."""
    bounty = agent("POST", "/api/bounties", TASK | fields)["bountyId"]
    seat = Seat(agent, worker, bounty).play("accept")
    return bounty, seat.application, seat.escrow


def take_seat(agent: Caller, worker: Caller, bounty: str) -> tuple[str, str]:
    """application, escrow of a person who applied, was accepted and has confirmed."""
    seat = Seat(agent, worker, bounty).play("confirm")
    return seat.application, seat.escrow


def deliver_and_approve(agent: Caller, worker: Caller, bounty: str) -> None:
    seat = Seat(agent, worker, bounty)
    seat.deliver("Open 9 to 18.")
    seat.approve()


def balance(agent: Caller) -> int:
    found: int = agent("GET", "/api/wallet/balance")["balanceCents"]
    return found


def earned(worker: Caller) -> int:
    found: int = worker("GET", "/api/earnings/balance")["availableCents"]
    return found


def clean_environment() -> dict[str, str]:
    """Nothing of the tests' own servers and settings reaches the instance."""
    named = {
        line.lstrip("# ").partition("=")[0] for line in (ROOT / ".env.example").read_text().splitlines() if "=" in line
    }
    kept = {name: value for name, value in os.environ.items() if name not in named and not name.startswith("PYTEST")}
    return kept | {"DJANGO_SETTINGS_MODULE": "config.settings.dev"}


@pytest.fixture(scope="session")
def instance(
    tmp_path_factory: pytest.TempPathFactory, prepared_instance: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[Instance]:
    port = free_port()
    data_dir = instances.copy(prepared_instance, tmp_path_factory.mktemp("instance") / "my data")
    log = data_dir.parent / "serve.log"
    environment = clean_environment() | {"DATA_DIR": str(data_dir), "PORT": str(port), "RATE_LIMIT_SCALE": "50"}
    with log.open("w") as output:
        process = subprocess.Popen(
            [*MANAGE, "serve"],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
    live = Instance(f"http://127.0.0.1:{port}", data_dir, process, log, django_db_blocker)
    try:
        wait_until(lambda: is_ready(live), 90, lambda: log.read_text()[-3000:])
        assert left_running(data_dir)
        yield live
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0, log.read_text()[-3000:]
    assert left_running(data_dir) == []
    assert " 500," not in log.read_text(), "the instance answered a 500"


def left_running(data_dir: Path) -> list[str]:
    """Processes that were started for this instance: every one of them has its DATA_DIR in the environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"DATA_DIR={data_dir}\0".encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:  # gone meanwhile, or not ours to look at
            continue
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def raw_request(base_url: str, text: str, *, wait: bool = True) -> Any:
    """Send exactly these bytes. Returns the beginning of the answer, or, without waiting, the open connection."""
    connection = socket.create_connection(("127.0.0.1", int(base_url.rsplit(":", 1)[1])), timeout=10)
    connection.sendall(text.encode())
    if not wait:
        return connection
    with connection:
        return connection.recv(2000).decode(errors="replace")


def is_ready(live: Instance) -> bool:
    assert live.process.poll() is None, live.log.read_text()[-3000:]
    try:
        return httpx.get(live.base_url + "/readyz", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


def wait_until(done: Callable[[], bool], seconds: float, why: Callable[[], str] = lambda: "") -> None:
    """Poll until it is so; fail with the reason when it never is."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"not within {seconds} s. {why()}"
        time.sleep(0.1)


@dataclass
class Hook:
    url: str
    statuses: list[int] = field(default_factory=list)
    received: list[dict[str, Any]] = field(default_factory=list)

    def types(self) -> list[str]:
        return [got["body"]["type"] for got in self.received]


@pytest.fixture
def hook() -> Iterator[Hook]:
    """A webhook receiver; `statuses` are answered one after the other, then 200."""
    state = Hook("")

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            got = {"raw": raw, "body": json.loads(raw), "headers": dict(self.headers), "at": time.time()}
            state.received.append(got)
            self.send_response(state.statuses.pop(0) if state.statuses else 200)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    state.url = f"http://127.0.0.1:{server.server_port}/hook"
    yield state
    server.shutdown()
    server.server_close()
