"""The types of events in words for a person; their names are for whoever writes the receiver."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from webhooks.rules.catalog import EVENT_TYPES

_WORDS: Final[dict[str, Promise]] = {
    "application.submitted": _("Somebody applied to a job"),
    "application.accepted": _("Somebody was hired"),
    "application.confirmed": _("A hired person confirmed their place"),
    "application.rejected": _("An applicant was turned down"),
    "application.seat_expired": _("A hire ended without pay"),
    "application.ghost_flagged": _("A hired person is silent, or late"),
    "application.withdrawn": _("An applicant withdrew"),
    "application.terms_changed": _("The terms of a hired person's work changed"),
    "application.contested": _("A hired person asked our staff to look at their work"),
    "application.contest_decided": _("Our staff decided about a hired person's work"),
    "message.received": _("A message came"),
    "conversation.completion_claimed": _("Somebody says that their work is done"),
    "proof.uploaded": _("Evidence came in"),
    "submission.reviewed": _("Evidence was judged"),
    "extension.requested": _("A hired person asked for more time"),
    "bounty.seat_filled": _("A place of a job was taken"),
    "bounty.completed": _("The work of a place was accepted"),
    "escrow.funded": _("Money was set aside"),
    "escrow.released": _("Pay was released"),
    "escrow.refunded": _("Money that was set aside went back"),
    "payment.sent": _("A tip arrived"),
    "payment.failed": _("A tip was not sent"),
    "wallet.low_balance": _("The wallet is low"),
    "wallet.auto_topup_initiated": _("The kept card is being charged"),
    "wallet.auto_topup_failed": _("The kept card could not be charged"),
    "wallet.spending_cap_hit": _("A limit refused a spend"),
    "wallet.limits_changed": _("The limits of a key or program changed"),
    "wallet.freeze_changed": _("Spending was stopped, or allowed again"),
    "approval.requested": _("A spend waits for the owner's yes"),
    "approval.decided": _("A question about a spend was decided"),
    "run.status_changed": _("A test run or panel changed its state"),
    "run.report_ready": _("A report can be read"),
    "dispute.opened": _("A dispute was opened"),
    "dispute.resolved": _("A dispute ended"),
    "dispute.evidence_requested": _("Our staff asked for something in a dispute"),
    "dispute.evidence_added": _("Something was added to a dispute"),
    "dispute.offer_made": _("Somebody offered to settle a dispute"),
    "dispute.settled": _("A dispute was settled"),
    "dispute.decided": _("Our staff decided a dispute"),
    "dispute.appealed": _("A decision was appealed"),
    "dispute.appeal_decided": _("An appeal was decided"),
    "webhook.test": _("A test"),
    "webhook.endpoint_disabled": _("Another endpoint was switched off"),
}


def choices() -> list[tuple[str, str]]:
    """Every type for a form: what happens, and the name that a receiver reads."""
    return [(name, f"{of(name)} ({name})") for name in EVENT_TYPES]


def of(event_type: str) -> str:
    """What happened; a type that has no words here, by its name."""
    return str(lazily(event_type))


def lazily(event_type: str) -> str | Promise:
    """The same for what is read later, in the language of its reader."""
    return _WORDS.get(event_type) or event_type
