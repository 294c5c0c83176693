"""Erasing what is personal about an account: at once, what nobody needs; by a timer, what an open case or a bill needs until then.

What becomes of each column stands in the tables of the apps (`marketplace/core/personal.py`); nothing is decided here.
"""

from datetime import timedelta
from typing import Any, Final

from django.db.models import (
    Case,
    CharField,
    GenericIPAddressField,
    JSONField,
    Model,
    QuerySet,
    TextField,
    Value,
    When,
)

from marketplace.core import clock, crypto, personal
from marketplace.core.personal import Person
from marketplace.core.transactions import for_each_due
from marketplace.models import Account, Erasure, File, Mail
from marketplace.models.sealed import SealedField
from marketplace.ports import Holds, account_data
from marketplace.selectors import personal as reads
from marketplace.services import files, keeping

AFTER: Final = timedelta(minutes=10)  # until whatever was under way for the account has ended
AGAIN: Final = timedelta(hours=6)  # while something is held back
RARELY: Final = timedelta(days=30)  # while others only keep what they paid for: its time may be set anew


def erase(account: Account, addresses: list[str]) -> None:
    """Delete and empty what goes at once, in the transaction that closes the account, whose row is locked. Locks the rows.

    addresses: the mail addresses that it had.
    """
    for label, person in personal.people(reads.tables()):
        rows = reads.rows_of(label, person, account, addresses)
        if person.gone:
            rows.delete()
        elif person.cleared:
            rows.update(**emptied(rows.model, person.cleared, person.replaced))
    Account.objects.filter(pk=account.pk).update(name=personal.NAME)


def begin(account: Account, *, operator: Account | None, last_mail: Mail | None) -> Erasure:
    """What is left is looked at soon. In the transaction that closes the account."""
    made: Erasure = Erasure.objects.create(
        account=account,
        operator=operator,
        due_at=clock.now() + AFTER,
        last_mail_id=last_mail.pk if last_mail is not None else None,
    )
    return made


def run_due() -> int:
    """For the timer: erase what nothing holds back any more. One transaction per account. Returns how many were looked at."""
    return for_each_due(Erasure.objects.filter(due_at__lte=clock.now()), _look, by="due_at")


def holds_of(account: Account) -> Holds:
    """What is needed yet, of all apps."""
    found = [part.holds(account) for part in account_data.all()]
    return Holds(
        seats=frozenset().union(*(one.seats for one in found)),
        tables=frozenset().union(*(one.tables for one in found)),
        why=tuple(dict.fromkeys(code for one in found for code in one.why)),
        rows={
            label: frozenset().union(*(one.rows.get(label, ()) for one in found)) for one in found for label in one.rows
        },
        until=min((one.until for one in found if one.until is not None), default=None),
    )


def told(account: Account) -> dict[str, list[dict[str, str]]]:
    """What stays of an erased account, and what is erased later, each with the reason."""
    later = [{"code": code, "why": personal.LATER[code]} for code in (*holds_of(account).why, "last_mail")]
    days = keeping.days("evidence")
    return {
        "stays": [{"code": code, "why": why.format(days=days)} for code, why in personal.WHYS.items()],
        "later": later,
    }


def emptied(model: type[Model], names: str, replaced: str = "") -> dict[str, Any]:
    """The columns with what they have after an erasure; of `replaced` those that were filled say that it was."""
    found = {name: empty(model._meta.get_field(name)) for name in names.split()}
    return found | {name: replacement(model._meta.get_field(name)) for name in replaced.split() if name in found}


def replacement(field: Any) -> Case:
    """What a column has that a check wants filled where it was: nothing where there was nothing."""
    if isinstance(field, JSONField):
        return Case(When(**{f"{field.name}__isnull": True}, then=None), default=Value({}, JSONField()))
    return Case(When(**{field.name: ""}, then=Value("")), default=Value(personal.REMOVED))


def empty(field: Any) -> Any:
    """What a column has after an erasure: nothing; words that say so where others read a text that was required."""
    if field.null:
        return None
    if isinstance(field, SealedField):
        return "" if field.blank else crypto.seal(personal.REMOVED, field.purpose)
    if isinstance(field, CharField | TextField):
        return "" if field.blank or _is_short(field) else personal.REMOVED
    if isinstance(field, GenericIPAddressField):
        return "0.0.0.0"  # noqa: S104
    return field.get_default() if field.has_default() else 0


def _is_short(field: Any) -> bool:
    return field.max_length is not None and field.max_length < len(personal.REMOVED)


def _look(pk: Any) -> None:
    row = Erasure.objects.locked().select_related("account").get(pk=pk)
    if row.due_at is None or row.due_at > clock.now():
        return
    account, holds = row.account, holds_of(row.account)
    erase(account, [])  # what was written meanwhile, and accounts that were closed before there was this timer
    held_files = {key for part in account_data.all() for key in part.files_of(holds.seats)}
    held_files |= holds.rows.get("marketplace.File", frozenset())
    for label, person in personal.people(reads.tables()):
        if not (person.goes or person.held) or label in holds.tables:
            continue
        rows = reads.rows_of(label, person, account, []).exclude(pk__in=holds.rows.get(label, ()))
        free = _free(rows, person, holds)
        if label == "marketplace.File":
            for file in File.objects.filter(pk__in=free.values("pk")).exclude(pk__in=held_files):
                files.delete(file)
        elif person.goes:
            free.delete()
        else:
            free.update(**emptied(free.model, person.held, person.replaced))
    why = [*holds.why, *(["last_mail"] if not _last_mail_is_gone(row) else [])]
    now = clock.now()
    rarely = min(holds.until, now + RARELY) if holds.until is not None else None
    row.waits_for = [*why, *([personal.BOUGHT] if rarely else [])]
    row.due_at = now + AGAIN if why else rarely
    row.done_at = now if row.due_at is None else None
    row.save(update_fields=["waits_for", "due_at", "done_at"])


def _free(rows: QuerySet[Any], person: Person, holds: Holds) -> QuerySet[Any]:
    for lookup in person.seats.split():
        rows = rows.exclude(**{f"{lookup}__in": holds.seats})
    return rows


def _last_mail_is_gone(row: Erasure) -> bool:
    """The mail that told them goes once it was sent, or was given up."""
    last = Mail.objects.filter(pk__in=[row.last_mail_id] if row.last_mail_id else [])
    last.filter(next_attempt_at=None).delete()
    return not last.exists()
