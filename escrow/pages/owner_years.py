"""/owner/wallet/receipts/years/{yyyy}: an owner's year for their books, as a PDF and a table; by month in UTC, as invoices are."""

from datetime import date

from django.conf import settings
from django.http import HttpResponse
from django.utils import formats as dates
from django.utils.translation import gettext as _

from escrow.models import Invoice
from escrow.selectors import invoices, owner_years, years
from escrow.selectors.owner_years import Month, Year
from marketplace.core import clock
from marketplace.core.errors import NotFound
from marketplace.web import formats, pdf, tables
from marketplace.web.drafts import Refused
from marketplace.web.page import Page

HEAD = (
    *("month", "jobs", "pay_usd", "fee_usd", "tips_usd", "corrected_usd", "spent_usd"),
    *("came_in_usd", "went_out_usd", "set_aside_usd", "balance_usd"),
)


class OwnerYear(Page):
    """The year as a PDF. One that has not begun, or can't be meant, is 404."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        found = self.found(ids["year"])
        response = HttpResponse(self.file(found), content_type="application/pdf")
        response["Content-Disposition"] = f'attachment; filename="statement-{found.year}.pdf"'
        return response

    def found(self, text: str) -> Year:
        year = years.read(text)
        if year is None:
            raise NotFound("There is no such year.")
        return owner_years.of_owner(self.actor.id, year)

    def file(self, found: Year) -> bytes:
        me = self.actor.me
        sheets = pdf.sheets(
            title=f"{settings.SERVICE_NAME} {found.year}",
            author=settings.SERVICE_NAME,
            foot=f"{settings.SERVICE_NAME} · {me.display_name} · {found.year}",
        )
        sheets.heading(_("Statement of %s") % found.year, first=True)
        sheets.facts(self._facts(found))
        sheets.heading(_("What you paid"))
        sheets.note(
            _("Pay and fee count when the work was accepted or decided, not when the money was set aside for the job.")
        )
        months = sorted(found.months.items())
        rows = [_paid_row(_name(found.year, number), month) for number, month in months]
        sheets.listing(_paid_columns(), rows, [_paid_row(_("Total"), found.total)])
        sheets.heading(_("Your wallet"))
        sheets.note(
            _(
                "Balance: that of before, with what was added, without what went out, was spent, and was newly set aside for jobs."
            )
        )
        balances = found.balances()
        lines = [_wallet_row(_name(found.year, number), month, balances[number]) for number, month in months]
        sheets.listing(_wallet_columns(), lines, [_wallet_row(_("Total"), found.total, found.closing)])
        issued = list(invoices.own(me.pk).filter(year=found.year).order_by("number"))
        if issued:
            sheets.heading(_("Invoices of our fee"))
            sheets.listing(_invoice_columns(), [_invoice_row(row) for row in issued])
        return sheets.file()

    def _facts(self, found: Year) -> list[tuple[str, str]]:
        me, (_start, end) = self.actor.me, years.bounds(found.year)
        by = [part for part in (settings.SERVICE_NAME, settings.OPERATOR_ADDRESS) if part]
        billed = invoices.billed_to(me.pk)
        return [
            (_("By"), ", ".join(by)),
            (_("Account"), billed or me.display_name),
            (_("Account number"), me.public_id),
            (_("Days"), _("the calendar year %s, in UTC") % found.year),
            (_("Complete"), _("yes, the year is over"))
            if end <= clock.now()
            else (
                _("Made"),
                _("%s. What comes later is not in it.") % formats.moment_words(clock.now(), with_year=True),
            ),
            (_("Balance before"), formats.cents_words(found.opening)),
            (_("Balance after"), formats.cents_words(found.closing)),
        ]


class OwnerYearTable(OwnerYear):
    """The same months as a table for a spreadsheet, in dollars; without a line of sums, so that a column can be added up."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        found = self.found(ids["year"])
        balances = found.balances()
        rows = [_cells(found.year, number, month, balances[number]) for number, month in sorted(found.months.items())]
        return tables.download(f"statement-{found.year}.csv", HEAD, [rows])


def _cells(year: int, number: int, month: Month, balance: int) -> list[str]:
    paid = (month.pay, month.fees, month.tipped, month.corrected, month.spent)
    wallet = (month.came, month.left, month.reserved, balance)
    return [f"{year}-{number:02d}", str(month.jobs), *(tables.dollars(cents) for cents in (*paid, *wallet))]


def _paid_columns() -> list[pdf.Column]:
    return [
        pdf.Column(_("Month"), 34),
        pdf.Column(_("Places"), 16, True),
        pdf.Column(_("Pay"), 27, True),
        pdf.Column(_("Fee"), 25, True),
        pdf.Column(_("Tips"), 25, True),
        pdf.Column(_("Corrected"), 24, True),
        pdf.Column(_("Total"), 27, True),
    ]


def _paid_row(name: str, sums: Month) -> list[str]:
    money = (sums.pay, sums.fees, sums.tipped, sums.corrected, sums.spent)
    return [name, str(sums.jobs), *(formats.cents_words(cents) for cents in money)]


def _wallet_columns() -> list[pdf.Column]:
    return [
        pdf.Column(_("Month"), 34),
        pdf.Column(_("Added"), 29, True),
        pdf.Column(_("Went out"), 29, True),
        pdf.Column(_("Spent"), 28, True),
        pdf.Column(_("Set aside"), 29, True),
        pdf.Column(_("Balance"), 29, True),
    ]


def _wallet_row(name: str, sums: Month, balance: int) -> list[str]:
    money = (sums.came, sums.left, sums.spent, sums.reserved, balance)
    return [name, *(formats.cents_words(cents) for cents in money)]


def _invoice_columns() -> list[pdf.Column]:
    return [pdf.Column(_("Number"), 60), pdf.Column(_("Month"), 60), pdf.Column(_("Fee"), 58, True)]


def _invoice_row(row: Invoice) -> list[str]:
    return [row.name, dates.date_format(row.month, "YEAR_MONTH_FORMAT"), formats.cents_words(row.fee_cents)]


def _name(year: int, month: int) -> str:
    return dates.date_format(date(year, month, 1), "YEAR_MONTH_FORMAT")
