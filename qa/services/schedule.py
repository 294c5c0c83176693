"""Starting runs. The due time is a column of the template; a run is created, listed and paid for in one transaction, under
the template's lock, so concurrent workers start it once."""

import re
from calendar import monthrange
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from bounties.rules.fields import ApplicationDetail, BountyFields
from bounties.selectors.policies import is_category
from bounties.services import bounties, funding
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates, switches
from qa import events
from qa.models import Run, Template
from qa.rules.reviews import MEDIA_WORDS
from qa.rules.runs import ACTIVE, FUND_EVERY, FUND_WITHIN, RUN
from qa.rules.templates import CATEGORY, UNFUNDED_MAX, is_over, latest_time, next_time, windows
from qa.rules.words import logins
from qa.selectors import access
from qa.services import templates
from qa.services.failures import fail, tell
from wallet.errors import InsufficientFunds, SpendingCapExceeded, WalletFrozen
from wallet.selectors import flows

_RETRIED = (InsufficientFunds, SpendingCapExceeded, WalletFrozen)  # may succeed an hour later
_CAP = "period_cap_reached"


def is_due() -> bool:
    """Whether any template has a run to start now. No lock."""
    return Template.objects.filter(status="active", next_run_at__lte=clock.now()).exists()


def start_due() -> int:
    """Timer: start the runs that are due; returns how many templates it took. One transaction per template, which locks the
    template, then the owner's wallet."""

    due = Template.objects.filter(status="active", next_run_at__lte=clock.now())
    return for_each_due(due, start_if_due, by="next_run_at")


def start_if_due(template_pk: UUID) -> None:
    """Start a template's run, if it is due: once, however often it is asked for. In the caller's transaction; locks the template,
    then the owner's wallet."""
    template = access.lock_template(template_pk)
    now = clock.now()
    if template.status != "active" or template.next_run_at is None or template.next_run_at > now:
        return
    if not _pause_if_closed(template):
        _start(template, now)


def fund_due() -> int:
    """Timer: pay for runs in status funding, every hour for a day; returns how many it took.

    Then the run fails; the third unfunded run in a row pauses the template. One transaction per run, which locks template,
    run, wallet.
    """

    def work(pk: UUID) -> None:
        template = access.lock_template(Run.objects.values_list("template_id", flat=True).get(pk=pk))
        run = access.lock_run(pk)
        now = clock.now()
        if run.status != "funding" or run.fund_at is None or run.fund_at > now or _pause_if_closed(template):
            return
        if _exceeds_cap(template, run.due_at):  # its owner changed the terms meanwhile
            fail(Actor.system(), run, reason=_CAP)
        else:
            _fund(template, run, now)

    return for_each_due(Run.objects.filter(status="funding", fund_at__lte=clock.now()), work, by="fund_at")


def _pause_if_closed(template: Template) -> bool:
    """Pause the template of a closed account. True when it was paused."""
    if template.owner.is_active:
        return False
    templates.pause(Actor.system(), template, reason="operator", note="the account is closed")
    template.save(update_fields=["status", "paused_reason"])
    return True


def _start(template: Template, now: datetime) -> None:
    """Create the run that is due, or a failed one that records why it was skipped. Money is moved last."""
    assert template.next_run_at is not None
    _fail_unfunded(template)
    if template.status != "active":
        return
    days = template.days
    due = latest_time(template.next_run_at, days, now)
    template.next_run_at = next_time(due, days, now) if days else None
    if is_over(due, ends_at=template.ends_at, started=template.runs_started, most=template.max_runs):
        template.next_run_at = None
        template.save(update_fields=["next_run_at"])
        return
    templates.end_if_over(template)
    template.save(update_fields=["next_run_at"])
    if reason := _skip_reason(template, due):
        run = _create_run(template, due, status="failed", reason=reason, ended_at=now)
        events.run_noted(Actor.system(), run, "skipped", note=reason)
        tell(Actor.system(), run)
        return
    until = now + FUND_WITHIN
    run = _create_run(
        template, due, fund_at=now, fund_until=min(until, template.ends_at) if template.ends_at else until
    )
    templates.end_if_over(template)
    template.save(update_fields=["next_run_at"])
    _fund(template, run, now)


def _fail_unfunded(template: Template) -> None:
    """Fail a run that still waits for money when the next one is due."""
    late = template.runs.locked().filter(status="funding").select_related("template").first()
    if late is not None:
        fail(Actor.system(), late, reason=late.reason)
        _count_unfunded(template)


def _skip_reason(template: Template, due: datetime) -> str:
    """The code of why no run may start now; empty when one may."""
    if template.runs.filter(status__in=ACTIVE).exists():
        return "previous_run_active"
    return _CAP if _exceeds_cap(template, due) else ""


def _exceeds_cap(template: Template, due: datetime) -> bool:
    return _reserved_in_month(template, due) + template.run_cents > template.period_cap_cents


def _reserved_in_month(template: Template, moment: datetime) -> int:
    """Cents that the runs of this calendar month (UTC) have reserved, including what was returned later; but not those of runs
    whose money has come back to the last cent."""
    first = moment.astimezone(UTC).date().replace(day=1)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    made = template.runs.filter(date__range=(first, last)).exclude(bounty=None).values_list("bounty_id", flat=True)
    return sum(flow.reserved for flow in flows.of_bounties(list(made)).values() if flow.spent or flow.held)


def _create_run(template: Template, due: datetime, **state: Any) -> Run:
    run = Run(
        template=template,
        owner_id=template.owner_id,
        date=due.astimezone(UTC).date(),
        due_at=due,
        tester_count=template.tester_count,
        submission_mode=template.submission_mode,
        auto_mode=template.auto_mode,
        **state,
    )
    run.save(force_insert=True)
    return run


