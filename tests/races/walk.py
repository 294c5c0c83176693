"""Every verb of hiring and of money, drawn at random over a small market, and what must be true whenever all hands rest."""

import random
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from celery import current_app
from django.urls import resolve

from bounties.models import Application, Bounty, Submission
from escrow.models import Escrow
from marketplace.api import document
from marketplace.core import clock
from marketplace.core.actor import Actor
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.market import violations
from tests.races import walk_disputes, walk_money
from wallet.models import Checkout
from webhooks.models import Event

PURSE = 15_000  # cents of each agent at the start
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PHOTOS = {"maxImages": 2, "consentText": "c" * 20, "confirmationMessage": "m" * 20}
JUMPS = {60: 4, 1200: 4, 3600: 4, 7201: 3, 5 * 3600: 2, 25 * 3600: 1, 73 * 3600: 1}  # seconds -> how often
KEY_LIFE = timedelta(hours=24)
TIMERS = ("bounties.", "escrow.", "wallet.")
HIRED = {"status": "accepted"}
HOLDS = ("locked", "delivered", "completed", "released", "disputed", "resolved")  # the money of an accepted application


def documented(method: str, path: str) -> set[tuple[int, str]]:
    """(status, code) of every refusal that this route's description names."""
    match = resolve(path)
    view = match.func
    action = getattr(view.cls, view.actions[method.lower()])  # type: ignore[attr-defined]
    tables = (action.errors, document._ALWAYS, document._BODY, document._KEYED)
    return {(status, code) for table in tables for status, codes in table.items() for code in codes.split()}


