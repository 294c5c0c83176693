"""The hosted payment page: a card form, then a receipt. Works without JavaScript, with a keyboard, on a phone.

If the provider has its own page, an open checkout redirects there, and the payer returns with `?back=`. That parameter is
not trusted; it only triggers a poll of the provider.

The unguessable id in the address is the credential, and no cookie is one, so CSRF is impossible: a token would only break
`curl -d`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from marketplace.core import reader, written
from marketplace.core.errors import NotFound, ProviderFailed, Unavailable
from wallet.models import Checkout
from wallet.providers.sandbox import Card
from wallet.rules.checkouts import CUSTOMER_PURPOSES
from wallet.selectors import access
from wallet.services import checkouts, pages, receipts

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class _Field(NamedTuple):
    """A form field. `name` is also the standard autocomplete token; `keyboard` is the inputmode."""

    name: str
    label: Any
    hint: Any = ""
    keyboard: str = "numeric"
    longest: int = 100
    optional: bool = False
    kind: str = "text"


_FIELDS = {
    "number": _Field("cc-number", _("Card number"), "1234 1234 1234 1234", longest=25),
    "expiry": _Field("cc-exp", _("Expiry date"), _("MM/YY"), longest=7),
    "code": _Field("cc-csc", _("Security code"), _("3 or 4 digits"), longest=4),
    "name": _Field("cc-name", _("Name on card"), keyboard="text", optional=True),
}
_EMAIL = _Field("email", _("E-mail for the receipt"), keyboard="email", longest=254, optional=True, kind="email")
# What the rules of cards say, marked here: the rules themselves know no page.
_CARD_WORDS = (
    gettext_noop("Enter the card number."),
    gettext_noop("Check the card number: a digit is missing or wrong."),
    gettext_noop("Enter the expiry date as MM/YY."),
    gettext_noop("This card has expired."),
    gettext_noop("Enter the 3 or 4 digits of the security code."),
    gettext_noop("Use at most 100 characters for the name."),
    gettext_noop("The card was declined. Nothing was charged; try another card."),
    gettext_noop("There is not enough money on this card. Nothing was charged; try another card."),
    gettext_noop("This is a sandbox, and only its test cards work here. Nothing was charged."),
)
_REDISPLAYED = ("expiry", "name")  # number and security code are never sent back to the page
_UNKNOWN_ACTION = _("Nothing was changed: the form asks for action=pay or action=cancel.")


@csrf_exempt
@reader.for_strangers
@sensitive_post_parameters("cc-name", "cc-number", "cc-exp", "cc-csc", "email")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, checkout_id: str) -> HttpResponse:
    """GET shows the state of the checkout; POST with action=pay or cancel changes it and redirects to GET."""
    try:
        checkout = access.checkout_page(checkout_id)
    except NotFound:
        return _with_headers(render(request, "wallet/checkout_missing.html", _base_context(), status=404))
    if request.method != "POST":
        return _get(request, checkout)
    match request.POST.get("action"):
        case "pay":
            return _pay(request, checkout)
        case "cancel" if checkout.purpose != "payment_link":  # a link stays open for other payers
            checkouts.cancel(checkout.pk)
            return _with_headers(redirect(request.path))
    return _show(request, checkout, status=400, notice=_UNKNOWN_ACTION)


def _get(request: HttpRequest, checkout: Checkout) -> HttpResponse:
    if _has_form(checkout) or checkout.status != "open" or checkouts.is_past_expiry(checkout):
        return _show(request, checkout)
    back = request.GET.get("back")
    if not back:
        return _redirect_to_provider(request, checkout)
    try:
        checkout = pages.collect(checkout.pk)
    except (Unavailable, ProviderFailed) as away:
        return _show(request, checkout, status=away.status, notice=away.message)
    return _show(request, checkout, awaited=back == "paid")


def _redirect_to_provider(request: HttpRequest, checkout: Checkout) -> HttpResponse:
    """Redirect to the provider's page. If that can't be paid any more, collect what was charged and show the result."""
    try:
        url = pages.provider_page_url(checkout.pk)
        if url:
            return _with_headers(redirect(url))
        checkout = pages.collect(checkout.pk)
    except (Unavailable, ProviderFailed) as away:
        return _show(request, checkout, status=away.status, notice=away.message)
    return _show(request, checkout, awaited=True)


def _pay(request: HttpRequest, checkout: Checkout) -> HttpResponse:
    if not _has_form(checkout):
        open_now = checkout.status == "open" and not checkouts.is_past_expiry(checkout)
        return _redirect_to_provider(request, checkout) if open_now else _show(request, checkout, status=409, late=True)
    typed = {slot: request.POST.get(field.name, "").strip()[:200] for slot, field in _FIELDS.items()}
    kept = {slot: typed[slot] for slot in _REDISPLAYED}
    by_others = checkout.purpose in CUSTOMER_PURPOSES
    save = request.POST.get("save-card") == "yes" and not by_others  # a customer's card must not top up another wallet
    if by_others:
        kept["email"] = address = request.POST.get(_EMAIL.name, "").strip()[:300]
        if error := _email_error(address):
            return _show(request, checkout, status=400, faults={_EMAIL.name: error}, typed=kept)
        receipts.send_to(checkout.pk, address)
    try:
        attempt = pages.pay(checkout.pk, Card(**typed, save=save))
    except Unavailable as away:
        return _show(request, checkout, status=away.status, notice=away.message, typed=kept, save=save)
    if attempt.charged:
        return _with_headers(redirect(request.path))
    if attempt.errors:
        return _show(request, checkout, status=400, faults=_said(attempt.errors), typed=kept, save=save)
    if attempt.declined:
        return _show(request, checkout, status=402, notice=gettext(attempt.declined), typed=kept, save=save)
    return _show(request, attempt.checkout, status=409, late=True)


def _said(errors: Mapping[str, str]) -> dict[str, str]:
    return {name: gettext(error) for name, error in errors.items()}


def _email_error(address: str) -> str:
    """The error of the receipt's address; empty if there is none. Checked before charging, so that no receipt is lost."""
    try:
        if address:
            validate_email(address)
    except ValidationError:
        return gettext("Check the e-mail address, or leave it empty.")
    return ""


