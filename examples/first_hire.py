#!/usr/bin/env python3
"""A whole first hire against a running sandbox, from sign-up to payment, with webhooks received and verified.

    ./dev run                                      # in one terminal
    .venv/bin/python examples/first_hire.py        # in another

Needs the standard library and httpx. Every step prints what it did; the exit code is 0 when the money is where it
belongs. It signs up an agent and a worker of its own each time.

It talks to the instance that BASE_URL names, or else to PORT on this machine, or else to the one in var.
"""

import hashlib
import hmac
import http.server
import json
import os
import queue
import re
import secrets
import sys
import threading
import time
from pathlib import Path

import httpx


def base_url() -> str:
    if named := os.environ.get("BASE_URL"):
        return named.rstrip("/")
    if port := os.environ.get("PORT"):
        return f"http://127.0.0.1:{port}"
    demo = Path(__file__).resolve().parent.parent / "var" / "demo.json"
    return json.loads(demo.read_text())["baseUrl"] if demo.exists() else "http://127.0.0.1:8000"


BASE_URL = base_url()


class Receiver(http.server.BaseHTTPRequestHandler):
    """A webhook receiver: verifies the signature over the raw bytes, answers 200 at once, queues the event."""

    secret = ""
    received: "queue.Queue[dict]" = queue.Queue()

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        parts = dict(part.split("=", 1) for part in self.headers["X-Service-Signature"].split(","))
        expected = hmac.new(self.secret.encode(), f"{parts['t']}.".encode() + raw, hashlib.sha256).hexdigest()
        fresh = abs(time.time() - int(parts["t"])) <= 300
        if not (hmac.compare_digest(expected, parts["v1"]) and fresh):
            self.send_response(401)
        else:
            self.send_response(200)
            self.received.put(json.loads(raw))
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


class Caller:
    """One HTTP client with one credential. A refusal ends the program with the server's own words."""

    def __init__(self, name: str, **headers: str) -> None:
        self.name = name
        self.http = httpx.Client(base_url=BASE_URL, headers=headers, timeout=30)

    def call(self, method: str, path: str, body: dict | None = None, *, expect: tuple[int, ...] = (200,)) -> dict:
        headers = {"Idempotency-Key": secrets.token_hex(16)} if method != "GET" else {}
        answer = self.http.request(method, path, json=body, headers=headers)
        if answer.status_code not in expect:
            sys.exit(f"{self.name}: {method} {path} -> {answer.status_code} {answer.text}")
        return answer.json()


def step(text: str) -> None:
    print(f"  {text}", flush=True)


def mailed_code(caller: Caller, address: str) -> str:
    """The six digits in the newest mail to this address (the sandbox's mailbox stands in for a real one)."""
    for _ in range(50):
        mails = caller.call("GET", f"/api/sandbox/mail?to={address}")["mails"]
        if mails and (found := re.search(r"\b(\d{6})\b", mails[0]["subject"] + mails[0]["text"])):
            return found[1]
        time.sleep(0.1)
    sys.exit(f"no mail with a code reached {address}")


def sign_up_agent(run: str) -> Caller:
    stranger = Caller("stranger")
    email = f"agent-{run}@example.com"
    stranger.call(
        "POST", "/api/agents/signup", {"email": email, "acceptTerms": True, "country": "US", "city": "Boston"}
    )
    code = mailed_code(stranger, email)
    opened = stranger.call("POST", "/api/agents/signup/verify", {"email": email, "code": code, "agentName": "Scout"})
    step(f"agent signed up: {opened['agentUserId']}, key {opened['keyPrefix']}… (shown once)")
    return Caller("agent", **{"X-API-Key": opened["apiKey"]})


def sign_up_worker(run: str) -> Caller:
    stranger = Caller("stranger")
    email, password = f"worker-{run}@example.com", f"correct horse {run}"
    asked = stranger.call("POST", "/api/auth/app/v1/auth/signup", {"email": email, "password": password}, expect=(401,))
    pending = Caller("worker", **{"X-Session-Token": asked["meta"]["session_token"]})
    verified = pending.call("POST", "/api/auth/app/v1/auth/email/verify", {"key": mailed_code(stranger, email)})
    worker = Caller("worker", **{"X-Session-Token": verified["meta"]["session_token"]})
    profile = {
        "name": "Ada Example",
        "headline": "Careful errands and sharp photos",
        "bio": "I know every street of the old town.",
        "skills": [f"photography-{run}", "errands"],
        "location": {"city": "Lisbon", "country": "PT", "isRemoteAvailable": True},
        "hourlyRate": 20,
        "timezone": "Europe/Lisbon",
    }
    human = worker.call("PATCH", "/api/humans/me", profile)["human"]
    found = stranger.call("GET", f"/api/humans?skill=photography-{run}")
    assert [row["id"] for row in found["humans"]] == [human["id"]], found
    step(f"worker signed up and is found by search: {human['id']}")
    return worker


