"""Facts are written with their cause, once each, and only with what their payload may carry."""

import threading
import time

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from marketplace.core import context
from marketplace.core.transactions import unit
from tests.api import Api
from wallet import ledger
from webhooks import outbox
from webhooks.models import Delivery, Event
from webhooks.selectors.events import timeline
from webhooks.services import attempts, fan_out

from .conftest import given_endpoint

pytestmark = pytest.mark.django_db
HOOK = "http://127.0.0.1:9/hook"


def publish(agent: Api, type_: str = "proof.uploaded", entity: str = "sub_x", **more: object) -> Event:
    return outbox.publish(type=type_, entity=entity, account_id=agent.account.pk, data={"fileCount": 1}, **more)


def test_the_event_id_names_type_and_entity_and_counts_repetitions(agent: Api, other_agent: Api) -> None:
    keys = [publish(agent).key for _ in range(3)] + [publish(agent, entity="sub_y").key, publish(other_agent).key]

    assert keys == [
        "proof.uploaded:sub_x",
        "proof.uploaded:sub_x.2",
        "proof.uploaded:sub_x.3",
        "proof.uploaded:sub_y",
        "proof.uploaded:sub_x",
    ]


@pytest.mark.main
def test_a_field_outside_the_catalogue_is_an_error_of_the_program(agent: Api) -> None:
    with pytest.raises(ValueError, match="email"):
        outbox.publish(type="proof.uploaded", entity="sub_x", account_id=agent.account.pk, data={"email": "a@b.c"})

    assert not Event.objects.exists()


def test_a_public_fact_must_be_in_the_catalogue(agent: Api) -> None:
    with pytest.raises(ValueError, match=r"no\.such"):
        publish(agent, "no.such")

    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_fact_outside_a_transaction_is_refused(agent: Api) -> None:
    with pytest.raises(RuntimeError, match="transaction"):
        publish(agent)

    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_count_at_once_write_one_fact_and_one_verb_is_refused(agent: Api) -> None:
    """Callers hold their row's lock; should one forget it, no fact may be doubled and no verb half done."""
    counted = threading.Event()
    refused: list[Exception] = []

    def second() -> None:
        try:
            with transaction.atomic():
                assert counted.wait(5)
                publish(agent)  # counts none yet, then meets the first one's row when it is committed
        except IntegrityError as error:
            refused.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=second)
    thread.start()
    with transaction.atomic():
        publish(agent)
        counted.set()
        time.sleep(0.3)
    thread.join(timeout=10)

    assert len(refused) == 1
    assert [event.key for event in Event.objects.all()] == ["proof.uploaded:sub_x"]
    with transaction.atomic():
        assert publish(agent).key == "proof.uploaded:sub_x.2"


def test_a_fact_vanishes_with_the_change_it_belongs_to(agent: Api) -> None:
    def verb() -> None:
        publish(agent)
        raise RuntimeError("the verb failed")

    with pytest.raises(RuntimeError), transaction.atomic():
        verb()

    assert not Event.objects.exists()


def test_the_facts_of_one_unit_are_written_by_one_statement_and_counted_together(agent: Api) -> None:
    with CaptureQueriesContext(connection) as asked:
        made = unit(lambda: [publish(agent), publish(agent, entity="sub_y"), publish(agent)])

    assert sum("insert into webhooks_event" in query["sql"] for query in asked.captured_queries) == 1
    assert [event.key for event in made] == ["proof.uploaded:sub_x", "proof.uploaded:sub_y", "proof.uploaded:sub_x.2"]
    assert [event.key for event in Event.objects.order_by("id")] == [event.key for event in made]


def test_a_fact_of_a_part_that_was_rolled_back_is_gone_and_those_before_and_after_it_are_not(agent: Api) -> None:
    def part() -> None:
        publish(agent, entity="sub_lost")
        raise RuntimeError("this part failed")

    def verb() -> None:
        publish(agent, entity="sub_before")
        with pytest.raises(RuntimeError), transaction.atomic():
            part()
        with pytest.raises(RuntimeError):
            unit(part)
        publish(agent, entity="sub_after")

    unit(verb)

    assert [event.entity for event in Event.objects.order_by("id")] == ["sub_before", "sub_after"]


def test_facts_stand_before_money_moves_and_for_whoever_reads_them_in_their_transaction(agent: Api) -> None:
    subject = agent.account.pk

    def read() -> list[str]:
        publish(agent, subject_id=subject)
        return [fact.type for fact in timeline(subject)]

    def post() -> int:
        publish(agent, entity="sub_y")
        ledger.post(key="test:1", kind="test", moves=[ledger.Move(ledger.WORLD["card"], ledger.wallet(subject), 1)])
        return Event.objects.filter(entity="sub_y").count()

    assert unit(read) == ["proof.uploaded"]
    assert unit(post) == 1


@pytest.mark.django_db(transaction=True)
def test_facts_whose_unit_fails_are_not_written_by_the_next_one(agent: Api) -> None:
    def fails() -> None:
        publish(agent, entity="sub_lost")
        raise RuntimeError("the verb failed")

    with pytest.raises(RuntimeError):
        unit(fails)
    unit(lambda: publish(agent))

    assert [event.entity for event in Event.objects.all()] == ["sub_x"]


def test_a_fact_carries_the_request_that_caused_it(agent: Api) -> None:
    context.begin("req_from_a_caller")
    try:
        assert publish(agent).request_id == "req_from_a_caller"
    finally:
        context.end()


def test_fan_out_twice_makes_one_delivery_per_matching_endpoint(agent: Api, other_agent: Api) -> None:
    given_endpoint(agent, HOOK + "/all")
    given_endpoint(agent, HOOK + "/some", ["proof.uploaded"])
    given_endpoint(agent, HOOK + "/others", ["escrow.funded"])
    given_endpoint(other_agent, HOOK + "/foreign")
    event = publish(agent)

    made = [fan_out.fan_out(event.pk), fan_out.fan_out(event.pk)]

    assert made == [1, 0]
    assert sorted(row.endpoint.url.rsplit("/", 1)[1] for row in Delivery.objects.select_related("endpoint")) == [
        "all",
        "some",
    ]


def test_internal_facts_are_the_audit_trail_and_go_nowhere(agent: Api) -> None:
    given_endpoint(agent, HOOK)
    subject = agent.account.pk
    outbox.publish(
        type="escrow.moved", entity="esc_x", account_id=subject, data={"any": "thing"}, subject_id=subject, public=False
    )

    assert attempts.sweep() == 0
    assert not Delivery.objects.exists()
    assert [fact.type for fact in timeline(subject)] == ["escrow.moved"]
