"""An invoice of our fee as a PDF, as it was issued; in the language that is active."""

from django.conf import settings
from django.http import HttpResponse
from django.utils import formats as dates
from django.utils.translation import gettext as _

from escrow.models import Invoice
from escrow.models.invoices import Charged
from marketplace.core.money import format_percent
from marketplace.web import formats, pdf


def download(invoice: Invoice) -> HttpResponse:
    response = HttpResponse(_file(invoice), content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="invoice-{invoice.name}.pdf"'
    return response


def _file(invoice: Invoice) -> bytes:
    is_credit = invoice.fee_cents < 0
    title = (_("Credit note %s") if is_credit else _("Invoice %s")) % invoice.name
    sheets = pdf.sheets(
        title=f"{settings.SERVICE_NAME} {invoice.name}",
        author=settings.SERVICE_NAME,
        foot=f"{settings.SERVICE_NAME} · {invoice.name}",
    )
    sheets.heading(title, first=True)
    sheets.facts(
        [
            (_("From"), invoice.seller),
            (_("To"), invoice.buyer),
            (_("Issued"), formats.date_words(invoice.created_at.date())),
            (_("For"), _("%s, in UTC") % dates.date_format(invoice.month, "YEAR_MONTH_FORMAT")),
        ]
    )
    sheets.heading(_("Our fee"))
    sheets.listing(_columns(), [_row(line) for line in invoice.charged], [_total(invoice)])
    sheets.note(
        _(
            "Paid: it was taken from your wallet with the pay, when each job's work was accepted or decided. Nothing is due."
        )
        if not is_credit
        else _("Paid back into your wallet already, when it was decided.")
    )
    return sheets.file()


def _columns() -> list[pdf.Column]:
    return [
        pdf.Column(_("What"), 82),
        pdf.Column(_("Paid places"), 20, True),
        pdf.Column(_("Pay"), 38, True),
        pdf.Column(_("Fee"), 38, True),
    ]


def _row(line: Charged) -> list[str]:
    fee = formats.cents_words(line.fee_cents)
    if line.bps is None:
        return [_("Changed after an appeal"), str(line.jobs), "", fee]
    what = _("Fee of %s on what people were paid") % format_percent(line.bps)
    return [what, str(line.jobs), formats.cents_words(line.pay_cents), fee]


def _total(invoice: Invoice) -> list[str]:
    return [_("Total"), "", "", formats.cents_words(invoice.fee_cents)]
