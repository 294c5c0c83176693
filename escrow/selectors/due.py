"""What the timers of this app take, and when."""

from django.db.models import Exists, OuterRef, Q

from escrow.models import Case, CaseOffer, CaseRequest, Escrow, InvoiceRun, StaffDigest, Transfer
from marketplace.models import Account
from marketplace.ports import Due


def rows() -> list[Due]:
    clocks = Case.objects.filter(Q(closed_at=None) & (Q(with_lead_at=None) | ~Q(stage="decision")))
    new_staff = Account.objects.filter(~Exists(StaffDigest.objects.filter(staff=OuterRef("pk"))), is_staff=True)
    return [
        Due("escrow.complete_unreviewed", Escrow.objects.filter(status="delivered"), "review_due_at"),
        Due("escrow.end_warranties", Escrow.objects.filter(status="warranty_hold"), "warranty_ends_at"),
        Due("escrow.release_due", Escrow.objects.filter(status="completed"), "auto_release_at"),
        Due("escrow.lapse_transfers", Transfer.objects.filter(status="pending"), "lapses_at"),
        *(Due("escrow.remind_parties", model.objects.all(), "remind_at") for model in (Case, CaseRequest, CaseOffer)),
        Due("escrow.run_case_clocks", clocks, "due_at"),
        Due("escrow.draw_quality_sample", Case.objects.filter(sampled_at=None), "closed_at"),
        Due("escrow.mail_staff", StaffDigest.objects.all(), "next_at"),
        Due("escrow.mail_staff", new_staff.filter(is_active=True), "created_at", stays=True),
        Due("escrow.issue_invoices", InvoiceRun.objects.filter(done_at=None), "due_at"),
    ]
