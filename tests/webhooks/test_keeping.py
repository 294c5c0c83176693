"""Events and deliveries after their keeping time: what goes, what stays, and what readers of the inbox are told."""

import time
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from bounties.models import Bounty
from escrow.models import Case, Escrow
from marketplace.core import clock, ids
from marketplace.models import KeepingTime
from marketplace.services import keeping
from tests.api import Api
from tests.factories.market import given_delivered, given_released
from webhooks import outbox
from webhooks.models import Attempt, Delivery, Endpoint, Event, InboxStart
from webhooks.ports import open_subjects

from .conftest import given_endpoint
from .test_inbox import TOP_UP, ids_of, publish, walk

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=500)


def age(*events: Event, by: timedelta = LONG_AGO) -> None:
    """Happened, and was fanned out, so long ago."""
    at = clock.now() - by
    Event.objects.filter(pk__in=[event.pk for event in events]).update(created_at=at, fanned_out_at=at)


def run() -> int:
    return keeping.delete_old(until=time.monotonic() + 60)


def unfinished(keys: set[UUID]) -> set[UUID]:
    return set[UUID]().union(*(find(keys) for find in open_subjects.all()))


def given_case_about(seat: Any) -> Case:
    escrow = Escrow.objects.get(pk=seat.application.escrow_id)
    about = {"kind": "contest", "category": "contest", "title": "A contested seat", "amount_cents": escrow.amount_cents}
    parties = {"escrow": escrow, "owner_id": escrow.owner_id, "worker_id": escrow.worker_id}
    case: Case = Case.objects.create(stage="decision", due_at=clock.now(), **parties, **about)
    return case


def given_delivery(agent: Api, event: Event, **values: Any) -> Delivery:
    given_endpoint(agent, "http://127.0.0.1:9/hook")
    at = clock.now() - LONG_AGO
    closed = {"status": "failed", "attempts": 1, "created_at": at} | values
    delivery = Delivery.objects.create(
        endpoint=Endpoint.objects.latest("pk"), event=event, event_type=event.type, body="{}", **closed
    )
    Attempt.objects.create(delivery=delivery, number=1, at=values.get("tried_at", at), duration_ms=1)
    return delivery


@pytest.mark.main
def test_old_events_go_with_their_deliveries_and_attempts_and_young_ones_stay(agent: Api) -> None:
    old, young = publish(agent, "txn_1"), publish(agent, "txn_2")
    age(old)
    given_delivery(agent, old)

    assert run() == 3

    assert list(Event.objects.values_list("pk", flat=True)) == [young.pk]
    assert (Delivery.objects.count(), Attempt.objects.count()) == (0, 0)


def test_what_is_still_to_be_sent_stays_with_its_event(agent: Api) -> None:
    waiting, unsent = publish(agent, "txn_1"), publish(agent, "txn_2")
    age(waiting, unsent)
    Event.objects.filter(pk=unsent.pk).update(fanned_out_at=None)
    given_delivery(agent, waiting, status="retrying", next_attempt_at=clock.now())

    assert run() == 0
    assert (Event.objects.count(), Delivery.objects.count(), Attempt.objects.count()) == (2, 1, 1)


def test_a_delivery_that_was_sent_again_lately_stays(agent: Api) -> None:
    event = publish(agent, "txn_1")
    age(event)
    delivery = given_delivery(agent, event)
    Attempt.objects.create(delivery=delivery, number=2, at=clock.now(), duration_ms=1)

    assert run() == 0


def test_what_is_about_unfinished_work_stays(agent: Api, monkeypatch: Any) -> None:
    unfinished, finished = ids.new(), ids.new()
    monkeypatch.setitem(open_subjects._plugs, "a test", lambda keys: {unfinished}.intersection(keys))
    kept, gone = (publish(agent, f"esc_{subject}") for subject in (unfinished, finished))
    for event, subject in ((kept, unfinished), (gone, finished)):
        Event.objects.filter(pk=event.pk).update(subject_id=subject)
    age(kept, gone)
    given_delivery(agent, kept)

    assert run() == 1
    assert list(Event.objects.values_list("pk", flat=True)) == [kept.pk]
    assert Delivery.objects.count() == 1, "nor its delivery"


def test_a_reader_that_was_away_for_too_long_is_told_and_reads_on(agent: Api) -> None:
    read, missed = publish(agent, "txn_1"), publish(agent, "txn_2")
    cursor = agent.get("/api/events?limit=1")["nextCursor"]
    kept = publish(agent, "txn_3")
    agent.get("/api/events")
    age(read, missed)
    run()

    refused = agent.get(f"/api/events?after={cursor}")

    assert (refused.status, refused.code, refused["retryable"]) == (409, "inbox_expired", False)
    assert refused["nextActions"], "it says which call goes on"
    assert walk(agent, after=refused["readAfter"]) == [kept.key]
    for place in (read.key, missed.key):
        assert agent.get(f"/api/events?after={place}").code == "inbox_expired"


def test_who_has_read_it_all_and_who_reads_from_the_start_notice_nothing(agent: Api) -> None:
    old = [publish(agent, f"txn_{n}") for n in range(2)]
    cursor = agent.get("/api/events")["nextCursor"]
    age(*old)
    run()
    new = [publish(agent, f"new_{n}").key for n in range(3)]

    assert walk(agent, after=cursor, limit=1) == new
    assert walk(agent, limit=1) == new
    assert ids_of(agent.get(f"/api/events?after={new[0]}")) == new[1:]


