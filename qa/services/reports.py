"""The report of a run: what its paid testers found, merged, and compared with the run before. Frozen when the run closes."""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from bounties.models import Bounty, Submission
from bounties.rules.submissions import SEVERITIES
from marketplace.api.fields import timestamp
from marketplace.core import clock
from qa.models import Finding, Run, Template
from qa.rules.findings import Merged, Said, compare, count_by_severity, gist, merge, nearest
from qa.rules.words import summary
from qa.selectors import access
from qa.selectors.runs import last_report

_STYLE = "qa/report.css"
_KNOWN_MAX = 1000  # of the latest faults of a template, against which a new one is compared


def make(run: Run, bounty: Bounty) -> dict[str, Any]:
    """The report's data. The run is locked; numbers new faults, for which it locks the template."""
    sent = list(
        Submission.objects.filter(bounty_id=bounty.pk).select_related("application").order_by("pk").defer("checks")
    )
    accepted = [row for row in sent if row.status == "approved"]
    before = last_report(run)
    merged = merge([Said(row.application.public_id, finding) for row in accepted for finding in row.form["findings"]])
    found = _numbered(access.lock_template(run.template_id), run, merged)
    earlier = [finding["id"] for finding in before.report["findings"]] if before and before.report else None
    diff = compare([finding["id"] for finding in found], earlier if accepted else [])
    by_severity = count_by_severity([finding["severity"] for finding in found])
    return {
        "summary": summary(
            accepted=len(accepted),
            asked=run.tester_count,
            by_severity=by_severity,
            new=len(diff.new),
            still_open=len(diff.still_open),
            resolved=len(diff.resolved),
            since=f"{before.date:%Y-%m-%d}" if before is not None else None,
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
        "degraded": len({row.application_id for row in accepted}) < run.tester_count,
        "generatedAt": timestamp(clock.now()),
    }


def _numbered(template: Template, run: Run, merged: Sequence[Merged]) -> list[dict[str, Any]]:
    """Each with the id of the fault that it is: one that an earlier run of the template reported, or a new one."""
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
            row, _ = known.pop(place), gists.pop(place)  # two faults of one run are never one of an earlier run
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


def as_page(run: Run) -> str:
    """One HTML document that needs nothing else: it can be shown, printed and filed. The run has a report. Whatever becomes
    of its template, it names what was tested then."""
    assert run.report is not None and run.bounty is not None
    report = run.report
    counts = report["bySeverity"]
    most = max([*counts.values(), 1])
    bars = [
        {"severity": severity, "count": counts[severity], "share": round(100 * counts[severity] / most)}
        for severity in reversed(SEVERITIES)
    ]
    resolved = Finding.objects.filter(
        template_id=run.template_id,
        number__in=[int(name[1:]) for name in report["diff"]["resolvedFindingIds"]],
    ).order_by("number")
    return render_to_string(
        "qa/report.html",
        {
            "service": settings.SERVICE_NAME,
            "run": run,
            "name": run.bounty.title,
            "report": report,
            "made": report["generatedAt"][:10],
            "bars": bars,
            "findings": sorted(report["findings"], key=lambda one: -SEVERITIES.index(one["severity"])),
            "resolved": resolved,
            "style": _STYLE,
        },
    )


@cache
def style_hash() -> str:
    """What a content security policy calls the page's own style sheet."""
    digest = hashlib.sha256(render_to_string(_STYLE).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
