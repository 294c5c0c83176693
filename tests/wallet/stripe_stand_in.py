"""A stand-in for Stripe's API over real HTTP: as much of it as our rail uses, with its keys, its refusals and its failures.

The official SDK talks to it. What a payer or a bank would do is a method; what goes wrong is `down`.
"""

import hashlib
import hmac
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlsplit

SECRET = "whsec_of_the_stand_in"
LATER = {"4000000000000341": "card_declined", "4000002500003155": "authentication_required"}
NOW = {"4000000000000002": "card_declined", "4000000000009995": "insufficient_funds"}
Thing = dict[str, Any]


def _card(number: str) -> Thing:
    """As Stripe tells it: each payment with a card has a payment method of its own, the fingerprint is the card's."""
    return {"last4": number[-4:], "brand": "visa", "fingerprint": f"fp_{number}"}


class Refused(Exception):
    def __init__(self, status: int, code: str, *, kind: str = "invalid_request_error", **more: Any) -> None:
        self.status, self.body = status, {"error": {"type": kind, "code": code, "message": code, **more}}


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that did not wait for the answer is part of the play."""


class StripeStandIn:
    def __init__(self) -> None:
        self.things: dict[str, Thing] = {}
        self.answers: dict[str, tuple[str, int, Thing]] = {}
        self.calls: list[tuple[str, str, str | None, str | None]] = []  # method, path, key, version
        # error: 502; lost: done, but the answer never comes, once; silent: every time; slow: too late
        self.down = ""
        self.faulty = ""  # the path whose writes are done, and answered by a fault that its key then repeats
        self.numbers = count(1)
        self.lock = threading.Lock()
        self.server = _Server(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    # ------------------------------------------------------------------ what people and banks do

    def pay(self, session_id: str, card: str, email: str = "payer@example.org") -> bool:
        """The payer types an address and a card on the hosted page. False when it is declined, or the page takes none any more."""
        session = self.things[session_id]
        if session["status"] != "open" or card in NOW:
            return False
        asked = session["asked"].get("payment_intent_data", {})
        method = self._new("pm", "payment_method", card=_card(card), number=card)
        intent = self._intent(
            int(session["amount_total"]),
            asked.get("metadata", {}),
            customer=session["customer"],
            payment_method=method["id"],
            setup_future_usage=asked.get("setup_future_usage"),
        )
        session.update(status="complete", payment_status="paid", payment_intent=intent["id"], url=None)
        session["customer_details"] = {"email": session["asked"].get("customer_email") or email}
        return True

    def charge_again(self, ours: str, cents: int) -> str:
        """A charge for one of our rows that nobody asked for."""
        return str(self._intent(cents, {"ours": ours})["id"])

    def onboard(self, *, fails: bool) -> str:
        return str(self._new("acct", "account", payouts_enabled=True, bank_fails=fails)["id"])

    def dispute(self, intent_id: str, cents: int, *, fee: int = 1500, asks_only: bool = False) -> str:
        """The payer's bank takes a charge back, or only asks about it: then no money moves yet."""
        taken = {"amount": -cents, "fee": fee, "net": -cents - fee}
        made = self._new("dp", "dispute", amount=cents, payment_intent=intent_id, reason="fraudulent")
        made |= {
            "status": "warning_needs_response" if asks_only else "needs_response",
            "balance_transactions": [] if asks_only else [taken],
            "evidence_details": {"due_by": int(time.time()) + 7 * 86_400},
        }
        self.things[made["id"]] = made
        return str(made["id"])

    def decide(
        self, dispute_id: str, *, won: bool, money_is_back: bool = True, fee_back: int = 0, cents: int | None = None
    ) -> None:
        """`cents` is what comes back, when that is not all; more may come by another call."""
        dispute = self.things[dispute_id]
        dispute["status"] = "won" if won else "lost"
        back = dispute["amount"] if cents is None else cents
        if (won and money_is_back) or cents:
            dispute["balance_transactions"].append({"amount": back, "fee": -fee_back, "net": back + fee_back})

    def take_after_all(self, dispute_id: str, *, fee: int = 1500) -> None:
        """A bank that only asked takes the money now, under the same id."""
        dispute = self.things[dispute_id]
        dispute["status"] = "needs_response"
        taken = {"amount": -dispute["amount"], "fee": fee, "net": -dispute["amount"] - fee}
        dispute["balance_transactions"] = [taken]

    def message(self, type_: str, thing_id: str, *, secret: str = SECRET, age: int = 0) -> tuple[bytes, str]:
        """(body, signature) of a signed event."""
        event = self._new("evt", "event", type=type_, data={"object": self.things[thing_id]})
        body, moment = json.dumps(event).encode(), int(time.time()) - age
        tag = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
        return body, f"t={moment},v1={tag}"

    def forget_keys(self) -> None:
        """A day passes: a key that was used before is a new one."""
        self.answers.clear()

    # ------------------------------------------------------------------ the API

    def answer(self, method: str, path: str, sent: Thing, key: str | None, raw: str) -> tuple[int, Thing]:
        with self.lock:
            if method == "POST" and key in self.answers:
                before, status, body = self.answers[key]
                if before != path + raw:
                    return 400, {"error": {"type": "idempotency_error", "message": "other parameters"}}
                return status, body
            try:
                status, body = 200, self._do(method, path, sent)
            except Refused as refused:
                status, body = refused.status, refused.body
            if method == "POST" and path == self.faulty:
                status, body = 500, {"error": {"type": "api_error", "message": "done, but nobody can say so"}}
            if method == "POST" and key:
                self.answers[key] = (path + raw, status, json.loads(json.dumps(body)))
            return status, body

    def _do(self, method: str, path: str, sent: Thing) -> Thing:
        what, _, rest = path.removeprefix("/v1/").removeprefix("checkout/").partition("/")
        thing_id, _, action = rest.partition("/")
        if method == "GET":
            return self._expanded(self._find(thing_id), sent) if thing_id else self._list(what, sent)
        if action == "expire":
            return self._expire(self._find(thing_id))
        if action == "reversals":
            self._find(thing_id).update(reversed=True, amount_reversed=self.things[thing_id]["amount"])
            return self._new("trr", "transfer_reversal", transfer=thing_id)
        if thing_id:
            self._find(thing_id)["metadata"].update(sent.get("metadata", {}))
            return self.things[thing_id]
        make: Callable[[Thing], Thing] = getattr(self, f"_make_{what}")
        return make(sent)

    def _make_customers(self, sent: Thing) -> Thing:
        return self._new("cus", "customer", metadata=sent.get("metadata", {}))

    def _make_sessions(self, sent: Thing) -> Thing:
        line = sent["line_items"]["0"]
        cents = int(line["price_data"]["unit_amount"]) * int(line["quantity"])
        made = self._new(
            "cs", "checkout.session", status="open", payment_status="unpaid", payment_intent=None, asked=sent
        )
        made["customer_details"] = None
        made.update(amount_total=cents, customer=sent.get("customer"), metadata=sent["metadata"])
        made["url"] = f"{self.url}/pay/{made['id']}"
        return made

    def _make_payment_intents(self, sent: Thing) -> Thing:
        if shared := sent.get("shared_payment_granted_token"):
            return self._charge_shared(str(shared), sent)
        method = self._find(sent["payment_method"])
        more = {"customer": sent["customer"], "payment_method": method["id"]}
        intent = self._intent(int(sent["amount"]), sent["metadata"], **more)
        if reason := LATER.get(method["number"]):
            intent.update(status="requires_payment_method", amount_received=0, last_payment_error={"code": reason})
            raise Refused(402, reason, kind="card_error", payment_intent=intent)
        return intent

    def _charge_shared(self, shared: str, sent: Thing) -> Thing:
        """The token names its card: spt_<number>_<anything>; spt_<number>_slow_… takes its time."""
        card = shared.split("_")[1]
        if not card.isdecimal():
            raise Refused(400, "resource_missing", param="shared_payment_granted_token")
        method = self._new("pm", "payment_method", card=_card(card), number=card)
        intent = self._intent(int(sent["amount"]), sent["metadata"], payment_method=method["id"])
        if "_slow_" in shared:
            intent.update(status="processing", amount_received=0)
        if reason := NOW.get(card):
            intent.update(status="requires_payment_method", amount_received=0, last_payment_error={"code": reason})
            raise Refused(402, reason, kind="card_error", payment_intent=intent)
        return self._expanded(intent, sent)

    def _make_refunds(self, sent: Thing) -> Thing:
        intent, cents = self._find(sent["payment_intent"]), int(sent["amount"])
        lost = [thing for thing in self.things.values() if thing.get("payment_intent") == intent["id"]]
        if any(thing["object"] == "dispute" and thing["status"] != "won" for thing in lost):
            raise Refused(400, "charge_disputed")
        if intent["returned"] == intent["amount_received"]:
            raise Refused(400, "charge_already_refunded")
        if cents > intent["amount_received"] - intent["returned"]:
            raise Refused(400, "", param="amount")
        intent["returned"] += cents
        more = {"payment_intent": intent["id"], "metadata": sent["metadata"], "failure_reason": None}
        return self._new("re", "refund", amount=cents, status="succeeded", **more)

    def _make_accounts(self, sent: Thing) -> Thing:
        more = {"payouts_enabled": False, "metadata": sent["metadata"]}
        return self._new("acct", "account", **more, external_accounts={"object": "list", "data": []})

    def give_bank(self, account: str, last4: str, *, name: str = "bank_account") -> str:
        """The person gives a bank account (or a debit card: `name` is card) on Stripe's page; payouts in dollars go there from now
        on."""
        person = self.things[account]
        more = {"account": account, "currency": "usd", "default_for_currency": True, "last4": last4}
        person["external_accounts"]["data"] = [self._new("ba", name, **more)]
        person["payouts_enabled"] = True
        return str(person["external_accounts"]["data"][0]["id"])

    def _make_account_links(self, sent: Thing) -> Thing:
        return {"object": "account_link", "url": f"{self.url}/onboarding/{sent['account']}"}

    def _make_transfers(self, sent: Thing) -> Thing:
        if not self._find(sent["destination"])["payouts_enabled"]:
            raise Refused(400, "insufficient_capabilities_for_transfer")
        more = {name: sent[name] for name in ("destination", "transfer_group", "metadata")} | {"reversed": False}
        return self._new("tr", "transfer", amount=int(sent["amount"]), amount_reversed=0, **more)

    def _make_payouts(self, sent: Thing) -> Thing:
        account = self._find(sent["account"])
        state, reason = ("failed", "account_closed") if account["bank_fails"] else ("paid", None)
        more = {"account": account["id"], "failure_code": reason, "metadata": sent["metadata"]}
        return self._new("po", "payout", amount=int(sent["amount"]), status=state, **more)

    def _expire(self, session: Thing) -> Thing:
        if session["status"] != "open":
            raise Refused(400, "resource_invalid_state")
        session.update(status="expired", url=None)
        return session

    def _intent(self, cents: int, metadata: Thing, **more: Any) -> Thing:
        rest = {"customer": None, "payment_method": None, "setup_future_usage": None, "last_payment_error": None} | more
        return self._new(
            "pi", "payment_intent", amount_received=cents, returned=0, status="succeeded", metadata=metadata, **rest
        )

    def _list(self, what: str, sent: Thing) -> Thing:
        kind = what.removesuffix("s")
        rows = [thing for thing in self.things.values() if thing["object"] == kind]
        for name in {"customer", "payment_intent", "transfer_group", "account"} & sent.keys():
            rows = [row for row in rows if row[name] == sent[name]]
        if made := sent.get("created"):
            until = int(made.get("lt", 2**40))
            rows = [row for row in rows if int(made["gte"]) <= row["created"] < until]
        rows = rows[::-1]
        after = [row["id"] for row in rows].index(sent["starting_after"]) + 1 if "starting_after" in sent else 0
        page = rows[after : after + 2]  # small, so that readers turn pages
        return {"object": "list", "url": f"/v1/{what}", "has_more": after + 2 < len(rows), "data": page}

    def _expanded(self, thing: Thing, sent: Thing) -> Thing:
        shown = dict(thing)
        for path in sent.get("expand", {}).values():
            inside = shown
            for name in path.split("."):
                if isinstance(inside, dict) and isinstance(inside.get(name), str):
                    inside[name] = dict(self.things[inside[name]])
                inside = inside.get(name) or {}
        return shown

    def _find(self, thing_id: str) -> Thing:
        if thing_id not in self.things:
            raise Refused(404, "resource_missing")
        return self.things[thing_id]

    def _new(self, prefix: str, kind: str, **fields: Any) -> Thing:
        thing = {"id": f"{prefix}_{next(self.numbers)}", "object": kind, "created": int(time.time()), **fields}
        thing.setdefault("metadata", {})
        self.things[thing["id"]] = thing
        return thing


