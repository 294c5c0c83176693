"""Hire one person by name: a private bounty of one spot, his application, the money and the seat in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from bounties.errors import HumanNotAvailable, OwnHire
from bounties.models import Application, Bounty
from bounties.rules.hiring import PERSONAL_SETTLES_AFTER
from bounties.selectors import access
from bounties.services import bounties, funding, seats, timers
from escrow.services import escrows
from humans.models import Profile
from humans.selectors import access as talks
from humans.selectors import search
from humans.services import conversations
from marketplace.core import clock, money
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.later import each
from wallet.models import Checkout


@dataclass(slots=True)
class Hired:
    """`checkout` is the page that pays when the wallet was short: then the bounty waits and nobody is hired yet."""

    bounty: Bounty
    application: Application
    checkout: Checkout | None


def hire_by_name(
    actor: Actor,
    human_id: str,
    fields: Mapping[str, Any],
    *,
    kind: str,
    wallet_only: bool = False,
    conversation_id: str | None = None,
) -> Hired:
    """Rental or personal bounty. Funded from the wallet he is hired at once; else a page is opened, and who pays it
    hires him (`funding.go_live`). With `wallet_only` a short wallet is refused instead, and nothing is made.

    The caller's transaction. `conversation_id` must be the caller's own conversation with this person; it is only
    checked: the hire has a conversation of its own. Raises NotFound, OwnHire (400), HumanNotAvailable (409), Invalid
    (400), InsufficientFunds (402).
    """
    profile = _person(actor, human_id)
    if conversation_id is not None:
        talk = talks.own_conversation(actor, conversation_id)
        if talk.viewer_side != "agent" or talk.human_id != profile.account_id:
            raise NotFound("You have no such conversation with this person. Leave conversationId out, or correct it.")
    bounty = bounties.create(actor, {**fields, "spots_available": 1, "auto_accept": False}, kind=kind, private=True)
    application = _apply_for(bounty, profile)
    checkout = None
    if wallet_only:
        funding.go_live(actor, bounty, source="wallet")
    else:
        checkout = funding.fund_or_ask(actor, bounty)
    return Hired(bounty, Application.objects.select_related("escrow", "conversation").get(pk=application.pk), checkout)


def _person(actor: Actor, human_id: str) -> Profile:
    profile = search.get_public(human_id)
    if profile.account_id == actor.id:
        raise OwnHire()
    if not (profile.is_complete and profile.is_available and profile.account.email_verified_at):
        raise HumanNotAvailable()
    return profile


def _apply_for(bounty: Bounty, profile: Profile) -> Application:
    """The named person's application, pending until the money is there; he can withdraw it until then."""
    application = Application(bounty=bounty, human=profile.account, country=profile.country)
    application.terms_snapshot = {
        "currency": "USD",
        "compensation": {"type": bounty.price_type, "total": money.dollars_from_cents(bounty.seat_cents)},
    }
    application.conversation = conversations.open_for(
        agent_id=bounty.owner_id,
        human_id=profile.account_id,
        bounty_id=bounty.pk,
        application_id=application.pk,
        subject=bounty.title,
        status="pending",
    )
    application.save(force_insert=True)
    bounty.application_count = 1
    bounty.save(update_fields=["application_count"])
    return application


def settle_personal() -> int:
    """Timer: two days after its deadline a personal bounty is released if delivered or completed, and refunded to the
    wallet if nothing was delivered. Evidence that was sent back and not replaced becomes a case for staff."""
    due = clock.now() - PERSONAL_SETTLES_AFTER

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        escrow = application.escrow
        if application.status != "accepted" or escrow is None or bounty.deadline > due:
            return
        if escrow.status in ("delivered", "completed"):
            escrows.release_by_clock(escrow.pk, note="two days after the deadline")
        elif escrow.status == "locked" and escrow.delivered_at is None:
            seats.drop(Actor.system(), bounty, application, reason="overdue")
        elif escrow.status == "locked":
            timers.call_staff(bounty, application)

    rows = Application.objects.filter(
        bounty__kind="personal",
        bounty__status__in=("assigned", "completed"),
        bounty__deadline__lte=due,
        status="accepted",
        needs_staff_at=None,
        escrow__status__in=("locked", "delivered", "completed"),
    )
    return each(rows, work, by="bounty__deadline")