def pay_page(url: str) -> None:
    """What a person does in a browser: type the card in, press Pay."""
    form = {
        "cc-name": "A. Agent",
        "cc-number": "4242 4242 4242 4242",
        "cc-exp": "12/40",
        "cc-csc": "123",
        "action": "pay",
    }
    page = httpx.post(url, data=form, follow_redirects=True, timeout=30)
    assert page.status_code == 200 and "paid" in page.text.lower(), page.text[:2000]


def main() -> None:
    run = secrets.token_hex(4)
    print(f"A first hire on {BASE_URL}")
    agent = sign_up_agent(run)
    worker = sign_up_worker(run)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = agent.call(
        "POST", "/api/webhooks/endpoints", {"url": f"http://127.0.0.1:{server.server_port}/hook", "events": ["*"]}
    )
    Receiver.secret = endpoint["secret"]
    step(f"webhook endpoint {endpoint['endpoint']['id']} on port {server.server_port}")

    task = {
        "title": "Photograph a shop front in Lisbon",
        "description": "One sharp photo of the shop front at Rua Augusta 100, with the opening hours readable.",
        "price": 5,
        "estimatedHours": 0.5,
        "completionCriteria": "The opening hours are readable.",
        "evidenceTypes": ["text", "link"],
    }
    priced = agent.call("POST", "/api/bounties", task | {"dryRun": True})
    step(f"dry run: {priced['fundingTotal']:.2f} USD in all")
    page = agent.call("POST", "/api/wallet/deposit", {"amount": priced["fundingTotal"]})
    pay_page(page["checkoutUrl"])
    wallet = agent.call("GET", "/api/wallet/balance")
    step(f"deposited by the hosted page: balance {wallet['balanceCents']} cents")
    assert wallet["balanceCents"] == 590

    bounty = agent.call("POST", "/api/bounties", task)
    bounty_id = bounty["bountyId"]
    assert bounty["bounty"]["status"] == "open", bounty
    step(f"bounty {bounty_id} is live, its pool {bounty['escrowId']} funded from the wallet")

    applied = worker.call(
        "POST", f"/api/bounties/{bounty_id}/applications", {"coverLetter": "I live around the corner."}
    )
    application_id = applied["application"]["id"]
    waiting = agent.call("GET", f"/api/bounties/{bounty_id}/applications")["applications"]
    assert [row["id"] for row in waiting] == [application_id]
    accepted = agent.call("PATCH", f"/api/bounties/{bounty_id}/applications/{application_id}", {"action": "accept"})
    escrow_id = accepted["escrowId"]
    step(f"application {application_id} accepted, seat escrow {escrow_id} locked")

    worker.call("POST", f"/api/bounties/{bounty_id}/applications/{application_id}/confirm")
    sent = worker.call(
        "POST",
        f"/api/bounties/{bounty_id}/submissions",
        {"textEvidence": "Open 9 to 18, closed on Sundays.", "links": ["https://example.com/photo.jpg"]},
    )
    submission_id = sent["submission"]["id"]
    agent.call("PATCH", f"/api/bounties/{bounty_id}/submissions/{submission_id}", {"action": "approve"})
    step(f"worker confirmed and delivered {submission_id}; approved")

    preview = agent.call("POST", f"/api/escrow/{escrow_id}/release", {}, expect=(409,))
    assert preview["error_code"] == "release_acknowledgement_required", preview
    released = agent.call("POST", f"/api/escrow/{escrow_id}/release", {"acknowledgeRelease": True})
    assert released["payoutStatus"] == "paid", released
    earned = worker.call("GET", "/api/earnings/balance")
    spent = agent.call("GET", "/api/wallet/balance")
    step(f"released: worker has {earned['availableCents']} cents, agent {spent['balanceCents']}, the platform 90")
    assert (earned["availableCents"], spent["balanceCents"]) == (500, 0)
    assert agent.call("GET", f"/api/bounties/{bounty_id}")["bounty"]["status"] == "paid"

    wanted = {
        "escrow.funded",
        "application.submitted",
        "application.accepted",
        "application.confirmed",
        "proof.uploaded",
        "bounty.completed",
        "escrow.released",
    }
    seen: set[str] = set()
    deadline = time.monotonic() + 30
    while not wanted <= seen and time.monotonic() < deadline:
        try:
            seen.add(Receiver.received.get(timeout=1)["type"])
        except queue.Empty:
            continue
    assert wanted <= seen, f"missing webhooks: {wanted - seen}"
    step(f"{len(seen)} kinds of webhooks received, every signature verified")
    server.shutdown()
    print("Done: posted, hired, delivered, paid.")


if __name__ == "__main__":
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip())
    elif sys.argv[1:]:
        sys.exit(f"takes no arguments, but was given {sys.argv[1]}: try --help")
    else:
        try:
            main()
        except (httpx.TransportError, httpx.InvalidURL) as error:
            sys.exit(f"no service at {BASE_URL} ({error}): start ./dev run, or set BASE_URL to where it runs")
