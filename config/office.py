"""The admin site as a whole: theme, menu, and the list of pending work on its first page."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.paginator import InvalidPage
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from unfold.dataclasses import SearchResult
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite

from bounties.selectors import waiting
from escrow.selectors import disputes
from marketplace.api.backoffice import Page, cells
from marketplace.core import ids
from marketplace.selectors import support
from marketplace.services import sessions
from wallet.selectors import waiting as money

# The theme's scripts (Alpine) compile attributes to functions (`unsafe-eval`) and use inline styles. Inline scripts are blocked,
# and so is everything from other hosts except pictures of evidence in an object store.
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The menu: groups of models. A registered model that is not listed appears under `Other`.
_MENU = (
    ("Hiring", ("bounties.bounty", "bounties.application", "bounties.submission", "bounties.attendance")),
    ("Products", ("bounties.humanization", "bounties.rewrite", "bounties.picture", "bounties.cakeorder")),
    (
        "Hiring: records",
        ("bounties.receipt", "bounties.outreach", "bounties.invitation", "bounties.taskplace", "bounties.micsample"),
    ),
    ("Services", ("humans.service", "humans.subscription", "humans.booking")),
    ("QA", ("qa.template", "qa.run", "qa.escalation", "qa.finding", "qa.tasterun")),
    (
        "Money",
        ("escrow.dispute", "escrow.casereview", "escrow.escrow", "escrow.transfer", "wallet.outflow", "wallet.topup"),
    ),
    (
        "Payments",
        (
            *("wallet.payment", "wallet.checkout", "wallet.agentcheckout", "wallet.paymentlink", "wallet.chargeback"),
            *("wallet.x402payment", "wallet.mppcharge", "wallet.mppquote", "wallet.controls", "wallet.provideraccount"),
        ),
    ),
    (
        "Books",
        (
            *("wallet.ledgeraccount", "wallet.ledgertransaction", "wallet.ledgermove"),
            *("wallet.discrepancy", "wallet.providerwebhook"),
        ),
    ),
    (
        "People",
        (
            *(
                "marketplace.account",
                "marketplace.apikey",
                "marketplace.identity",
                "humans.profile",
                "humans.review",
                "humans.relation",
            ),
            *("humans.conversation", "humans.message", "oauth2_provider.application"),
            *("humans.proficiency", "humans.speechattempt"),
        ),
    ),
    ("Webhooks", ("webhooks.event", "webhooks.endpoint", "webhooks.delivery")),
    (
        "Support",
        (
            "marketplace.supportreport",
            "marketplace.mail",
            "marketplace.push",
            "marketplace.device",
            "marketplace.file",
            "admin.logentry",
        ),
    ),
    (
        "Settings",
        (
            *("marketplace.ratetier", "bounties.screeningrule", "bounties.category", "bounties.payminimum"),
            *("bounties.noticerule", "humans.messagerule", "marketplace.blockedcountry", "escrow.ladderband"),
            *("escrow.feerate", "escrow.disputepolicy", "marketplace.switch", "bounties.cakeprice"),
        ),
    ),
)
_OTHER = "Other"


class SignIn(AuthenticationForm):
    """Sign-in with name and password, for staff without a second factor. This form can't ask for a code, so that others must use
    /account/login; its session is valid here, too.
    """

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if sessions.has_second_factor(user):
            raise ValidationError(
                "Your account has an authenticator app: sign in at /account/login, then come back here."
            )


class Office(UnfoldAdminSite):
    """The admin site."""

    login_form = SignIn
    site_header = settings.SERVICE_NAME
    site_title = settings.SERVICE_NAME
    index_title = "Back office"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Only our own pages: those of libraries let staff edit and delete rows."""
        if admin_class is not None and issubclass(admin_class, Page):
            super().register(model_or_iterable, admin_class, **options)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        return _with_policy(super().admin_view(view, cacheable))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: HttpResponse = super().login(request, extra_context)
        answer["Content-Security-Policy"] = _POLICY
        return answer

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        return super().index(request, {**(extra_context or {}), "waiting": _waiting(), "groups": sidebar(request)})

    def search(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        try:
            answer: HttpResponse = super().search(request, extra_context)
        except (InvalidPage, ValueError):
            return HttpResponse()
        return answer

    def _search_apps(self, app_list: list[dict[str, Any]], search_term: str) -> list[SearchResult]:
        """A public id leads directly to its row; other terms find pages by name."""
        prefix, _, _ = search_term.partition("_")
        model = cells.pages().get(prefix)
        if model is None:
            return list(super()._search_apps(app_list, search_term))
        try:
            address = _address(model, "change", ids.decode(prefix, search_term.strip()))
        except ValueError:
            return []
        return [
            SearchResult(title=search_term, description=_name(model, many=False), link=address, icon="arrow_forward")
        ]


def _with_policy(view: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the Content-Security-Policy."""

    def inner(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        answer: HttpResponse = view(request, *args, **options)
        answer["Content-Security-Policy"] = _POLICY
        return answer

    return inner


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """The registered models by menu group."""
    remaining = {model._meta.label_lower: model for model in admin.site._registry}
    groups = [{"title": "", "items": [{"title": "What waits", "icon": "inbox", "link": reverse("admin:index")}]}]
    for title, labels in _MENU:
        models_of = [remaining.pop(label) for label in labels if label in remaining]
        groups.append(_group(title, models_of))
    groups.append(_group(_OTHER, list(remaining.values())))
    return [group for group in groups if group["items"]]


def _group(title: str, rows: list[type[models.Model]]) -> dict[str, Any]:
    items = [{"title": _name(model), "link": _address(model, "changelist")} for model in rows]
    return {"title": title, "collapsible": True, "items": items}


def _name(model: type[models.Model], *, many: bool = True) -> str:
    name = str(model._meta.verbose_name_plural if many else model._meta.verbose_name)
    return name[:1].upper() + name[1:]


def _address(model: type[models.Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def icon(request: HttpRequest) -> str:
    return static("marketplace/icon.svg")


def styles(request: HttpRequest) -> str:
    return static("marketplace/office.css")


def _waiting() -> list[dict[str, Any]]:
    """What staff has to decide or investigate, with counts; one query each, over a partial index."""
    listings, seats = reverse("admin:bounties_bounty_changelist"), reverse("admin:bounties_application_changelist")
    rewrites = reverse("admin:bounties_rewrite_changelist")
    items = [
        {
            "label": "Listings to review",
            "count": waiting.listings(),
            "address": f"{listings}?status__exact=pending_review",
        },
        {"label": "Cases to decide", "count": waiting.staff_cases(), "address": f"{seats}?case=open"},
        {"label": "Rewrites to judge", "count": waiting.rewrites(), "address": f"{rewrites}?case=open"},
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
    items.append({"label": "Reports to answer", "count": support.waiting(), "address": f"{reports}?status__exact=open"})
    return items
