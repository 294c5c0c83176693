"""The report of a run: the findings of accepted submissions, merged, and compared with the previous run. Stored when the run
closes, and never changed."""

from collections.abc import Sequence
from typing import Any, Final, TypedDict

from bounties.models import Bounty, Submission
from bounties.rules.submissions import SEVERITIES
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.services import document_pages
from qa.models import Finding, Run, Template
from qa.rules.findings import Merged, Reported, compare, count_by_severity, gist, merge, nearest
from qa.rules.words import summary
from qa.selectors import access
from qa.selectors.runs import last_report
from qa.selectors.shortfalls import why_fewer
from wallet.selectors import flows

NAME: Final = "qa/report"  # of the document
_KNOWN_MAX = 1000  # the latest findings of a template that new ones are compared with


def make(run: Run, bounty: Bounty) -> dict[str, Any]:
    """The report as JSON (the shape is serializers.runs.QaReportOut). New findings get a number.

    The caller has locked the run, whose money is settled. Locks the template.
    """
    sent = list(
        Submission.objects.filter(bounty_id=bounty.pk).select_related("application").order_by("pk").defer("checks")
    )
    accepted = [row for row in sent if row.status == "approved"]
    before = last_report(run)
    merged = merge(
        [Reported(row.application.public_id, finding) for row in accepted for finding in row.form["findings"]]
    )
    found = _numbered(access.lock_template(run.template_id), run, merged)
    earlier = [finding["id"] for finding in before.report["findings"]] if before and before.report else None
    diff = compare([finding["id"] for finding in found], earlier if accepted else [])
    by_severity = count_by_severity([finding["severity"] for finding in found])
    money = flows.of_bounties([bounty.pk]).get(bounty.pk, flows.NOTHING)
    finished = len({row.application_id for row in accepted})
    return {
        "summary": summary(
            accepted=len(accepted),
            asked=run.tester_count,
            by_severity=by_severity,
            new=len(diff.new),
            still_open=len(diff.still_open),
            resolved=len(diff.resolved),
            since=f"{before.date:%Y-%m-%d}" if before is not None else None,
            paid_cents=money.spent,
            returned_cents=money.refunded,
        ),
        "findings": [finding | {"status": "new" if finding["id"] in diff.new else "still_open"} for finding in found],
        "diff": {
            "newFindingIds": diff.new,
            "resolvedFindingIds": diff.resolved,
            "stillOpenFindingIds": diff.still_open,
        },
        "comparedWithRunId": before.public_id if before is not None and accepted else None,
        "bySeverity": by_severity,
        "testersAsked": run.tester_count,
        "testersAccepted": bounty.applications.filter(status="accepted").count(),
        "submissionsAccepted": len(accepted),
        "submissionsRejected": sum(row.status in ("rejected", "redo_requested") for row in sent),
        "degraded": finished < run.tester_count,
        "degradedReason": why_fewer(bounty.pk, asked=run.tester_count, finished=finished, who="tester", what="report"),
        "generatedAt": timestamp(clock.now()),
    }


def _numbered(template: Template, run: Run, merged: Sequence[Merged]) -> list[dict[str, Any]]:
    """Give each merged finding its id: that of a similar finding of an earlier run, or a new one."""
    known = list(Finding.objects.filter(template_id=template.pk).order_by("-number")[:_KNOWN_MAX])
    gists = [gist(row.words) for row in known]
    found = []
    for entry in merged:
        place = nearest(entry.gist, gists)
        if place is None:
            template.finding_count += 1
            row = Finding.objects.create(
                template=template, number=template.finding_count, words=_words(entry), first_run=run, last_run=run
            )
        else:
            row, _ = known.pop(place), gists.pop(place)  # an earlier finding matches at most one of this run
            row.last_run = run
            row.save(update_fields=["last_run"])
        found.append(
            {"id": row.name, **_words(entry), "severity": entry.severity, "reportedBy": len(entry.testers)}
            | {"fileIds": entry.file_ids}
        )
    template.save(update_fields=["finding_count"])
    return found


def _words(entry: Merged) -> dict[str, str]:
    return {name: str(entry.words[name]) for name in ("title", "steps", "expected", "actual")}


# ------------------------------------------------------------------ the page


class SentAnswer(TypedDict):
    prompt: str
    value: str


class ShownFile(TypedDict):
    """One of the files that a tester sent, and the way to it."""

    id: str
    name: str
    isImage: bool
    small: str  # address of the thumbnail; empty without one
    href: str


class SentReport(TypedDict):
    """What a tester sent: who, the way to it among the job's evidence, their words, answers and files."""

    name: str
    href: str
    text: str
    answers: list[SentAnswer]
    files: list[ShownFile]


def as_page(run: Run, *, back: str = "", sent: Sequence[SentReport] = ()) -> str:
    """The report as one HTML document, self-contained without `sent`. The run must have a report. It shows the name of the time
    of the run, even if the template was renamed. back: the address of the page from which somebody came; sent: on our own pages,
    what each tester sent, beside the findings, which then lead to their files."""
    assert run.report is not None and run.bounty is not None
    report = run.report
    counts = report["bySeverity"]
    most = max([*counts.values(), 1])
    bars = [
        {"severity": severity, "count": counts[severity], "share": round(100 * counts[severity] / most)}
        for severity in reversed(SEVERITIES)
    ]
    files = {file["id"]: file for piece in sent for file in piece["files"]}
    resolved = Finding.objects.filter(
        template_id=run.template_id,
        number__in=[int(name[1:]) for name in report["diff"]["resolvedFindingIds"]],
    ).order_by("number")
    return document_pages.render(
        NAME,
        {
            "back": back,
            "run": run,
            "name": run.bounty.title,
            "report": report,
            "made": report["generatedAt"][:10],
            "bars": bars,
            "findings": [
                finding | {"files": [files[name] for name in finding["fileIds"] if name in files]}
                for finding in sorted(report["findings"], key=lambda one: -SEVERITIES.index(one["severity"]))
            ],
            "sent": sent,
            "resolved": resolved,
        },
    )
