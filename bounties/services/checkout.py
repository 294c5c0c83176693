"""Pay for one applicant's seat, however far his hire has come: POST /api/escrow/checkout."""

from dataclasses import dataclass

from bounties.errors import AmountMismatch, ConversationNotPayable
from bounties.models import Application, Bounty
from bounties.rules.bounties import FEE_KIND
from bounties.rules.hiring import DEFAULT_HOURS
from bounties.selectors import access
from bounties.services import applications, funding
from bounties.services.hiring import Hired, hire_by_name
from escrow.errors import NotPoster
from escrow.rules import Unit, unit
from escrow.selectors import rates
from humans.models import Conversation, Message
from humans.selectors import access as talks
from humans.selectors import conversations
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid

_WHICH = "Give conversationId, or bountyId and applicationId."


@dataclass(frozen=True, slots=True)
class Asked:
    """Which seat: by its bounty and application, or by the conversation about it. `cents` is what the caller means to
    pay, the worker's price or the total with the fee; none asks for no check."""

    bounty_id: str | None
    application_id: str | None
    conversation_id: str | None
    cents: int | None


def pay_for_seat(actor: Actor, asked: Asked) -> Hired:
    """A pending applicant is accepted and his seat taken from the pool; of one who was accepted before nothing changes.
    A direct hire that waits for its money is funded, and hired, by the wallet, or else by the page that is answered.

    By conversation, its latest payment offer must be the seat's price or total, if there is one. In a conversation about no
    application the offer itself is taken up: its person is hired by name for it, once.
    The caller's transaction. Locks bounty, application, pool. Raises NotFound, NotOwner (403), ConversationNotPayable,
    AmountMismatch, ManagedBounty, every refusal of `applications.hire` (409), DeadlinePassed, HumanNotAvailable (409),
    InsufficientFunds (402), SpendingCapExceeded (403), NoCardProvider (503).
    """
    talk = talks.own_conversation(actor, asked.conversation_id) if asked.conversation_id is not None else None
    if talk is not None and talk.application_id is None:
        return _take_up(actor, talk, asked)
    bounty_id, application_id, sums = _seat(asked, talk)
    return _pay(actor, bounty_id, application_id, sums)


def _pay(actor: Actor, bounty_id: str, application_id: str, sums: list[int]) -> Hired:
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    application = access.application_of(bounty, application_id, lock=True)
    _check_amount(bounty, application, sums)
    if application.status == "accepted":
        return Hired(bounty, application, None)
    access.check_not_kept(bounty, "accept")
    if application.status == "pending" and bounty.status == "pending_deposit":  # of a direct hire: others apply later
        funding.check_deadline(bounty)
        applications.check_fit(bounty, application)
        checkout = funding.fund_or_ask(actor, bounty)
        return Hired(bounty, access.application_of(bounty, application_id), checkout)
    return Hired(bounty, applications.hire(actor, bounty, application), None)


def _seat(asked: Asked, talk: Conversation | None) -> tuple[str, str, list[int]]:
    """(bounty, application, what the caller and the latest offer say in cents)."""
    sums = [] if asked.cents is None else [asked.cents]
    if talk is None:
        if asked.bounty_id is None or asked.application_id is None:
            names = {"applicationId": asked.application_id, "bountyId": asked.bounty_id}
            missing = [name for name, given in names.items() if given is None]
            raise Invalid({missing[0] if len(missing) == 1 else "conversationId": [_WHICH]})
        return asked.bounty_id, asked.application_id, sums
    assert talk.bounty_id is not None and talk.application_id is not None
    about = ids.encode("bty", talk.bounty_id), ids.encode("app", talk.application_id)
    if (asked.bounty_id or about[0], asked.application_id or about[1]) != about:
        raise Invalid({"conversationId": ["This conversation is about another application. Give one of the two."]})
    offer = conversations.latest_payment_offer(talk.pk)
    return *about, sums + ([offer.metadata["amountCents"]] if offer else [])


def _take_up(actor: Actor, talk: Conversation, asked: Asked) -> Hired:
    """The latest payment offer of a conversation about no application becomes a private bounty of its own, as a rental: the
    offer is the worker's pay, and its words are the task. An offer that was taken up before is paid as its hire stands.

    Locks the conversation while it is taken up. Raises NotPoster (403) for the person who would be hired.
    """
    if asked.bounty_id is not None or asked.application_id is not None:
        raise Invalid({"conversationId": ["This conversation is about no application. Give one of the two."]})
    if talk.viewer_side != "agent":
        raise NotPoster()
    offer = _offer(talk)
    hired = Bounty.objects.filter(offer_id=offer.pk)
    if not hired.exists():
        # A second caller waits here, and finds the first one's.
        talks.own_conversation(actor, talk.public_id, lock=True)
    known = hired.first()
    # An offer names the pay only; its fee is agreed when it is taken up.
    fee_bps = rates.bps_for(FEE_KIND["rental"]) if known is None else known.fee_bps
    one = unit(offer.metadata["amountCents"], fee_bps)
    _check_sums(one, [] if asked.cents is None else [asked.cents])
    if known is not None:
        application = known.applications.get()
        return _pay(actor, known.public_id, application.public_id, [])
    fields = {
        "title": talk.subject,
        "description": offer.content,
        "price_cents": one.price,
        "fee_bps": fee_bps,
        "price_type": "fixed",
        "estimated_hours": DEFAULT_HOURS,
        "offer_id": offer.pk,
    }
    return hire_by_name(actor, talk.human.public_profile_id, fields, kind="rental")


def _offer(talk: Conversation) -> Message:
    offer = conversations.latest_payment_offer(talk.pk)
    if offer is None or talk.is_direct_messaging_disabled:
        raise ConversationNotPayable()
    return offer


def _check_amount(bounty: Bounty, application: Application, sums: list[int]) -> None:
    held = application.escrow  # accepted terms are frozen
    _check_sums(held.unit if held else bounty.unit, sums)


def _check_sums(one: Unit, sums: list[int]) -> None:
    """Raises AmountMismatch (409) for a sum that is neither the pay nor the total."""
    if any(cents not in (one.price, one.total) for cents in sums):
        raise AmountMismatch(price_cents=one.price, total_cents=one.total)
