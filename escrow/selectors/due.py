"""What the timers of this app take, and when. Of money the services take the rows of here, when their time has come."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from escrow.models import Case, CaseOffer, CaseRequest, Escrow, InvoiceRun, StaffDigest, Transfer
from marketplace.models import Account
from marketplace.ports import Due


def unreviewed() -> QuerySet[Escrow]:
    return _seats("delivered")


def under_warranty() -> QuerySet[Escrow]:
    return _seats("warranty_hold")


def completed() -> QuerySet[Escrow]:
    return _seats("completed")


def pending_transfers() -> QuerySet[Transfer]:
    rows: QuerySet[Transfer] = Transfer.objects.filter(status="pending")
    return rows


def clocks() -> QuerySet[Case]:
    """One that a lead sees to already has run out, unless the lead knows only that nobody had seen it."""
    is_news = Q(with_lead_at=None) | ~Q(stage="decision") | Q(first_look_at=None, with_lead_at__lt=F("due_at"))
    rows: QuerySet[Case] = Case.objects.filter(is_news, closed_at=None)
    return rows


def unseen() -> QuerySet[Case]:
    """Cases that staff have to see first, by `first_look_due_at`."""
    rows: QuerySet[Case] = Case.objects.filter(closed_at=None, stage="decision", first_look_at=None, with_lead_at=None)
    return rows


def _seats(status: str) -> QuerySet[Escrow]:
    rows: QuerySet[Escrow] = Escrow.objects.filter(status=status)
    return rows


def rows() -> list[Due]:
    new_staff = Account.objects.filter(~Exists(StaffDigest.objects.filter(staff=OuterRef("pk"))), is_staff=True)
    return [
        Due("escrow.complete_unreviewed", unreviewed(), "review_due_at"),
        Due("escrow.end_warranties", under_warranty(), "warranty_ends_at"),
        Due("escrow.release_due", completed(), "auto_release_at"),
        Due("escrow.lapse_transfers", pending_transfers(), "lapses_at"),
        *(Due("escrow.remind_parties", model.objects.all(), "remind_at") for model in (Case, CaseRequest, CaseOffer)),
        Due("escrow.run_case_clocks", clocks(), "due_at"),
        Due("escrow.run_case_clocks", unseen(), "first_look_due_at"),
        Due("escrow.draw_quality_sample", Case.objects.filter(sampled_at=None), "closed_at"),
        Due("escrow.mail_staff", StaffDigest.objects.all(), "next_at"),
        Due("escrow.mail_staff", new_staff.filter(is_active=True), "created_at", stays=True),
        Due("escrow.issue_invoices", InvoiceRun.objects.filter(done_at=None), "due_at"),
    ]