def _show(request: HttpRequest, checkout: Checkout, *, status: int = 200, **more: Any) -> HttpResponse:
    order = getattr(checkout, "agent_checkout", None)
    state = "expired" if checkouts.is_past_expiry(checkout) else checkout.status
    faults, typed = more.pop("faults", {}), more.pop("typed", {})
    context = _base_context() | {
        "state": state,
        "checkout": checkout,
        "amount": written.cents_words(checkout.amount_cents),
        "by_others": checkout.purpose in CUSTOMER_PURPOSES,
        "receipt_sent": bool(checkout.receipt_to),
        "may_cancel": checkout.purpose != "payment_link",
        "back_url": order.back_url if order else checkout.return_url,
        "refund": order.refund if order and order.is_refunded else None,
        "email": _EMAIL._asdict()
        | {"value": typed.get("email", checkout.payer_email), "fault": faults.get(_EMAIL.name, "")},
        "payment": access.payment_of(checkout) if state == "paid" else None,
        "has_form": _has_form(checkout),
        "save": checkout.save_method,
        "faults": faults,
        "fresh": not faults and "notice" not in more,
        "fields": {
            slot: field._asdict() | {"value": typed.get(slot, ""), "fault": faults.get(field.name, "")}
            for slot, field in _FIELDS.items()
        },
        **more,
    }
    return _with_headers(render(request, f"wallet/checkout_{state}.html", context, status=status))


def _has_form(checkout: Checkout) -> bool:
    """Whether our own form takes the card."""
    return bool(checkout.provider == "sandbox")


def _base_context() -> dict[str, Any]:
    return {"service": settings.SERVICE_NAME, "sandbox": settings.SANDBOX}


def _with_headers(response: HttpResponse) -> HttpResponse:
    response["Content-Security-Policy"] = _POLICY
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
