"""Money besides hiring in the demo: customers who pay an agent, withdrawals and disputes."""

from functools import partial

from config.demo.cast import Cast, Story, called, hours, pay_page, post
from escrow.services import disputes
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from wallet.models import Outflow, PaymentLink
from wallet.services import agent_checkouts, outflows, payment_links, payouts, withdrawals

_BANK = "000123456789"


def shop(cast: Cast) -> Story:
    """Harbour has a paid payment link, an open one, an order that was paid and refunded, and a withdrawal."""
    me = cast.harbour
    _payment_link(me, 4_000, "Menu translation, first half", "client@example.com")
    order: agent_checkouts.NewCheckout = {
        "external_order_id": "order-1042",
        "amount_cents": 2_450,
        "description": "Two printed menus",
        "customer_phone": "",
        "success_url": "",
        "cancel_url": "",
        "metadata": {},
    }
    checkout, _ = agent_checkouts.create(me, order)
    yield hours(2)
    link = _payment_link(me, 6_500, "Menu translation, second half", "client@example.com")
    pay_page(link)
    pay_page(checkout.checkout)
    yield hours(20)
    refunded = unit(lambda: agent_checkouts.refund(me, checkout.public_id))
    assert refunded.refund_id is not None
    outflows.send(refunded.refund_id)
    _withdraw(me, "wallet", 5_000)


def poster_dispute(cast: Cast) -> Story:
    """Delivered and approved, then disputed: both sides have sent evidence, and staff must decide."""
    me = cast.scout
    job = post(me, "Put up ten posters near the river", "One photo of each poster, with the street name.", 28, "2",
               evidence_types=["text"], category="event-gigs", skills_needed=["errands"])  # fmt: skip
    seat = cast.hire(me, "jonas", job)
    yield from seat.taken("I walk there every evening.", after=(2, 1, 1))
    yield hours(8)
    seat.deliver("All ten are up, from the bridge to the market.")
    yield hours(3)
    seat.approve()
    yield hours(4)
    complain = partial(
        disputes.open_dispute,
        me,
        seat.escrow,
        category="poor_quality",
        description="Four of the ten posters were gone the next morning: they were only leaned against the wall.",
        urls=["https://example.com/morning-round"],
    )
    opened = called(me, "openDispute", f"/api/escrow/{seat.escrow}/dispute", complain)
    yield hours(5)
    disputes.add_evidence(
        cast["jonas"],
        opened.public_id,
        text="All ten were taped. It rained heavily that night, and the tape that I was given does not hold when wet.",
        urls=[],
    )


def _payment_link(me: Actor, cents: int, description: str, email: str) -> PaymentLink:
    return unit(lambda: payment_links.create(me, cents=cents, description=description, payer_email=email))


def _withdraw(who: Actor, source: str, cents: int) -> None:
    assert payouts.set_sandbox_bank_account(payouts.register(who), _BANK)
    outflow: Outflow = unit(lambda: withdrawals.withdraw(who, source=source, cents=cents))
    outflows.send(outflow.pk)
