from typing import Any

from rest_framework import serializers

from bounties.rules.submissions import SEVERITIES
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.files import FileOut, with_urls
from marketplace.api.serializers import Shape
from marketplace.core import ids
from marketplace.models import File
from qa.models import Run
from qa.rules.runs import ESCALATION_KINDS, ESCALATION_STATUSES, STATUSES


class StopOut(Shape):
    state = serializers.ChoiceField(["draining", "done"])
    requested_at = TimestampField()


class RunOut(Shape):
    """One run of a template. `…EscalationCount` are those that wait for your decision."""

    id = Text(source="run.public_id", help_text="<template id>_<yyyymmdd>")
    template_id = IdField("qat", source="run.template_id")
    bounty_id = IdField("bty", source="run.bounty_id", allow_null=True)
    status = serializers.ChoiceField(STATUSES, source="run.status")
    reason = Text(
        source="run.why",
        allow_null=True,
        help_text="Why it waits, failed or found nobody; stopped: its owner ended it.",
    )
    reserved_cents = serializers.IntegerField(source="flow.reserved")
    spent_cents = serializers.IntegerField(source="flow.spent", help_text="Paid to testers, with the fee.")
    refunded_cents = serializers.IntegerField(source="flow.refunded")
    tester_count = serializers.IntegerField(source="run.tester_count", help_text="Asked for.")
    accepted_tester_count = serializers.IntegerField()
    unsettled_tester_count = serializers.IntegerField(help_text="Hired, and their money not decided yet.")
    escalation_count = serializers.IntegerField()
    application_escalation_count = serializers.IntegerField()
    submission_escalation_count = serializers.IntegerField()
    dispute_escalation_count = serializers.IntegerField()
    has_report = serializers.BooleanField()
    stop = StopOut(source="run.stop", allow_null=True)
    due_at = TimestampField(source="run.due_at", help_text="When it was to start.")
    opened_at = TimestampField(source="run.opened_at", allow_null=True)
    intake_ends_at = TimestampField(
        source="run.intake_ends_at", allow_null=True, help_text="Until when testers are taken."
    )
    ends_by = TimestampField(
        source="run.ends_by",
        allow_null=True,
        help_text="When it ends at the latest, as it stands: evidence that is sent back, a tester who is replaced and a dispute "
        "take longer. null: not open yet, or over.",
    )
    ended_at = TimestampField(source="run.ended_at", allow_null=True)
    template_next_run_at = TimestampField(
        source="run.template_next_run_at",
        allow_null=True,
        help_text="When the next run of its template starts, if one is scheduled.",
    )
    created_at = TimestampField(source="run.created_at")


class FindingOut(Shape):
    """One fault, as all testers together described it. Its id is the same in every run of the template."""

    id = Text()
    title = Text()
    severity = serializers.ChoiceField(SEVERITIES)
    steps = Text()
    expected = Text()
    actual = Text()
    reported_by = serializers.IntegerField(help_text="Testers who reported it.")
    status = serializers.ChoiceField(["new", "still_open"])
    file_ids = serializers.ListField(child=Text())
    files = FileOut(many=True)


class DiffOut(Shape):
    new_finding_ids = serializers.ListField(child=Text())
    resolved_finding_ids = serializers.ListField(child=Text())
    still_open_finding_ids = serializers.ListField(child=Text())


class QaReportOut(Shape):
    summary = Text()
    findings = FindingOut(many=True)
    diff = DiffOut()
    compared_with_run_id = Text(allow_null=True)
    by_severity = serializers.DictField(child=serializers.IntegerField())
    testers_asked = serializers.IntegerField()
    testers_accepted = serializers.IntegerField()
    submissions_accepted = serializers.IntegerField()
    submissions_rejected = serializers.IntegerField()
    degraded = serializers.BooleanField(help_text="Fewer testers finished than were asked for.")
    degraded_reason = Text(allow_null=True, help_text="What became of the places that brought no accepted report.")
    generated_at = serializers.DateTimeField()


class QaEvidenceOut(Shape):
    """What a tester sent, inline: nothing else has to be opened to decide about it, but the files."""

    text = Text()
    findings = serializers.ListField(child=serializers.DictField())
    answers = serializers.ListField(child=serializers.DictField(), help_text="To the checklist.")
    flags = serializers.ListField(
        child=Text(), help_text="Codes of what the checks found against it: look before you pay."
    )
    files = FileOut(many=True)


class QaEscalationOut(Shape):
    id = IdField("qae", source="pk")
    application_id = IdField("app")
    submission_id = IdField("sub", allow_null=True)
    escrow_id = IdField(
        "esc", source="application.escrow_id", allow_null=True, help_text="The money of a hired tester."
    )
    evidence = QaEvidenceOut(allow_null=True, help_text="Of an escalated report.")
    tester_name = Text(source="application.human.display_name")
    kind = serializers.ChoiceField(ESCALATION_KINDS)
    reason = Text(help_text="A code; of a dispute its category.")
    meaning = Text(help_text="The reason in words; empty of a dispute.")
    status = serializers.ChoiceField(ESCALATION_STATUSES)
    due_at = TimestampField(
        allow_null=True,
        help_text="While it is open: until when you decide. Then an applicant is rejected, and a report is accepted and paid; null "
        "for a dispute, which waits for you.",
    )
    created_at = TimestampField()
    decided_at = TimestampField(allow_null=True)


class RunDetail(RunOut):
    report = QaReportOut(allow_null=True)
    escalations = QaEscalationOut(
        many=True, help_text="Those that wait for your decision first, then the newest: 200 at most."
    )
    escalation_total = serializers.IntegerField(help_text="How many there ever were, listed or not.")


class QaDecisionIn(Shape):
    action = serializers.ChoiceField(["accept", "revise"], help_text="What you decide.")
    response = Text(max_length=1000, default="", allow_blank=True, help_text="To the tester.")


class QaDecisionOut(Shape):
    """`pending`: it is carried out within moments, by a worker."""

    id = IdField("qae", source="pk")
    run_id = Text(source="run.public_id")
    application_id = IdField("app")
    kind = serializers.ChoiceField(ESCALATION_KINDS)
    state = serializers.ChoiceField(["pending", "accepted", "revised"])
    status = serializers.ChoiceField(ESCALATION_STATUSES, help_text="What was decided, as the run lists it.")


def with_files(run: Run) -> dict[str, Any] | None:
    """The report, each finding with freshly signed URLs of its files; one query for all of them."""
    if run.report is None:
        return None
    wanted = [name for finding in run.report["findings"] for name in finding["fileIds"]]
    rows = with_urls(File.objects.filter(pk__in=[ids.decode("fil", name) for name in wanted])) if wanted else []
    known = {row.public_id: FileOut.render(row) for row in rows}
    findings = [
        finding | {"files": [known[name] for name in finding["fileIds"] if name in known]}
        for finding in run.report["findings"]
    ]
    return {"degradedReason": None} | run.report | {"findings": findings}  # earlier reports do not say why
