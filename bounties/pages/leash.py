"""The form of what a key or connected program may spend and do: dollars, ticks and countries, as PATCH …/limits takes them."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.selectors import policies
from marketplace.core import countries
from marketplace.core.errors import Invalid
from marketplace.core.scopes import FOR_HIRING, READ
from marketplace.web import inputs
from wallet import ledger
from wallet.rules.controls import CAP_WINDOWS, SCOPE_WORDS
from wallet.selectors import spent
from wallet.selectors.spender_limits import Limits
from wallet.serializers.spender_limits import LimitsOut
from wallet.web import caps
from wallet.web.caps import Limit

SUMS: Final = (
    Limit(
        "spendingCapPerBountyCents",
        gettext_lazy("For one job"),
        gettext_lazy("What it may put into one job, fee and tips included."),
    ),
    Limit("spendingCapRolling24hCents", gettext_lazy("In 24 hours"), window="rolling_24h"),
    Limit("spendingCapRolling7dCents", gettext_lazy("In 7 days"), window="rolling_7d"),
    Limit("spendingCapRolling30dCents", gettext_lazy("In 30 days"), window="rolling_30d"),
    Limit(
        "askAboveCents",
        gettext_lazy("Ask me above"),
        gettext_lazy("A single spend above this waits for your yes. Empty: only above the amount of your account."),
    ),
)
# As `marketplace.core.scopes.SCOPES` has them, which a test compares.
SCOPES: Final = {
    "read": gettext_lazy("See what the account may see. Every key may."),
    "hire": gettext_lazy("Post, change, fund and end work; choose people; book services; run managed products."),
    "review_work": gettext_lazy("Judge evidence, give time, release what is held, dispute."),
    "pay": gettext_lazy("Tips, transfers, deposits, pages for customers and their refunds."),
    "wallet": gettext_lazy(
        "Withdrawals, money back to a card, the bank account, limits and automatic top-up of the wallet."
    ),
    "message": gettext_lazy("Write in conversations."),
    "webhooks": gettext_lazy("Have events sent to an address."),
    "profile": gettext_lazy("The own profile, services on offer, reviews, blocked and preferred people."),
    "work": gettext_lazy("Be hired: apply, confirm, deliver."),
    "account": gettext_lazy("API keys, identities, reports to our staff."),
}

_BOTH: Final = {
    "scopes": gettext_lazy("Untick “Everything”, or tick nothing below it."),
    "categories": gettext_lazy("Untick “Any kind of work”, or tick no kinds below it."),
    "countries": gettext_lazy("Untick “Anywhere”, or tick no countries."),
}


def shown(found: Limits) -> dict[str, Any]:
    """What the template shows: each limit with its present value, sums with what was used of them."""
    values = LimitsOut.render(found)
    used = spent.in_windows(ledger.wallet(found.subject.account_id), CAP_WINDOWS, found.caps.spender)
    scopes, categories, where = values["scopes"], values["categories"], values["countries"]
    return choices(categories or []) | {
        "is_set": found.is_set,
        "sums": caps.shown(SUMS, values, used),
        "overruled": caps.overruled(found.caps),
        "scopes": scopes or [],
        "any_scope": scopes is None,
        "scope_words": [SCOPES[name] for name in scopes or []],
        "categories": categories or [],
        "any_category": categories is None,
        "category_words": ", ".join(_category(slug) for slug in categories or []),
        "countries": where or [],
        "any_country": where is None,
        "country_words": ", ".join(countries.local_name(code) for code in where or []),
    }


def choices(kept: list[str]) -> dict[str, Any]:
    """The fields without anything set; `kept`: kinds of work that were chosen before."""
    return {
        "sums": caps.shown(SUMS, {}, {}),
        "scope_choices": list(SCOPES.items()),
        "category_choices": [(slug, _category(slug)) for slug in _slugs(kept)],
        "any_category": True,
        "any_country": True,
    }


def line(found: Limits) -> str:
    """All limits of one key or program in a line, as lists of them have it."""
    mine = found.subject
    said = caps.line(found.caps) or [_("no limits of money of its own")]
    if mine.scopes is not None:
        said.append(_may(set(mine.scopes) - {READ}))
    if mine.categories is not None:
        kinds = ", ".join(_category(slug) for slug in mine.categories)
        said.append(_("only %s") % kinds if kinds else _("pays for no work"))
    if mine.countries is not None:
        where = ", ".join(countries.local_name(code) for code in mine.countries)
        said.append(_("only in %s") % where if where else _("in no country"))
    return " · ".join(said)


def _may(scopes: set[str]) -> str:
    if scopes == set(FOR_HIRING):
        return _("hires and pays, takes no money out")
    named = ", ".join(_(words) for name, words in SCOPE_WORDS.items() if name in scopes)
    return _("may only: %s") % named if named else _("only reads")


def body(posted: QueryDict) -> dict[str, Any]:
    """The form as the body of PATCH …/limits. Raises Invalid (400) for what is no sum, and where a tick for everything stands
    beside a choice: a leash is never longer than it looks."""
    names = [limit.name for limit in SUMS]
    typed = {name: str(posted.get(name, "")).strip() for name in names if name in posted}
    chosen = {
        "scopes": posted.getlist("scopes"),
        "categories": posted.getlist("categories"),
        "countries": [code for typed in posted.getlist("countries") for code in inputs.words(typed)],
    }
    faults: dict[str, list[str]] = {}
    sums: Mapping[str, Any] = {}
    try:
        sums = caps.cents(typed)
    except Invalid as wrong:
        faults |= wrong.extra["fields"]
    lists: dict[str, list[str] | None] = {}
    for name, values in chosen.items():
        is_all = inputs.flag(posted.get(f"{name}.all"))
        if is_all and values:
            faults[name] = [str(_BOTH[name])]
        lists[name] = None if is_all else values
    if faults:
        raise Invalid(faults)
    return {**sums, **lists}


def _slugs(kept: list[str]) -> list[str]:
    """What can be chosen, with what was chosen before and is not offered any more."""
    return sorted({*policies.categories(), *kept})


def _category(slug: str) -> str:
    return slug.replace("-", " ").capitalize()
