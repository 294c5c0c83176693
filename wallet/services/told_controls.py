"""Changed limits of a wallet, a key or a program in words, for the mail about them and the line of the timeline."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from django.utils.translation import gettext as _

from marketplace.core import context, countries, reader, written
from marketplace.models import Account, ApiKey, Connector
from marketplace.services import alerts
from wallet.rules.controls import SCOPE_WORDS, SETTING_WORDS, UNBOUND

Value = int | list[str] | None
_NOTE_MOST: Final = 200  # characters of a line of the timeline


class Told(NamedTuple):
    """A setting, and what it is and was: `Per 24 hours`, `$50.00, was $20.00`."""

    name: str
    values: str


def told(account: Account, before: Mapping[str, Value], after: Mapping[str, Value]) -> list[Told]:
    """The settings that differ, in the account's language. Values by column: cents, a switch, codes; None where nothing
    is set. Locks nothing."""
    with reader.written_to(account):
        return [
            Told(
                _(words),
                _("%(now)s, was %(before)s") % {"now": _value(name, after[name]), "before": _value(name, before[name])},
            )
            for name, words in SETTING_WORDS.items()
            if name in after and before[name] != after[name]
        ]


def bounds(account: Account, limits: Mapping[str, Value]) -> list[Told]:
    """The limits that are set, in the account's language, for the mail about a new key. Values as in `told`. Locks nothing."""
    with reader.written_to(account):
        return [
            Told(_(words), _value(name, limits[name]))
            for name, words in SETTING_WORDS.items()
            if limits.get(name) is not None
        ]


def mail(
    account: Account, what: Literal["limits", "wallet_limits"], changed: list[Told], subject: ApiKey | Connector
) -> None:
    """Mail it to the owner: limits of a key or program (`subject`), or of the wallet, which it changed."""
    named: dict[str, Any] = (
        {"key": subject.name, "prefix": subject.shown_prefix}
        if isinstance(subject, ApiKey)
        else {"program": subject.name}
    )
    alerts.mail_owner(account, what, changed=[one._asdict() for one in changed], **named)


def note(changed: list[Told]) -> None:
    """Say it in the timeline, as many as a line holds; of the others how many there are."""
    parts = [f"{one.name}: {one.values}" for one in changed]
    shown = next(count for count in range(len(parts), -1, -1) if len(_line(parts, count)) <= _NOTE_MOST)
    context.note(_line(parts, shown))


def _line(parts: list[str], shown: int) -> str:
    left = len(parts) - shown
    return "; ".join([*parts[:shown], *([f"+{left}"] if left else [])])


def _value(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, list):
        return ", ".join(_named(name, code) for code in value) or _("nothing")
    if value is None:
        return _(UNBOUND[name]) if name in UNBOUND else _("not set")
    return written.cents_words(value)


def _named(name: str, code: str) -> str:
    """A scope, a kind of work or a country as the key's page has it."""
    if name == "scopes":
        return _(SCOPE_WORDS[code]) if code in SCOPE_WORDS else code
    return countries.local_name(code) if name == "countries" else code.replace("-", " ").capitalize()
