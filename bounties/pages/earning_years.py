"""/earnings/years/{yyyy}/statement.pdf: what a person was paid in a year, for their tax office."""

from datetime import date

from django.conf import settings
from django.http import HttpResponse
from django.utils import formats as dates
from django.utils.translation import gettext as _

from escrow.selectors import years
from escrow.selectors.years import Month, Year
from marketplace.core import clock
from marketplace.core.errors import NotFound
from marketplace.web import formats, pdf
from marketplace.web.drafts import Refused
from marketplace.web.page import Page


class EarningsYear(Page):
    """The same sums as the operator reports: by month and by quarter of the year in UTC."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        year = years.read(ids["year"])
        if year is None:
            raise NotFound("There is no such year.")
        response = HttpResponse(self.file(years.of_worker(self.actor.id, year)), content_type="application/pdf")
        response["Content-Disposition"] = f'attachment; filename="earnings-{year}.pdf"'
        return response

    def file(self, found: Year) -> bytes:
        me = self.actor.me
        sheets = pdf.sheets(
            title=f"{settings.SERVICE_NAME} {found.year}",
            author=settings.SERVICE_NAME,
            foot=f"{settings.SERVICE_NAME} · {me.display_name} · {found.year}",
        )
        sheets.heading(_("Earnings of %s") % found.year, first=True)
        sheets.facts(self._facts(found))
        sheets.heading(_("Month by month"))
        rows = [_row(_name(found.year, number), month) for number, month in sorted(found.months.items())]
        sheets.listing(_columns(_("Month")), rows, [_row(_("Total"), found.total)])
        sheets.heading(_("Quarter by quarter"))
        sheets.listing(
            _columns(_("Quarter")),
            [_row(f"{number} / {found.year}", found.quarter(number)) for number in range(1, 5)],
            [_row(_("Total"), found.total)],
        )
        sheets.note(
            _(
                "Pay counts when it became yours, not when it was withdrawn. The fee of this service was paid by those who hired "
                "you, on top of your pay: nothing was taken off it. No tax was withheld."
            )
        )
        return sheets.file()

    def _facts(self, found: Year) -> list[tuple[str, str]]:
        me, (_start, end) = self.actor.me, years.bounds(found.year)
        by = [part for part in (settings.SERVICE_NAME, settings.OPERATOR_ADDRESS) if part]
        is_over = end <= clock.now()
        return [
            (_("By"), ", ".join(by)),
            (_("Account"), me.display_name),
            (_("Account number"), me.public_id),
            (_("Days"), _("the calendar year %s, in UTC") % found.year),
            (_("Complete"), _("yes, the year is over"))
            if is_over
            else (
                _("Made"),
                _("%s. What comes later is not in it.") % formats.moment_words(clock.now(), with_year=True),
            ),
            (_("Paid to you"), formats.cents_words(found.total.total)),
            (_("Fees paid by others"), formats.cents_words(found.total.fee)),
        ]


def _columns(first: str) -> list[pdf.Column]:
    return [
        pdf.Column(first, 34),
        pdf.Column(_("Jobs"), 16, True),
        pdf.Column(_("Pay"), 27, True),
        pdf.Column(_("Tips"), 25, True),
        pdf.Column(_("Corrected"), 25, True),
        pdf.Column(_("Total"), 27, True),
        pdf.Column(_("Withdrawn"), 24, True),
    ]


def _row(name: str, sums: Month) -> list[str]:
    money = (sums.pay, sums.tipped, sums.corrected, sums.total, sums.withdrawn)
    return [name, str(sums.jobs), *(formats.cents_words(cents) for cents in money)]


def _name(year: int, month: int) -> str:
    return dates.date_format(date(year, month, 1), "YEAR_MONTH_FORMAT")
