"""What a refused call tried, in words for the account's owner: the sum, the title of the job, the limit that refused it."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from marketplace.core import reader
from marketplace.core.money import format_usd
from marketplace.models import Account

_TITLE_MOST: Final = 80  # characters of a title, which an accepted job would keep whole
# `cap` of spending_cap_exceeded; those of a key or program have its kind before them.
_CAPS: Final = {
    "per_bounty": gettext_noop("the limit for one job"),
    "rolling_24h": gettext_noop("the limit in 24 hours"),
    "rolling_7d": gettext_noop("the limit in 7 days"),
    "rolling_30d": gettext_noop("the limit in 30 days"),
}
_WHOSE: Final = {
    "key": gettext_noop("%(limit)s of this key is %(cap)s, and %(spent)s of it are used"),
    "connector": gettext_noop("%(limit)s of this program is %(cap)s, and %(spent)s of it are used"),
    "": gettext_noop("%(limit)s of the wallet is %(cap)s, and %(spent)s of it are used"),
}


def tried(account: Account, sent: Mapping[str, Any], answered: Mapping[str, Any]) -> str:
    """`“Count doors”, 28.32 USD; the limit in 24 hours of this key is 20.00 USD, and 0.00 USD of it are used`, in the account's
    language; empty where nothing of that is known.

    sent: the call's body, of which only a title and a sum in cents are taken. answered: the body of the refusal. Locks nothing.
    """
    with reader.written_to(account):
        title = sent.get("title")
        cents = _cents(answered, "attemptedCents", "requiredCents") or _cents(sent, "amountCents")
        what = [_("“%s”") % _short(title)] if isinstance(title, str) and title.strip() else []
        what += [format_usd(cents)] if cents else []
        return "; ".join(part for part in (", ".join(what), _limit(answered)) if part)


def _limit(answered: Mapping[str, Any]) -> str:
    """The limit that refused it, or what was there instead of the sum."""
    name = str(answered.get("cap") or "")
    whose = next((kind for kind in ("key", "connector") if name.startswith(f"{kind}_")), "")
    limit = _CAPS.get(name.removeprefix(f"{whose}_"))
    cap, spent, there = (answered.get(part) for part in ("capCents", "spentCents", "balanceCents"))
    if limit is not None and type(cap) is int and type(spent) is int:
        return _(_WHOSE[whose]) % {"limit": _(limit), "cap": format_usd(cap), "spent": format_usd(spent)}
    return _("%s were there") % format_usd(there) if type(there) is int else ""


def _cents(body: Mapping[str, Any], *names: str) -> int:
    found = (body.get(name) for name in names)
    return next((value for value in found if type(value) is int and value > 0), 0)


def _short(title: str) -> str:
    line = " ".join(title.split())
    return line if len(line) <= _TITLE_MOST else f"{line[: _TITLE_MOST - 1]}…"
