"""Makes the demo marketplace and writes DATA_DIR/demo.json with the credentials to act in it."""

import os
import secrets
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Permission

from bounties.models import Application
from bounties.services import applications, bounties, funding, screening, seats, submissions
from config.demo.people import BOUNTIES, WORKERS
from config.demo.portraits import portrait
from escrow.services import escrows
from humans.services import messages, photos, profiles, relations, reviews
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.later import unit
from marketplace.models import Account
from marketplace.services import keys
from wallet.providers.sandbox import Card
from wallet.services import checkouts, pages

AGENT_EMAIL = "agent@example.com"


def seed() -> Path | None:
    """Fill an empty sandbox. Returns where the credentials are; None when there was something in the database already."""
    if Account.objects.exists():
        return None
    return unit(_seed)


def _seed() -> Path:
    operator, operator_password = _staff("operator", operator=True)
    support, support_password = _staff("support", operator=False)
    agent_account = _account(AGENT_EMAIL, _password(), name="Scout (demo agent)")
    key, raw_key = keys.issue(agent_account, "demo key")
    agent = Actor(account=agent_account, via="key", key=key)
    people = [_worker(dict(row)) for row in WORKERS]
    _deposit(agent, 25_000)
    _market(agent, [Actor(account=account, via="session") for account, _ in people])
    return _write(
        {
            "baseUrl": settings.BASE_URL,
            "operator": {"username": operator.username, "password": operator_password},
            "support": {"username": support.username, "password": support_password},
            "agent": {"email": agent_account.email, "apiKey": raw_key},
            "workers": [
                {"email": account.email, "password": password, "profileId": account.public_profile_id}
                for account, password in people
            ],
        }
    )


def _market(agent: Actor, workers: list[Actor]) -> None:
    """Three open bounties, applicants waiting, and one hire that went all the way."""
    photo, calls, page = (_post(agent, row) for row in BOUNTIES)
    ines, marcus, yuki, amara = workers
    in_lisbon = screening.Position(lat=38.7139, lng=-9.1394, accuracy_m=20, captured_at=clock.wall())
    letter = {"cover_letter": "I pass there every morning and can send the photo before nine."}
    applications.apply(ines, photo, letter, position=in_lisbon)
    applications.apply(marcus, calls, {"cover_letter": "I can call them today."})
    hired = applications.apply(amara, calls, {"cover_letter": "I do phone research every day; you get a clean table."})
    applications.apply(yuki, page, {"cover_letter": "Happy to look at it with fresh eyes."})
    applications.accept(agent, calls, hired.public_id, response="Thank you, please go ahead.")
    seats.confirm(amara, calls, hired.public_id)
    _talk(agent, amara, hired)
    sent = submissions.submit(
        amara,
        calls,
        {
            "text_evidence": "Five stores called; two have the part, from 6.40.",
            "links": [],
            "answers": [],
            "files": [],
        },
    )
    submissions.review(agent, calls, sent.public_id, action="approve")
    hired.refresh_from_db()
    assert hired.escrow is not None
    escrows.release(agent, hired.escrow.public_id, acknowledged=True)
    who, seat = amara.me.public_profile_id, calls
    reviews.post(agent, bounty_id=seat, human_id=who, rating=5, comment="Five calls in an hour, and a clean table.")
    relations.add(agent, "preferred", who, note="Asks the right second question.")


def _talk(agent: Actor, worker: Actor, hired: Application) -> None:
    """A few words during the work; the last ones are unread."""
    assert hired.conversation is not None
    conversation = hired.conversation.public_id
    for who, words in (
        (agent, "Please ask for the opening hours, too."),
        (worker, "Will do. Two stores open at ten; I call them then."),
        (agent, "Perfect, thank you."),
    ):
        messages.send(who, conversation, content=words)


def _post(agent: Actor, row: dict[str, Any]) -> str:
    fields: dict[str, Any] = {
        "price_type": "fixed",
        "spots_available": 1,
        "agent_type": "demo",
        **row,
        "estimated_hours": Decimal(row["estimated_hours"]),
    }
    bounty = bounties.create(agent, fields)
    funding.fund_or_ask(agent, bounty)
    return bounty.public_id


def _deposit(agent: Actor, cents: int) -> None:
    checkout = checkouts.open_checkout(account_id=agent.id, purpose="deposit", cents=cents, description="Demo money")
    pages.pay(checkout.pk, Card(name="", number="4242 4242 4242 4242", expiry="12/49", code="123"))


def _staff(username: str, *, operator: bool) -> tuple[Account, str]:
    password = _password()
    account = _account(f"{username}@example.com", password, username=username, name=username.capitalize())
    account.is_staff, account.is_superuser = True, operator
    account.save(update_fields=["is_staff", "is_superuser"])
    account.user_permissions.set(
        Permission.objects.filter(codename__startswith="view_")
    )  # support reads, and only that
    return account, password


def _worker(row: dict[str, Any]) -> tuple[Account, str]:
    password = _password()
    account = _account(row.pop("email"), password)
    actor = Actor(account=account, via="session")
    colour = row.pop("colour")
    profiles.edit(actor, row)
    account.refresh_from_db()
    photos.add(actor, photos.redrawn([portrait(row["name"], colour)]))
    return account, password


def _account(email: str, password: str, **fields: Any) -> Account:
    account: Account = Account.objects.create_user(email, password, email_verified_at=clock.now(), **fields)
    EmailAddress.objects.create(user=account, email=email, verified=True, primary=True)
    return account


def _password() -> str:
    return secrets.token_urlsafe(12)


def _write(credentials: dict[str, Any]) -> Path:
    path = Path(settings.DATA_DIR) / "demo.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(orjson.dumps(credentials, option=orjson.OPT_INDENT_2) + b"\n")
    return path
