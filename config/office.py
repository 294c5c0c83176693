"""The back office as a whole: its name, and what waits for staff on its first page."""

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse

from bounties.selectors import waiting
from escrow.selectors import disputes
from marketplace.selectors import support
from marketplace.services import sessions
from wallet.selectors import waiting as money


class SignIn(AdminAuthenticationForm):
    """Name and password, for who has no second factor. This form asks for none, so that everybody else is sent to the
    page that does; whoever is signed in there comes in here."""

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if sessions.has_second_factor(user):
            raise ValidationError(
                "Your account has an authenticator app: sign in at /account/login, then come back here."
            )


class Office(AdminSite):
    login_form = SignIn
    site_header = settings.SERVICE_NAME
    site_title = settings.SERVICE_NAME
    index_title = "Back office"
    enable_nav_sidebar = False  # the lists need the width

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        listings, seats = reverse("admin:bounties_bounty_changelist"), reverse("admin:bounties_application_changelist")
        items = [
            {
                "label": "Listings to review",
                "count": waiting.listings(),
                "address": f"{listings}?status__exact=pending_review",
            },
            {"label": "Cases to decide", "count": waiting.cases(), "address": f"{seats}?case=open"},
        ]
        items += [
            {
                "label": label,
                "count": count,
                "address": f"{reverse(f'admin:wallet_{rows}_changelist')}?status__exact=attention",
            }
            for label, count, rows in (
                ("Money to trace", money.outflows(), "outflow"),
                ("Stablecoin payments to trace", money.stablecoins(), "x402payment"),
                ("Card tokens to trace", money.card_tokens(), "mppcharge"),
                ("Top-ups to trace", money.top_ups(), "topup"),
            )
        ]
        disputed, odd = reverse("admin:escrow_dispute_changelist"), reverse("admin:wallet_discrepancy_changelist")
        taken_back = reverse("admin:wallet_chargeback_changelist")
        items += [
            {"label": "Disputes to decide", "count": disputes.waiting(), "address": f"{disputed}?waits=yes"},
            {"label": "Chargebacks", "count": money.chargebacks(), "address": f"{taken_back}?status__exact=open"},
            {"label": "Books that disagree", "count": money.discrepancies(), "address": f"{odd}?over_at__isempty=1"},
        ]
        reports = reverse("admin:marketplace_supportreport_changelist")
        items.append(
            {"label": "Reports to answer", "count": support.waiting(), "address": f"{reports}?status__exact=open"}
        )
        return super().index(request, {**(extra_context or {}), "waiting": items})
