"""Invoices of our fee, month by month: one for each owner, with numbers without gaps (docs/money.md, Invoices)."""

import time
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.conf import settings

from escrow.models import BillingDetails, Invoice, InvoiceRun, InvoiceSeries
from escrow.selectors import invoices as reads
from escrow.selectors.invoices import Line
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.transactions import RUN_SECONDS, for_each_due, unit
from marketplace.models import Account
from marketplace.services import mail_templates

AFTER = timedelta(hours=6)  # of the next month: whatever was under way at midnight has long been committed
BILLED_TO_MAX = 500


def issue_due() -> int:
    """For the timer: issue what is due, and write down when the next month is. Returns the number of steps."""
    if not InvoiceRun.objects.filter(done_at=None).exists():
        unit(_begin)
    done, ends = 0, time.monotonic() + RUN_SECONDS
    while time.monotonic() < ends:  # each turn issues what one statement read, and writes down how far it is
        due = InvoiceRun.objects.filter(done_at=None, due_at__lte=clock.now())
        if not (step := for_each_due(due, _issue_some, by="due_at")):
            break
        done += step
    return done


def set_billed_to(actor: Actor, text: str) -> None:
    """To whom the next invoices are made out. What is issued stays as it is. Locks the row. Raises Invalid (400)."""
    text = "\n".join(line.strip() for line in text.strip().splitlines())
    if len(text) > BILLED_TO_MAX:
        raise Invalid({"billedTo": [f"Give at most {BILLED_TO_MAX} characters."]})
    BillingDetails.objects.update_or_create(account=actor.me, defaults={"text": text, "updated_at": clock.now()})


def _begin() -> None:
    """The month after the last one, or that of the first fee; without a fee there is nothing to wait for."""
    last = InvoiceRun.objects.order_by("-month").first()
    first = reads.first_fee()
    if last is not None:
        _add(reads.next_month(_midnight(last.month)))
    elif first is not None:
        _add(first.astimezone(UTC))


def _add(moment: datetime) -> None:
    month = moment.date().replace(day=1)
    due = reads.next_month(_midnight(month)) + AFTER
    InvoiceRun.objects.get_or_create(month=month, defaults={"due_at": due})


def _issue_some(month: date) -> bool:
    """The next owners of a month, all in one transaction: numbers, rows, mails and how far we are appear together. Locks the run,
    then the series of the year. Returns whether there was something to do."""
    run = InvoiceRun.objects.select_for_update(no_key=True).get(pk=month)
    if run.done_at is not None or run.due_at > clock.now():
        return False
    found = reads.of_month(run.month, run.last_account)
    accounts = Account.objects.in_bulk([key for key, _ in found])
    billed = dict(BillingDetails.objects.filter(pk__in=accounts).values_list("pk", "text"))
    owed = [(accounts[key], lines) for key, lines in found if any(line.fee for line in lines)]
    if owed:
        _issue(run.month, owed, billed)
    if found:
        run.last_account = found[-1][0]
    else:
        run.done_at = clock.now()
        _add(reads.next_month(_midnight(run.month)))
    run.save(update_fields=["last_account", "done_at"])
    return True


def _issue(month: date, owed: list[tuple[Account, list[Line]]], billed: dict[UUID, str]) -> None:
    InvoiceSeries.objects.get_or_create(year=month.year)
    series = InvoiceSeries.objects.select_for_update(no_key=True).get(year=month.year)
    seller = "\n".join(part for part in (settings.SERVICE_NAME, settings.OPERATOR_ADDRESS) if part)
    rows = []
    for account, lines in owed:
        series.last += 1
        rows.append(
            Invoice(
                account=account,
                year=month.year,
                number=series.last,
                month=month,
                fee_cents=sum(line.fee for line in lines),
                lines=[
                    {"bps": line.bps, "jobs": line.jobs, "payCents": line.pay, "feeCents": line.fee} for line in lines
                ],
                seller=seller,
                buyer=billed.get(account.pk) or f"{account.display_name}\n{account.public_id}",
            )
        )
    Invoice.objects.bulk_create(rows)
    series.save(update_fields=["last"])
    for row in rows:
        _tell(row)


def _tell(row: Invoice) -> None:
    mail_templates.send(
        row.account,
        "invoice",
        about="invoices",
        number=row.name,
        month=row.month_name,
        amount=format_usd(row.fee_cents),
        is_credit=row.kind == "credit_note",
    )


def _midnight(month: date) -> datetime:
    return datetime(month.year, month.month, 1, tzinfo=UTC)