def _fund(template: Template, run: Run, now: datetime) -> None:
    """Create and pay for the bounty; on a refusal schedule a retry, or fail the run. Template and run are locked, or new."""
    earlier_reason = run.reason
    try:
        with transaction.atomic():  # a refusal rolls the bounty back
            _open(template, run, now)
        return
    except _RETRIED as refused:
        reason, may_retry = refused.code, True
        if isinstance(refused, SpendingCapExceeded) and earlier_reason != refused.code and refused.after is not None:
            refused.after()  # publishes wallet.spending_cap_hit: once, not with every retry
    except Problem as refused:
        reason, may_retry = refused.code, False
    run.refresh_from_db()
    template.refresh_from_db(fields=["unfunded_runs"])  # undo in memory what `_open` set
    run.reason = reason
    assert run.fund_until is not None
    if may_retry and now < run.fund_until:
        run.fund_at = min(now + FUND_EVERY, run.fund_until)
        run.save(update_fields=["reason", "fund_at"])
        return
    fail(Actor.system(), run, reason=reason)
    templates.go_on(template)
    if may_retry:
        _count_unfunded(template)


def _open(template: Template, run: Run, now: datetime) -> None:
    """funding -> open: create the bounty and pay for it. Raises InsufficientFunds (402), SpendingCapExceeded (403), and the
    refusals of `bounties.create`: policies may have changed since the template was made."""
    switches.require("qa")
    owner = Actor(account=template.owner, via="system", on_behalf=template.spender)
    window = windows(template.days)
    run.tester_count, run.submission_mode = template.tester_count, template.submission_mode
    run.auto_mode, run.target_url = template.auto_mode, template.target_url
    run.reason, run.fund_at = "", None
    run.opened_at, run.intake_ends_at = now, now + window.intake
    run.template = template
    bounty = bounties.create(owner, _listing(template, run, window.work_hours), kind="qa")
    run.bounty, run.status = bounty, RUN.next(run.status, "open")
    run.save()
    template.unfunded_runs = 0
    template.save(update_fields=["unfunded_runs"])
    events.run_noted(owner, run, "opened")
    funding.go_live(owner, bounty, source="wallet")


def _count_unfunded(template: Template) -> None:
    """Count an unfunded run; the third in a row pauses the template, and the owner is mailed."""
    template.unfunded_runs += 1
    if template.unfunded_runs >= UNFUNDED_MAX and template.status == "active":
        templates.pause(Actor.system(), template, reason="insufficient_funds")
        mail_templates.send(
            template.owner,
            "qa_paused",
            template=template.name,
            runs=UNFUNDED_MAX,
            cost=format_usd(template.run_cents),
            id=template.public_id,
        )
    template.save(update_fields=["unfunded_runs", "status", "paused_reason"])


def _listing(template: Template, run: Run, work_hours: int) -> BountyFields:
    """The fields of the bounty (`bounties.create`). The instructions are public, since testers choose by them; credentials
    never are."""
    assert run.intake_ends_at is not None
    return {
        "title": template.name,
        "description": template.instructions,
        "completion_criteria": _criteria(template),
        # There is no evidence type for documents; their text counts as text.
        "evidence_types": ["text"] if template.submission_mode == "document" else [template.submission_mode],
        "category": CATEGORY if is_category(CATEGORY) else "",
        "price_type": "fixed",
        "price_cents": template.pay_per_tester_cents,
        "fee_bps": template.fee_bps,
        "estimated_hours": Decimal(1),
        "spots_available": template.tester_count,
        "deadline": run.intake_ends_at,
        "completion_window_hours": work_hours,
        "supported_countries": template.allowed_countries,
        "linkedin_verified_required": template.linkedin_required,
        "required_links": [{"type": "resume"}] if template.resume_required else [],
        "application_details": [_LIVE_VIDEO] if template.live_video_required else [],
        "completion_questions": [
            {"id": f"step{number}", "prompt": step, "required": True}
            for number, step in enumerate(template.checklist, 1)
        ],
        "lifecycle_messages": {"onAccepted": _start_message(template, run, work_hours)},
        "auto_accept": template.auto_mode,
        "keep_applicants_on_fill": True,  # a lost seat is filled from the remaining applicants
        "product_ref": run.public_id,
    }


_LIVE_VIDEO: ApplicationDetail = {
    "id": "d1",
    "type": "live_video",
    "label": "Record a short video of yourself now: say what device and browser you test with.",
    "required": True,
}


_DEADLINE = re.compile(r"\{\{\s*deadline\s*\}\}")


def _criteria(template: Template) -> str:
    parts = [
        f"Test {template.target_url}",
        *(f"See also {url}" for url in template.instruction_media),
        f"Send {MEDIA_WORDS[template.submission_mode]}, and each fault as a finding of its own: title, steps, what you "
        "expected, what happened instead, how grave it is. No faults: say what you tried.",
    ]
    return "\n\n".join(parts)


def _start_message(template: Template, run: Run, work_hours: int) -> str:
    """The message to a hired tester. Their time begins when they confirm, so {{deadline}} is written as hours after that: the
    bounty's own deadline is the end of intake."""
    parts = [_DEADLINE.sub(f"{work_hours} hours after you confirm", template.tester_start_message.strip())]
    if template.required_credentials:
        names = ", ".join(template.required_credentials)
        parts.append(logins(names=names, page=f"{settings.BASE_URL}/today", address=run.credentials_url))
    return "\n\n".join(part for part in parts if part)
