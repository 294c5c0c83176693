"""/owner/jobs/import: up to 100 jobs from a file, with one preview of all and one confirmation of the whole sum."""

import re
import time
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bounties.models import ImportedRow, JobImport
from bounties.pages import import_file, posting_plan
from bounties.selectors import imports as reading
from bounties.services import funding, imports
from marketplace.core import rights
from marketplace.core.errors import Conflict, Problem
from marketplace.web import words
from marketplace.web.drafts import Refused, typed
from marketplace.web.page import Page
from wallet import ledger
from wallet.errors import InsufficientFunds, SpendingCapExceeded
from wallet.selectors import headroom
from wallet.services import spending
from wallet.web import caps

SECONDS = 20.0  # of one confirmation; what is left then is posted by the next tap
SHOWN = 5


class ImportJobs(Page):
    """The file. It is read, checked line by line, and kept; nothing is posted."""

    template = "bounties/job_import.html"
    least = rights.MANAGER  # the page is nothing but its form
    operations = {"read": rights.MANAGER}
    takes_files = True

    def show(self) -> dict[str, Any]:
        return {
            "columns": [(name, said) for name, (_field, said) in import_file.COLUMNS.items()],
            "imports": list(reading.of_owner(self.actor)[:SHOWN]),
            "most": imports.ROWS_MAX,
            "zone": timezone.get_current_timezone_name(),
        }

    def act_read(self) -> HttpResponse:
        file = self.request.FILES.get("file")
        raw = file.read(import_file.BYTES_MAX + 1) if file else self.request.POST.get("pasted", "").encode()
        try:
            rows = [self._row(line) for line in import_file.lines(raw)]
        except import_file.Unusable as unusable:
            why = str(unusable)
            refused = Refused("read", why, "validation_error", {"file": [why]}, typed=typed(self.request))
            return self.render({}, refused=refused, status=400)
        name = str(file.name) if file and str(file.name).isprintable() else ""

        def perform() -> JobImport:
            return imports.keep(self.actor, file_name=name, digest=import_file.digest(raw), rows=rows)

        return self.once(
            perform,
            to=lambda made: f"/owner/jobs/import/{made.public_id}",
            said=_("The file is read. Nothing is posted yet."),
        )

    def _row(self, line: import_file.Line) -> ImportedRow:
        """A line with its cost, or its faults by column."""
        body, wrong = import_file.body(line)
        errors = list(wrong.items())
        cents = None
        try:
            cents = funding.total(posting_plan.prepared(self.actor, posting_plan.read(self, body)))
        except Problem as problem:
            fields = words.reasons(problem.extra.get("fields", {}))
            unread = [(import_file.column(name), why[0]) for name, why in fields.items()]
            errors += [(name, why) for name, why in unread if name not in wrong] or [("", words.say(problem))]
        if isinstance(body.get("price"), Decimal):
            body["price"] = float(body["price"])
        title = line.cells.get("title", "").replace("\0", "")[:200]
        kept = body if not errors else {}
        return ImportedRow(
            number=min(line.number, 32_000),
            title=title,
            body=kept,
            errors=[list(pair) for pair in errors],
            cents=None if errors else cents,
        )