def _handler(api: StripeStandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else each answer waits 40 ms for an acknowledgement

        def log_message(self, *args: Any) -> None:
            pass

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self.reply("GET", parts.path, parts.query)

        def do_POST(self) -> None:
            self.reply("POST", self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())

        def reply(self, method: str, path: str, raw: str) -> None:
            key, mode = self.headers.get("Idempotency-Key"), api.down
            api.calls.append((method, path, key, self.headers.get("Stripe-Version")))
            if mode == "slow":
                time.sleep(0.4)
            if mode in ("error", "slow"):
                status, body = 502, {"error": {"type": "api_error", "message": "away"}}
            else:
                sent = _form(raw) | ({"account": account} if (account := self.headers.get("Stripe-Account")) else {})
                status, body = api.answer(method, path, sent, key, raw)
            if mode in ("lost", "silent"):
                api.down = "" if mode == "lost" else mode
                self.close_connection = True
                return
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            if status >= 500:
                self.send_header("Stripe-Should-Retry", "false")
            self.end_headers()
            self.wfile.write(text)

    return Handler


def _form(raw: str) -> Thing:
    """`a[b][0]=c` as nested dicts, as Stripe reads a form."""
    found: Thing = {}
    for name, value in parse_qsl(raw, keep_blank_values=True):
        *way, last = re.findall(r"[^\[\]]+", name)
        inside = found
        for step in way:
            inside = inside.setdefault(step, {})
        inside[last] = value
    return found


def running() -> Iterator[StripeStandIn]:
    api = StripeStandIn()
    try:
        yield api
    finally:
        api.stop()
