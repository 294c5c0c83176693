"""A marketplace with one of everything, and the seven callers that every route is asked by."""

import re
from dataclasses import dataclass, field

from django.conf import settings
from django.test import Client

from bounties.models import Bounty
from escrow.models import Transfer
from escrow.rules.transfers import TRANSFER_LIFE
from marketplace.core import clock, ids, rights
from marketplace.core.actor import Actor
from marketplace.core.roles import AUDITOR
from marketplace.models import ApiKey, Call, IdempotencyRecord
from marketplace.services import accounts, keys, members
from tests.api import Answer, Api
from tests.contract import products
from tests.factories.accounts import given_agent, given_connection, given_worker
from tests.factories.approvals import asks_above, posting
from tests.factories.decisions import given_decision
from tests.factories.files import picture
from tests.factories.humanizations import given_humanization, hand_in, look
from tests.factories.identities import Signer
from tests.factories.invoices import given_invoice
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_charged,
    given_delivered,
    given_funded_agent,
    given_payouts,
    given_review,
)
from tests.factories.members import given_invited, given_member
from tests.factories.plays import given_play
from tests.factories.qa import bounty_of, given_run, turn
from tests.factories.services import given_one_of_each
from tests.factories.taste import given_panel
from tests.factories.terms import answer, given_attended, given_changed
from wallet.models import AgentCheckout
from wallet.selectors import mpp
from wallet.services import checkouts, mpp_quotes
from webhooks.services import endpoints

CALLERS = ("nobody", "stranger_key", "stranger_session", "worker", "owner", "support", "operator")
STAGES = ("hired", "confirmed", "delivered", "completed", "released")
PHOTOS = {"maxImages": 1, "consentText": "You agree that we use it.", "confirmationMessage": "Thank you for the photo."}
HOOK = "http://127.0.0.1:9/hook"


@dataclass
class World:
    callers: dict[str, Api]
    names: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, caller: str) -> Api:
        return self.callers[caller]

    def browser(self, caller: str) -> Client:
        """One in which this caller has signed in."""
        client = Client(raise_request_exception=False)
        client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[caller]
        return client

    def path(self, template: str) -> str:
        """`/api/bounties/{open_bounty}` with the ids of this world."""
        return self.fill(template)

    def fill(self, text: str) -> str:
        return re.sub(r"\{([a-z_]+)\}", lambda match: self.names[match[1]], text)


def build() -> World:
    owner = given_funded_agent(1_000_000)
    worker = given_worker(name="Ada Hired", username="ada-hired")
    world = World(
        {
            "nobody": Api(),
            "stranger_key": given_agent(),
            "stranger_session": given_worker(),
            "worker": worker,
            "owner": owner,
            "support": given_agent(username="support", is_staff=True),
            "operator": given_agent(username="operator", is_staff=True, is_superuser=True),
        }
    )
    _work(world, owner, worker)
    _access(world, owner)
    world.names |= products.given(owner)
    world.names |= given_one_of_each(owner, worker)
    world.names |= _run(owner, worker)
    world.names["play"] = given_play(owner, world.names["open_bounty"]).public_id
    _texts(world, owner, worker)
    stranger = world["stranger_session"].account
    _ok(owner.post("/api/humans/preferred", {"humanId": stranger.public_profile_id}))
    given_review(human=stranger, author=owner.account)
    world.names["review"] = given_review(human=worker.account, author=owner.account).public_id
    answered = given_review(human=worker.account, author=owner.account, answer="Thank you.")
    world.names["answered_review"] = answered.public_id
    _members(world, owner, worker)
    Bounty.objects.update(dirty_since=None)  # nothing waits to be reconciled, which the first reader would do
    IdempotencyRecord.objects.all().delete()  # the market was made with keys; those that a test sends are the only ones
    workers_key, _ = keys.issue(worker.account, "a person's")
    world.names["workers_key"] = workers_key.public_id
    for name, account in (("connector", owner.account), ("workers_connector", worker.account)):
        world.names[name] = given_connection(account).public_id
    _sign_in(world)
    for caller in world.callers.values():
        caller.get("/api/account")  # the first use of a key is written down: not later, between two looks at the rows
    return world


def _sign_in(world: World) -> None:
    """Staff of each role, and somebody who is none, in browsers."""
    auditor = world.callers["auditor"] = given_agent()
    accounts.set_role(Actor.staff(world["operator"].account), auditor.account.pk, AUDITOR)
    auditor.account.refresh_from_db()
    for caller in ("owner", "support", "operator", "auditor"):
        client = Client()
        client.force_login(world[caller].account)
        world.sessions[caller] = client.cookies[settings.SESSION_COOKIE_NAME].value


