"""The wallet's lock lasts until the commit, so money moves when all rows of a verb are written: nothing waits behind it."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.accounts import given_worker
from tests.factories.hiring import PERSONAL, RENT, page_of, personal, rental, wallet
from tests.factories.market import given_application, given_bounty, given_funded_agent, given_hired
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
_WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"|FOR (?:NO KEY )?UPDATE')


def behind_the_first_post(queries: CaptureQueriesContext) -> list[str]:
    """What was written or locked after money had begun to move, but for the stored answer."""
    asked = [query["sql"] for query in queries.captured_queries]
    posts = [place for place, sql in enumerate(asked) if "ledger_post" in sql]
    assert posts, "no money moved"
    after = [sql for sql in asked[posts[0] + 1 :] if _WRITE.search(sql)]
    return [sql for sql in after if "marketplace_idempotencyrecord" not in sql]


@pytest.mark.parametrize("path", [RENT, PERSONAL])
def test_a_hire_by_name_pays_when_the_person_is_written_down(path: str) -> None:
    agent, worker = given_funded_agent(590), given_worker()
    body: dict[str, Any] = (rental if path == RENT else personal)(worker)

    with CaptureQueriesContext(connection) as queries:
        hired = agent.post(path, body)

    assert (hired["status"], wallet(agent)) == ("funded", 0)
    assert behind_the_first_post(queries) == []


def test_a_hire_by_page_pays_when_the_person_is_written_down() -> None:
    agent, worker = given_funded_agent(100), given_worker()
    page = page_of(agent.post(RENT, rental(worker)))
    checkouts.book(page.pk, rail="card", reference="paid_1", cents=page.amount_cents)

    with CaptureQueriesContext(connection) as queries:
        assert checkouts.settle(page.pk).outcome == "funded"

    behind = behind_the_first_post(queries)
    assert [sql for sql in behind if f'UPDATE "{Checkout._meta.db_table}"' not in sql] == []


def test_a_lost_seat_is_paid_back_when_the_bounty_has_followed() -> None:
    agent = given_funded_agent(2 * 590)
    bounty = given_bounty(agent, spots_available=2)
    seat = given_hired(agent=agent, bounty=bounty)
    given_application(bounty)

    with CaptureQueriesContext(connection) as queries:
        assert agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel").status == 200

    assert wallet(agent) == 590
    assert behind_the_first_post(queries) == []


def test_the_last_lost_seat_is_paid_back_when_the_others_have_heard_no() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    _, other = given_application(bounty)
    seat = given_hired(agent=agent, bounty=bounty)

    with CaptureQueriesContext(connection) as queries:
        assert agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel").status == 200

    other.refresh_from_db()
    assert (other.status, wallet(agent)) == ("rejected", 590)
    assert behind_the_first_post(queries) == []
