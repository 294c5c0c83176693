"""What the bounties of managed runs took, paid and gave back, read from the ledger: never counted besides."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

_QUERY = """
select m.bounty_id,
       coalesce(sum(m.cents) filter (where s.kind = 'wallet' and d.kind = 'pool'), 0),
       coalesce(sum(m.cents) filter (where s.kind = 'hold' and (d.kind = 'earnings' or d.code = 'fees')), 0),
       coalesce(sum(m.cents) filter (where s.kind in ('pool', 'hold') and d.kind = 'wallet'), 0)
  from ledger_move m
  join ledger_account s on s.id = m.source_id
  join ledger_account d on d.id = m.destination_id
 where m.bounty_id = any(%s)
 group by m.bounty_id
"""


@dataclass(frozen=True, slots=True)
class Sums:
    """In cents, our fee included. Once a run has ended, reserved = spent + refunded."""

    reserved: int = 0
    spent: int = 0
    refunded: int = 0


NOTHING = Sums()


def of_bounties(bounty_ids: Iterable[UUID]) -> Mapping[UUID, Sums]:
    """By bounty; one for which no money ever moved is left out. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, [list(bounty_ids)])
        return {bounty: Sums(int(took), int(paid), int(back)) for bounty, took, paid, back in cursor.fetchall()}
