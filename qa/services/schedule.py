"""When runs start. A due time is the template's column; whoever looks first starts it, under the template's lock, and a run
is made, listed and paid for in one transaction."""

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

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
from qa.rules.templates import UNFUNDED_MAX, latest_time, next_time, windows
from qa.selectors import access
from qa.services import templates
from qa.services.failures import fail
from wallet.errors import InsufficientFunds, SpendingCapExceeded
from wallet.selectors import flows

_WAITS = (InsufficientFunds, SpendingCapExceeded)  # money that may be there an hour later
_CAP = "period_cap_reached"


def is_due() -> bool:
    return Template.objects.filter(status="active", next_run_at__lte=clock.now()).exists()


def start_due() -> int:
    """Timer: templates whose next run is due. Each is looked at again under its lock, so two workers start it once."""

    def work(pk: UUID) -> None:
        template = access.lock_template(pk)
        now = clock.now()
        if template.status != "active" or template.next_run_at is None or template.next_run_at > now:
            return
        if not _is_owner_gone(template):
            _start(template, now)

    due = Template.objects.filter(status="active", next_run_at__lte=clock.now())
    return for_each_due(due, work, by="next_run_at")


def fund_due() -> int:
    """Timer: runs that wait for money. Asked every hour for a day; then the run fails, and the third in a row pauses its
    template."""

    def work(pk: UUID) -> None:
        template = access.lock_template(Run.objects.values_list("template_id", flat=True).get(pk=pk))
        run = access.lock_run(pk)
        now = clock.now()
        if run.status != "funding" or run.fund_at is None or run.fund_at > now or _is_owner_gone(template):
            return
        if _passes_cap(template, run.due_at):  # its owner changed the terms meanwhile
            fail(Actor.system(), run, reason=_CAP)
        else:
            _fund(template, run, now)

    return for_each_due(Run.objects.filter(status="funding", fund_at__lte=clock.now()), work, by="fund_at")


def _is_owner_gone(template: Template) -> bool:
    """A closed account starts nothing: its template pauses instead."""
    if template.owner.is_active:
        return False
    templates.pause(Actor.system(), template, reason="operator", note="the account is closed")
    template.save(update_fields=["status", "paused_reason"])
    return True


def _start(template: Template, now: datetime) -> None:
    """The run that is due, or, where none may start, a failed one that says why. Moves money last."""
    assert template.next_run_at is not None
    _fail_unfunded(template)
    if template.status != "active":
        return
    days = template.days
    due = latest_time(template.next_run_at, days, now)
    template.next_run_at = next_time(due, days, now) if days else None
    template.save(update_fields=["next_run_at"])
    if reason := _why_not(template, due):
        run = _made(template, due, status="failed", reason=reason, ended_at=now)
        events.run_noted(Actor.system(), run, "skipped", note=reason)
        return
    run = _made(template, due, fund_at=now, fund_until=now + FUND_WITHIN)
    _fund(template, run, now)


def _fail_unfunded(template: Template) -> None:
    """A run that still waits for money makes way for the next one, however late it was begun."""
    late = template.runs.locked().filter(status="funding").select_related("template").first()
    if late is not None:
        fail(Actor.system(), late, reason=late.reason)
        _count_unfunded(template)


def _why_not(template: Template, due: datetime) -> str:
    """Why no run may start at this moment; empty when one may."""
    if template.runs.filter(status__in=ACTIVE).exists():
        return "previous_run_active"
    return _CAP if _passes_cap(template, due) else ""


def _passes_cap(template: Template, due: datetime) -> bool:
    return _reserved_in_month(template, due) + template.run_cents > template.period_cap_cents


def _reserved_in_month(template: Template, moment: datetime) -> int:
    """What the runs of this calendar month (UTC) reserved in all, whatever came back. Cents."""
    first = moment.astimezone(UTC).date().replace(day=1)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    made = template.runs.filter(date__range=(first, last)).exclude(bounty=None).values_list("bounty_id", flat=True)
    return sum(flow.reserved for flow in flows.of_bounties(list(made)).values())


def _made(template: Template, due: datetime, **state: Any) -> Run:
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
    """The bounty and its money at once, or a later try, or the end. Template and run are locked (or newborn)."""
    told = run.reason
    try:
        with transaction.atomic():  # a refusal leaves no bounty behind
            _open(template, run, now)
        return
    except _WAITS as refused:
        reason, waits = refused.code, True
        if isinstance(refused, SpendingCapExceeded) and told != refused.code and refused.after is not None:
            refused.after()  # the cap that was hit is told once, not every hour
    except Problem as refused:
        reason, waits = refused.code, False
    run.refresh_from_db()
    template.refresh_from_db(fields=["unfunded_runs"])  # neither row has what `_open` wrote
    run.reason = reason
    assert run.fund_until is not None
    if waits and now < run.fund_until:
        run.fund_at = min(now + FUND_EVERY, run.fund_until)
        run.save(update_fields=["reason", "fund_at"])
        return
    fail(Actor.system(), run, reason=reason)
    if waits:
        _count_unfunded(template)


def _open(template: Template, run: Run, now: datetime) -> None:
    """funding -> open: the bounty is made and paid for. Raises InsufficientFunds (402), SpendingCapExceeded (403), and what
    a bounty may be refused for since the template was made."""
    switches.require("qa")
    owner = Actor(account=template.owner, via="system")
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
    """One more run without money; the third in a row pauses the template, and its owner is told by mail."""
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


def _listing(template: Template, run: Run, work_hours: int) -> Mapping[str, Any]:
    """The template as a bounty. Testers choose it by the instructions, so those are public; logins never are."""
    return {
        "title": template.name,
        "description": template.instructions,
        "completion_criteria": _criteria(template),
        # A document is no kind of evidence by itself: its words are.
        "evidence_types": ["text"] if template.submission_mode == "document" else [template.submission_mode],
        "category": "computer-gigs" if is_category("computer-gigs") else "",
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
        "lifecycle_messages": {"onAccepted": _first_words(template, run, work_hours)},
        "auto_accept": template.auto_mode,
        "keep_applicants_on_fill": True,  # who goes silent is replaced by the next
        "product_ref": run.public_id,
    }


_LIVE_VIDEO = {
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


def _first_words(template: Template, run: Run, work_hours: int) -> str:
    """What a tester is told on being hired, in the conversation. His time to work begins when he confirms, so a deadline is
    told as what it is by then: the bounty's own is the end of applying, and no business of his."""
    parts = [_DEADLINE.sub(f"{work_hours} hours after you confirm", template.tester_start_message.strip())]
    if template.required_credentials:
        parts.append(
            f"Logins for this test ({', '.join(template.required_credentials)}), as long as your seat is open: GET "
            f"{run.credentials_url} with your session."
        )
    return "\n\n".join(part for part in parts if part)