@dataclass
class Walk:
    """One market and its actors. `step(rng)` is one verb of somebody; any number of threads may step at once."""

    coins: Any  # a wallet with stablecoins
    agents: list[Api] = field(default_factory=lambda: [walk_money.given_purse(PURSE) for _ in range(2)])
    workers: list[Api] = field(default_factory=lambda: [given_worker() for _ in range(5)])
    judges: list[Actor] = field(default_factory=walk_disputes.given_judges)
    done: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    timers: tuple[str, ...] = TIMERS
    _clock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.by_account = {api.account.pk: api for api in [*self.agents, *self.workers]}
        walk_money.given_banks([*self.agents, *self.workers])
        current_app.loader.import_default_modules()

    def step(self, rng: random.Random) -> None:
        verb = rng.choices(VERBS, WEIGHTS)[0]
        verb(self, rng)

    # -------------------------------------------------------------- calls

    def call(self, rng: random.Random, who: Api, method: str, path: str, body: Any = None) -> Answer:
        """A call as a client makes it: sometimes with a key, and then sometimes twice."""
        key = f"{rng.random()}" if rng.random() < 0.3 else ""
        headers = {"Idempotency_Key": key} if key else {}
        began = clock.now()
        answer = self.look(method, path, who.call(method, path, body, **headers))
        # While it waits for a payment, a replay answers its state of now, and another hand moves the clock.
        waits = not {"deposit_url", "mppPayment"}.isdisjoint(answer.body)
        if key and answer.status == 200 and not waits and rng.random() < 0.3:
            again = who.call(method, path, body, **headers)
            same = (again.body, again.headers.get("Idempotency-Replayed")) == (answer.body, "true")
            if not same and clock.now() < began + KEY_LIFE:  # somebody else may have moved the clock far on
                both = {name: (answer.body.get(name), now) for name, now in again.body.items()}
                self.wrong.append(f"{method} {path}: the same key answered otherwise: {both}")
        return answer

    def look(self, method: str, path: str, answer: Answer) -> Answer:
        """Success, or a refusal that the interface document names."""
        self.done[f"{method} {path.rpartition('/')[2][:11]} {answer.code or answer.status}"] += 1
        if answer.status >= 500 or (
            answer.status != 200 and (answer.status, answer.code) not in documented(method, path)
        ):
            self.wrong.append(f"{method} {path}: {answer.status} {answer.body}")
        return answer

    def owner(self, rng: random.Random, bounty: Bounty) -> Api:
        """Its owner; now and then the other agent, who must be told no."""
        return rng.choice(self.agents) if rng.random() < 0.05 else self.by_account[bounty.owner_id]

    # -------------------------------------------------------------- choosing

    def bounty(self, rng: random.Random, **wanted: Any) -> Bounty | None:
        """Mostly one that the verb suits; sometimes any, which is how refusals come about."""
        return pick(rng, Bounty.objects.filter(**wanted) if rng.random() < 0.9 else Bounty.objects.all())

    def application(self, rng: random.Random, **wanted: Any) -> Application | None:
        rows = Application.objects.select_related("bounty", "escrow")
        return pick(rng, rows.filter(**wanted) if rng.random() < 0.9 else rows)

    # -------------------------------------------------------------- verbs of the owner

    def create(self, rng: random.Random) -> None:
        if Bounty.objects.exclude(status__in=("paid", "closed", "cancelled")).count() >= 6:
            return
        body = {
            "title": "T",
            "description": "D",
            "price": rng.choice([1, 5, 9.99, 33.33]),
            "estimatedHours": 1,
            "spotsAvailable": rng.choice([1, 1, 2, 3]),
            "deadline": iso(clock.now() + timedelta(hours=rng.choice([5, 48, 200]))),
            "completionWindowHours": rng.choice([4, 30]),
            "startWindowMinutes": rng.choice([None, 90]),
            "responseWindowHours": rng.choice([None, 3]),
            "autoExpireGhosts": rng.random() < 0.5,
            "keepApplicantsOnFill": rng.random() < 0.3,
            "evidenceTypes": rng.choice([[], ["text"]]),
            "requiredLinks": rng.choice([[], [], [{"type": "github"}]]),
        }
        if rng.random() < 0.15:
            body |= {"submissionMode": "photo_upload", "photoSubmission": PHOTOS}
        self.call(rng, rng.choice(self.agents), "POST", "/api/bounties", body)

    def fund(self, rng: random.Random) -> None:
        if bounty := self.bounty(rng, status="pending_deposit"):
            self.call(rng, self.owner(rng, bounty), "POST", "/api/bounties/deposit", {"bountyId": bounty.public_id})

    def pay_page(self, rng: random.Random) -> None:
        """Somebody pays an open page, whatever became of what it was for."""
        if page := pick(rng, Checkout.objects.filter(status="open")):
            answer = Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **FORM)
            self.done[f"pay {answer.status}"] += 1
            if answer.status not in (200, 302, 409, 410):
                self.wrong.append(f"pay {page.public_id}: {answer.status} {answer.body!r}")

    def decide(self, rng: random.Random) -> None:
        if row := self.application(rng, status="pending"):
            action = rng.choice(["accept", "accept", "accept", "reject"])
            path = f"{at(row.bounty)}/applications/{row.public_id}"
            self.call(rng, self.owner(rng, row.bounty), "PATCH", path, {"action": action, "response": "R"})

    def take_back(self, rng: random.Random) -> None:
        action = rng.choice(["unreject", "withdraw"])
        wanted = {"status": "rejected"} if action == "unreject" else {"status": "accepted", "confirmed_at": None}
        if row := self.application(rng, **wanted):
            path = f"{at(row.bounty)}/applications/{row.public_id}"
            self.call(rng, self.owner(rng, row.bounty), "PATCH", path, {"action": action})

    def review(self, rng: random.Random) -> None:
        rows = Submission.objects.select_related("bounty")
        if row := pick(rng, rows.filter(status="pending_review") if rng.random() < 0.9 else rows):
            action = rng.choice(["approve", "approve", "reject", "request_redo"])
            path = f"{at(row.bounty)}/submissions/{row.public_id}"
            self.call(rng, self.owner(rng, row.bounty), "PATCH", path, {"action": action, "response": "R"})

    def reprice(self, rng: random.Random) -> None:
        """Raise or lower price or spots; a raise is confirmed to the cent, or with one cent too many."""
        if bounty := self.bounty(rng, status__in=("open", "partially_filled", "assigned", "paused", "in_review")):
            body: dict[str, Any] = {"price": rng.choice([1, 4, 7.77, 12])} if rng.random() < 0.7 else {}
            if not body or rng.random() < 0.3:
                body["spotsAvailable"] = max(1, bounty.spots_available + rng.choice([-1, 1]))
            who = self.owner(rng, bounty)
            answer = self.call(rng, who, "PATCH", at(bounty), body)
            if answer.code == "wallet_impact_confirmation_required":
                cents = answer["cents"] + (rng.random() < 0.1)
                said = {"walletImpactAcknowledged": True, "walletImpactCents": cents}
                self.call(rng, who, "PATCH", at(bounty), body | said)

    def set_status(self, rng: random.Random) -> None:
        if bounty := self.bounty(
            rng, status__in=("open", "partially_filled", "paused", "in_review", "pending_funding")
        ):
            to = rng.choice(["open", "open", "open", "paused", "in_review", "closed"])
            self.call(rng, self.owner(rng, bounty), "PATCH", at(bounty), {"status": to})

    def cancel(self, rng: random.Random) -> None:
        if bounty := self.bounty(rng, spots_filled=0):
            body = {"reason": "task_no_longer_needed"}
            self.call(rng, self.owner(rng, bounty), "DELETE", at(bounty), body)

    def escrow(self, rng: random.Random) -> None:
        verb = rng.choice(["release", "release", "complete", "cancel"])
        wanted = {"release": ["delivered", "completed"], "complete": ["delivered"], "cancel": ["locked"]}[verb]
        rows = Escrow.objects.all()
        if row := pick(rng, rows.filter(kind="seat", status__in=wanted) if rng.random() < 0.9 else rows):
            who = rng.choice(self.agents) if rng.random() < 0.05 else self.by_account[row.owner_id]
            body = {"acknowledgeRelease": True} if verb == "release" else None
            self.call(rng, who, "POST", f"/api/escrow/{row.public_id}/{verb}", body)

    def expire(self, rng: random.Random) -> None:
        if row := self.application(rng, **HIRED):
            path = f"{at(row.bounty)}/applications/{row.public_id}/expire"
            self.call(rng, self.owner(rng, row.bounty), "POST", path, {"reason": "R"})

    def decide_extension(self, rng: random.Random) -> None:
        if row := self.application(rng, extension_until__isnull=False):
            path = f"{at(row.bounty)}/applications/{row.public_id}/extension/decision"
            body = {"action": rng.choice(["approve", "deny", "grant"]), "hours": 5}
            self.call(rng, self.owner(rng, row.bounty), "POST", path, body)

    # -------------------------------------------------------------- verbs of the worker

    def apply(self, rng: random.Random) -> None:
        if bounty := self.bounty(rng, status__in=("open", "partially_filled")):
            who, path = rng.choice(self.workers), f"{at(bounty)}/applications"
            if bounty.submission_mode == "application":
                links = [{"type": row["type"], "url": "https://example.com/me"} for row in bounty.required_links]
                self.call(rng, who, "POST", path, {"coverLetter": "C", "links": links})
            else:
                form = {"consent": "true", "files": picture(), "kinds": "upload"}
                self.look("POST", path, who.upload(path, form))

    def withdraw(self, rng: random.Random) -> None:
        if row := self.application(rng, status__in=("pending", "accepted"), escrow__delivered_at=None):
            path = f"{at(row.bounty)}/applications/{row.public_id}"
            self.call(rng, self.human(rng, row), "PATCH", path, {"action": "withdraw"})

    def confirm(self, rng: random.Random) -> None:
        if row := self.application(rng, **HIRED, confirmed_at=None):
            path = f"{at(row.bounty)}/applications/{row.public_id}/{rng.choice(['confirm', 'confirm', 'start'])}"
            self.call(rng, self.human(rng, row), "POST", path)

    def extend(self, rng: random.Random) -> None:
        if row := self.application(rng, **HIRED, confirmed_at__isnull=False):
            path = f"{at(row.bounty)}/applications/{row.public_id}/extension"
            self.call(rng, self.human(rng, row), "POST", path, {"hours": 6, "reason": "R"})

    def submit(self, rng: random.Random) -> None:
        if row := self.application(rng, **HIRED, confirmed_at__isnull=False, escrow__status="locked"):
            body = {"textEvidence": "Done."}
            self.call(rng, self.human(rng, row), "POST", f"{at(row.bounty)}/submissions", body)

    def contest(self, rng: random.Random) -> None:
        if row := self.application(rng, **HIRED, confirmed_at__isnull=False):
            path = f"/api/work/{row.public_id}/contest"
            self.call(rng, self.human(rng, row), "POST", path, {"reason": "R"})

    def claim(self, rng: random.Random) -> None:
        if (row := self.application(rng, **HIRED, confirmed_at__isnull=False)) and row.conversation_id:
            path = f"/api/conversations/{row.conversation.public_id}/completion-claim"
            self.call(rng, self.by_account[row.human_id], "POST", path)

    def human(self, rng: random.Random, row: Application) -> Api:
        return rng.choice(self.workers) if rng.random() < 0.05 else self.by_account[row.human_id]

    # -------------------------------------------------------------- readers, and time

    def read(self, rng: random.Random) -> None:
        if bounty := self.bounty(rng):
            who = self.by_account[bounty.owner_id]
            for path in (at(bounty), f"{at(bounty)}/applications", f"{at(bounty)}/submissions", "/api/escrow"):
                self.look("GET", path, who.get(path))
            self.look("GET", "/api/work", rng.choice(self.workers).get("/api/work"))

    def jump(self, rng: random.Random) -> None:
        """Time passes, and every clock looks: beside whatever the others are doing."""
        self.pass_time(rng.choices(list(JUMPS), list(JUMPS.values()))[0])

    def pass_time(self, seconds: float) -> int:
        with self._clock:
            clock.freeze(clock.now() + timedelta(seconds=seconds))
        names = [name for name in current_app.conf.clock_tasks if name.startswith(self.timers)]
        return sum(int(current_app.tasks[name].run() or 0) for name in names)

    # -------------------------------------------------------------- what must be true

    def check(self) -> list[str]:
        """Everything that is wrong now, while nobody moves. Empty when all is well."""
        found = list(self.wrong)
        found += [f"check_ledger: {row}" for row in violations()]
        found += [f"{bounty.public_id} is {bounty.status}: {why}" for bounty, why in odd_bounties()]
        found += odd_seats()
        found += odd_facts()
        return found + walk_money.odd_sums()


