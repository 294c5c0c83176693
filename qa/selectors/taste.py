"""Taste runs: the owner's, with their sums; a respondent's ballot; votes and applicants to handle; invariants."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q, QuerySet

from bounties.models import Application, Bounty, Submission
from bounties.selectors.invariants import SCOPE, scope
from marketplace.core import ids
from marketplace.core.actor import Actor
from qa.errors import NotOnThePanel, UnknownRun
from qa.models import TasteRun
from qa.rules.taste import WAITS, order
from wallet.selectors import flows
from webhooks.models import Event


@dataclass(frozen=True, slots=True)
class RunWithSums:
    """A run as its owner reads it, with the sums of its money (cents)."""

    run: TasteRun
    sums: flows.Flow


@dataclass(frozen=True, slots=True)
class Ballot:
    """What one respondent sees: the artifacts in an order of their own."""

    run: TasteRun
    artifacts: list[dict[str, str]]
    due_at: datetime | None
    vote: str | None

    @property
    def submit_url(self) -> str:
        return f"{settings.BASE_URL}/api/bounties/{self.run.bounty_public_id}/submissions"


def of_owner(actor: Actor) -> QuerySet[TasteRun]:
    return TasteRun.objects.filter(owner_id=actor.id).select_related("bounty")


def own_run(actor: Actor, run_id: str) -> TasteRun:
    """Raises UnknownRun (404), also for another account's."""
    return _found(of_owner(actor), run_id)


def lock_own(actor: Actor, run_id: str) -> TasteRun:
    """Like `own_run`, with the row locked; lock it before its bounty. Raises UnknownRun (404)."""
    return _found(TasteRun.objects.locked().filter(owner_id=actor.id), run_id)


def _found(rows: QuerySet[TasteRun], run_id: str) -> TasteRun:
    try:
        return rows.get(pk=ids.decode("tst", run_id))
    except (ValueError, TasteRun.DoesNotExist):
        raise UnknownRun()


def with_sums(runs: Iterable[TasteRun]) -> list[RunWithSums]:
    """The runs with their sums; one more query for any number of rows."""
    rows = list(runs)
    money = flows.of_bounties([run.bounty_id for run in rows])
    return [RunWithSums(run, money.get(run.bounty_id, flows.NOTHING)) for run in rows]


def ballot(actor: Actor, run_id: str) -> Ballot:
    """The ballot of a hired person. Raises NotOnThePanel (403) for anybody else, UnknownRun (404) while the bounty has not
    been public yet."""
    run = _found(TasteRun.objects.select_related("bounty"), run_id)
    seat: Application | None = run.bounty.applications.filter(human_id=actor.id).first()
    if seat is None and run.bounty.went_live_at is None:
        raise UnknownRun()
    if seat is None or seat.escrow_id is None or seat.status != "accepted":
        raise NotOnThePanel()
    chosen = order(len(run.artifacts), hiring_index(seat), run.public_id)
    taken = seat.submissions.filter(status="approved").first()
    return Ballot(
        run, [run.artifacts[index] for index in chosen], seat.complete_by, taken.form.get("vote") if taken else None
    )


def is_new_reason(run: TasteRun, reason: str) -> bool:
    """Whether no event says yet that this run waits for this reason."""
    rows = Event.objects.filter(account_id=run.owner_id, type=WAITS, entity=run.public_id, note=reason)
    return not rows.exists()


def hiring_index(seat: Application) -> int:
    """How many people were hired before this one; it never changes, since nobody is hired twice for a bounty."""
    before = Q(decided_at__lt=seat.decided_at) | Q(decided_at=seat.decided_at, pk__lt=seat.pk)
    found: int = Application.objects.filter(before, bounty_id=seat.bounty_id, escrow__isnull=False).count()
    return found


def votes(bounty: Bounty) -> list[tuple[str, str]]:
    """(label, reason) of each accepted vote, in order of submission."""
    rows = Submission.objects.filter(bounty_id=bounty.pk, status="approved", form__has_key="vote").order_by("pk")
    return [(form["vote"], form["reason"]) for form in rows.values_list("form", flat=True)]


def vote_counts(runs: Iterable[TasteRun]) -> dict[UUID, int]:
    """How many votes were accepted for each of these runs, by its bounty's key, in one query; those without any are left out."""
    rows = Submission.objects.filter(
        bounty_id__in=[run.bounty_id for run in runs], status="approved", form__has_key="vote"
    )
    return dict(rows.order_by().values_list("bounty_id").annotate(Count("pk")))


def next_vote(bounty: Bounty) -> Submission | None:
    """The oldest vote that is not reviewed yet; disputed seats are left to staff."""
    found: Submission | None = (
        Submission.objects.filter(bounty_id=bounty.pk, status="pending_review", application__escrow__status="delivered")
        .order_by("pk")
        .first()
    )
    return found


def has_all_delivered(bounty: Bounty) -> bool:
    """Whether every hired person has sent a vote: then nobody who waits is needed any more."""
    hired = Application.objects.filter(bounty_id=bounty.pk, status="accepted")
    return not hired.filter(escrow__delivered_at=None).exists()


def next_applicant(bounty: Bounty) -> Application | None:
    """The first pending application, locked."""
    found: Application | None = (
        Application.objects.locked()
        .select_related("human", "escrow")
        .filter(bounty_id=bounty.pk, status="pending")
        .first()
    )
    return found


# Ended since `since`, or money moved since, or the bounty is one of SCOPE.
_QUERY = f"""
with ids as materialized (
    select id from qa_tasterun where ended_at >= %(since)s
    union select r.id from ({SCOPE}) scope join qa_tasterun r on r.bounty_id = scope.id
    union select r.id from ledger_move m join qa_tasterun r on r.bounty_id = m.bounty_id where m.created_at >= %(since)s),
runs as (
    select r.id, r.status, b.status as bounty_status,
           coalesce((select sum(m.cents) from ledger_move m
                       join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
                      where m.bounty_id = b.id and s.kind = 'wallet' and d.kind = 'pool'), 0) as reserved,
           coalesce((select sum(m.cents) from ledger_move m
                       join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
                      where m.bounty_id = b.id
                        and (s.kind = 'hold' and (d.kind in ('earnings', 'wallet') or d.code = 'fees')
                             or s.kind = 'pool' and d.kind = 'wallet')), 0) as gone
      from ids join qa_tasterun r using (id) join bounties_bounty b on b.id = r.bounty_id
     where r.ended_at is not null
)
select 'ended taste run whose money is not settled', id::text, format('reserved %%s, spent and refunded %%s', reserved, gone)
  from runs where reserved <> gone
union all
select 'ended taste run whose bounty goes on', id::text, bounty_status
  from runs where bounty_status not in ('paid', 'closed', 'cancelled')
"""  # noqa: S608


def violations(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """Every violation, as (what is wrong, the row's key, detail): an ended run has reserved = spent + refunded, and its bounty
    has ended. `since` as `wallet.ports.Audit` has it."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, scope(since))
        return list(cursor.fetchall())
