"""A marketplace with one of everything, and the seven callers that every route is asked by."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from marketplace.core import ids
from marketplace.models import ApiKey
from marketplace.services import keys
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    Seat,
    acting,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)
from wallet.services import checkouts
from webhooks.services import endpoints

CALLERS = ("nobody", "stranger_key", "stranger_session", "worker", "owner", "support", "operator")
HOOK = "http://127.0.0.1:9/hook"
TABLES = (
    "account_emailaddress bounties_application bounties_bounty bounties_submission bounties_submission_files "
    "django_session escrow_escrow escrow_ladderband humans_conversation humans_message humans_profile ledger_account "
    "ledger_move ledger_transaction marketplace_account marketplace_apikey marketplace_file "
    "marketplace_idempotencyrecord marketplace_mail marketplace_ratetier marketplace_signupcode wallet_checkout "
    "wallet_payment webhooks_attempt webhooks_delivery webhooks_endpoint webhooks_event"
).split()
# Bookkeeping of the front door, not part of what a refusal must leave alone.
_TOUCHED = {"marketplace_account": "last_active_at", "marketplace_apikey": "last_used_at"}


@dataclass
class World:
    callers: dict[str, Api]
    names: dict[str, str] = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)

    def __getitem__(self, caller: str) -> Api:
        return self.callers[caller]

    def path(self, template: str) -> str:
        """`/api/bounties/{open_bounty}` with the ids of this world."""
        return template.format_map(self.names)


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
    for caller in world.callers.values():
        caller.get("/api/account")  # the first use of a key is written down: not later, between two looks at the rows
    return world


def _work(world: World, owner: Api, worker: Api) -> None:
    """Two open bounties (one that the worker applied to) and a seat in each state."""
    unapplied = given_bounty(owner, title="Nobody has applied to this one")
    applied = given_bounty(owner, title="Somebody has applied")
    _, application = given_application(applied, worker)
    draft = given_bounty(given_agent_as(owner), price_cents=900_000, title="Waits for its deposit")
    world.seats = {
        "hired": _seat(given_hired, owner, worker, "Hired, not confirmed"),
        "confirmed": _seat(given_confirmed, owner, worker, "Hired and confirmed"),
        "delivered": _seat(given_delivered, owner, worker, "Evidence in review"),
        "completed": _seat(given_completed, owner, worker, "Approved"),
    }
    world.names |= {
        "open_bounty": unapplied.public_id,
        "open_pool": ids.encode("esc", unapplied.pool_id),
        "applied_bounty": applied.public_id,
        "application": application.public_id,
        "draft_bounty": draft.public_id,
        "human": worker.account.public_profile_id,
        "username": str(worker.account.username),
    }
    for name, seat in world.seats.items():
        world.names |= {
            f"{name}_bounty": seat.bounty.public_id,
            f"{name}_application": seat.application.public_id,
            f"{name}_seat": seat.escrow.public_id,
        }
    world.names["submission"] = world.seats["delivered"].application.submissions.get().public_id


def given_agent_as(owner: Api) -> Api:
    """The same caller: a name for the place where the wallet is meant to be too small for the sum."""
    return owner


def _seat(given: Any, owner: Api, worker: Api, title: str) -> Seat:
    bounty = given_bounty(owner, title=title)
    _, application = given_application(bounty, worker)
    return _advance(given, owner, worker, bounty, application)


def _advance(given: Any, owner: Api, worker: Api, bounty: Any, application: Any) -> Seat:
    raise NotImplementedError


def _access(world: World, owner: Api) -> None:
    second, _ = keys.issue(owner.account, "second key")
    endpoint, _ = endpoints.create(acting(owner), url=HOOK, events=["*"])
    delivery = endpoints.send_test(acting(owner), endpoint.public_id)
    deposit = checkouts.open_checkout(
        account_id=owner.account.pk, purpose="deposit", cents=2500, description="Wallet deposit"
    )
    world.names |= {
        "key": second.public_id,
        "endpoint": endpoint.public_id,
        "delivery": delivery.public_id,
        "deposit": deposit.public_id,
    }


def revoked_key(caller: Api) -> str:
    key, raw = keys.issue(caller.account, "revoked")
    ApiKey.objects.filter(pk=key.pk).update(revoked_at=key.created_at)
    return raw


def rows() -> dict[str, str]:
    """A digest of every table that a request may write."""
    parts = []
    for table in TABLES:
        shown = f"to_jsonb(t) - '{_TOUCHED[table]}'" if table in _TOUCHED else "to_jsonb(t)"
        parts.append(f"select '{table}', count(*), md5(string_agg(({shown})::text, ',' order by t::text)) from {table} t")
    with connection.cursor() as cursor:
        cursor.execute(" union all ".join(parts))
        return {name: f"{count} {digest}" for name, count, digest in cursor.fetchall()}


def differing(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [name for name in before if before[name] != after[name]]


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
