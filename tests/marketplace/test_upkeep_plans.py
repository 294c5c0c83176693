"""The hourly clean-up finds what it deletes by an index, however much there is to keep."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection

from marketplace.core import clock
from marketplace.core.keeping import KEEPING
from marketplace.services import keeping, upkeep
from tests.factories.accounts import AccountFactory

pytestmark = pytest.mark.django_db
LIVE = 3000


def test_no_statement_reads_a_table_once_for_each_row_of_another() -> None:
    """Given so little memory that a list of sessions can't be hashed: NOT IN would become a filter by a subplan."""
    with connection.cursor() as cursor:
        cursor.execute("set local work_mem = '64kB'; set local enable_seqscan = off")
        for rows in [*upkeep._expired(), *_by_time()]:
            found = rows.order_by().values("pk")[: keeping.BATCH].explain()
            assert "SubPlan" not in found, found


def test_old_rows_are_found_by_their_time() -> None:
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
        found = [*upkeep._expired()[:-1], *_by_time()]
        plans = [rows.order_by().values("pk")[: keeping.BATCH].explain() for rows in found]

    for plan in plans:
        assert re.search(r"Index Cond: \(\w+ < ", plan), plan


def _by_time() -> list[Any]:
    keepers = [keeping.keeper(kind) for kind in KEEPING]
    return [keeper.rows(clock.now()).order_by("created_at") for keeper in keepers if isinstance(keeper, keeping.ByTime)]


def test_of_many_sessions_only_what_has_ended_goes() -> None:
    person = AccountFactory()
    now = clock.wall()
    Session.objects.bulk_create(
        Session(session_key=f"live-{number}", session_data="", expire_date=now + timedelta(days=1))
        for number in range(LIVE)
    )
    UserSession.objects.bulk_create(
        UserSession(user_id=person.pk, session_key=f"live-{number}", ip="127.0.0.1", user_agent="", data={})
        for number in range(-5, LIVE)
    )
    before = UserSession.objects.count()

    upkeep.delete_expired()

    assert UserSession.objects.count() == before - 5
    assert Session.objects.filter(session_key__startswith="live-").count() == LIVE
