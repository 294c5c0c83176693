"""The terms of a bounty as they are now, and as a hired person agreed to them."""

import copy

from bounties.models import Application, Bounty
from bounties.rules.applications import terms_snapshot
from bounties.rules.terms import Terms
from marketplace.api.fields import timestamp


def snapshot(bounty: Bounty) -> Terms:
    """What the work is and pays now: currency, compensation and every name of `rules.terms.TERMS`."""
    return {
        **terms_snapshot(bounty.seat_cents, bounty.price_type),
        "title": bounty.title,
        "description": bounty.description,
        "completionCriteria": bounty.completion_criteria,
        "evidenceTypes": bounty.evidence_types,
        "liveCaptureRequirement": bounty.live_capture_or_none,
        "checkIns": bounty.check_ins,
        "completionQuestions": bounty.completion_questions,
        "location": {
            "city": bounty.city,
            "state": bounty.state,
            "country": bounty.country,
            "isRemoteAllowed": bounty.is_remote_allowed,
        },
        "attendanceRadiusMeters": bounty.attendance_radius_meters,
        "scheduledStartAt": timestamp(bounty.scheduled_start_at),
        "scheduledStartTimeZone": bounty.schedule_zone_or_none,
        "estimatedHours": float(bounty.estimated_hours),
        "signage": bounty.signage_or_none,
    }


def asked_when_changed(bounty: Bounty) -> int:
    """How many people an edit of the terms asks: those who are hired and whose work goes on. One query."""
    rows = Application.objects.filter(bounty_id=bounty.pk, status="accepted", terms_left_at=None)
    return rows.filter(escrow__ended_at=None, escrow__completed_at=None).count()


def as_agreed(bounty: Bounty, application: Application) -> Bounty:
    """The bounty by which this person's evidence is judged: with the evidence that they agreed to, while they have not accepted
    a change. For reading only."""
    agreed = application.terms_snapshot
    if application.terms_proposed is None or "evidenceTypes" not in agreed:
        return bounty
    view = copy.copy(bounty)
    view.evidence_types = agreed["evidenceTypes"]
    view.live_capture = agreed["liveCaptureRequirement"] or ""
    view.check_ins = agreed["checkIns"]
    view.completion_questions = agreed["completionQuestions"]
    return view
