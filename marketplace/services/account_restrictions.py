"""Staff restrict what an account may begin: new jobs, applications, withdrawals. What is underway goes on, and the person is told
why and until when.

A verb that begins something calls `check`, which holds a shared lock of the account's restriction until its transaction ends;
whoever restricts takes the same lock alone. So after a restriction is made, nothing that it stops is committed any more. The
lock lies between the rows of the upper apps and the wallet's: take it before money.
"""

from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from django.conf import settings
from django.db import connection

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due, unit
from marketplace.core.written import sentence
from marketplace.errors import AccountRestricted, OperatorRequired
from marketplace.models import Account, AccountRestriction
from marketplace.rules import PLATFORM
from marketplace.selectors import account_restrictions as reads
from marketplace.services import mail_templates, staff_log

What = Literal["jobs", "applications", "withdrawals"]
_ACTS: Final = {"jobs": "post jobs and hire", "applications": "apply and accept work", "withdrawals": "withdraw money"}


def check(account_id: UUID, what: What) -> None:
    """May this account begin such a thing? One statement; locks the account's restriction until the transaction ends.

    Raises AccountRestricted (403), which says why, until when, and what still works.
    """
    row = _in_force(account_id)
    if row is not None and getattr(row, f"no_{what}"):
        raise AccountRestricted(_words(row, what), restricted=what, **reads.told(row))


def is_restricted(account_id: UUID, what: What) -> bool:
    """The same as an answer, for others who must not learn why. Locks as `check`."""
    row = _in_force(account_id)
    return row is not None and bool(getattr(row, f"no_{what}"))


def restrict(
    actor: Actor,
    pk: UUID,
    *,
    no_jobs: bool,
    no_applications: bool,
    no_withdrawals: bool,
    reason: str,
    until: datetime | None,
) -> AccountRestriction:
    """An operator restricts an account, or changes what is in force. The person gets a mail and a push.

    until: UTC; None: until it is lifted. Locks the account's restriction, waiting for what is being begun. Raises
    OperatorRequired (403), InvalidState (409) for staff, the platform and closed accounts, Invalid (400) for a restriction of
    nothing, one that has ended already, or the same again.
    """

    def work() -> AccountRestriction:
        if not actor.is_operator:
            raise OperatorRequired()
        _lock(pk)
        account: Account = Account.objects.get(pk=pk)
        if account.is_staff or account.pk == PLATFORM or not account.is_active:
            state = "staff" if account.is_active else "closed"
            raise InvalidState(
                f"This account is {state}; it can't be restricted.", currentState=state, allowedActions=[]
            )
        stops = {"no_jobs": no_jobs, "no_applications": no_applications, "no_withdrawals": no_withdrawals}
        if not any(stops.values()):
            raise Invalid({"restricted": ["Restrict at least one of these, or lift the restriction."]})
        if until is not None and until <= clock.now():
            raise Invalid({"until": ["That is over. Give a later moment, or none."]})
        row = AccountRestriction.objects.locked().filter(account=account, ended_at=None).first()
        values = {**stops, "reason": reason, "until": until}
        if row is not None and all(getattr(row, name) == value for name, value in values.items()):
            raise Invalid({"restricted": ["It is restricted exactly so already."]})
        is_new = row is None
        row = row or AccountRestriction(account=account, made_by=actor.me)
        before = {} if is_new else {name: str(getattr(row, name)) for name in values}
        for name, value in values.items():
            setattr(row, name, value)
        row.changed_at = None if is_new else clock.now()
        row.save(force_insert=is_new)
        staff_log.write(actor, "restricted", account, reason, {"was": before, "becomes": values})
        _tell(row, "started" if is_new else "changed")
        return row

    return unit(work)


def lift(actor: Actor, pk: UUID, *, note: str) -> AccountRestriction:
    """An operator ends an account's restriction; the person gets a mail and a push. `note`: for colleagues.

    Locks the account's restriction. Raises OperatorRequired (403), InvalidState (409) when there is none.
    """

    def work() -> AccountRestriction:
        if not actor.is_operator:
            raise OperatorRequired()
        _lock(pk)
        row = AccountRestriction.objects.locked().select_related("account").filter(account_id=pk, ended_at=None).first()
        if row is None:
            raise InvalidState("This account is not restricted.", currentState="none", allowedActions=["restrict"])
        row.ended_at, row.ended_by = clock.now(), actor.me
        row.save(update_fields=["ended_at", "ended_by"])
        staff_log.write(actor, "restriction_lifted", row.account, note)
        _tell(row, "ended")
        return row

    return unit(work)


def end_due() -> int:
    """Timer: restrictions that have come to their end; nothing is stopped by them since that moment. Each person gets a mail and
    a push. Locks each. Returns how many.
    """

    def work(pk: UUID) -> None:
        row: AccountRestriction = AccountRestriction.objects.locked().select_related("account").get(pk=pk)
        if row.ended_at is None and row.until is not None and row.until <= clock.now():
            row.ended_at = clock.now()
            row.save(update_fields=["ended_at"])
            _tell(row, "ended")

    due = AccountRestriction.objects.filter(ended_at=None, until__lte=clock.now())
    return for_each_due(due, work, by="until")


def _in_force(account_id: UUID) -> AccountRestriction | None:
    rows = AccountRestriction.objects.raw("select * from restriction_of(%s, %s)", [account_id, clock.now()])
    return next(iter(rows), None)


def _lock(account_id: UUID) -> None:
    """Alone: waits for every transaction that has checked this account, and lets no other one check it meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_advisory_xact_lock(hashtextextended('restriction:' || %s::uuid, 0))", [str(account_id)]
        )


def _words(row: AccountRestriction, what: What) -> str:
    end = f"until {row.until:%Y-%m-%d %H:%M} UTC" if row.until is not None else "until they lift it"
    still = [_ACTS[name] for name in reads.still(row)]
    more = f" You can {' and '.join(still)} as before." if still else ""
    return (
        f"Our staff have restricted this account: it can't {_ACTS[what]} {end}, so nothing was done. The reason: "
        f"{sentence(row.reason)} What has begun goes on.{more} Write to {settings.SUPPORT_EMAIL} about it."
    )


def _tell(row: AccountRestriction, step: str) -> None:
    mail_templates.send(
        row.account,
        "account_restricted",
        step=step,
        no_jobs=row.no_jobs,
        no_applications=row.no_applications,
        no_withdrawals=row.no_withdrawals,
        reason=mail_templates.Words(row.reason),
        until=row.until,
        support=settings.SUPPORT_EMAIL,
    )