def test_who_reads_a_choice_without_a_gap_is_told_of_one_in_the_rest_when_they_ask_for_it(agent: Api) -> None:
    def read(after: str, query: str = "") -> Any:
        return agent.get(f"/api/events?after={after}{query}")

    chosen = f"&types={TOP_UP}"
    old = [publish(agent, "txn_1"), publish(agent, "run_1", "run.report_ready"), publish(agent, "txn_2")]
    cursor = read("start", chosen)["nextCursor"]
    age(*old)
    run()
    new = publish(agent, "txn_3").key

    again = read(cursor, chosen)
    assert ids_of(again) == [new], "what is gone they had read, or had not chosen"
    refused = read(again["nextCursor"])
    assert (refused.code, ids_of(read(refused["readAfter"]))) == ("inbox_expired", [])


def test_what_stays_between_is_read_by_pages(agent: Api, monkeypatch: Any) -> None:
    """Given events about unfinished work before and behind deleted ones, which nobody had read."""
    subject = ids.new()
    monkeypatch.setitem(open_subjects._plugs, "a test", lambda keys: {subject}.intersection(keys))
    empty = agent.get("/api/events")["nextCursor"]
    events = [publish(agent, f"txn_{n}") for n in range(6)]
    Event.objects.filter(pk__in=[event.pk for event in events[::2]]).update(subject_id=subject)
    age(*events)
    kept = [event.key for event in events[::2]]

    assert run() == 3

    assert walk(agent, limit=1) == kept
    refused = agent.get(f"/api/events?after={empty}")
    assert refused.code == "inbox_expired"
    assert walk(agent, after=refused["readAfter"], limit=1) == kept


def test_places_go_on_when_an_inbox_was_emptied(agent: Api) -> None:
    """Whether somebody read the events before they were deleted or not."""
    read = publish(agent, "txn_1")
    cursor = agent.get("/api/events")["nextCursor"]
    unread = publish(agent, "txn_2")
    age(read, unread)
    run()
    assert not Event.objects.exists()

    new = publish(agent, "txn_3")

    assert agent.get(f"/api/events?after={cursor}").code == "inbox_expired", "txn_2 was never read"
    found = agent.get("/api/events")
    assert ids_of(found) == [new.key]
    assert Event.objects.get().position > InboxStart.objects.get().position


def test_an_id_is_never_given_out_again(agent: Api) -> None:
    made = int((clock.now() - LONG_AGO - timedelta(days=1)).timestamp() * 1000)
    whole = ids.encode("top", UUID(int=made << 80 | ids.new().int & (1 << 80) - 1))
    first = [publish(agent, whole).key, publish(agent, whole).key]
    age(*Event.objects.all())
    run()

    again = [publish(agent, whole).key, publish(agent, whole).key]
    young = publish(agent, ids.encode("top", ids.new())).key

    assert len({*first, *again}) == 4, (first, again)
    Event.objects.filter(key=again[1]).delete()
    assert publish(agent, whole).key not in {*first, *again}
    assert young.count(".") == TOP_UP.count("."), "of a younger row nothing can have been deleted"


def test_an_internal_event_leaves_no_gap(agent: Api) -> None:
    cursor = agent.get("/api/events")["nextCursor"]
    with transaction.atomic():
        inside = outbox.publish(type="escrow.moved", entity="esc_1", account_id=agent.account.pk, data={}, public=False)
    age(inside)
    Event.objects.update(fanned_out_at=None)

    assert run() == 1
    assert agent.get(f"/api/events?after={cursor}").status == 200


def test_the_archive_has_deliveries_with_their_attempts(agent: Api, monkeypatch: Any) -> None:
    KeepingTime.objects.update(is_archived=True)
    event = publish(agent, "txn_1")
    age(event)
    delivery = given_delivery(agent, event)
    seen: dict[str, Any] = {}
    monkeypatch.setattr(keeping.archive, "write", lambda kind, lines: seen.setdefault(kind, lines))

    run()

    assert [row["id"] for row in seen["events"]] == [event.pk]
    assert [(row["id"], [one["number"] for one in row["tries"]]) for row in seen["deliveries"]] == [(delivery.pk, [1])]


@pytest.mark.main
def test_the_events_of_a_hire_stay_until_it_is_over_and_no_case_is_open() -> None:
    seat = given_delivered()
    rows = {seat.bounty.pk, seat.application.pk, seat.application.escrow_id, seat.application.submissions.get().pk}
    assert unfinished(rows) == rows
    told = set(Event.objects.filter(subject_id__in=rows).values_list("pk", flat=True))
    age(*Event.objects.all())
    run()
    assert set(Event.objects.filter(subject_id__in=rows).values_list("pk", flat=True)) == told != set()

    over = given_released()
    about = {over.bounty.pk, over.application.pk, over.application.escrow_id, over.application.submissions.get().pk}
    Bounty.objects.filter(pk=over.bounty.pk).update(status="paid")
    age(*Event.objects.filter(subject_id__in=about))
    case = given_case_about(over)
    assert unfinished(about) >= {over.application.pk, over.application.escrow_id}

    case.delete()

    assert unfinished(about) == set()
    run()
    assert not Event.objects.filter(subject_id__in=about).exists()
    assert Event.objects.filter(subject_id__in=rows).exists()
