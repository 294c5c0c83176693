"""What an owner does about held money from a page: of a job's person, and of an appointment."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from escrow.models import Escrow
from escrow.serializers.disputes import DisputeIn
from escrow.services import disputes, releases
from marketplace.core.errors import Invalid
from marketplace.web import inputs
from marketplace.web.formats import cents_words
from marketplace.web.page import Page


def release(page: Page, escrow: Escrow, *, application_id: str | None = None) -> HttpResponse:
    """Pay exactly the sum that the page showed, which its form carries as `amountCents`.

    `application_id`, if given, must be the seat's (app_…). Raises Invalid (400) when the sum is another one now, and what
    `releases.release` raises; nothing has moved then.
    """
    shown = page.request.POST.get("amountCents", "")

    def pay() -> Escrow:
        done = releases.release(page.actor, escrow.public_id, acknowledged=True, application_id=application_id)
        if str(done.amount_cents) != shown:
            raise Invalid({}, _("The sum has changed since you opened this page. Look at it again before you pay."))
        return done

    def said(done: Escrow) -> str:
        sums = {"pay": cents_words(done.human_payout_cents), "fee": cents_words(done.platform_fee_cents)}
        return _("Paid: %(pay)s to them, %(fee)s fee. It can't be undone.") % sums

    return page.once(pay, said=said)


def dispute(page: Page, escrow: Escrow) -> HttpResponse:
    """Open a dispute by the form's `category`, `description` and `urls`, one a line. Raises Invalid (400) and what
    `disputes.open_dispute` raises."""
    body = page.posted("category", "description") | {"urls": inputs.lines(page.request.POST.get("urls", ""))}
    data = page.read(DisputeIn, body)
    return page.once(
        lambda: disputes.open_dispute(page.actor, escrow.public_id, **data),
        to=lambda opened: f"/owner/disputes/{opened.public_id}",
        said=_("The dispute is open. The money stands still until both of you agree or our staff have decided."),
    )
