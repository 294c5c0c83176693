"""The provider's side of a checkout: sending the payer there, and asking what was really taken.

Our own form, the return from the provider, its webhook and the sweep all end in `collect`: it asks the provider, books
each charge once and settles what it was for. Nobody's word but the provider's answer brings money in.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.services.followups import Followup, log_unanswered
from wallet.errors import NoCardProvider
from wallet.models import Checkout, ProviderAccount
from wallet.providers import card_rail, sandbox_cards
from wallet.providers.cards import CardRail, Page, Taken
from wallet.providers.sandbox import Card
from wallet.rules import LOOK_AFTER, poll_pause
from wallet.services import checkouts

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a try to pay: `charged`; or what is wrong with the form, by field; or why the card was declined.

    With none of the three the checkout was not open any more, and nothing was charged now.
    """

    checkout: Checkout
    charged: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)
    declined: str = ""


def arrive(checkout_id: UUID) -> str | None:
    """The payer is here: the address of the provider's page, opened now if it was not; empty when that takes no payment
    any more; None when our own form takes the card. Raises NoCardProvider (503), ProviderUnavailable (502)."""
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    if checkout.status != "open" or checkouts.is_over(checkout):
        return ""
    rail = _rail(checkout)
    known = ProviderAccount.objects.filter(account_id=checkout.account_id, provider=rail.name).first()
    page = rail.page(checkout, customer=known.customer_ref if known else "")
    if page is None:
        return None
    if checkout.provider_ref != page.reference:
        unit(lambda: _opened(checkout, page))
    return page.url


def pay(checkout_id: UUID, card: Card) -> Attempt:
    """Our own form: charge the card with our id and no transaction open, then collect. Two payers at once get one charge.

    Raises NoCardProvider (503).
    """
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    if checkout.status != "open" or checkouts.is_over(checkout):
        return Attempt(checkout)
    provider = sandbox_cards()
    faults = provider.faults(card, clock.wall().date())  # the date on the card is the machine's, in a sandbox, too
    if faults:
        return Attempt(checkout, faults=faults)
    # Whoever dies after the charge leaves it to the sweep.
    Checkout.objects.filter(pk=checkout_id).update(next_attempt_at=clock.now() + LOOK_AFTER)
    charge = provider.charge(checkout, card)
    if charge.reference is None:
        return Attempt(checkout, declined=charge.declined)
    return Attempt(collect(checkout_id), charged=True)


def collect(checkout_id: UUID) -> Checkout:
    """Ask the provider what it took for this checkout, book each charge once, then settle. Safe to repeat and to race.

    Raises ProviderUnavailable (502), NoCardProvider (503).
    """
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    _book(checkout, _rail(checkout).taken(checkout))
    checkout.refresh_from_db()
    return checkout


def _book(checkout: Checkout, taken: list[Taken]) -> None:
    for one in taken:
        checkouts.book(
            checkout.pk,
            rail="card",
            reference=one.reference,
            cents=one.cents,
            method=one.method,
            saved=one.saved,
            payer=one.payer,
        )
    try:
        checkouts.settle(checkout.pk)
    except Exception:
        # The money is ours and booked: the payer sees a receipt, and the sweep settles what it was for.
        log.exception("a paid checkout is left to the sweep", extra={"checkout": checkout.public_id})


class _Collecting(Followup[Checkout, list[Taken]]):
    """Asks what was taken on pages that their provider has open, or had. A page of ours that is over is closed there
    first: what was taken until then is all there will be, and nobody is asked any more."""

    rows = Checkout.objects.all()
    lease = LOOK_AFTER

    def ask(self, checkout: Checkout) -> list[Taken]:
        rail = _rail(checkout)
        if checkout.status != "open":
            rail.close(checkout)
        return rail.taken(checkout)

    def settle(self, checkout: Checkout, taken: list[Taken]) -> None:
        _book(checkout, taken)
        self._schedule_next(checkout, answered=True)

    def unanswered(self, checkout: Checkout, error: Exception) -> None:
        log_unanswered(checkout, error)
        self._schedule_next(checkout, answered=False)

    def _schedule_next(self, claimed: Checkout, *, answered: bool) -> None:
        def work() -> None:
            row: Checkout = Checkout.objects.locked().get(pk=claimed.pk)
            if row.next_attempt_at != claimed.next_attempt_at:  # something happened meanwhile: it is asked about again
                return
            # A form of ours that took nothing until now is looked at when it is used again.
            done = answered and (claimed.status != "open" or (row.status == "open" and not row.provider_ref))
            row.next_attempt_at = None if done else clock.now() + poll_pause(row.attempts)
            row.save(update_fields=["next_attempt_at"])

        unit(work)


COLLECTING = _Collecting()
poll = COLLECTING.ask_if_due  # by the id: something happened to the page
look_due = COLLECTING.run


def _opened(seen: Checkout, page: Page) -> None:
    """Remember the provider's page. One that ended while it was being opened is closed by the sweep."""
    checkout: Checkout = Checkout.objects.locked().get(pk=seen.pk)
    checkout.provider_ref = page.reference
    checkout.next_attempt_at = clock.now() + (LOOK_AFTER if checkout.status == "open" else timedelta(0))
    checkout.save(update_fields=["provider_ref", "next_attempt_at"])
    if page.customer:
        ProviderAccount.objects.update_or_create(
            account_id=checkout.account_id, provider=checkout.provider, defaults={"customer_ref": page.customer}
        )


def _rail(checkout: Checkout) -> CardRail:
    """The rail that this page was made for. Raises NoCardProvider (503) when the installation has changed it since."""
    rail = card_rail()
    if rail.name != checkout.provider:
        raise NoCardProvider()
    return rail