class ImportTemplate(Page):
    """The file to fill in."""

    def show(self) -> dict[str, Any]:
        return {}

    def render(self, ids: dict[str, str], **how: Any) -> HttpResponse:
        response = HttpResponse(import_file.template(), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="jobs.csv"'
        return response


class ImportPreview(Page):
    """Every line: what it becomes, what it costs, what is wrong with it; and after the confirmation, what was made of it."""

    template = "bounties/job_import_preview.html"
    least = rights.MANAGER  # the page is nothing but its form
    operations = {"confirm": "createBounty"}

    def show(self, import_id: str) -> dict[str, Any]:
        found = reading.get_own(self.actor, import_id)
        rows = list(found.rows.order_by("number").select_related("bounty"))
        balance = ledger.balance(ledger.wallet(self.actor.id))
        refused = spending.preview_refusal(self.actor.id, by=self.actor, cents=found.waiting_cents, bounty_id=None)
        if isinstance(refused, SpendingCapExceeded):  # said line by line
            refused = None
        waits = [row for row in rows if row.bounty is None and row.cents is not None]
        costs = [row.cents or 0 for row in waits]
        bars = {row.pk: bar for row, bar in zip(waits, headroom.bars(self.actor, costs), strict=True) if bar}
        again = reading.posted_lines(self.actor, found, waits)
        return {
            "batch": found,
            "rows": [
                _shown(row) | {"bar": caps.barred(bars[row.pk]) if row.pk in bars else "", "is_again": row.pk in again}
                for row in rows
            ],
            "balance": balance,
            "left": balance - found.waiting_cents,
            "short": max(0, found.waiting_cents - balance),
            "stopped": posting_plan.stopped(refused) if refused is not None else "",
            "barred": len(bars),
            "agreed": str(found.waiting_cents),
            "waiting": found.count - found.posted - found.faulty,
            "same": reading.posted_before(self.actor, found),
        }

    def act_confirm(self, import_id: str) -> HttpResponse:
        """Post what waits, line by line, each in its own transaction: a second tap goes on where the first one is. There is no
        `once` around it, which would be one transaction for all. Lines with a fault are left out, as the button said."""
        found = reading.get_own(self.actor, import_id)
        if found.faulty == found.count:
            raise Conflict(_("No line of this file can be used. Mend the file, and upload it again."))
        # Read before the lines: what somebody else posts meanwhile leaves both, and is not missed.
        balance = ledger.balance(ledger.wallet(self.actor.id))
        waiting = list(found.rows.filter(bounty=None, errors=[]).order_by("number"))
        cents = sum(row.cents or 0 for row in waiting)
        agreed = self.request.POST.get("agreedCents", "")
        if not re.fullmatch(r"[0-9]{1,12}", agreed) or cents > int(agreed):
            raise Conflict(_("The sum is another one now. Look it over, and confirm it."))
        if cents > balance:
            raise InsufficientFunds(required_cents=cents, balance_cents=balance)
        imports.confirm(self.actor, found.pk)
        made = self._post(waiting)
        return self._done(found, made)

    def _post(self, waiting: list[ImportedRow]) -> int:
        """How many were posted. It ends at the first refusal that the others would meet, too; a limit may let smaller ones pass."""
        made, ends = 0, time.monotonic() + SECONDS
        for row in waiting:
            if time.monotonic() > ends:
                break
            try:
                fields = posting_plan.read(self, row.body)
                made += imports.post(self.actor, row.pk, fields) is not None
            except Problem as problem:
                fields_said = words.reasons(problem.extra.get("fields", {}))
                said = [why for whys in fields_said.values() for why in whys]
                imports.note(self.actor, row.pk, problem, " ".join(said[:3]) or words.say(problem))
                if problem.status in (402, 403, 429, 503) and not isinstance(problem, SpendingCapExceeded):
                    break
        return made

    def _done(self, found: JobImport, made: int) -> HttpResponse:
        now = reading.get_own(self.actor, found.public_id)
        if made:
            said = ngettext("%s job was posted.", "%s jobs were posted.", made) % made
            if left := now.count - now.posted - now.faulty:
                said += " " + ngettext("%s is not posted yet: see why.", "%s are not posted yet: see why.", left) % left
            messages.success(self.request, said)
        return HttpResponseRedirect(f"/owner/jobs/import/{found.public_id}")


def _shown(row: ImportedRow) -> dict[str, Any]:
    place = row.body.get("location") or {}
    where = ", ".join(part for part in (place.get("city"), place.get("country")) if part)
    return {
        "row": row,
        "where": where,
        "is_remote": place.get("isRemoteAllowed", True),
        "people": row.body.get("spotsAvailable") or 1,
        "pay": row.body.get("price"),
        "is_hourly": row.body.get("priceType") == "hourly",
        "until": row.body.get("deadline"),
    }
