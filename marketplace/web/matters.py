"""What stands in the way of closing an account, in words for its person."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

# By its code: the words, and where it is settled by who works here, and by who answers for agents. Empty: nowhere, staff do it.
MATTERS = {
    "staff": (_("This account is one of the staff's. An operator closes it."), "", ""),
    "wallet": (
        _("There is money in your wallet. Withdraw it, or have it returned to where it came from."),
        "/owner/wallet",
        "/owner/wallet",
    ),
    "earnings": (_("There is money in your earnings. Withdraw it first."), "/earnings", "/earnings"),
    "debts": (
        _("A payment into your wallet was taken back by its bank, and is still owed."),
        "/owner/wallet",
        "/owner/wallet",
    ),
    "money_on_its_way": (
        _("Money is on its way in or out, or one of your payment pages is open."),
        "/earnings",
        "/owner/wallet",
    ),
    "held_money": (_("Money is held for work, by you or for you."), "/today", "/owner/jobs"),
    "transfers": (
        _("A payment between you and somebody else is not finished."),
        "/earnings",
        "/owner/wallet/transfers",
    ),
    "disputes": (_("A dispute is open."), "/today", "/owner"),
    "applications": (_("Applications of yours wait for an answer. Take them back, or wait."), "/today", "/today"),
    "work": (_("You are hired. Finish the work, or give your place back."), "/today", "/today"),
    "jobs": (_("Jobs that you posted are open. Close them first."), "/owner/jobs", "/owner/jobs"),
    "subscriptions": (_("An appointment or subscription runs. Cancel it first."), "/profile/services", ""),
    "runs": (_("Test runs of yours are going on or planned. Stop them first."), "/owner/runs", "/owner/runs"),
}


def in_words(codes: Iterable[str], *, for_agents: bool) -> list[dict[str, str]]:
    """Why an account can't be closed, in words, with the page where each is settled.

    for_agents: the person answers for agents (`selectors/accounts.py`), so what both sides have is settled on the owner's pages.
    """
    found = [MATTERS[code] for code in dict.fromkeys(codes)]
    return [{"words": str(words), "href": owners if for_agents else workers} for words, workers, owners in found]
