"""The provider's side of a checkout: redirecting the payer there, and collecting what the provider charged.

Our own form, the return from the provider, its webhook and the timer all end in `collect`: it asks the provider, books each
charge once and settles the checkout. Only the provider's answer is trusted.
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
from wallet.providers.cards import CardRail, CheckoutCharge, Page
from wallet.providers.sandbox import Card
from wallet.rules.checkouts import FIRST_POLL_AFTER, poll_pause
from wallet.services import checkouts

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a payment by our own form: `charged`; or the form's `errors` by field; or why the card was `declined`.

    With none of the three the checkout was not open any more, and nothing was charged.
    """

    checkout: Checkout
    charged: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)
    declined: str = ""


def provider_page_url(checkout_id: UUID) -> str | None:
    """The address of the provider's payment page, created now if necessary.

    Empty when the checkout can't be paid any more; None when our own form takes the card. No transaction is open while the
    provider is asked; locks the checkout to store the page. Raises NoCardProvider (503), ProviderUnavailable (502).
    """
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    if checkout.status != "open" or checkouts.is_past_expiry(checkout):
        return ""
    rail = _rail(checkout)
    known = ProviderAccount.objects.filter(account_id=checkout.account_id, provider=rail.name).first()
    page = rail.page(checkout, customer=known.customer_ref if known else "")
    if page is None:
        return None
    if checkout.provider_ref != page.reference:
        unit(lambda: _store_page(checkout, page))
    return page.url


def pay(checkout_id: UUID, card: Card) -> Attempt:
    """Our own form (sandbox): charge the card with the checkout's id as key and no transaction open, then collect.

    Concurrent payers cause one charge. Raises NoCardProvider (503).
    """
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    if checkout.status != "open" or checkouts.is_past_expiry(checkout):
        return Attempt(checkout)
    provider = sandbox_cards()
    errors = provider.card_errors(card, clock.wall().date())  # expiry dates follow the real clock, not the sandbox's
    if errors:
        return Attempt(checkout, errors=errors)
    # After a crash between charge and `collect`, the timer collects.
    Checkout.objects.filter(pk=checkout_id).update(next_attempt_at=clock.now() + FIRST_POLL_AFTER)
    charge = provider.charge(checkout, card)
    if charge.reference is None:
        return Attempt(checkout, declined=charge.declined)
    return Attempt(collect(checkout_id), charged=True)


def collect(checkout_id: UUID) -> Checkout:
    """Ask the provider for the charges of this checkout, book each once, then settle. Idempotent, safe to run concurrently.

    Locks as `checkouts.book` and `checkouts.settle`, in transactions of their own. Raises ProviderUnavailable (502),
    NoCardProvider (503).
    """
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    _book(checkout, _rail(checkout).charges_for(checkout))
    checkout.refresh_from_db()
    return checkout


def _book(checkout: Checkout, taken: list[CheckoutCharge]) -> None:
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
        # The payment is booked, so the payer sees a receipt; the timer settles its purpose.
        log.exception("paid checkout is left to the timer", extra={"checkout": checkout.public_id})


class _Collecting(Followup[Checkout, list[CheckoutCharge]]):
    """Polls the charges of pages that were opened at the provider. If our checkout has ended, the provider's page is closed
    first: no further charges are possible then, and this poll is the last one."""

    rows = Checkout.objects.all()
    lease = FIRST_POLL_AFTER

    def ask(self, checkout: Checkout) -> list[CheckoutCharge]:
        rail = _rail(checkout)
        if checkout.status != "open":
            rail.close(checkout)
        return rail.charges_for(checkout)

    def settle(self, checkout: Checkout, taken: list[CheckoutCharge]) -> None:
        _book(checkout, taken)
        self._schedule_next(checkout, answered=True)

    def unanswered(self, checkout: Checkout, error: Exception) -> None:
        log_unanswered(checkout, error)
        self._schedule_next(checkout, answered=False)

    def _schedule_next(self, claimed: Checkout, *, answered: bool) -> None:
        def work() -> None:
            row: Checkout = Checkout.objects.locked().get(pk=claimed.pk)
            if row.next_attempt_at != claimed.next_attempt_at:  # rescheduled meanwhile
                return
            # A page with our own form needs no polling: it is collected when the form is used.
            done = answered and (claimed.status != "open" or (row.status == "open" and not row.provider_ref))
            row.next_attempt_at = None if done else clock.now() + poll_pause(row.attempts)
            row.save(update_fields=["next_attempt_at"])

        unit(work)


COLLECTING = _Collecting()
poll = COLLECTING.ask_if_due  # by the checkout's id
collect_due = COLLECTING.run


def _store_page(seen: Checkout, page: Page) -> None:
    """Store the provider's page. If the checkout ended meanwhile, the timer closes the page at once."""
    checkout: Checkout = Checkout.objects.locked().get(pk=seen.pk)
    checkout.provider_ref = page.reference
    checkout.next_attempt_at = clock.now() + (FIRST_POLL_AFTER if checkout.status == "open" else timedelta(0))
    checkout.save(update_fields=["provider_ref", "next_attempt_at"])
    if page.customer:
        ProviderAccount.objects.update_or_create(
            account_id=checkout.account_id, provider=checkout.provider, defaults={"customer_ref": page.customer}
        )


def _rail(checkout: Checkout) -> CardRail:
    """The provider that this checkout was created for. Raises NoCardProvider (503) when another one is configured now."""
    rail = card_rail()
    if rail.name != checkout.provider:
        raise NoCardProvider()
    return rail
