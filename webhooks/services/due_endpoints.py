"""Endpoints with something to send: when the first delivery of each is due."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from marketplace.core.transactions import unit

_LOCK = """
    select endpoint_id from webhooks_dueendpoint where endpoint_id = any(%s) order by endpoint_id for update skip locked
"""
# An endpoint without open deliveries leaves the table; one that nothing is sent to for now waits without a time.
_SETTLE = """
    with found as materialized (
        select endpoint.id,
            coalesce(endpoint.disabled_at, endpoint.deleted_at, endpoint.unreadable_since) is null as is_live,
            endpoint.consecutive_failures > 0 as failing,
            (
                select next_attempt_at from webhooks_delivery
                where endpoint_id = endpoint.id and status in ('pending', 'retrying')
                order by next_attempt_at limit 1
            ) as first_at
        from webhooks_endpoint endpoint where endpoint.id = any(%(locked)s)
    ), gone as (
        delete from webhooks_dueendpoint due using found
        where due.endpoint_id = found.id and found.first_at is null
        returning 1
    ), moved as (
        update webhooks_dueendpoint due
        set due_at = case when found.is_live then found.first_at end, failing = found.failing
        from found
        where due.endpoint_id = found.id and found.first_at is not null
            and (due.due_at is distinct from case when found.is_live then found.first_at end or due.failing <> found.failing)
        returning 1
    )
    select (select count(*) from gone) + (select count(*) from moved)
"""


def settle(endpoint_ids: Collection[UUID]) -> int:
    """Set these endpoints to when their first open delivery is due; those without any leave the table. Returns how many changed.

    Locks the rows of DueEndpoint, then looks: a delivery that is made meanwhile waits for them, and is noted after. A row that
    somebody else has locked is left alone: something is becoming due there.
    """

    def work() -> int:
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [list(endpoint_ids)])
            locked = [pk for (pk,) in cursor.fetchall()]
            if not locked:
                return 0
            cursor.execute(_SETTLE, {"locked": locked})
            return int(cursor.fetchone()[0])

    return unit(work)
