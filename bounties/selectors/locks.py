"""The rows of one seat, locked by one statement in the order of docs/money.md ("Locks"): the order of each `of`.

Locked rows are read as they are after the wait; the joined accounts are not locked, since no action on a seat changes them.
A function returns None where a row is missing or was replaced during the wait: `access` then reads row by row and raises the
right error.

Of the bounty and its pool a seat takes FOR KEY SHARE: both stay while the seat's verb is under way, and other seats need not wait.
FOR UPDATE (`bounty`, `Bounty.objects.locked`, `escrow.selectors.access.lock_pool`) excludes it, and makes the row that was written
under it the one that is read after the wait. The counters and the status, which follow the seats, are changed meanwhile:
`bounties/services/counts.py`.

A row's share is taken without a look at who waits for the whole row, who might wait for ever on a bounty that many come to. So
there is an advisory lock before it, shared by the seats, whose queue is kept.
"""

from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, F, Func, QuerySet

from bounties.models import Application, Bounty, Submission
from marketplace.models.prepared import Prepared


def bounty(pk: UUID) -> Bounty:
    """Lock a whole bounty, with its owner. Raises Bounty.DoesNotExist."""
    with connection.cursor() as cursor:
        cursor.execute(_WHOLE, [pk])
    found = _one(_BOUNTY.find(pk=pk))
    found.is_held = True
    return found


def shared_bounty(pk: UUID) -> Bounty:
    """A bounty, with its owner, for a verb of one seat. Raises Bounty.DoesNotExist."""
    return _one(_SHARED_BOUNTY.find(pk=pk))


def _one(found: Bounty | None) -> Bounty:
    if found is None:
        raise Bounty.DoesNotExist
    return found


def seat(pk: UUID) -> Application | None:
    """Lock application and escrow of a seat; bounty and pool are shared."""
    return _with_worker(_SEAT.find(pk=pk))


def seat_of(human_id: UUID, *, bounty_id: UUID, pk: UUID | None) -> Application | None:
    """As `seat`, for this person's application; by the bounty alone without `pk`."""
    if pk is None:
        return _with_worker(_SEAT_ON.find(human=human_id, bounty=bounty_id))
    return _with_worker(_SEAT_OF.find(human=human_id, bounty=bounty_id, pk=pk))


def application_to(owner_id: UUID, *, bounty_id: UUID, pk: UUID) -> Application | None:
    """Lock an application to this owner's bounty; bounty and pool are shared."""
    found: Application | None = _APPLICATION_TO.find(owner=owner_id, bounty=bounty_id, pk=pk)
    return found


def submission_to(owner_id: UUID, *, bounty_id: UUID, pk: UUID) -> Submission | None:
    """Lock application, escrow and submission of evidence for this owner's bounty; bounty and pool are shared."""
    found: Submission | None = _SUBMISSION_TO.find(owner=owner_id, bounty=bounty_id, pk=pk)
    if found is not None:
        _with_worker(found.application)
        found.bounty = found.application.bounty
    return found


_QUEUE = "hashtextextended('bounty:' || {}, 0)"
_WHOLE = f"select pg_advisory_xact_lock({_QUEUE.format('%s::uuid')})"


class _InTurn(Func):
    """True, once nobody waits any more who came before, for the whole bounty of this key."""

    template = f"(pg_advisory_xact_lock_shared({_QUEUE.format('%(expressions)s')}) is not null)"
    output_field = BooleanField()


def _with_worker(found: Application | None) -> Application | None:
    """Set the escrow's worker to the applicant, who was read already."""
    if found is not None and found.escrow is not None:
        found.escrow.worker = found.human
    return found


def _seats() -> QuerySet[Application]:
    rows = Application.objects.select_for_update(no_key=True, of=("bounty", "self", "escrow__parent", "escrow"))
    rows = rows.select_related("bounty__owner", "human", "escrow__parent")
    return rows.filter(_InTurn(F("bounty_id")), escrow__parent__kind="pool")


def _application_to(owner: UUID, bounty: UUID, pk: UUID) -> QuerySet[Application]:
    rows = Application.objects.select_for_update(no_key=True, of=("bounty", "self", "bounty__pool"))
    rows = rows.select_related("bounty__owner", "bounty__pool", "human")
    return rows.filter(_InTurn(F("bounty_id")), pk=pk, bounty=bounty, bounty__owner=owner, bounty__pool__kind="pool")


def _submission_to(owner: UUID, bounty: UUID, pk: UUID) -> QuerySet[Submission]:
    path = ("application__bounty", "application", "application__escrow__parent", "application__escrow", "self")
    rows = Submission.objects.select_for_update(no_key=True, of=path)
    rows = rows.select_related("application__bounty__owner", "application__human", "application__escrow__parent")
    mine = {"application__bounty__owner": owner, "application__escrow__parent__kind": "pool"}
    return rows.filter(_InTurn(F("application__bounty_id")), pk=pk, bounty=bounty, **mine)


def _shared_bounty(pk: UUID) -> QuerySet[Bounty]:
    rows = Bounty.objects.select_for_update(no_key=True, of=("self",)).select_related("owner")
    return rows.filter(_InTurn(F("pk")), pk=pk)


_POOL = "escrow__parent"
_BOUNTY = Prepared(lambda pk: Bounty.objects.locked().select_related("owner").filter(pk=pk))
_SHARED_BOUNTY = Prepared(_shared_bounty, shared=("self",))
_SEAT = Prepared(lambda pk: _seats().filter(pk=pk), shared=("bounty", _POOL))
_SEAT_ON = Prepared(lambda human, bounty: _seats().filter(human=human, bounty=bounty), shared=("bounty", _POOL))
_SEAT_OF = Prepared(
    lambda human, bounty, pk: _seats().filter(human=human, bounty=bounty, pk=pk), shared=("bounty", _POOL)
)
_APPLICATION_TO = Prepared(_application_to, shared=("bounty", "bounty__pool"))
_SUBMISSION_TO = Prepared(_submission_to, shared=("application__bounty", f"application__{_POOL}"))
