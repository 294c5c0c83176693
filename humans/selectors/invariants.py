"""Invariants of this app, for `check_ledger`: a booking and its escrow always agree, and a review and the conversation that its
answer opened."""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection

# Bookings with a deadline, or whose escrow is open or has ended since `since`: no other changes, or has money.
_QUERY = """
with paid as materialized (
    select e.* from escrow_escrow e where e.ended_at is null and e.subject_kind = 'booking'
    union all select e.* from escrow_escrow e where e.ended_at >= %(since)s and e.subject_kind = 'booking'),
mine as materialized (
    select b.* from humans_booking b where b.id in (
        select id from humans_booking where due_at is not null
        union select b.id from paid e join humans_booking b on b.escrow_id = e.id
        union select subject_id from paid
        union select id from humans_booking where %(whole)s))
select 'booking and its escrow disagree', b.id::text, format('booking %%s, escrow %%s', b.status, coalesce(e.status, 'none'))
  from mine b left join escrow_escrow e on e.id = b.escrow_id
 where case b.status
         when 'pending_payment' then e.id is not null
         when 'expired' then e.id is not null and e.status <> 'refunded'
         when 'cancelled' then e.id is not null and e.status <> 'refunded'
         when 'declined' then e.status is distinct from 'refunded'
         when 'auto_declined' then e.status is distinct from 'refunded'
         when 'completed' then e.status is null or e.status not in ('completed', 'disputed', 'released', 'resolved')
         else e.status is null or e.status not in ('locked', 'delivered', 'disputed')
       end
union all
select 'booking paid by a foreign escrow', b.id::text, e.id::text
  from mine b join humans_subscription s on s.id = b.subscription_id join escrow_escrow e on e.id = b.escrow_id
 where (e.subject_kind, e.subject_id, e.owner_id, e.worker_id) is distinct from ('booking', b.id, b.booker_id, b.provider_id)
    or (b.booker_id, b.provider_id) <> (s.booker_id, s.provider_id)
    or (e.human_payout_cents, e.platform_fee_cents, e.fee_bps) <> (s.price_cents, s.fee_cents, s.fee_bps)
union all
select 'escrow of a booking that is not there', e.id::text, e.status
  from paid e where not exists (select from humans_booking b where b.escrow_id = e.id)
union all
select 'subscription that waits for nothing', s.id::text, s.status
  from humans_subscription s
 where s.status = 'pending_approval' and not exists (
       select from humans_booking b where b.subscription_id = s.id and b.status in ('pending_payment', 'pending_approval'))
union all
select 'review answered in a foreign conversation', r.id::text, c.id::text
  from humans_review r join humans_conversation c on c.id = r.conversation_id
 where (%(whole)s or r.answered_at >= %(since)s)
   and (c.kind, c.agent_id, c.human_id, c.bounty_id) is distinct from ('feedback', r.author_id, r.human_id, r.bounty_id)
"""


def rows(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """Every violation, as (what is wrong, the row's key, detail). `since` as `wallet.ports.Audit` has it."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, {"since": since or "-infinity", "whole": since is None})
        return list(cursor.fetchall())
