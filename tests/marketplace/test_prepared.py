"""A query that is compiled once finds what its queryset finds, as often as it is asked and for whomever."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application
from bounties.selectors import locks
from marketplace.core import clock, ids
from marketplace.models import Account
from marketplace.models.prepared import Prepared
from tests.factories.accounts import given_agent
from tests.factories.market import given_confirmed, given_hired

pytestmark = pytest.mark.django_db


def test_it_loads_every_column_and_every_joined_row_as_the_orm_does() -> None:
    seat = given_confirmed(bounty=None, language_requirement=None, skills_needed=["photography", "errands"])

    found = locks.seat(seat.application.pk)

    assert found is not None and found.escrow is not None and found.escrow.parent is not None
    read = Application.objects.select_related("bounty__owner", "human", "escrow__parent").get(pk=seat.application.pk)
    pairs = [
        (found, read),
        (found.bounty, read.bounty),
        (found.bounty.owner, read.bounty.owner),
        (found.human, read.human),
    ]
    pairs += [(found.escrow, read.escrow), (found.escrow.parent, read.escrow and read.escrow.parent)]
    for one, other in pairs:
        assert type(one) is type(other)
        names = [field.attname for field in one._meta.concrete_fields]
        assert {name: getattr(one, name) for name in names} == {name: getattr(other, name) for name in names}
    with CaptureQueriesContext(connection) as asked:
        assert found.escrow.parent.owner_id == found.bounty.owner.pk
    assert len(asked) == 0


def test_each_call_has_its_own_keys_and_reads_the_row_as_it_is_now() -> None:
    by_key = Prepared(lambda pk: Account.objects.filter(pk=pk))
    one, other = given_agent().account, given_agent().account

    first = [by_key.find(pk=pk) for pk in (one.pk, other.pk, ids.new(), None)]
    Account.objects.filter(pk=one.pk).update(last_active_at=(later := clock.now() + timedelta(hours=1)))

    assert first == [one, other, None, None]
    assert by_key.find(pk=one.pk).last_active_at == later


def test_all_rows_come_in_the_order_of_the_queryset_as_they_are_now() -> None:
    of_names = Prepared(
        lambda: Account.objects.filter(username__in=["a-first", "b-next", "c-last"]).order_by("-username")
    )
    assert of_names.find_all() == [] and of_names.find() is None
    for name in ("b-next", "c-last", "a-first"):
        Account.objects.filter(pk=given_agent().account.pk).update(username=name)

    assert [row.username for row in of_names.find_all()] == ["c-last", "b-next", "a-first"]


def test_a_key_that_is_not_a_value_of_the_query_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="not used as it is"):
        Prepared(lambda pk, unused: Account.objects.filter(pk=pk)).find(pk=ids.new(), unused=ids.new())


def test_the_rows_of_a_seat_are_locked_in_the_order_of_the_staircase() -> None:
    """PostgreSQL locks the tables of one row in the order in which FOR UPDATE OF names them."""
    seat = given_hired()
    application = seat.application
    owner, bounty = seat.bounty.owner_id, seat.bounty.pk
    asked = {
        "seat": lambda: locks.seat(application.pk),
        "seat_of": lambda: locks.seat_of(application.human_id, bounty_id=bounty, pk=application.pk),
        "seat_on": lambda: locks.seat_of(application.human_id, bounty_id=bounty, pk=None),
        "application_to": lambda: locks.application_to(owner, bounty_id=bounty, pk=application.pk),
        "submission_to": lambda: locks.submission_to(owner, bounty_id=bounty, pk=ids.new()),
    }
    for name, ask in asked.items():
        with CaptureQueriesContext(connection) as seen:
            found = ask()
        assert (found is None) == (name == "submission_to")
        (statement,) = [query["sql"] for query in seen.captured_queries]
        locks_ = re.findall(r' FOR (KEY SHARE|NO KEY UPDATE) OF "?(\w+)"?', statement)
        strengths, named = [strength for strength, _ in locks_], [table for _, table in locks_]
        assert named[:2] == ["bounties_bounty", "bounties_application"], name
        # the bounty and the pool are shared with the other seats
        assert strengths[:3] == ["KEY SHARE", "NO KEY UPDATE", "KEY SHARE"], name
        if name == "application_to":
            assert named[2:] == ["escrow_escrow"], "the pool"
        else:  # the pool is the escrow that is joined to the seat's
            assert set(strengths[3:]) == {"NO KEY UPDATE"}, name
            pool, seat_ = named[2], named[3]
            assert f'"{seat_}"."parent_id" = "{pool}"."id"' in statement.replace("  ", " ") or (
                f'"{seat_}"."parent_id" = {pool}."id"' in statement
            ), name