def odd_bounties() -> list[tuple[Bounty, str]]:
    """Bounties whose status does not fit their seats."""
    found = []
    for bounty in Bounty.objects.select_related("pool"):
        seats = list(Escrow.objects.filter(parent_id=bounty.pool_id).values_list("status", flat=True))
        taken, spots = bounty.spots_filled, bounty.spots_available
        working = [status for status in seats if status in ("locked", "delivered")]
        held = [status for status in seats if status in ("completed", "disputed")]
        open_seats = working + held
        rests = taken == spots > 0 and not working  # a seat of a completed bounty may be disputed
        rules = {
            "open": taken == 0 < spots,
            "partially_filled": 0 < taken < spots,
            "assigned": taken == spots > 0 and bool(working or "disputed" in held),
            "completed": rests and bool(held),
            "paid": not open_seats and ("released" in seats or "resolved" in seats),
            "closed": taken == 0 and not open_seats,
            "cancelled": taken == 0 and not open_seats,
        }
        if not rules.get(bounty.status, True):
            found.append((bounty, f"{taken} of {spots} taken, seats {seats}"))
        if (bounty.status == "pending_funding") != (bounty.pending_edit is not None):
            found.append((bounty, f"a raise waits: {bounty.pending_edit}"))
    return found


def odd_seats() -> list[str]:
    """Applications that disagree with their escrow, their evidence or their conversation."""
    found = []
    for row in Application.objects.select_related("escrow", "conversation"):
        status = row.escrow.status if row.escrow else None
        pending = row.submissions.filter(status="pending_review").count()
        if row.status == "accepted" and status not in HOLDS:
            found.append(f"{row.public_id} is accepted, its money {status}")
        if row.status in ("expired", "withdrawn", "rejected", "pending") and status not in (None, "refunded"):
            found.append(f"{row.public_id} is {row.status}, its money {status}")
        if pending > 1 or (pending and status not in ("delivered", "disputed")):
            found.append(f"{row.public_id} has {pending} submissions in review, its money is {status}")
        if row.conversation and row.conversation.subject_status != row.status:
            found.append(f"{row.public_id} is {row.status}, its conversation says {row.conversation.subject_status}")
        if row.status == "pending" and row.bounty.status in ("closed", "cancelled"):
            found.append(f"{row.public_id} waits for a bounty that is {row.bounty.status}")
    return found