def _members(world: World, owner: Api, worker: Api) -> None:
    """A member of each role who acts for the owner's account; a member and an invitation of the worker's; and one to the worker."""
    for role in rights.ROLES:
        world.callers[f"as {role}"] = given_member(owner, role)
    helper = given_member(worker, "viewer")
    world.names |= {
        "member": helper.account.memberships.get().public_id,
        "invitation": members.invite(acting(worker), email="helper@example.com", role="viewer").public_id,
        "invitation_token": given_invited(owner, worker.account.email),
    }


def sign_anew(world: World) -> None:
    """An identity that nobody has yet, with a signature of this moment, for the bodies that register it."""
    signed = Signer(b"the agent of the contract tests.").registration()
    world.names |= {
        "signer": signed["agentId"],
        "signer_key": signed["publicKey"],
        "signature": signed["signature"],
        "signed_at": signed["timestamp"],
    }


def _work(world: World, owner: Api, worker: Api) -> None:
    """Two open bounties (one that the worker applied to), one that waits for its deposit, and a seat in each stage."""
    unapplied = given_bounty(owner, title="Nobody has applied to this one")
    applied = given_bounty(owner, title="Somebody has applied")
    _, application = given_application(applied, worker)
    draft = given_bounty(owner, price_cents=950_000, title="Waits for its deposit")
    assert draft.status == "pending_deposit"
    collection = given_bounty(owner, title="Collects photos", submission_mode="photo_upload", upload_settings=PHOTOS)
    for person in (owner, worker):
        given_payouts(person)
    given_charged(owner, 2000)
    line = _ok(owner.get("/api/wallet/transactions?limit=1"))["transactions"][0]
    withdrawal = _ok(owner.post("/api/wallet/withdraw", {"amountCents": 100}))["withdrawal"]
    world.names |= {"funding": line["id"], "withdrawal": withdrawal["id"]}
    world.names["invoice"] = given_invoice(owner.account).public_id
    for stage in STAGES:
        _seat(world, owner, worker, stage)
    changed = given_changed(agent=owner, worker=worker)
    left = given_attended(agent=owner, worker=worker)
    _ok(answer(left, accept=False))
    panel = given_panel(agent=owner, respondentCount=1)
    panel.vote(panel.respondent(worker))
    frozen = given_delivered(agent=owner, worker=worker)
    objection = {"category": "other", "description": "Not what was asked for."}
    disputed = _ok(owner.post(f"/api/escrow/{frozen.escrow.public_id}/dispute", objection))["dispute"]
    offered = given_delivered(agent=owner, worker=worker)
    to_settle = _ok(owner.post(f"/api/escrow/{offered.escrow.public_id}/dispute", objection))["dispute"]["id"]
    offer = _ok(owner.post(f"/api/disputes/{to_settle}/offers", {"workerCents": 300}))["dispute"]["offers"][0]["id"]
    split = given_delivered(agent=owner, worker=worker)
    decided = _ok(owner.post(f"/api/escrow/{split.escrow.public_id}/dispute", objection))["dispute"]["id"]
    given_decision(
        Actor.staff(given_agent(is_staff=True).account),
        ids.decode("dsp", decided),
        worker_cents=split.escrow.human_payout_cents // 2,
    )
    world.names |= {
        "dispute": disputed["id"],
        "offered_dispute": to_settle,
        "settlement_offer": offer,
        "decided_dispute": decided,
        "changed_application": changed.application.public_id,
        "left_bounty": left.bounty.public_id,
        "left_application": left.application.public_id,
        "taste_run": panel.run_id,
        "open_bounty": unapplied.public_id,
        "open_pool": ids.encode("esc", unapplied.pool_id),
        "applied_bounty": applied.public_id,
        "application": application.public_id,
        "conversation": ids.encode("cnv", application.conversation_id),
        "draft_bounty": draft.public_id,
        "collection_bounty": collection.public_id,
        "human": worker.account.public_profile_id,
        "username": str(worker.account.username),
        "photo": _ok(worker.upload("/api/humans/me/photos", {"photos": picture()}))["photos"][0]["id"],
    }


def _run(owner: Api, worker: Api) -> dict[str, str]:
    """A QA run that is open, with the worker's application left to its owner."""
    _, run = given_run(owner, autoMode=False, requiredCredentials=["password"])
    sent = _ok(worker.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "I test for a living."}))
    turn()
    return {
        "qa_template": run.template.public_id,
        "qa_run": run.public_id,
        "qa_application": sent["application"]["id"],
    }


