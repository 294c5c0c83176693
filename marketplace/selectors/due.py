"""What the timers of this app take, and when."""

from marketplace.models import AccountRestriction, Erasure, Export, Mail, OrphanedFile, Proposal, Push
from marketplace.ports import QUEUED, Due


def rows() -> list[Due]:
    return [
        Due("marketplace.send_mails", Mail.objects.filter(sent_at=None), "next_attempt_at", QUEUED),
        Due("marketplace.send_pushes", Push.objects.filter(outcome=""), "next_attempt_at", QUEUED),
        Due(
            "marketplace.make_exports",
            Export.objects.filter(ready_at=None, failed_at=None),
            "next_attempt_at",
            QUEUED,
        ),
        Due("marketplace.delete_expired_exports", Export.objects.filter(file__isnull=False), "expires_at"),
        Due("marketplace.erase_due", Erasure.objects.all(), "due_at"),
        Due("marketplace.expire_proposals", Proposal.objects.filter(state="open"), "expires_at"),
        Due("marketplace.end_restrictions", AccountRestriction.objects.filter(ended_at=None), "until"),
        Due("marketplace.delete_orphaned_files", OrphanedFile.objects.all(), "due_at", by_wall=True),
    ]
