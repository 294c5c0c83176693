"""The admin site as a whole: theme and menu. Its first page: `config/desk.py`."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.core.paginator import InvalidPage
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from unfold.dataclasses import SearchResult
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite

from config import desk
from marketplace.api.backoffice import Page, cells, reading
from marketplace.core import ids
from marketplace.models import Account
from marketplace.services import sessions

# The theme's scripts (Alpine) compile attributes to functions (`unsafe-eval`) and use inline styles. Inline scripts are blocked,
# and so is everything from other hosts except pictures and videos of evidence in an object store.
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; "
    "media-src 'self' https:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The menu: groups of models. A registered model that is not listed appears under `Other`.
_MENU = (
    ("Cases", ("escrow.case", "escrow.dispute", "escrow.casereview")),
    ("Hiring", ("bounties.bounty", "bounties.application", "bounties.submission", "bounties.attendance")),
    ("Products", ("bounties.humanization", "bounties.rewrite", "bounties.picture", "bounties.cakeorder")),
    (
        "Hiring: records",
        ("bounties.receipt", "bounties.outreach", "bounties.invitation", "bounties.taskplace", "bounties.micsample"),
    ),
    ("Services", ("humans.service", "humans.subscription", "humans.booking")),
    ("QA", ("qa.template", "qa.run", "qa.escalation", "qa.finding", "qa.tasterun")),
    ("Money", ("escrow.escrow", "escrow.transfer", "escrow.invoice", "wallet.outflow", "wallet.topup")),
    (
        "Payments",
        (
            *("wallet.payment", "wallet.checkout", "wallet.agentcheckout", "wallet.paymentlink", "wallet.chargeback"),
            *("wallet.x402payment", "wallet.mppcharge", "wallet.mppquote", "wallet.provideraccount"),
        ),
    ),
    ("Limits", ("wallet.controls", "wallet.spenderlimits", "wallet.approval")),
    (
        "Books",
        (
            *("wallet.ledgeraccount", "wallet.ledgertransaction", "wallet.ledgermove", "wallet.ledgercheckpoint"),
            *("wallet.discrepancy", "wallet.providerwebhook"),
        ),
    ),
    (
        "People",
        (
            *("marketplace.account", "marketplace.accountrestriction"),
            *("humans.profile", "humans.review", "humans.relation"),
            *("humans.conversation", "humans.message"),
            *("humans.proficiency", "humans.speechattempt"),
        ),
    ),
    (
        "Who acts for an account",
        (
            *("marketplace.apikey", "marketplace.connector", "marketplace.membership", "marketplace.invitation"),
            *("marketplace.call", "marketplace.identity", "oauth2_provider.application"),
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
        ),
    ),
    (
        "Settings",
        (
            *("marketplace.ratetier", "bounties.screeningrule", "bounties.category", "bounties.payminimum"),
            *("bounties.noticerule", "humans.messagerule", "marketplace.blockedcountry", "escrow.ladderband"),
            *("escrow.feerate", "escrow.disputepolicy", "escrow.deskclocks", "escrow.reasoncode"),
            *("escrow.evidencewanted", "escrow.macro", "marketplace.switch", "bounties.cakeprice"),
            *("marketplace.stafflimit", "marketplace.keepingtime"),
        ),
    ),
    ("Sandbox", ("bounties.play", "bounties.simulatedperson", "wallet.sandboxtransfer")),
    (
        "Accountability",
        ("marketplace.proposal", "marketplace.settingchange", "marketplace.staffentry", "admin.logentry"),
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
    index_title = "My desk"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Only our own pages: those of libraries let staff edit and delete rows."""
        if admin_class is not None and issubclass(admin_class, Page):
            super().register(model_or_iterable, admin_class, **options)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        return _with_policy(super().admin_view(_with_second_factor(view), cacheable))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: HttpResponse = super().login(request, extra_context)
        answer["Content-Security-Policy"] = _POLICY
        return answer

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        more = {"desk": desk.page(request), "groups": sidebar(request)}
        return super().index(request, {**(extra_context or {}), **more})

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


def _with_second_factor(view: Callable[..., Any]) -> Callable[..., Any]:
    """Where the setting STAFF_SECOND_FACTOR demands an authenticator app, staff without one are sent to set it up."""

    def inner(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        if isinstance(request.user, Account) and request.user.is_staff and not request.user.may_act_as_staff:
            messages.warning(
                request, "Our staff sign in with an authenticator app. Set one up to go on to the back office."
            )
            return HttpResponseRedirect(reverse("mfa_activate_totp"))
        answer: HttpResponse = view(request, *args, **options)
        return answer

    return inner


def _with_policy(view: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the Content-Security-Policy, and notes who wrote something."""

    def inner(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        answer: HttpResponse = view(request, *args, **options)
        answer["Content-Security-Policy"] = _POLICY
        reading.note_write(request, answer)
        return answer

    return inner


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """The registered models by menu group."""
    remaining = {model._meta.label_lower: model for model in admin.site._registry}
    groups = [{"title": "", "items": [{"title": "My desk", "icon": "inbox", "link": reverse("admin:index")}]}]
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
