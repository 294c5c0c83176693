"""/owner/runs/{id}/report and /owner/runs/panels/{id}/report: the reports of runs, for their owner."""

from django.http import HttpResponse

from marketplace.web.documents import Document, document
from qa.errors import NoReportYet
from qa.selectors import access, taste
from qa.services import reports, taste_reports


class QaReport(Document):
    def document(self, run_id: str) -> HttpResponse:  # type: ignore[override]
        run = access.own_run(self.actor, run_id)
        if run.report is None:
            raise NoReportYet(status=run.status)
        return document(reports.as_page(run, back=f"/owner/runs/{run_id}"), reports.NAME)


class TasteReport(Document):
    def document(self, run_id: str) -> HttpResponse:  # type: ignore[override]
        run = taste.own_run(self.actor, run_id)
        if run.report is None:
            raise NoReportYet(status=run.status)
        return document(taste_reports.as_page(run, back=f"/owner/runs/panels/{run_id}"), taste_reports.NAME)
