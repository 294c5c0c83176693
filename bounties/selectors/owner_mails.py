"""The content of an owner's mail about a bounty, as of the time it is sent: events that no longer hold are left out."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules.owner_mails import NAMED, REVIEW_WARNING
from bounties.selectors import owned
from marketplace.core import clock
from marketplace.core.money import format_usd
from webhooks.models import Event


@dataclass(slots=True)
class Part:
    """One section of the mail: its first people, and how many more there are."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    more: int = 0


def of(bounty: Bounty, kinds: list[str]) -> dict[str, Any]:
    """The variables of the mail template `owner_update` for these OWNER_MAIL_KINDS; empty when none of the events still holds."""
    since = bounty.owner_mailed_at or bounty.created_at
    hired = Application.objects.filter(bounty_id=bounty.pk, status="accepted")
    parts: dict[str, Part] = {}
    warned_until: datetime | None = None
    if "evidence" in kinds or "warning" in kinds:
        waiting = hired.filter(escrow__status="delivered").annotate(review_until=owned.review_until())
        part = _part(waiting.order_by("review_until", "pk"), due="review_until", cents="escrow__amount_cents")
        parts["evidence"] = part
        first = part.rows[0]["due"] if part.rows else None
        if "warning" in kinds and first is not None and first <= clock.now() + REVIEW_WARNING:
            warned_until = first
    if "unanswered" in kinds:
        unanswered = hired.filter(escrow__accepted_unanswered=True, escrow__completed_at__gte=since).order_by("pk")
        accepted = unanswered.filter(escrow__status__in=("completed", "warranty_hold"))
        columns = {"due": "escrow__auto_release_at", "until": "escrow__dispute_window_ends_at"}
        parts["unanswered"] = _part(accepted, cents="escrow__amount_cents", **columns)
        # By a timer: at its time, or with the acceptance. Who has paid it themselves meanwhile, earlier, knows.
        by_timer = Q(escrow__released_at__gte=F("escrow__auto_release_at"))
        by_timer |= Q(escrow__released_at=F("escrow__completed_at"))
        paid = unanswered.filter(by_timer, escrow__status="released")
        parts["paid"] = _part(paid, at="escrow__released_at", cents="escrow__amount_cents")
    if "extension" in kinds:
        asking = hired.filter(extension_until__gt=clock.now(), extension__state="pending").order_by("extension_until")
        parts["extensions"] = _part(asking, until="extension_until", hours="extension__hours")
    if "silent" in kinds:
        silent = hired.filter(
            ghost_flagged_at__isnull=False, ends_at__isnull=False, escrow__status="locked", escrow__delivered_at=None
        )
        parts["silent"] = _part(silent.order_by("ends_at", "pk"), due="complete_by", until="ends_at")
    if "application" in kinds:
        pending = Application.objects.filter(bounty_id=bounty.pk, status="pending").order_by("-pk")
        product = products.find(bounty.kind)
        to_decide = product.applications_to_decide(bounty) if product is not None else None
        if to_decide is not None:
            pending = pending.filter(pk__in=to_decide)
        parts["applicants"] = _part(pending, at="created_at")
    if "confirmed" in kinds:
        parts["confirmed"] = _part(hired.filter(confirmed_at__gte=since).order_by("confirmed_at"), at="confirmed_at")
    if "terms" in kinds:
        told = Event.objects.filter(
            type="application.terms_changed",
            account_id=bounty.owner_id,
            subject_id__in=hired.filter(terms_proposed__isnull=True).values(
                "pk"
            ),  # not those who are asked again since
            created_at__gte=since,
            data__state="accepted",
        )
        accepted = hired.filter(pk__in=told.values("subject_id")).order_by("pk")
        parts["accepted_terms"] = _part(accepted, at="terms_changed_at")
    if "lost" in kinds:
        ended = Application.objects.filter(
            bounty_id=bounty.pk, ended_at__gte=since, escrow__isnull=False, status__in=("withdrawn", "expired")
        )
        parts["lost"] = _part(ended.order_by("ended_at"), reason="end_reason")
    if not any(part.rows for part in parts.values()):
        return {}
    values: dict[str, Any] = {name: part.rows for name, part in parts.items()}
    values |= {f"more_{name}": part.more for name, part in parts.items()}
    applicants = parts.get("applicants", Part())
    by_rule = bounty.kind in owned.kinds_that_reserve("review")
    return values | {"pending": len(applicants.rows) + applicants.more, "warning": warned_until, "by_rule": by_rule}


def _part(rows: QuerySet[Application], **columns: str) -> Part:
    """Names and these columns of the first rows. One query, and a second one when there are more."""
    found = list(rows.select_related("human", "escrow")[: NAMED + 1])
    more = rows.count() - NAMED if len(found) > NAMED else 0
    return Part([{"name": row.human_name} | _values(row, columns) for row in found[:NAMED]], more)


def _values(row: Application, columns: dict[str, str]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, path in columns.items():
        value: Any = row
        for step in path.split("__"):
            value = value.get(step) if isinstance(value, dict) else getattr(value, step)
        out[name] = value
    if "cents" in out:
        out["sum"] = format_usd(out.pop("cents"))
    return out
