"""/owner/wallet/receipts: what was paid, month by month of the reader's zone, with every receipt; and each month as a PDF."""

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpResponse
from django.utils import formats as dates
from django.utils import timezone
from django.utils.translation import gettext as _

from escrow.selectors import invoices, months, years
from escrow.services.invoices import set_billed_to
from marketplace.core import clock
from marketplace.core.errors import NotFound
from marketplace.web import formats, pdf, periods
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from wallet import ledger
from wallet.selectors import statement
from wallet.selectors.statement import Asked
from wallet.web.statement import kind, names, shown

MONTHS = 36
SHOWN = 100  # payments of a month on its page
IN_FILE = 500  # lines of each table of a PDF, so that it is made within the request


class Receipts(Page):
    """The months in which something moved, and the invoices of our fee."""

    template = "escrow/receipts.html"
    operations = {"billing": "owner"}

    def show(self) -> dict[str, Any]:
        found = statement.months(self.actor.id, timezone.get_current_timezone(), limit=MONTHS)
        return {
            "months": [row._asdict() | {"added": row.added, "name": f"{row.first:%Y-%m}"} for row in found],
            "years": years.years(ledger.wallet(self.actor.id)),
            "invoices": list(invoices.own(self.actor.id)[:MONTHS]),
            "billed_to": invoices.billed_to(self.actor.id),
        }

    def act_billing(self) -> HttpResponse:
        text = self.request.POST.get("billedTo", "")
        return self.once(
            lambda: set_billed_to(self.actor, text),
            said=_("Saved: your next invoices are made out so."),
            to="#invoices",
        )


class Month(Page):
    """One month: what came in with its receipts, what went out, and everybody who was paid."""

    template = "escrow/month.html"

    def period(self, month: str) -> periods.Period:
        """Raises NotFound (404) for what is no month, or lies ahead."""
        found = periods.month(month)
        if found is None or found.start > clock.now():
            raise NotFound("There is no such month.")
        return found

    def show(self, month: str) -> dict[str, Any]:
        period = self.period(month)
        rows = statement.lines(self.actor.id, Asked(start=period.start, end=period.end))
        came, went = (
            rows.filter(way).order_by("-move_id").values("move_id")[: SHOWN + 1]
            for way in (Q(cents__gt=0), Q(cents__lt=0))
        )
        both = rows.filter(Q(move_id__in=came) | Q(move_id__in=went)).order_by("-move_id")  # in one statement
        lines = shown(self.actor.id, list(both))
        ways = {
            "came": [line for line in lines if line["cents"] > 0],
            "went": [line for line in lines if line["cents"] < 0],
        }
        return {
            "month": month,
            "first": period.first,
            "sums": statement.sums(rows),
            **{name: found[:SHOWN] for name, found in ways.items()},
            **{f"more_{name}": len(found) > SHOWN for name, found in ways.items()},
            "paid": months.paid(self.actor.id, period.start, period.end, limit=SHOWN),
            "shown": SHOWN,
        }


