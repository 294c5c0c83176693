"""Webhooks from card providers. A verified webhook only triggers a poll of the row that it names, so duplicates, delays,
reordering and losses have no effect on the result."""

import logging
from uuid import UUID

from marketplace.core import ids
from marketplace.services import keeping
from wallet.errors import InvalidSignature
from wallet.models import Checkout, MppCharge, Outflow, ProviderWebhook, TopUp
from wallet.providers import card_rail
from wallet.providers.cards import WebhookMessage
from wallet.services import chargebacks, mpp_charges, outflows, pages, payouts, topups

log = logging.getLogger(__name__)


def receive(provider: str, body: bytes, signature: str) -> None:
    """Verify a webhook and poll what it names, once for each of its event ids. No transaction is open meanwhile.

    Args: `provider` is the route's provider, `body` the raw request body, `signature` the header.
    Raises InvalidSignature (400), ProviderUnavailable (502: the provider delivers it again), NoCardProvider (503).
    """
    rail = card_rail()
    if rail.name != provider:
        raise InvalidSignature()
    notice = rail.parse_webhook(body, signature)
    if notice is None or ProviderWebhook.objects.filter(provider=provider, event_id=notice.id).exists():
        return
    _act(notice)
    row = ProviderWebhook(provider=provider, event_id=notice.id, kind=notice.kind, reference=notice.reference)
    ProviderWebhook.objects.bulk_create([row], ignore_conflicts=True)


# Providers do not repeat webhooks as late as this.
KEEPER = keeping.ByTime(lambda before: ProviderWebhook.objects.filter(created_at__lt=before))


def _act(notice: WebhookMessage) -> None:
    if notice.kind == "onboarding":
        payouts.on_webhook(notice.reference)
        return
    if notice.kind == "chargeback":
        chargebacks.on_webhook(notice.reference)
        return
    if (page := _row("dep", notice.ours)) and Checkout.objects.filter(pk=page).exists():
        pages.collect(page)
    elif (top_up := _row("top", notice.ours)) and TopUp.objects.filter(pk=top_up).exists():
        topups.charge(top_up, reference=notice.reference)
    elif (outflow := _row("wdr", notice.ours) or _row("ref", notice.ours)) and Outflow.objects.filter(
        pk=outflow
    ).exists():
        outflows.on_webhook(outflow)
    elif (charge := _row("mch", notice.ours)) and MppCharge.objects.filter(pk=charge).exists():
        mpp_charges.finish(charge)
    else:
        log.info("provider webhook names no row of ours", extra={"kind": notice.kind, "ref": notice.reference})


def _row(prefix: str, public_id: str) -> UUID | None:
    try:
        return ids.decode(prefix, public_id)
    except ValueError:
        return None
