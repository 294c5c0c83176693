"""What a refused call tried, in words for the account's owner: the sum, the title of the job, the limit that refused it."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from marketplace.core import reader, texts, written
from marketplace.core.open_mappings import JsonObject, JsonValue
from marketplace.models import Account
from marketplace.rules import CAP_WORDS

_TITLE_MOST: Final = 80  # characters of a title, which an accepted job would keep whole
# By the beginning of `cap` of spending_cap_exceeded.
_WHOSE: Final = {
    "key": gettext_noop("the limit of this key is %(cap)s %(span)s, of which %(spent)s is spent"),
    "connector": gettext_noop("the limit of this program is %(cap)s %(span)s, of which %(spent)s is spent"),
    "": gettext_noop("the limit of the wallet is %(cap)s %(span)s, of which %(spent)s is spent"),
}


def tried(account: Account, sent: JsonObject, answered: JsonObject) -> str:
    """`“Count doors”, $28.32; the limit of this key is $20.00 in 24 hours, of which $0.00 is spent`, in the language of the
    account; empty where nothing of that is known.

    sent: the call's body, of which only a title and a sum in cents are taken. answered: the body of the refusal. Locks nothing.
    """
    with reader.written_to(account):
        title = _title(sent.get("title"))
        cents = _cents(answered, "attemptedCents", "requiredCents") or _cents(sent, "amountCents")
        what = [_("“%s”") % title] if title else []
        what += [written.cents_words(cents)] if cents else []
        return "; ".join(part for part in (", ".join(what), _limit(answered)) if part)


def _limit(answered: JsonObject) -> str:
    """The limit that refused it, or what was there instead of the sum."""
    name = str(answered.get("cap") or "")
    whose = next((kind for kind in ("key", "connector") if name.startswith(f"{kind}_")), "")
    span = CAP_WORDS.get(name.removeprefix(f"{whose}_"))
    cap, spent, there = (answered.get(part) for part in ("capCents", "spentCents", "balanceCents"))
    if span is not None and type(cap) is int and type(spent) is int:
        return _(_WHOSE[whose]) % {"cap": written.cents_words(cap), "span": span, "spent": written.cents_words(spent)}
    return _("the wallet held %s") % written.cents_words(there) if type(there) is int else ""


def _cents(body: JsonObject, *names: str) -> int:
    found = (body.get(name) for name in names)
    return next((value for value in found if type(value) is int and value > 0), 0)


def _title(given: JsonValue) -> str:
    """In one line, and without what nobody sees: it may have been refused for that. Empty where nothing else is left."""
    line = texts.HIDDEN.sub("", " ".join(given.split())) if isinstance(given, str) else ""
    line = "" if texts.is_blank(line) else " ".join(line.split())
    return line if len(line) <= _TITLE_MOST else f"{line[: _TITLE_MOST - 1]}…"
