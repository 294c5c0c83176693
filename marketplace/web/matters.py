"""What stands in the way of closing an account, in words for its person."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

# By its code: the words, and where it is settled.
MATTERS = {
    "staff": (_("This account is one of the staff's. An operator closes it."), ""),
    "wallet": (_("There is money in your wallet. Withdraw it, or have it returned to where it came from."), ""),
    "earnings": (_("There is money in your earnings. Withdraw it first."), "/earnings"),
    "debts": (_("A payment into your wallet was taken back by its bank, and is still owed."), "/earnings"),
    "money_on_its_way": (_("Money is on its way in or out, or one of your payment pages is open."), "/earnings"),
    "held_money": (_("Money is held for work, by you or for you."), "/today"),
    "transfers": (_("A payment between you and somebody else is not finished."), "/earnings"),
    "disputes": (_("A dispute is open."), "/today"),
    "applications": (_("Applications of yours wait for an answer. Take them back, or wait."), "/today"),
    "work": (_("You are hired. Finish the work, or give your place back."), "/today"),
    "jobs": (_("Jobs that you posted are open. Close them first."), ""),
    "subscriptions": (_("An appointment or subscription runs. Cancel it first."), "/profile/services"),
    "runs": (_("Test runs of yours are going on or planned. Stop them first."), ""),
}


def in_words(codes: Iterable[str]) -> list[dict[str, str]]:
    """Why an account can't be closed, in words, with the page where each is settled."""
    return [{"words": str(MATTERS[code][0]), "href": MATTERS[code][1]} for code in dict.fromkeys(codes)]
