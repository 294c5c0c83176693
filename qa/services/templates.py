"""QA templates: created, changed, paused and resumed by their owner. `schedule` starts their runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypedDict

from escrow.selectors import rates
from marketplace.core import clock, http
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState
from marketplace.selectors.countries import blocked_among
from marketplace.services import account_restrictions, restrictions, switches
from qa import events
from qa.models import Template
from qa.rules.templates import CATEGORY, find_errors, is_over, next_time, takes_more
from qa.selectors import access, runs
from qa.services import credentials
from qa.services.failures import fail
from wallet import ledger
from wallet.ports import SpendAbout
from wallet.services import spending

LOOK_UP_SECONDS = 2.0  # time-out of the DNS look-up that a request waits for
DEPOSIT = "/api/wallet/deposit"
_CADENCE = ("cadence", "cadence_days")


@dataclass(frozen=True, slots=True)
class FundingWarning:
    """The wallet is too low for one run."""

    balance_cents: int
    required_cents: int
    code: str = "insufficient_wallet_balance"
    deposit_endpoint: str = DEPOSIT

    @property
    def message(self) -> str:
        return (
            f"A run takes {format_usd(self.required_cents)} and your wallet holds {format_usd(self.balance_cents)}. "
            "Deposit the difference: a run that finds no money waits for a day, then fails."
        )


def check_target(url: str) -> None:
    """Check that testers can and may open this URL. It makes a DNS look-up: call it outside any transaction.

    Raises Invalid (400).
    """
    try:
        http.check_link(url, seconds=LOOK_UP_SECONDS)
    except http.Blocked as reason:
        raise Invalid({"targetUrl": [f"Testers can't be sent there: {reason}. Give a public http or https address."]})


class TemplateFields(TypedDict, total=False):
    """What an owner may set, as validated by serializers.templates. `create` needs all that TemplateIn requires; `change`
    takes any, and `status`."""

    name: str
    target_url: str
    instructions: str
    tester_start_message: str
    instruction_media: list[str]
    checklist: list[str]
    cadence: str  # a key of rules.templates.CADENCES
    cadence_days: int | None  # 1 to 30, with cadence `custom` only
    budget_per_run_cents: int
    pay_per_tester_cents: int
    tester_count: int
    submission_mode: str
    live_video_required: bool
    linkedin_required: bool
    resume_required: bool
    required_credentials: list[str]
    allowed_countries: list[str]  # ISO 3166, two letters
    period_cap_cents: int  # per calendar month, UTC
    auto_mode: bool
    ends_at: datetime | None  # UTC: no run starts from then on
    max_runs: int | None
    status: str


def create(actor: Actor, fields: TemplateFields) -> Template:
    """Create a template whose first run is due now, at the fee rate in force now.

    Its runs are spent by the caller, also as far as the limits of a key go. Runs in the caller's transaction; no lock but that of
    the account's restriction. Raises Invalid (400), AccountRestricted, CategoryNotAllowed, CountryNotAllowed (403),
    ProductUnavailable (503), and what `spending.spend` raises for an approval of what one run takes.
    Route: POST /api/v1/qa/templates. Spec: Endpoints, QA runs.
    """
    switches.require("qa")
    account_restrictions.check(actor.id, "jobs")
    _check_spender(actor, fields.get("allowed_countries", []))
    fee_bps = rates.bps_for("qa")
    _check(fields, fee_bps)
    now = clock.now()
    template: Template = Template.objects.create(
        owner=actor.me,
        spender=actor.spender,
        fee_bps=fee_bps,
        next_run_at=now,
        created_at=now,
        updated_at=now,
        **fields,
    )
    events.template_noted(actor, template, "created")
    enqueue("qa.start_runs")
    _agree(actor, template)
    return template


def change(actor: Actor, template_id: str, changed: TemplateFields) -> Template:
    """Change the fields that were sent; `status` pauses or resumes. A run under way keeps its terms. With a new pay, budget
    or number of testers, the fee rate becomes the one in force now; who sets those, the cadence or its end is who spends.

    Runs in the caller's transaction. Locks the template. Raises Invalid (400) when the fields don't fit each other,
    NotFound (404), and as `create` for an approval when a run, or all that are left, take more than before. Route: PATCH
    /api/v1/qa/templates/{id}.
    """
    template = access.own_template(actor, template_id, lock=True)
    values = dict(changed)
    status = values.pop("status", None)
    if values.get("cadence", "custom") != "custom":
        values.setdefault("cadence_days", None)  # those of the old cadence
    before, agreed = template.days, template.taking
    if any(getattr(template, name) != values.get(name, getattr(template, name)) for name in _COST):
        template.fee_bps = rates.bps_for("qa")
    if any(getattr(template, name) != values.get(name, getattr(template, name)) for name in _SPENDING):
        template.spender = actor.spender
    for name, value in values.items():
        setattr(template, name, value)
    if template.spender == actor.spender:
        _check_spender(actor, template.allowed_countries)
    _check({name: getattr(template, name) for name in _TOGETHER}, template.fee_bps, changed=values)
    if template.days != before or not _ENDS.isdisjoint(values):
        template.next_run_at = _next(template)
    credentials.delete_others(template)
    if status == "paused" and template.status == "active":
        pause(actor, template, reason="user")
    elif status == "active" and (template.status == "paused" or template.next_run_at is None):
        _resume(actor, template)
    template.updated_at = clock.now()
    template.save()
    if values:
        events.template_noted(actor, template, "changed", note=", ".join(sorted(values)))
    if takes_more(agreed, template.taking):
        _agree(actor, template)
    return template


def _agree(actor: Actor, template: Template) -> None:
    """Its runs are paid by a timer, which asks nobody: so the owner is asked now, if they want to be for what a run takes;
    they are told what all of them take together."""
    left, each = template.runs_left, template.run_cents
    again: SpendAbout = {}
    if template.days is not None and left not in (0, 1):
        total = None if left is None else left * each
        again = {
            "repeats": f"{template.days} days",
            "times": left,
            "total_cents": total,
            "month_cents": template.period_cap_cents,
        }
    spending.agree_on(
        account_id=template.owner_id,
        by=actor,
        cents=each,
        kind="runs",
        about={
            "title": template.name,
            "seats": template.tester_count,
            "pay_per_seat_cents": template.pay_per_tester_cents,
            "fee_cents": each - template.tester_count * template.pay_per_tester_cents,
            **again,
        },
    )


def run_now(actor: Actor, template_id: str) -> Template:
    """Make a template's next run due now; the ones after it follow at this time of day.

    A key or program that asks for it spends it, within its limits; somebody signed in leaves the spender as it is. Runs in the
    caller's transaction. Locks the template. Raises NotFound (404), InvalidState (409) when it is paused or over, had a run today
    already (a run's id is its date), or one is going on; as `create` for a restricted account, the limits of a key and an approval
    of the run.
    Route: POST /api/v1/qa/templates/{id}/run.
    """
    template = access.own_template(actor, template_id, lock=True)
    now, bar = clock.now(), runs.why_not_now(template)
    if bar in ("paused", "over"):
        raise InvalidState("Set it going first, or give it a later end.", currentState=template.status)
    if bar:
        raise InvalidState(
            "It had its run of today, or one is going on: the next can start tomorrow.", currentState="active"
        )
    account_restrictions.check(template.owner_id, "jobs")
    if actor.via != "session":
        _check_spender(actor, template.allowed_countries)
        template.spender = actor.spender
    template.next_run_at = template.updated_at = now
    template.save(update_fields=["spender", "next_run_at", "updated_at"])
    events.template_noted(actor, template, "changed", note="run now")
    enqueue("qa.start_runs")
    _agree(actor, template)
    return template


def end(actor: Actor, template_id: str) -> Template:
    """End a template's schedule now: no further run starts, what runs goes on. A new end, or none, sets it going again. Locks and
    raises as `change`."""
    return change(actor, template_id, {"ends_at": clock.now() + timedelta(seconds=1)})


def pause(actor: Actor, template: Template, *, reason: str, note: str = "") -> None:
    """active -> paused: no new run starts, a run in status funding fails, other runs go on.

    `reason`: user, insufficient_funds or operator. The caller has locked the template and saves it.
    """
    template.status, template.paused_reason = "paused", reason
    waiting = template.runs.locked().filter(status="funding").select_related("template").first()
    if waiting is not None:
        fail(actor, waiting, reason="paused")
    events.template_noted(actor, template, "paused", note=note or reason)


def pause_by_staff(actor: Actor, template: Template, *, note: str) -> None:
    """Staff pause an active template; any other is not changed. Locks the template."""
    locked = access.lock_template(template.pk)
    if locked.status == "active":
        pause(actor, locked, reason="operator", note=note)
        locked.save(update_fields=["status", "paused_reason"])


def end_if_over(template: Template) -> None:
    """Schedule no further run where the template's end or its number of runs is reached. The caller has locked it and saves it."""
    due = template.next_run_at
    if due is not None and is_over(
        due, ends_at=template.ends_at, started=template.runs_started, most=template.max_runs
    ):
        template.next_run_at = None


def go_on(template: Template) -> None:
    """A run has failed before it opened, so it does not count: schedule the next one, if the last was. Saves the template, which
    the caller has locked."""
    if template.next_run_at is None and template.days is not None:
        template.next_run_at = _next(template)
        template.save(update_fields=["next_run_at"])


def goes_on_for_good(template: Template) -> bool:
    """Whether a schedule has neither an end nor a number of runs, which its owner is warned of."""
    return template.days is not None and template.ends_at is None and template.max_runs is None


def warning(template: Template) -> FundingWarning | None:
    """A warning when the owner's wallet is too low for one run now, else None. No lock."""
    needed = template.run_cents
    balance = ledger.balance(ledger.wallet(template.owner_id))
    return FundingWarning(balance, needed) if balance < needed else None


_ENDS = frozenset(("ends_at", "max_runs"))
_SPENDING = ("pay_per_tester_cents", "tester_count", "budget_per_run_cents", "period_cap_cents", *_CADENCE, *_ENDS)
_COST = ("pay_per_tester_cents", "tester_count", "budget_per_run_cents")
_TOGETHER = (*_COST, "cadence", "cadence_days", "period_cap_cents", "allowed_countries")


def _check_spender(actor: Actor, countries: Sequence[str]) -> None:
    """May the caller spend on tests by people of these countries? So that a key hears it now, not from the first run. Raises
    CategoryNotAllowed, CountryNotAllowed (403)."""
    mine = restrictions.of(actor)
    if mine is not None:
        restrictions.check_category(mine, CATEGORY)
        restrictions.check_countries(mine, countries)


def _check(values: Mapping[str, Any], fee_bps: int, *, changed: Mapping[str, Any] | None = None) -> None:
    wrong = find_errors(values, fee_bps)
    has_new_countries = changed is None or "allowed_countries" in changed  # unchanged ones are not checked again
    if has_new_countries and (blocked := blocked_among(values["allowed_countries"])):
        wrong["allowedCountries"] = [f"Not possible: {', '.join(blocked)}."]
    ends_at = (values if changed is None else changed).get("ends_at")
    if ends_at is not None and ends_at <= clock.now():
        wrong["endsAt"] = [f"This time has passed ({clock.here()}): give a later one, or pause the template."]
    if wrong:
        raise Invalid(wrong)


def _resume(actor: Actor, template: Template) -> None:
    """paused -> active: the next run is due at the next time of the cadence; missed ones are skipped. A template that runs
    once and has not run yet starts now. Raises AccountRestricted (403)."""
    account_restrictions.check(template.owner_id, "jobs")
    template.status, template.paused_reason, template.unfunded_runs = "active", "", 0
    template.next_run_at = _next(template)
    events.template_noted(actor, template, "resumed")
    enqueue("qa.start_runs")


def _next(template: Template) -> Any:
    """When the next run is due after a change of cadence or a pause."""
    now, days = clock.now(), template.days
    if days is not None:
        last = template.runs.order_by("-date").values_list("due_at", flat=True).first()
        due = next_time(last or template.created_at, days, now)
        over = is_over(due, ends_at=template.ends_at, started=template.runs_started, most=template.max_runs)
        return None if over else due
    if template.runs.exclude(opened_at=None).exists() or template.runs.filter(ended_at=None).exists():
        return None
    today = template.runs.filter(date=now.date()).exists()  # a run's id is its date
    return next_time(now, 1, now) if today else now
