"""The inbox: every event of the account once, in an order in which nothing can come up later before what was read."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from marketplace.api.pagination import decode_position, encode_position
from tests.api import Answer, Api
from webhooks import outbox
from webhooks.models import Event
from webhooks.services import inbox

from .conftest import given_endpoint

pytestmark = pytest.mark.django_db
TOP_UP, CAP = "wallet.auto_topup_initiated", "wallet.spending_cap_hit"


def publish(agent: Api, entity: str, type_: str = TOP_UP, **data: str) -> Event:
    with transaction.atomic():
        return outbox.publish(type=type_, entity=entity, account_id=agent.account.pk, data=data)


def ids_of(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.body
    return [event["id"] for event in answer["events"]]


def walk(agent: Api, **query: Any) -> list[str]:
    seen: list[str] = []
    while True:
        answer = agent.get("/api/events?" + "&".join(f"{name}={value}" for name, value in query.items()))
        seen += ids_of(answer)
        query["after"] = answer["nextCursor"]
        if not answer["hasMore"]:
            return seen


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 200])
def test_every_event_comes_once_and_oldest_first(agent: Api, other_agent: Api, limit: int) -> None:
    written = [publish(agent, f"txn_{n}").key for n in range(5)]
    publish(other_agent, "txn_theirs")
    with transaction.atomic():
        outbox.publish(type="escrow.moved", entity="esc_1", account_id=agent.account.pk, data={}, public=False)

    assert walk(agent, limit=limit) == written


def test_an_event_has_the_body_of_its_webhook(agent: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, "http://127.0.0.1:9/hook")
    delivery = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]

    [event] = agent.get("/api/events")["events"]

    sent = agent.get(f"/api/webhooks/deliveries/{delivery}")["delivery"]
    assert json.loads(sent["payload"]) == event
    assert sent["eventId"] == event["id"]


def test_the_cursor_goes_on_where_the_reader_stopped_however_long_nothing_happened(agent: Api) -> None:
    empty = agent.get("/api/events")
    assert (empty["events"], empty["count"], empty["hasMore"]) == ([], 0, False)
    publish(agent, "txn_1")

    first = agent.get(f"/api/events?after={empty['nextCursor']}")
    nothing = agent.get(f"/api/events?after={first['nextCursor']}")
    publish(agent, "txn_2")

    assert ids_of(first) == [f"{TOP_UP}:txn_1"]
    assert ids_of(nothing) == []
    assert ids_of(agent.get(f"/api/events?after={nothing['nextCursor']}")) == [f"{TOP_UP}:txn_2"]


def test_an_event_id_is_a_place_too(agent: Api, other_agent: Api) -> None:
    first, second = publish(agent, "txn_1").key, publish(agent, "txn_2").key

    assert ids_of(agent.get(f"/api/events?after={first}")) == [second]
    assert ids_of(agent.get(f"/api/events?after={second}")) == []
    for stranger, key in ((agent, f"{TOP_UP}:txn_3"), (other_agent, first)):
        assert (stranger.get(f"/api/events?after={key}").code) == "invalid_cursor"


def test_a_moment_is_a_place_too_also_for_what_commits_later(agent: Api, at: Callable[[str], Any]) -> None:
    at("2026-01-01T10:00Z")
    publish(agent, "txn_1")
    moment = at("2026-01-01T11:00Z").isoformat().replace("+00:00", "Z")
    none = agent.get(f"/api/events?after={moment}")
    assert ids_of(none) == []
    written = [publish(agent, f"txn_{n}").key for n in (2, 3)]

    assert ids_of(agent.get(f"/api/events?after={moment}")) == written
    assert ids_of(agent.get("/api/events?after=2026-01-01T12:00:00%2B01:00")) == written, "an offset is read"
    assert ids_of(agent.get(f"/api/events?after={none['nextCursor']}")) == written
    assert ids_of(agent.get("/api/events?after=2026-01-02T00:00:00Z")) == [], "a moment to come"
    assert len(ids_of(agent.get("/api/events?after=2020-01-01T00:00:00Z"))) == 3
    assert agent.get("/api/events?after=2026-13-01T00:00:00Z").code == "validation_error"


def test_types_are_chosen_and_the_others_come_once_they_are_asked_for(agent: Api) -> None:
    first = publish(agent, "txn_1").key
    caps = [publish(agent, f"txn_{n}", CAP).key for n in (2, 3)]
    fourth = publish(agent, "txn_4").key
    low = publish(agent, "txn_5", "wallet.low_balance").key

    assert walk(agent, types=CAP, limit=1) == caps
    assert walk(agent, types=f"{CAP},wallet.low_balance", limit=2) == [*caps, low]
    assert len(walk(agent, types="*")) == 5
    none = agent.get("/api/events?types=run.report_ready")
    assert ids_of(none) == []
    assert ids_of(agent.get(f"/api/events?types=run.report_ready&after={none['nextCursor']}")) == []
    read = agent.get(f"/api/events?types={CAP}&after={none['nextCursor']}")
    assert ids_of(read) == caps
    assert walk(agent, after=read["nextCursor"], limit=1) == [first, fourth, low], (
        "whatever was not shown, and that once"
    )


MINE, OTHER = "bty_01h455vb4pex5vsknk084sn02q", "bty_01h455vb4pex5vsknk084sn02r"


def test_a_cursor_of_one_bounty_passes_by_no_event_of_another(agent: Api) -> None:
    def read(query: str) -> list[str]:
        nonlocal after
        answer = agent.get(f"/api/events?after={after}{query}")
        after = answer["nextCursor"]
        return ids_of(answer)

    after = "start"
    top_up = publish(agent, "txn_1").key
    theirs = [publish(agent, f"app_{n}", "application.submitted", bountyId=OTHER).key for n in (1, 2)]
    mine = publish(agent, "app_3", "application.submitted", bountyId=MINE).key

    assert read(f"&bountyId={MINE}&types=application.submitted") == [mine]
    assert read(f"&bountyId={OTHER}&limit=1") == theirs[:1]
    assert read(f"&bountyId={MINE}") == [], "read with types, and not once more without"
    proof = publish(agent, "sub_1", "proof.uploaded", bountyId=MINE).key
    assert read(f"&bountyId={MINE}&types=proof.uploaded,application.seat_expired") == [proof]
    assert read("") == [top_up, theirs[1]]
    assert read("") == []


def test_a_cursor_of_before_goes_on_and_one_of_now_means_the_same_place_to_an_earlier_version(agent: Api) -> None:
    first, second, third = (publish(agent, f"app_{n}", bountyId=OTHER).key for n in (1, 2, 3))
    agent.get("/api/events")
    scope = f"events:{agent.account.pk}"
    places = list(Event.objects.filter(key__in=(first, second)).order_by("position").values_list("position", flat=True))

    saved = encode_position(places[0], scope=scope)
    now = agent.get(f"/api/events?after={saved}&bountyId={MINE}")["nextCursor"]

    assert ids_of(agent.get(f"/api/events?after={saved}")) == [second, third]
    assert ids_of(agent.get(f"/api/events?after={now}")) == [second, third]
    assert decode_position(now, scope=scope)[0] == places[0], "all that an earlier version reads of it"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("types=no.such", "validation_error"),
        ("limit=201", "invalid_limit"),
        ("limit=0", "invalid_limit"),
        ("after=x", "invalid_cursor"),
    ],
)
def test_a_bad_parameter_is_refused(agent: Api, query: str, code: str) -> None:
    answer = agent.get(f"/api/events?{query}")

    assert (answer.status, answer.code) == (400, code)


def test_a_cursor_fits_its_own_account_only(agent: Api, other_agent: Api) -> None:
    cursor = agent.get("/api/events")["nextCursor"]

    assert other_agent.get(f"/api/events?after={cursor}").code == "invalid_cursor"


def test_a_person_reads_the_inbox_too(worker: Api) -> None:
    assert worker.get("/api/events")["events"] == []


def test_an_inbox_without_news_costs_a_304_and_says_when_to_come_back(agent: Api) -> None:
    publish(agent, "txn_1")
    first = agent.get("/api/events?limit=1")
    path = f"/api/events?after={first['nextCursor']}"
    quiet = agent.get(path)
    assert (quiet.headers["Retry-After"], quiet.headers["Cache-Control"]) == ("5", "private, no-cache")

    again = agent.get(path, **{"If-None-Match": quiet.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers["ETag"] == quiet.headers["ETag"]
    assert again.headers["Retry-After"] == "5"
    assert "X-RateLimit-Remaining" in again.headers

    publish(agent, "txn_2")
    news = agent.get(path, **{"If-None-Match": quiet.headers["ETag"]})
    assert ids_of(news) == [f"{TOP_UP}:txn_2"]


def test_a_reader_with_more_to_come_is_not_asked_to_wait(agent: Api) -> None:
    for number in range(2):
        publish(agent, f"txn_{number}")

    assert "Retry-After" not in agent.get("/api/events?limit=1").headers


def test_what_is_too_much_for_one_numbering_comes_with_the_next(agent: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "BATCH", 2)
    written = [publish(agent, f"txn_{n}").key for n in range(5)]

    first = agent.get("/api/events")

    assert ids_of(first) == written[:2]
    assert first["hasMore"]
    assert walk(agent) == written


def test_polling_costs_two_queries_and_a_page_one_more(agent: Api) -> None:
    publish(agent, "txn_1")
    cursor = agent.get("/api/events")["nextCursor"]

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert agent.get(path).status == 200
        return sum("webhooks_event" in query["sql"] for query in seen.captured_queries)

    assert cost(f"/api/events?after={cursor}") == 2
    assert cost("/api/events") == 3
    for number in range(5):
        publish(agent, f"txn_more_{number}")
    agent.get("/api/events")
    assert cost("/api/events") == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_an_event_that_commits_after_a_later_one_was_read_is_not_skipped(agent: Api) -> None:
    # given a transaction that wrote its fact first and commits last
    written, may_commit = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                outbox.publish(type=TOP_UP, entity="txn_early", account_id=agent.account.pk, data={})
                written.set()
                assert may_commit.wait(20)
        finally:
            connection.close()

    slow = threading.Thread(target=slowly)
    slow.start()
    assert written.wait(20)
    late = publish(agent, "txn_late")

    # when the inbox is read before that commit
    before = agent.get("/api/events")
    assert ids_of(before) == [late.key]
    may_commit.set()
    slow.join(20)

    # then the reader finds it behind the one that it has, although its id is the smaller one
    early = Event.objects.get(entity="txn_early")
    assert early.pk < late.pk
    assert ids_of(agent.get(f"/api/events?after={before['nextCursor']}")) == [early.key]
    assert walk(agent) == [late.key, early.key]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_readers_and_writers_at_once_see_every_event_once_and_in_one_order(agent: Api) -> None:
    account, seen, failed = agent.account.pk, ([], []), []  # type: ignore[var-annotated]
    all_written = threading.Event()

    def guarded(work: Callable[[int], None], number: int) -> None:
        try:
            work(number)
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    def write(number: int) -> None:
        for turn in range(25):
            with transaction.atomic():
                outbox.publish(type=TOP_UP, entity=f"txn_{number}_{turn}", account_id=account, data={})

    def read(number: int) -> None:
        place, last_round = 0, False
        while True:
            found = inbox.page_after(account, after=place, types=(), limit=7)
            place = found.position
            seen[number].extend(event.key for event in found.events)
            if last_round and not found.events:
                return
            last_round = all_written.is_set()

    writers, readers = (
        [threading.Thread(target=guarded, args=(work, number)) for number in (0, 1)] for work in (write, read)
    )
    for thread in (*writers, *readers):
        thread.start()
    for thread in writers:
        thread.join(60)
    all_written.set()
    for thread in readers:
        thread.join(60)

    assert failed == []
    assert seen[0] == seen[1]
    assert len(seen[0]) == len(set(seen[0])) == Event.objects.filter(account=account).count() == 50
