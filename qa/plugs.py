"""What qa answers to lower steps: how its bounties behave, and what its part of check_ledger is."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bounties.models import Application, Bounty
from bounties.ports import Product, products
from marketplace.models import Account, File
from qa.models import TasteRun
from qa.rules.taste import ANSWER_WITHIN
from qa.selectors import taste
from qa.services import votes
from wallet.ports import audits

_CHOOSES = "A taste run hires everybody who fits, in order of application, until its seats are taken."


class QaRuns(Product):
    """The bounty of a QA run: it hires, judges and pays by itself."""


class TastePanel(Product):
    """The bounty of a taste run: it hires, judges and pays by itself. Its owner may cancel while nobody is hired."""

    task = "qa.follow_taste"
    kept = {
        "accept": _CHOOSES,
        "reject": _CHOOSES,
        "unreject": _CHOOSES,
        "expire": "A respondent who does not vote within 24 hours loses the seat by itself.",
        "review": "A taste run takes each valid vote by itself; the others are sent back.",
    }

    def check_applicant(self, bounty: Bounty, account: Account) -> None:
        votes.check_fits(_run(bounty), account)

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        return now + ANSWER_WITHIN

    def read(
        self, bounty: Bounty, application: Application, sent: Mapping[str, Any], files: Sequence[File]
    ) -> dict[str, Any]:
        return votes.read(_run(bounty), sent, files)


def _run(bounty: Bounty) -> TasteRun:
    found: TasteRun = TasteRun.objects.get(bounty_id=bounty.pk)
    return found


def plug() -> None:
    products.plug("qa", QaRuns())
    products.plug("taste", TastePanel())
    audits.plug("taste", taste.faults)
