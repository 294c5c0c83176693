"""New rows that go with another statement of their transaction: written once, with every value, or not at all."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from marketplace.core import clock
from marketplace.core.transactions import insert_later, unit, write_gathered_events
from marketplace.models import Account, Call, Mail
from tests.api import Api
from webhooks import outbox
from webhooks.models import Event

pytestmark = pytest.mark.django_db
HARD = "quoted 'single' and \"double\", a back\\slash, {brackets}, 100%, \u202e\u05d0 \U0001f3c6,\nand a second line"


def mail(subject: str = "Hello") -> Mail:
    return Mail(to="ana@example.com", subject=subject, text=HARD, html="", next_attempt_at=clock.now())


def line(agent: Api, **values: object) -> Call:
    return Call(account_id=agent.account.pk, via="service", request_id="req_1", operation="test", status=200, **values)


def publish(agent: Api) -> Event:
    return outbox.publish(
        type="proof.uploaded", entity="sub_x", account_id=agent.account.pk, data={"fileCount": 1}, actor=None
    )


def subjects() -> list[str]:
    return list(Mail.objects.order_by("id").values_list("subject", flat=True))


def test_rows_of_several_tables_and_the_events_of_a_unit_are_one_statement(agent: Api) -> None:
    def verb() -> None:
        insert_later(mail("one"))
        publish(agent)
        insert_later(mail("two"))
        insert_later(line(agent))

    with CaptureQueriesContext(connection) as asked:
        unit(verb)

    assert sum("insert into" in query["sql"].lower() for query in asked.captured_queries) == 1
    assert (subjects(), Event.objects.count(), Call.objects.count()) == (["one", "two"], 1, 1)


def test_rows_without_an_event_are_written_before_the_unit_ends(agent: Api) -> None:
    def verb() -> None:
        insert_later(mail())
        insert_later(line(agent))

    with CaptureQueriesContext(connection) as asked:
        unit(verb)

    assert sum("insert into" in query["sql"].lower() for query in asked.captured_queries) == 1
    assert (subjects(), Call.objects.count()) == (["Hello"], 1)


def test_outside_of_a_unit_a_row_is_written_at_once() -> None:
    insert_later(mail())

    assert subjects() == ["Hello"]


def test_a_row_is_there_for_whoever_asks_for_what_is_waiting() -> None:
    def verb() -> list[str]:
        insert_later(mail())
        write_gathered_events()
        return subjects()

    assert unit(verb) == ["Hello"]


@pytest.mark.django_db(transaction=True)
def test_a_row_of_a_unit_that_fails_is_written_by_nobody() -> None:
    def fails() -> None:
        insert_later(mail("lost"))
        raise RuntimeError("the verb failed")

    with pytest.raises(RuntimeError):
        unit(fails)
    unit(lambda: insert_later(mail("kept")))

    assert subjects() == ["kept"]


def test_a_row_of_a_part_that_was_rolled_back_is_gone_and_those_around_it_are_not() -> None:
    def part() -> None:
        insert_later(mail("lost"))
        raise RuntimeError("this part failed")

    def verb() -> None:
        insert_later(mail("before"))
        with pytest.raises(RuntimeError), transaction.atomic():
            part()
        insert_later(mail("after"))

    unit(verb)

    assert subjects() == ["before", "after"]


def test_a_row_that_breaks_a_rule_of_its_table_fails_the_unit_and_writes_nothing(agent: Api) -> None:
    def verb() -> None:
        publish(agent)
        sent = mail()
        sent.sent_at = clock.now()  # sent, and yet due
        insert_later(sent)

    with pytest.raises(IntegrityError, match="mail_sent_is_not_due"):
        unit(verb)

    assert (subjects(), Event.objects.count()) == ([], 0)


@pytest.mark.parametrize("made", ["mail", "line", "bounty"])
def test_every_value_arrives_as_a_saved_row_would_have_it(agent: Api, made: str) -> None:
    rows = {
        "mail": lambda: mail(HARD[:200].replace("\n", " ")),
        "line": lambda: line(agent, slot=b"\x00\x01\xff" + bytes(13), cents=-5, note=HARD[:200]),
        "bounty": lambda: Bounty(
            owner=Account.objects.get(pk=agent.account.pk),
            title=HARD[:80],
            description=HARD,
            skills_needed=["a,b", 'c"d', "{e}"],
            completion_questions=[{"ask": HARD, "n": 1.5, "none": None}],
            price_cents=500,
            seat_cents=590,
            fee_bps=1800,
            estimated_hours=Decimal("1.25"),
            spots_available=1,
            deadline=clock.now() + timedelta(days=7),
        ),
    }
    row = rows[made]()

    unit(lambda: insert_later(row))

    found = type(row).objects.get(pk=row.pk)
    wanted, is_there = ({f.attname: getattr(one, f.attname) for f in row._meta.concrete_fields} for one in (row, found))
    generated = {field.attname for field in row._meta.concrete_fields if field.generated}
    is_there["slot"] = bytes(is_there["slot"]) if is_there.get("slot") is not None else is_there.get("slot")
    wanted.setdefault("slot", None)
    assert {k: v for k, v in is_there.items() if k not in generated} == {
        k: v for k, v in wanted.items() if k not in generated
    }
    assert not row._state.adding
