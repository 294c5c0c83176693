"""The hosted payment page: a card form, and after it a receipt. Works without JavaScript, with a keyboard, on a phone.

The unguessable id in the address is the capability, and no cookie is a credential here, so there is nothing for a
forged form to ride on: CSRF tokens would only break `curl -d`.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from marketplace.core import clock
from marketplace.core.errors import NotFound, Problem
from marketplace.core.money import format_usd
from wallet.models import Checkout
from wallet.providers import Card, card_provider
from wallet.services import checkouts

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_LABELS = {
    "cc-number": "Card number",
    "cc-exp": "Expiry date",
    "cc-csc": "Security code",
    "cc-name": "Name on card",
}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, checkout_id: str) -> HttpResponse:
    """GET shows the state of the checkout; POST action=pay or cancel changes it and, done, leads back to GET."""
    try:
        checkout = checkouts.get(checkout_id)
    except NotFound:
        return _show(request, None, status=404)
    if request.method == "POST":
        if request.POST.get("action") == "cancel":
            checkouts.cancel(checkout.pk)
            return redirect(request.path)
        return _pay(request, checkout)
    return _show(request, checkout)


def _pay(request: HttpRequest, checkout: Checkout) -> HttpResponse:
    card = Card(
        name=request.POST.get("cc-name", "")[:200],
        number=request.POST.get("cc-number", "")[:40],
        expiry=request.POST.get("cc-exp", "")[:10],
        code=request.POST.get("cc-csc", "")[:10],
    )
    # The number and the code are never sent back to the page.
    typed = {"name": card.name, "expiry": card.expiry}
    try:
        faults = card_provider().faults(card, clock.wall().date())
        if faults:
            summary = [{"field": field, "label": _LABELS[field], "text": text} for field, text in faults.items()]
            return _show(request, checkout, status=400, faults=faults, summary=summary, typed=typed)
        checkout, charge = checkouts.pay(checkout.pk, card)
    except Problem as problem:
        return _show(request, checkout, status=problem.status, declined=problem.message, typed=typed)
    if charge is not None and charge.reference is None:
        return _show(request, checkout, status=402, declined=charge.declined, typed=typed)
    return redirect(request.path)


def _show(request: HttpRequest, checkout: Checkout | None, *, status: int = 200, **more: Any) -> HttpResponse:
    context: dict[str, Any] = {"service": settings.SERVICE_NAME, "sandbox": settings.SANDBOX, "faults": {}, **more}
    context["state"] = "missing"
    if checkout is not None:
        expired = checkout.status == "open" and checkout.expires_at <= clock.now()
        context |= {
            "state": "expired" if expired else checkout.status,
            "checkout": checkout,
            "amount": format_usd(checkout.amount_cents),
            "payment": checkout.payments.order_by("id").first() if checkout.status == "paid" else None,
        }
    response = render(request, "wallet/checkout.html", context, status=status)
    response["Content-Security-Policy"] = _POLICY
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
