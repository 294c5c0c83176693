"""/owner/runs/{id}/report and /owner/runs/panels/{id}/report: the reports of runs, for their owner.

Beside what the API answers, a test's report shows what each tester answered, wrote and photographed: from the evidence, as long as
that is kept.
"""

from django.http import HttpResponse

from bounties.models import Submission
from bounties.selectors import listing
from bounties.serializers.submissions import render
from marketplace.web import formats
from marketplace.web.documents import Document, document
from qa.errors import NoReportYet
from qa.models import Run
from qa.selectors import access, taste
from qa.services import reports, taste_reports


class QaReport(Document):
    def document(self, run_id: str) -> HttpResponse:  # type: ignore[override]
        run = access.own_run(self.actor, run_id)
        if run.report is None:
            raise NoReportYet(status=run.status)
        page = reports.as_page(run, back=f"/owner/runs/{run_id}", sent=_sent(run))
        return document(page, reports.NAME, has_pictures=True)


class TasteReport(Document):
    def document(self, run_id: str) -> HttpResponse:  # type: ignore[override]
        run = taste.own_run(self.actor, run_id)
        if run.report is None:
            raise NoReportYet(status=run.status)
        return document(taste_reports.as_page(run, back=f"/owner/runs/panels/{run_id}"), taste_reports.NAME)


def _sent(run: Run) -> list[reports.SentReport]:
    """The reports that were taken, in the order in which they came, each with the way to it among the job's evidence."""
    assert run.bounty is not None
    prompts = {question["id"]: question["prompt"] for question in run.bounty.completion_questions}
    taken = listing.submissions(run.bounty).filter(status="approved").order_by("pk")
    return [_piece(row, prompts) for row in taken]


def _piece(row: Submission, prompts: dict[str, str]) -> reports.SentReport:
    shown = render(row)
    href = f"/owner/jobs/{shown['bountyId']}/people/{shown['applicationId']}"
    files = [formats.attached(file) for file in shown["files"]]
    return {
        "name": shown["doerName"],
        "href": href,
        "text": shown["textEvidence"],
        "answers": [
            {"prompt": prompts.get(answer["questionId"], answer["questionId"]), "value": answer["value"]}
            for answer in shown["answers"]
        ],
        "files": [
            {
                "id": file["id"],
                "name": file["name"],
                "isImage": file["isImage"],
                "small": file["small"],
                "href": f"{href}/photos/{file['id']}#photo" if file["isImage"] else file["url"],
            }
            for file in files
        ],
    }
