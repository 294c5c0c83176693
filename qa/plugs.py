"""Fills the sockets (`ports.py`) of the apps below: how bounties of managed runs behave, and invariants for check_ledger."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from bounties.errors import BountyNotOpen
from bounties.models import Application, Bounty
from bounties.ports import Product, ProductPart, products
from bounties.services import play_files
from bounties.services.evidence import Upload
from marketplace.core import addresses
from marketplace.core.errors import Invalid
from marketplace.models import Account, File
from marketplace.ports import AccountData as Part
from marketplace.ports import account_data, called, due_rows, switched, waiting
from qa.models import Escalation, Run, TasteRun
from qa.rules import simulated
from qa.rules.personal import TABLES
from qa.rules.reviews import MEDIA_WORDS, has_media
from qa.rules.taste import ANSWER_WITHIN
from qa.rules.words import LOGINS
from qa.selectors import account_data as account_data_of
from qa.selectors import due, invariants, runs, taste, unfinished
from qa.selectors import waiting as waiting_of
from qa.services import votes
from wallet.ports import audits
from webhooks.ports import open_subjects

_BY_RULE = (
    "A QA run hires and reviews by itself. What it leaves to you is decided with PATCH "
    "/api/v1/qa/runs/{id}/escalations/{applicationId}."
)
_STOP = "End a QA run with POST /api/v1/qa/runs/{id}/stop."
_CHOOSES = "A taste run hires everybody who fits, in order of application, until its seats are taken."


class QaRuns(Product):
    """The bounty of a QA run. People apply, confirm and send evidence as for any bounty; the run hires and pays."""

    task = "qa.reconcile_runs"
    reserved = {
        **dict.fromkeys(("accept", "reject", "unreject", "review"), _BY_RULE),
        **dict.fromkeys(("expire", "cancel"), _STOP),
    }

    def office_url(self, bounty: Bounty) -> str:
        return addresses.owned_run(Run.objects.select_related("template").get(bounty_id=bounty.pk).public_id)

    def work_page(self, application: Application) -> str:
        return f"/work/{application.public_id}/test"

    def applications_to_decide(self, bounty: Bounty) -> Collection[UUID]:
        rows = Escalation.objects.filter(run__bounty_id=bounty.pk, kind="application", status="open")
        return list(rows.values_list("application_id", flat=True))

    def words_of_ours(self, bounty: Bounty) -> Sequence[str]:
        return (LOGINS,)

    def check_applicant(self, bounty: Bounty, account: Account) -> None:
        if Run.objects.filter(bounty_id=bounty.pk, intake_closed_at__isnull=False).exists():
            raise BountyNotOpen(currentState=bounty.status, allowedActions=[])

    def read_submission(
        self, bounty: Bounty, application: Application, sent: ProductPart, files: Sequence[File]
    ) -> dict[str, Any]:
        mode = Run.objects.values_list("submission_mode", flat=True).get(bounty_id=bounty.pk)
        wrong: dict[str, list[str]] = {}
        if "findings" not in sent:
            wrong["findings"] = ["Send what you found, each fault on its own; an empty list when there was none."]
        if not has_media(mode, [file.content_type for file in files]):
            wrong["files"] = [f"Send {MEDIA_WORDS[mode]} of your test."]
        named = {f"file:{place}": file.public_id for place, file in enumerate(files)}
        findings = []
        for number, finding in enumerate(sent.get("findings", [])):
            if strange := [name for name in finding["file_ids"] if name not in named]:
                wrong[f"findings.{number}.fileIds"] = [
                    f"No such file: {', '.join(strange[:3])}. Name files of this submission: file:0 is the first."
                ]
                continue
            findings.append(
                {name: finding[name] for name in ("title", "steps", "expected", "actual", "severity")}
                | {"fileIds": [named[name] for name in finding["file_ids"]]}
            )
        if wrong:
            raise Invalid(wrong)
        return {"findings": findings}

    def simulated_part(self, bounty: Bounty, handle: str) -> dict[str, Any]:
        mode = Run.objects.values_list("submission_mode", flat=True).get(bounty_id=bounty.pk)
        report = play_files.document(f"What {handle}, a simulated tester of this sandbox, did and saw.")
        files = [Upload(report)] if mode == "document" else []
        return {"findings": [{**simulated.FINDING, "file_ids": ["file:0"]}], "files": files}


class TastePanel(Product):
    """The bounty of a taste run: the run hires, judges and pays. Its owner may cancel it while nobody is hired."""

    task = "qa.reconcile_taste"
    takes_by_rules = writes_listing = True
    reserved = {
        "accept": _CHOOSES,
        "reject": _CHOOSES,
        "unreject": _CHOOSES,
        "expire": "A respondent who does not vote within 24 hours loses the seat by itself.",
        "review": "A taste run takes each valid vote by itself; the others are sent back.",
    }

    def work_page(self, application: Application) -> str:
        return f"/work/{application.public_id}/vote"

    def check_applicant(self, bounty: Bounty, account: Account) -> None:
        votes.check_fits(_run(bounty), account)

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        return now + ANSWER_WITHIN

    def read_submission(
        self, bounty: Bounty, application: Application, sent: ProductPart, files: Sequence[File]
    ) -> dict[str, Any]:
        return votes.read(_run(bounty), sent, files)

    def words_of_ours(self, bounty: Bounty) -> Sequence[str]:
        return tuple(bounty.lifecycle_messages.values())

    def simulated_part(self, bounty: Bounty, handle: str) -> dict[str, Any]:
        return dict(simulated.vote(_run(bounty).labels, handle))


def _run(bounty: Bounty) -> TasteRun:
    found: TasteRun = TasteRun.objects.get(bounty_id=bounty.pk)
    return found


class AccountData(Part):
    """This app's part of an account's data."""

    tables = TABLES
    parts = staticmethod(account_data_of.parts)
    open_matters = staticmethod(account_data_of.open_matters)


def plug() -> None:
    account_data.plug("qa", AccountData())
    called.plug("qat", runs.called)
    due_rows.plug("qa", due.rows)
    products.plug("qa", QaRuns())
    audits.plug("qa", invariants.rows)
    products.plug("taste", TastePanel())
    audits.plug("taste", taste.violations)
    switched.plug("qa", "QA runs")
    switched.plug("taste", "Taste runs")
    open_subjects.plug("qa", unfinished.subjects)
    waiting.plug("qa", waiting_of.parts)
