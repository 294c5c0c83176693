"""The dry run beside the form: what a job would cost, whom it would reach, and what is in its way. Nothing is written."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.models import Bounty
from bounties.pages.posting_fields import shown_name
from bounties.rules.fields import BountyFields
from bounties.rules.reach import Bounds
from bounties.selectors import reach as reaching
from bounties.serializers.posting import BountyIn
from bounties.services import bounties, funding
from marketplace.api import handler
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.web import formats, words
from marketplace.web.page import Page
from wallet.errors import SpendingCapExceeded, WalletFrozen
from wallet.web import asked_words

LIFE = {"title": "…", "description": "…", "estimatedHours": 1}  # stand in for what is not typed yet, to tell the cost
NEEDED = {
    "title": gettext_lazy("what it is, in one line"),
    "description": gettext_lazy("what to do"),
    "price": gettext_lazy("the pay"),
    "estimatedHours": gettext_lazy("how long it takes"),
}
GATES = {
    "skillsNeeded": gettext_lazy("the skills"),
    "country": gettext_lazy("the place"),
    "supportedCountries": gettext_lazy("the countries"),
    "identityRequired": gettext_lazy("a verified identity"),
    "linkedinVerifiedRequired": gettext_lazy("a verified LinkedIn profile"),
    "languageProficiencyRequirement": gettext_lazy("the level of English"),
}
_WARNINGS = {
    "pending_review": gettext_lazy("Our staff read this job before people see it."),
    # Said with the sums, or beside the button.
    "wallet_frozen": "",
    "spending_cap_exceeded": "",
    "insufficient_funds": "",
}


@dataclass(slots=True)
class Plan:
    """What posting would do. `quote` is None while there is no cost to tell; `fields` are the errors by field of the form;
    `stopped` says why the wallet would refuse it now, empty if it would not; `is_limit`: because of a limit, which is raised
    elsewhere than a stop is lifted."""

    quote: funding.Quote | None = None
    is_complete: bool = False
    message: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    stopped: str = ""
    is_limit: bool = False
    reach: reaching.Reach | None = None
    bounty: Bounty | None = None

    @property
    def left(self) -> int:
        """Cents in the wallet afterwards."""
        return self.quote.wallet_balance - self.quote.funding_total if self.quote else 0

    @property
    def from_wallet(self) -> int:
        """Cents that the wallet pays of it; a payment page brings in the rest."""
        return self.quote.funding_total - self.quote.deposit if self.quote else 0

    @property
    def agreed(self) -> str:
        """The sum as the form sends it back, whatever the reader's language writes between thousands."""
        return str(self.quote.funding_total) if self.quote else ""

    @property
    def fee_percent(self) -> str:
        return f"{self.quote.fee_bps / 100:g}" if self.quote else ""

    @property
    def wrong(self) -> list[tuple[str, str, str]]:
        """What needs another value: the field of the form, its label, and why."""
        return [(name, str(asked_words.LABELS.get(name, "")), why[0]) for name, why in self.fields.items()]

    @property
    def cuts_most(self) -> str:
        return str(GATES[self.reach.cuts_most]) if self.reach and self.reach.cuts_most else ""


def read(page: Page, body: dict[str, Any]) -> BountyFields:
    """The body, validated as the API's. Raises Invalid (400) by the names of the form's fields."""
    try:
        data: BountyFields = page.read(BountyIn, body)
    except Exception as error:
        raise _in_form(error) from error
    return data


def prepared(actor: Actor, data: BountyFields) -> Bounty:
    """The unsaved job. Raises what `bounties.prepare` raises, by the names of the form's fields."""
    try:
        return bounties.prepare(actor, data)
    except Problem as problem:
        raise _in_form(problem) from problem


def plan(page: Page, body: dict[str, Any]) -> Plan:
    """The dry run of what is typed so far: where something is missing or wrong, the cost of what can be told already."""
    missing = [name for name in NEEDED if body.get(name) in (None, "")]
    found = Plan(missing=[str(NEEDED[name]) for name in missing])
    problem = _try(page, found, body)
    if problem is None:
        found.is_complete = True
        return found
    found.message = words.say(problem)
    fields = words.reasons(problem.extra.get("fields", {}))
    found.fields = {name: why for name, why in fields.items() if name not in missing}
    if "price" not in fields:
        wrong = {_in_body(name) for name in fields}
        rest = {name: value for name, value in body.items() if name not in wrong}
        if "submissionMode" in wrong:
            rest = {name: value for name, value in rest.items() if not name.endswith("Submission")}
        _try(page, found, LIFE | rest)
        if wrong & {"location", "supportedCountries"}:
            found.reach = None  # it would be that of another place
    return found


def _in_body(field: str) -> str:
    """The body's own field in which a field of the form lies."""
    outer = field.partition(".")[0]
    return {"upload": "submissionMode", "details": "applicationDetails"}.get(outer, outer)


def _try(page: Page, found: Plan, body: dict[str, Any]) -> Problem | None:
    try:
        bounty = prepared(page.actor, read(page, body))
    except Problem as problem:
        return problem
    found.bounty, found.quote = bounty, funding.quote(bounty)
    found.reach = reaching.estimate(page.actor.id, bounty)
    warned, refused = funding.obstacles(page.actor, bounty)
    found.warnings = [text for said in warned if (text := _warning(said))]
    found.stopped = stopped(refused) if refused is not None else ""
    found.is_limit = isinstance(refused, SpendingCapExceeded)
    found.warnings += [_about_reach(code, about) for code, about in found.reach.warnings]
    return None


def number(bounds: Bounds | None) -> str:
    """A number of people in words."""
    if bounds is None:
        return ""
    if bounds.is_few:
        return _("fewer than 5")
    return _("%s or more") % formats_number(bounds.at_least)


def formats_number(value: int) -> str:
    return f"{value:,}" if value >= 1000 else str(value)


def _warning(said: str) -> str:
    code, _colon, message = said.partition(": ")
    known = _WARNINGS.get(code)
    return str(known) if known is not None else words.plain(message)


def stopped(refused: Problem) -> str:
    """Why the wallet would not pay, for the owner of its limits."""
    if isinstance(refused, WalletFrozen):
        note = refused.extra["frozenReason"]
        said = _("All spending is stopped. An owner of this account can allow it again.")
        return f"{said} {_('Why:')} {note}" if note else said
    return words.say(refused)


def _about_reach(code: str, about: Any) -> str:
    match code:
        case "pay_below_minimum":
            return _("There, the pay has to be %s or more.") % formats.cents_words(about)
        case "few_people" if about:
            return _("Fewer than 5 people fit. What keeps most out: %s.") % GATES[about]
        case "few_people":
            return _("Fewer than 5 people fit.")
        case "more_spots_than_people":
            return _("Fewer than %s people fit, and more are to be hired.") % about.below
    return _("Three quarters of the jobs like this pay %s or more an hour.") % formats.cents_words(about.low)


def _in_form(error: Exception) -> Exception:
    problem = handler.as_problem(error)
    if problem is None or "fields" not in problem.extra:
        return problem or error
    fields: dict[str, list[str]] = {}
    for name, why in problem.extra["fields"].items():
        shown = shown_name(name)
        fields[shown] = fields.get(shown, []) + why
    if isinstance(problem, Invalid):
        return Invalid(fields, problem.message)
    problem.extra["fields"] = fields
    return problem