def _seat(world: World, owner: Api, worker: Api, stage: str) -> None:
    """A one-seat bounty whose worker has come as far as `stage` says."""
    bounty = given_bounty(owner, title=f"The seat is {stage}", completion_window_hours=24).public_id
    done = STAGES.index(stage)
    application = _ok(worker.post(f"/api/bounties/{bounty}/applications", {"coverLetter": "On my way."}))["application"]
    path = f"/api/bounties/{bounty}/applications/{application['id']}"
    escrow = _ok(owner.patch(path, {"action": "accept"}))["escrowId"]
    world.names |= {f"{stage}_bounty": bounty, f"{stage}_application": application["id"], f"{stage}_seat": escrow}
    world.names[f"{stage}_conversation"] = application["conversationId"]
    if done >= 1:
        _ok(worker.post(f"{path}/confirm"))
    if done >= 2:
        sent = _ok(worker.post(f"/api/bounties/{bounty}/submissions", {"textEvidence": "Done."}))["submission"]["id"]
        world.names[f"{stage}_submission"] = sent
    if done >= 3:
        submission = f"/api/bounties/{bounty}/submissions/{world.names[f'{stage}_submission']}"
        _ok(owner.patch(submission, {"action": "approve"}))
    if done >= 4:
        _ok(owner.post(f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True}))
        tip = {"recipientId": worker.account.public_profile_id, "bountyId": bounty, "amount": 1}
        world.names["transfer"] = _ok(owner.post("/api/transfers/send", tip))["transfer"]["id"]
        world.names["pending_transfer"] = Transfer.objects.create(
            sender=owner.account,
            recipient=worker.account,
            bounty_id=ids.decode("bty", bounty),
            amount_cents=100,
            lapses_at=clock.now() + TRANSFER_LIFE,
        ).public_id


def _texts(world: World, owner: Api, worker: Api) -> None:
    """Two humanizations: one that takes applications, one that the worker rewrites."""
    _, listed = given_humanization(owner)
    _, assigned = given_humanization(owner)
    _ok(hand_in(worker, assigned))
    look()
    world.names |= {"humanization": listed.public_id, "assigned_humanization": assigned.public_id}


def _ok(answer: Answer) -> Answer:
    assert answer.status == 200, answer.body
    return answer


def _access(world: World, owner: Api) -> None:
    second, _ = keys.issue(owner.account, "second key")
    endpoint, _ = endpoints.create(acting(owner), url=HOOK, events=["*"])
    delivery = endpoints.send_test(acting(owner), endpoint.public_id)
    deposit = checkouts.open_checkout(
        account_id=owner.account.pk, purpose="deposit", cents=2500, description="Wallet deposit"
    )
    mpp_quotes.offer(deposit)
    door = mpp.payment_offer(deposit)
    assert door is not None
    asks_above(owner, 0)
    asked = posting(owner, "asks its owner")["approvalId"]
    asks_above(owner, None)
    done = Call.objects.filter(account=owner.account, via="key", status=200).latest("pk")
    world.names |= {
        "approval": asked,
        "quote": door.body["quote"],
        "key": second.public_id,
        "endpoint": endpoint.public_id,
        "delivery": delivery.public_id,
        "call": done.public_id,
        "simulated": "rosa",
        "request": done.request_id,
        "deposit": deposit.public_id,
        "payment_link": _ok(owner.post("/api/payment-links", {"amount": 5, "description": "A"}))["paymentLinkId"],
        "agent_checkout": _paid_order(owner),
    }


def _paid_order(owner: Api) -> str:
    made = _ok(owner.post("/api/agent-checkouts", {"externalOrderId": "paid", "amount": 5, "description": "A"}))
    page = AgentCheckout.objects.get().checkout_id
    checkouts.book(page, rail="card", reference="paid_order", cents=500)
    return str(made["checkout"]["id"])


def revoked_key(caller: Api) -> str:
    key, raw = keys.issue(caller.account, "revoked")
    ApiKey.objects.filter(pk=key.pk).update(revoked_at=key.created_at)
    return raw


def check_failure(answer: Answer, status: int | None = None, code: str | None = None) -> None:
    """The one failure body, whole, and its request id that of the header."""
    assert status is None or answer.status == status, answer.body
    assert answer.headers["Content-Type"] == "application/json"
    assert answer["success"] is False
    assert answer["error"] and isinstance(answer["error"], str)
    assert answer["error_code"] == answer["code"] != ""
    assert answer["requestId"] == answer.headers["X-Request-Id"]
    assert code is None or answer.code == code, answer.body
    if answer.code == "validation_error":
        assert answer["fields"]
        for path, messages in answer["fields"].items():
            assert isinstance(path, str) and messages and all(isinstance(text, str) and text for text in messages)
