"""Words about a person's data: what an erasure leaves, and who looked at it."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

# Why something of an erased account stays, or goes later: codes of `core/personal.py`. `%(days)d`: the keeping time of evidence.
STAYS = {
    "books": _("Records of money: receipts, invoices, payments and what jobs were called. Tax law asks for them."),
    "decision": _("The reasons of a decision about a dispute: the other side may go to court with it."),
    "proof": _("That you accepted the terms, an identity that nobody else may take, and restrictions for abuse."),
    "staff": _("What our staff did or read about you. It can't be changed, so that it can be trusted."),
    "bought": _("Work that was accepted and paid: whoever paid keeps its texts and files until %(days)d days after."),
}
LATER = {
    "cases": _("Evidence and messages of a case that is open, or can be appealed: when the case is closed."),
    "chargebacks": _("Evidence of work whose payment a bank takes back: when that is decided."),
    "held_money": _("Evidence of work for which money is held: when that has ended."),
    "invoice": _("Your invoice address: after your last invoice."),
}


def stays(days: int) -> list[str]:
    """What an erasure leaves, and why. days: the keeping time of evidence."""
    return [str(text).replace("%(days)d", str(days)) for text in STAYS.values()]


def later(codes: Iterable[str]) -> list[str]:
    """What is erased later, and when."""
    return [str(LATER[code]) for code in codes if code in LATER]


_ROLES = {"operator": _("Operator"), "support": _("Support"), "auditor": _("Auditor")}
_READS = {
    "opened": _("Opened a page about you"),
    "revealed": _("Uncovered your personal data"),
    "bundled": _("Fetched the papers of a case"),
}
_PAGES = {
    "marketplace.account": _("your account"),
    "humans.conversation": _("a conversation"),
    "humans.message": _("a message"),
    "humans.profile": _("your profile"),
    "bounties.submission": _("evidence of work"),
    "bounties.application": _("an application"),
    "escrow.case": _("a case"),
    "escrow.dispute": _("a dispute"),
}


def read_by_staff(row: Any) -> dict[str, Any]:
    """A read of private data, for the person whom it was about: never who it was."""
    page = _PAGES.get(row.object_type, row.object_type.rpartition(".")[2].replace("_", " "))
    what = f"{_READS[row.what]}: {page}"
    return {"at": row.created_at, "what": what, "role": str(_ROLES.get(row.role, _("Staff"))), "reason": row.reason}