class MonthFile(Month):
    """The month as a PDF: the wallet's lines, whose sums are those of the statement, and who was paid what, with the fee."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        month = ids["month"]
        response = HttpResponse(self.file(month), content_type="application/pdf")
        response["Content-Disposition"] = f'attachment; filename="statement-{month}.pdf"'
        return response

    def file(self, month: str) -> bytes:
        period = self.period(month)
        me, name = self.actor.me, dates.date_format(period.first, "YEAR_MONTH_FORMAT")
        rows = statement.lines(me.pk, Asked(start=period.start, end=period.end))
        sums = statement.sums(rows)
        lines = list(rows.order_by("move_id")[:IN_FILE])
        opening = (lines[0].balance_after or 0) - lines[0].cents if lines else statement.balance_at(me.pk, period.start)
        closing = opening + sums.came - sums.left
        sheets = pdf.sheets(
            title=f"{settings.SERVICE_NAME} {month}",
            author=settings.SERVICE_NAME,
            foot=f"{settings.SERVICE_NAME} · {me.display_name} · {name}",
        )
        sheets.heading(_("Statement of %s") % name, first=True)
        sheets.facts(self._facts(period, opening, closing))
        sheets.heading(_("Your wallet"))
        sheets.listing(_wallet_columns(), [_wallet_row(row, self._jobs(lines)) for row in lines], _wallet_totals(sums))
        self._rest(sheets, sums.lines, len(lines))
        paid = months.paid(me.pk, period.start, period.end, limit=IN_FILE)
        sheets.heading(_("Who was paid"))
        sheets.note(
            _(
                "Pay and fee come out of what was set aside for a job, at the moment when its work was accepted or decided."
            )
        )
        sheets.listing(_paid_columns(), [_paid_row(line) for line in paid.lines], [_paid_total(paid)])
        self._rest(sheets, paid.count, len(paid.lines))
        return sheets.file()

    def _jobs(self, lines: list[Any]) -> dict[Any, Any]:
        """The names of the jobs of all lines, asked for once."""
        if not hasattr(self, "_named"):
            self._named = names(self.actor.id, lines)
        return self._named

    def _facts(self, period: periods.Period, opening: int, closing: int) -> list[tuple[str, str]]:
        me, zone = self.actor.me, timezone.get_current_timezone_name()
        until = formats.moment_words(min(clock.now(), period.end), with_year=True)
        by = [part for part in (settings.SERVICE_NAME, settings.OPERATOR_ADDRESS) if part]
        return [
            (_("By"), ", ".join(by)),
            (_("Account"), me.display_name),
            (_("Account number"), me.public_id),
            (_("Days"), _("%(first)s to %(last)s, in the time of %(zone)s") % _days(period, zone)),
            (_("Made"), _("%s. What comes later in this month is not in it.") % until)
            if period.end > clock.now()
            else (_("Complete"), _("yes, the month is over")),
            (_("Balance before"), formats.cents_words(opening)),
            (_("Balance after"), formats.cents_words(closing)),
        ]

    def _rest(self, sheets: "pdf.Sheets", all_: int, here: int) -> None:
        if all_ > here:
            sheets.note(
                _(
                    "The first %(here)s of %(all)s entries. The sums are those of all; the statement as a table has every entry."
                )
                % {"here": here, "all": all_}
            )


def _days(period: periods.Period, zone: str) -> dict[str, str]:
    return {"first": formats.date_words(period.first), "last": formats.date_words(period.last), "zone": zone}


def _wallet_columns() -> list[pdf.Column]:
    return [
        pdf.Column(_("Date"), 38),
        pdf.Column(_("What"), 34),
        pdf.Column(_("Job"), 45),
        pdf.Column(_("In"), 20, True),
        pdf.Column(_("Out"), 20, True),
        pdf.Column(_("Balance"), 21, True),
    ]


def _wallet_row(row: Any, named: dict[Any, Any]) -> list[str]:
    job, money = named.get(row.about_bounty_id), formats.cents_words(abs(row.cents))
    sums = [money, ""] if row.cents > 0 else ["", money]
    return [
        formats.short_moment(row.created_at),
        kind(row),
        job.title if job else "",
        *sums,
        formats.cents_words(row.balance_after),
    ]


def _wallet_totals(sums: statement.Sums) -> list[list[str]]:
    return [["", _("Total"), "", formats.cents_words(sums.came), formats.cents_words(sums.left), ""]]


def _paid_columns() -> list[pdf.Column]:
    return [
        pdf.Column(_("Date"), 38),
        pdf.Column(_("Person"), 30),
        pdf.Column(_("Job"), 50),
        pdf.Column(_("Pay"), 20, True),
        pdf.Column(_("Fee"), 18, True),
        pdf.Column(_("Total"), 22, True),
    ]


def _paid_row(line: months.Line) -> list[str]:
    about = line.job.title if line.job else _("Appointment")
    what = _("Tip: %s") % about if line.is_tip else about
    what = _("After an appeal: %s") % about if line.is_correction else what
    what = _("%s (paid automatically, since nobody answered)") % about if line.is_unanswered else what
    return [
        formats.short_moment(line.at),
        line.person,
        what,
        *(formats.cents_words(sum_) for sum_ in (line.pay, line.fee, line.total)),
    ]


def _paid_total(paid: months.PaidPeople) -> list[str]:
    return ["", _("Total"), "", *(formats.cents_words(sum_) for sum_ in (paid.pay, paid.fee, paid.total))]
