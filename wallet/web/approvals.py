"""What an agent asks to spend for, in words."""

import re
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.rules import CAP_WORDS
from marketplace.web import acts, formats
from wallet.models import Approval
from wallet.selectors.headroom import Headroom

# By the plan's type: what the agent would do with the money.
KINDS = {
    "bounty_funding": gettext_lazy("Pay for a job"),
    "bounty_repricing": gettext_lazy("Raise the pay or the places of a job"),
    "service_payment": gettext_lazy("Book a service"),
    "transfer": gettext_lazy("Send money to people"),
    "runs": gettext_lazy("Start tests that pay for themselves each time"),
    "when_funded": gettext_lazy("Order something that starts once the wallet holds enough"),
    "beside_page": gettext_lazy("Use the wallet beside what somebody pays on a page"),
}


def kind(row: Approval) -> str:
    """What the money is for, in a few words."""
    plan = row.planned
    return str(KINDS.get(plan.type) or plan.description)


def title(row: Approval) -> str:
    """What is asked: Post a job: Photo of the opening hours."""
    asks, named = acts.of_operation(row.operation_id) or kind(row), row.planned.title
    return _("%(what)s: %(title)s") % {"what": asks, "title": named} if named else asks


def badge(row: Approval) -> str:
    """The name of its state, by which pages find the word: a no is another one than a yes that was taken back."""
    if row.state == "declined":
        return "taken_back" if row.was_taken_back else "said_no"
    return row.state


def above(row: Approval) -> str:
    """Which amount it is above, and whose that is; empty for a question of before this was kept."""
    if row.above_cents is None:
        return ""
    sum_ = formats.cents_words(row.above_cents)
    if not row.above_is_own:
        return _("It is above %s, the amount of this account from which on you are asked.") % sum_
    if row.key is None:
        return _("It is above %s, the amount of this program itself from which on you are asked.") % sum_
    return _("It is above %s, the amount of this key itself from which on you are asked.") % sum_


def asker(row: Approval) -> Actor:
    """Who would carry it out: the key or program that asked, whose own limits hold, too."""
    return Actor(account=row.account, via=row.asked_via, key=row.key, connector=row.connector)


def limits_of(row: Approval, *, cap: str = "") -> str:
    """The page with the limits that hold this spend up: those of the account, or of the key or program that asks. `cap` names
    the limit as the headroom does; without one it is about the amount above which the owner is asked."""
    is_own = row.above_is_own if not cap else cap.startswith(tuple(_OF))
    if is_own and row.key is not None:
        return f"/owner/keys/{row.key.public_id}#limits"
    if is_own and row.connector is not None:
        return f"/owner/programs/{row.connector.public_id}#limits"
    return "/owner/wallet/controls"


def bounty_of(row: Approval) -> UUID | None:
    """The job that the call names in its address."""
    found = _JOB.search(row.path)
    return ids.decode("bty", found[0]) if found else None


def left_after(row: Approval, room: Headroom) -> list[dict[str, Any]]:
    """What the wallet holds and each limit leaves now and after it, in cents; negative where it does not fit. Of what repeats,
    after the first time."""
    rows = [(_("In the wallet"), room.balance_cents)]
    rows += [(_cap_words(state.cap), state.left_cents) for state in room.caps]
    return [{"what": what, "now": now, "after": now - row.cents, "short": row.cents - now} for what, now in rows]


def _cap_words(cap: str) -> str:
    """A limit by its name in the headroom: that of the account, or of the key or program that asks."""
    whose, name = next(
        ((words, cap.removeprefix(prefix)) for prefix, words in _OF.items() if cap.startswith(prefix)),
        (_OF_ACCOUNT, cap),
    )
    return str(whose) % {"span": CAP_WORDS[name]}


_JOB: Final = re.compile(r"bty_[0-9a-z]{26}")
_OF: Final = {
    "key_": gettext_lazy("Limit of the key %(span)s"),
    "connector_": gettext_lazy("Limit of the program %(span)s"),
}
_OF_ACCOUNT: Final = gettext_lazy("Your limit %(span)s")
