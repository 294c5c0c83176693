"""Hire one person by name: a private bounty of one spot, his application, the money and the seat in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from bounties.errors import OwnHire
from bounties.models import Application, Bounty
from bounties.selectors import access
from bounties.services import applications, bounties, funding, screening
from escrow.services import releases
from humans.models import Profile
from humans.selectors import access as talks
from humans.selectors import search
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.transactions import for_each_due
from wallet.models import Checkout


@dataclass(slots=True)
class Hired:
    """`checkout` is the page that pays: as long as it is there the bounty waits, and nobody is hired yet."""

    bounty: Bounty
    application: Application
    checkout: Checkout | None


def hire_by_name(
    actor: Actor,
    human_id: str,
    fields: Mapping[str, Any],
    *,
    kind: str,
    method: str = "",
    conversation_id: str | None = None,
) -> Hired:
    """Rental or personal bounty. Paid by the wallet, the person is hired at once; else a page is opened, and who pays it
    hires (`funding.go_live`). `method` wallet never opens a page, `checkout` always does; without one the wallet comes
    first.

    The caller's transaction. `conversation_id` must be the caller's own conversation with this person; it is only
    checked: the hire has a conversation of its own. Raises NotFound, OwnHire (400), HumanNotAvailable (409), Invalid
    (400), InsufficientFunds (402), NoCardProvider (503).
    """
    profile = search.get_public(human_id)
    if profile.account_id == actor.id:
        raise OwnHire()
    screening.check_named(actor.id, profile)
    if conversation_id is not None:
        talk = talks.own_conversation(actor, conversation_id)
        if talk.viewer_side != "agent" or talk.human_id != profile.account_id:
            raise NotFound("You have no such conversation with this person. Leave conversationId out, or correct it.")
    bounty = bounties.create(actor, {**fields, "spots_available": 1, "auto_accept": False}, kind=kind, private=True)
    apply_for(bounty, profile)
    checkout = None
    if method == "wallet":
        funding.go_live(actor, bounty, source="wallet")
    else:
        checkout = funding.fund_or_ask(actor, bounty, by_page=method == "checkout")
    return Hired(bounty, _application_of(bounty), checkout)


def standing(actor: Actor, bounty_id: str) -> Hired:
    """How a direct hire stands now: for a replayed call. Changes nothing."""
    bounty, checkout = funding.standing(actor, bounty_id)
    return Hired(bounty, _application_of(bounty), checkout)


def _application_of(bounty: Bounty) -> Application:
    found: Application = Application.objects.select_related("escrow", "conversation").get(bounty_id=bounty.pk)
    return found


def apply_for(bounty: Bounty, profile: Profile) -> Application:
    """The named person's application: pending until the money is there, and until then it can be withdrawn. The bounty is
    locked, or newborn."""
    application = Application(bounty=bounty, human=profile.account, country=profile.country)
    application.terms_snapshot = applications.terms(bounty)
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
    """Timer: two days after its deadline what was delivered on a personal bounty is paid, reviewed or not. What was
    approved before is released by its own clock, which ends there, too; what was never delivered is refunded as any
    overdue seat, and evidence that was sent back becomes a case for staff (`timers.release_overdue`)."""
    now = clock.now()

    def work(pk: UUID) -> None:
        _, application = access.lock_seat(pk)
        escrow = application.escrow
        is_due = application.complete_by is not None and application.complete_by <= now
        if application.status == "accepted" and is_due and escrow is not None and escrow.status == "delivered":
            releases.release_by_clock(escrow.pk, note="two days after the deadline")

    due = Application.objects.filter(
        bounty__kind="personal", status="accepted", complete_by__lte=now, escrow__status="delivered"
    )
    return for_each_due(due, work, by="complete_by")
