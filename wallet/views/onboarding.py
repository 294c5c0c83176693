"""Payout onboarding: the sandbox's own form, and the page to which a real provider redirects back.

As with the checkout, the unguessable id in the address is the credential, and no cookie is one, so CSRF is impossible.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from marketplace.core import reader
from marketplace.core.errors import NotFound, ProviderFailed, Unavailable
from wallet.models import ProviderAccount
from wallet.rules.cards import SANDBOX_BANKS
from wallet.selectors import access
from wallet.services import payouts

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ERRORS = {
    "": _("Enter the bank account number."),
    "unknown": _("This is a sandbox, and only its test accounts work here. Nothing was saved."),
}


@csrf_exempt
@reader.for_strangers
@sensitive_post_parameters("account-number")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows whether this person can be paid; POST, in a sandbox, stores a test bank account and redirects to GET."""
    try:
        row = access.onboarding_page(key)
    except NotFound:
        return _show(request, "missing", status=404)
    if (row.provider, settings.CARD_PROVIDER) != ("sandbox", "sandbox"):
        return _return_from_provider(request, row)
    if request.method != "POST":
        wants_form = not row.can_be_paid or "change" in request.GET
        return _show(request, "open" if wants_form else "done", row)
    number = request.POST.get("account-number", "").strip()[:40]
    try:
        if number and payouts.set_sandbox_bank_account(row, number):
            return _with_headers(redirect(request.path))
    except Unavailable as away:
        return _show(request, "open", row, status=away.status, fault=away.message)
    return _show(request, "open", row, status=400, fault=_ERRORS["unknown" if number else ""])


def _return_from_provider(request: HttpRequest, row: ProviderAccount) -> HttpResponse:
    """Somebody came from the provider's page: poll whether this person can be paid. Whoever opens this address first need not be
    who gave the bank account there, so nobody is named as its giver."""
    try:
        can_be_paid = payouts.poll(row)
    except (ProviderFailed, Unavailable) as away:
        return _show(request, "waiting", row, status=away.status)
    return _show(request, "done" if can_be_paid else "waiting", row)


def _show(
    request: HttpRequest, state: str, row: ProviderAccount | None = None, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "service": settings.SERVICE_NAME,
        "sandbox": settings.SANDBOX,
        "account": row and row.account,
        "test_form": settings.CARD_PROVIDER == "sandbox",
        "test_accounts": SANDBOX_BANKS,
        # Who is signed in and only works has nothing in an owner's wallet.
        "shows_wallet": settings.SESSION_COOKIE_NAME not in request.COOKIES or bool(reader.side(request)),
        **more,
    }
    return _with_headers(render(request, f"wallet/onboarding_{state}.html", context, status=status))


def _with_headers(response: HttpResponse) -> HttpResponse:
    response["Content-Security-Policy"] = _POLICY
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
