"""Pay for one person's seat, whatever the state of the hire: POST /api/escrow/checkout."""

from dataclasses import dataclass

from bounties.errors import AmountMismatch, ConversationNotPayable
from bounties.models import Application, Bounty
from bounties.rules.bounties import FEE_KIND
from bounties.rules.hiring import DEFAULT_HOURS
from bounties.selectors import access
from bounties.services import applications, funding
from bounties.services.hiring import Hired, HireForm, hire_by_name
from escrow.errors import NotPoster
from escrow.rules.escrows import Unit, unit
from escrow.selectors import rates
from humans.models import Conversation, Message
from humans.selectors import access as conversation_access
from humans.selectors import conversations
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid

_WHICH_SEAT = "Give conversationId, or bountyId and applicationId."


@dataclass(frozen=True, slots=True)
class SeatPayment:
    """Which seat to pay for, by its bounty and application or by its conversation (public ids). `cents` is the amount that
    the caller expects, the worker's pay or the total with the fee; None: not checked."""

    bounty_id: str | None
    application_id: str | None
    conversation_id: str | None
    cents: int | None


def pay_for_seat(actor: Actor, payment: SeatPayment) -> Hired:
    """Pay for a seat (spec, Endpoints, Escrow).

    A pending applicant is hired and their seat paid from the pool; for an accepted one nothing changes. A direct hire that
    waits for its deposit is funded by the wallet and hired, else a checkout is opened. By conversation, the amount of its
    latest payment offer must match the seat. A conversation about no application is paid by its offer: the person is hired
    by name for that amount, once.
    In the caller's transaction. Locks bounty, application, pool. Raises NotFound (404), NotOwner, NotPoster, NotForOneself,
    SpendingCapExceeded (403), InsufficientFunds (402), ConversationNotPayable, AmountMismatch, ManagedBounty,
    DeadlinePassed, HumanNotAvailable and every refusal of `applications.hire` (409), NoCardProvider (503).
    """
    conversation = None
    if payment.conversation_id is not None:
        conversation = conversation_access.own_conversation(actor, payment.conversation_id)
    if conversation is not None and conversation.application_id is None:
        return _hire_from_offer(actor, conversation, payment)
    bounty_id, application_id, expected = _seat(payment, conversation)
    return _pay(actor, bounty_id, application_id, expected)


def _pay(actor: Actor, bounty_id: str, application_id: str, expected: list[int]) -> Hired:
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    application = access.application_of(bounty, application_id, lock=True)
    actor.check_not_about_oneself(application.human_id)
    _check_amount(bounty, application, expected)
    if application.status == "accepted":
        return Hired(bounty, application, None)
    access.check_not_reserved(bounty, "accept")
    # Only direct hires have applications before the deposit.
    if application.status == "pending" and bounty.status == "pending_deposit":
        funding.check_deadline(bounty)
        applications.check_hirable(bounty, application)
        checkout = funding.fund_or_ask(actor, bounty)
        return Hired(bounty, access.application_of(bounty, application_id), checkout)
    return Hired(bounty, applications.hire(actor, bounty, application), None)


def _seat(payment: SeatPayment, conversation: Conversation | None) -> tuple[str, str, list[int]]:
    """(bounty id, application id, amounts in cents that the caller and the latest offer expect)."""
    expected = [] if payment.cents is None else [payment.cents]
    if conversation is None:
        if payment.bounty_id is None or payment.application_id is None:
            names = {"applicationId": payment.application_id, "bountyId": payment.bounty_id}
            missing = [name for name, given in names.items() if given is None]
            raise Invalid({missing[0] if len(missing) == 1 else "conversationId": [_WHICH_SEAT]})
        return payment.bounty_id, payment.application_id, expected
    assert conversation.bounty_id is not None and conversation.application_id is not None
    about = ids.encode("bty", conversation.bounty_id), ids.encode("app", conversation.application_id)
    if (payment.bounty_id or about[0], payment.application_id or about[1]) != about:
        raise Invalid({"conversationId": ["This conversation is about another application. Give one of the two."]})
    offer = conversations.latest_payment_offer(conversation.pk)
    return *about, expected + ([offer.metadata["amountCents"]] if offer else [])


def _hire_from_offer(actor: Actor, conversation: Conversation, payment: SeatPayment) -> Hired:
    """Turn the latest payment offer of a conversation about no application into a private bounty, as a rental: its amount
    is the worker's pay, its text the task. An offer that was used before is paid as its existing hire.

    Locks the conversation before it creates the bounty. Raises NotPoster (403) for the person who would be hired.
    """
    if payment.bounty_id is not None or payment.application_id is not None:
        raise Invalid({"conversationId": ["This conversation is about no application. Give one of the two."]})
    if conversation.viewer_side != "agent":
        raise NotPoster()
    offer = _offer(conversation)
    hired = Bounty.objects.filter(offer_id=offer.pk)
    if not hired.exists():
        # A concurrent caller waits here, and then finds the bounty of the first one.
        conversation_access.own_conversation(actor, conversation.public_id, lock=True)
    existing = hired.first()
    # An offer names the pay only; the fee rate is the one at the time of the hire.
    fee_bps = rates.bps_for(FEE_KIND["rental"]) if existing is None else existing.fee_bps
    one = unit(offer.metadata["amountCents"], fee_bps)
    _check_amounts(one, [] if payment.cents is None else [payment.cents])
    if existing is not None:
        application = existing.applications.get()
        return _pay(actor, existing.public_id, application.public_id, [])
    fields: HireForm = {
        "title": conversation.subject,
        "description": offer.content,
        "price_cents": one.price,
        "fee_bps": fee_bps,
        "price_type": "fixed",
        "estimated_hours": DEFAULT_HOURS,
        "offer_id": offer.pk,
    }
    return hire_by_name(actor, conversation.human.public_profile_id, fields, kind="rental")


def _offer(conversation: Conversation) -> Message:
    """Raises ConversationNotPayable (409)."""
    offer = conversations.latest_payment_offer(conversation.pk)
    if offer is None or conversation.is_direct_messaging_disabled:
        raise ConversationNotPayable()
    return offer


def _check_amount(bounty: Bounty, application: Application, expected: list[int]) -> None:
    escrow = application.escrow  # its price is fixed at the hire; the bounty's may have changed since
    _check_amounts(escrow.unit if escrow else bounty.unit, expected)


def _check_amounts(one: Unit, expected: list[int]) -> None:
    """Raises AmountMismatch (409) for an amount in cents that is neither the worker's pay nor the total."""
    if any(cents not in (one.price, one.total) for cents in expected):
        raise AmountMismatch(price_cents=one.price, total_cents=one.total)