def odd_facts() -> list[str]:
    """Facts that were told more or less often than they happened."""
    told: Counter[str] = Counter(Event.objects.values_list("type", flat=True))
    seats = Escrow.objects.filter(kind="seat")
    reviewed = Submission.objects.filter(finalized_at__isnull=False, bounty__submission_mode="application")
    happened = {
        "application.accepted": seats.count(),
        **walk_disputes.happened(),
        "escrow.released": seats.filter(status="released").count(),
        "bounty.completed": seats.filter(completed_at__isnull=False).count(),
        "application.seat_expired": seats.filter(status="refunded").count(),
        "proof.uploaded": Submission.objects.count(),
        "submission.reviewed": reviewed.count(),
    }
    return [f"{name} told {told[name]} times, happened {n}" for name, n in happened.items() if told[name] != n]


def pick(rng: random.Random, rows: Any) -> Any:
    found = list(rows.order_by("pk"))
    return rng.choice(found) if found else None


def at(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


def iso(moment: Any) -> str:
    return moment.isoformat().replace("+00:00", "Z")


_TABLE: dict[Callable[[Walk, random.Random], None], int] = {
    Walk.create: 8,
    Walk.fund: 3,
    Walk.pay_page: 5,
    Walk.decide: 18,
    Walk.take_back: 3,
    Walk.review: 7,
    Walk.reprice: 6,
    Walk.set_status: 5,
    Walk.cancel: 2,
    Walk.escrow: 7,
    Walk.expire: 3,
    Walk.decide_extension: 2,
    Walk.apply: 16,
    Walk.withdraw: 4,
    Walk.confirm: 14,
    Walk.extend: 3,
    Walk.submit: 12,
    Walk.contest: 2,
    Walk.claim: 3,
    Walk.read: 2,
    **walk_disputes.TABLE,
    walk_money.deposit: 2,
    walk_money.pay_with_stablecoins: 2,
    walk_money.pay_a_quote: 2,
    walk_money.hire_by_name: 3,
    walk_money.pay_for_a_seat: 3,
    walk_money.ask_others: 3,
    walk_money.refund_a_customer: 3,
    walk_money.tip: 4,
    walk_money.take_out: 5,
    walk_money.return_a_deposit: 3,
    walk_money.set_caps: 2,
    walk_money.bank: 3,
    Walk.jump: 4,
}
VERBS, WEIGHTS = list(_TABLE), list(_TABLE.values())
