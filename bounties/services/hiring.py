"""Hire one person by name: a private bounty of one spot, their application, the money and the seat in one transaction."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NotRequired, TypedDict
from uuid import UUID

from bounties.errors import OwnHire
from bounties.models import Application, Bounty
from bounties.selectors import access, due, terms
from bounties.services import bounties, funding, screening, spending_rules
from escrow.services import releases
from humans.models import Profile
from humans.selectors import access as conversation_access
from humans.selectors import search
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.transactions import for_each_due
from wallet.models import Checkout


@dataclass(slots=True)
class Hired:
    """A direct hire. With an open `checkout` the bounty waits for its deposit, and nobody is hired yet."""

    bounty: Bounty
    application: Application
    checkout: Checkout | None


class HireForm(TypedDict):
    """The columns of a bounty for one named person, as `RentalIn` and `PersonalIn` read them."""

    title: str
    description: str
    price_cents: int  # the worker's pay in US cents
    price_type: str
    estimated_hours: Decimal
    completion_criteria: NotRequired[str]
    deadline: NotRequired[datetime]  # UTC
    completion_window_hours: NotRequired[int | None]
    category: NotRequired[str]
    fee_bps: NotRequired[int]  # basis points, when it was agreed before
    offer_id: NotRequired[UUID]  # the payment offer that this hire accepts


def hire_by_name(
    actor: Actor,
    human_id: str,
    fields: HireForm,
    *,
    kind: str,
    method: str = "",
    conversation_id: str | None = None,
) -> Hired:
    """Create a rental or personal bounty for one person (spec, Endpoints, Escrow).

    Paid by the wallet, the person is hired at once; otherwise a checkout is opened whose payment hires them
    (`funding.go_live`). `human_id`: public profile id or username; `kind`: rental or personal; `method`: wallet (never a
    checkout), checkout (always one), or empty (wallet first). `conversation_id` (cnv_…) is only checked to be the caller's
    conversation with this person: the hire gets one of its own.
    In the caller's transaction; locks pool and wallet account. Raises NotFound (404), OwnHire, NotForOneself, Invalid (400),
    HumanNotAvailable (409), InsufficientFunds (402), SpendingCapExceeded, CategoryNotAllowed, CountryNotAllowed (403),
    NoCardProvider (503).
    """
    profile = search.get_public(human_id)
    if profile.account_id == actor.id:
        raise OwnHire()
    actor.check_not_about_oneself(profile.account_id)
    screening.check_named(actor.id, profile)
    if conversation_id is not None:
        conversation = conversation_access.own_conversation(actor, conversation_id)
        if conversation.viewer_side != "agent" or conversation.human_id != profile.account_id:
            raise NotFound("You have no such conversation with this person. Leave conversationId out, or correct it.")
    spending_rules.check_person(actor, profile.country)
    bounty = bounties.create(actor, {**fields, "spots_available": 1, "auto_accept": False}, kind=kind, private=True)
    apply_for(bounty, profile)
    checkout = None
    if method == "wallet":
        funding.go_live(actor, bounty, source="wallet")
    else:
        checkout = funding.fund_or_ask(actor, bounty, by_page=method == "checkout")
    return Hired(bounty, _application_of(bounty), checkout)


def current_state(actor: Actor, bounty_id: str) -> Hired:
    """A direct hire now, to answer a replayed call. Locks nothing. Raises NotFound (404), NotOwner (403)."""
    bounty, checkout = funding.current_state(actor, bounty_id)
    return Hired(bounty, _application_of(bounty), checkout)


def _application_of(bounty: Bounty) -> Application:
    found: Application = Application.objects.select_related("escrow", "conversation").get(bounty_id=bounty.pk)
    return found


def apply_for(bounty: Bounty, profile: Profile) -> Application:
    """Create the named person's application: pending, and open to withdrawal, until the deposit is paid.

    The bounty is locked by the caller, or was created in this transaction.
    """
    application = Application(bounty=bounty, human=profile.account, country=profile.country)
    application.terms_snapshot = terms.snapshot(bounty)
    application.conversation = conversations.open_for_application(
        agent_id=bounty.owner_id,
        human_id=profile.account_id,
        bounty_id=bounty.pk,
        application_id=application.pk,
        subject=bounty.title,
        status="pending",
    )
    application.save(force_insert=True)
    bounty.application_count += 1
    bounty.save(update_fields=["application_count"])
    return application


def settle_personal() -> int:
    """Timer: two days after its deadline, release the escrow of a delivered personal bounty, reviewed or not (spec, Endpoints,
    Escrow). Returns how many.

    Approved work is released by the escrow's own timer by then; undelivered seats are refunded and returned evidence
    becomes a staff case (`timers.release_overdue`). Locks bounty, application, pool, escrow.
    """
    now = clock.now()

    def work(pk: UUID) -> None:
        _, application = access.lock_seat(pk)
        escrow = application.escrow
        is_due = application.complete_by is not None and application.complete_by <= now
        if application.status == "accepted" and is_due and escrow is not None and escrow.status == "delivered":
            releases.release_by_timer(escrow.pk, note="two days after the deadline")

    return for_each_due(due.delivered_personal().filter(complete_by__lte=now), work, by="complete_by")
