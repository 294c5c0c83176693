"""Jobs from a file: kept for the preview, then posted line by line, each in a transaction of its own.

A line is posted by the same steps as any job, under the lock of its row, which then names the job. So a second confirmation, one
at the same time, and one after the process was killed post what is not posted yet, and nothing twice. A line whose cost has
changed since the preview is not posted.
"""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from bounties.errors import CostChanged
from bounties.models import Bounty, ImportedRow, JobImport
from bounties.rules.fields import BountyFields
from bounties.services import bounties, funding
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, Problem
from marketplace.core.transactions import for_each_due, unit
from marketplace.services import calls
from wallet.errors import InsufficientFunds

KEPT = timedelta(days=30)  # imports are forgotten afterwards; their jobs stay
WAITS = timedelta(days=7)  # one that was never confirmed is forgotten then
ROWS_MAX = 100


def keep(actor: Actor, *, file_name: str, digest: bytes, rows: Iterable[ImportedRow]) -> JobImport:
    """Store what was read of a file, in the caller's transaction, until it is confirmed or forgotten (`forget_due`).

    Locks nothing.
    """
    now = clock.now()
    made = JobImport.objects.create(
        owner_id=actor.id, file_name=file_name[:200], digest=digest, created_at=now, expires_at=now + WAITS
    )
    for row in rows:
        row.batch = made
    ImportedRow.objects.bulk_create(rows)
    return made


def confirm(actor: Actor, import_id: UUID) -> None:
    """Its owner confirmed it: keep it for KEPT since it was made, so that they see what became of each line. In a transaction of
    its own, before the lines are posted. Locks the import. Raises NotFound (404) when it was forgotten meanwhile.
    """

    def work() -> None:
        found = JobImport.objects.locked().filter(owner_id=actor.id, pk=import_id).first()
        if found is None:
            raise NotFound("This file was forgotten, because it was not confirmed in time. Upload it again.")
        found.expires_at = found.created_at + KEPT
        found.save(update_fields=["expires_at"])

    unit(work)


def forget_due() -> int:
    """Timer: delete the imports whose time is over, with their lines; the jobs stay. Returns how many it took. One transaction per
    import, which locks it; a line that is being posted is waited for.
    """

    def work(pk: UUID) -> None:
        found = JobImport.objects.locked().filter(pk=pk, expires_at__lte=clock.now()).first()
        if found is not None:
            found.delete()

    return for_each_due(JobImport.objects.filter(expires_at__lte=clock.now()), work, by="expires_at")


def post(actor: Actor, row_id: int, fields: BountyFields) -> Bounty | None:
    """Post one line as a job that the wallet pays, in a transaction of its own. None when it is posted already, or being posted.

    `fields`: as `bounties.prepare` takes them. Locks the row, then pool and wallet account. Raises
    CostChanged (409) when it costs other than the preview said, InsufficientFunds (402), never with a payment page beside it,
    and what `bounties.prepare` and `funding.go_live` raise.
    """

    def work() -> Bounty | None:
        rows = ImportedRow.objects.filter(bounty=None, errors=[], batch__owner_id=actor.id)
        row = rows.select_for_update(of=("self",), skip_locked=True).filter(pk=row_id).first()
        if row is None:
            return None
        bounty = bounties.prepare(actor, fields)
        need = funding.quote(bounty)
        if need.funding_total != row.cents:
            raise CostChanged(expectedCents=row.cents, costCents=need.funding_total)
        if need.shortfall:
            raise InsufficientFunds(required_cents=need.funding_total, balance_cents=need.wallet_balance)
        # Money goes last. The row can't name the job before that is there, so its foreign key waits for the commit.
        ImportedRow.objects.filter(pk=row_id).update(bounty_id=bounty.pk, problem="")
        funding.go_live(actor, bounty, source="wallet")
        _tell_timeline(actor, bounty, need.funding_total)
        return bounty

    return unit(work)


def _tell_timeline(actor: Actor, bounty: Bounty, cents: int) -> None:
    """Each job is a line of its own, with what it cost, as if it had been posted alone: they share one call."""
    line = calls.line(actor, verb="createBounty", key=None, status=200, body={})
    if line is not None:
        line.object_id, line.note, line.cents = bounty.public_id, bounty.title[:200], cents
        calls.write(line)


def note(actor: Actor, row_id: int, problem: Problem, words: str) -> None:
    """Write down why a line was not posted, unless somebody else has posted it meanwhile. `words` say it to a person."""
    rows = ImportedRow.objects.filter(pk=row_id, bounty=None, batch__owner_id=actor.id)
    rows.update(problem=(words or problem.code)[:500])
