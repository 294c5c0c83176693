"""What this app knows about an account, for the copy that its owner may fetch; and what keeps it from being closed."""

from collections.abc import Iterable, Iterator
from typing import Any

from marketplace.models import Account
from marketplace.selectors.account_data import table
from qa.models import Run, TasteRun, Template


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    words = ("name", "target_url", "instructions", "tester_start_message", "checklist", "status", "created_at")
    yield "qa_templates", table(Template.objects.filter(owner=account), "qat", *words)
    yield "qa_runs", table(Run.objects.filter(owner=account), "qar", "date", "status", "target_url", "ended_at")
    yield "taste_runs", table(TasteRun.objects.filter(owner=account), "tst", "question", "status", "created_at")


def open_matters(account: Account) -> list[str]:
    rows = (
        Template.objects.filter(owner=account, status="active", next_run_at__isnull=False),
        Run.objects.filter(owner=account, ended_at=None),
        TasteRun.objects.filter(owner=account, ended_at=None),
    )
    return ["runs"] if any(found.exists() for found in rows) else []
