"""/owner/wallet: the meter, and the stop button."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, given_hired, given_released, untouched
from tests.visitor import Visitor
from wallet.models import Controls

pytestmark = pytest.mark.django_db
PATH, EVIL = "/owner/wallet", "<script>alert(1)</script>"


def test_it_says_what_is_there_held_and_spent() -> None:
    agent = given_funded_agent(10_000)
    given_hired(agent=agent, title=f"Photograph {EVIL}")

    page = Visitor(agent.account).open(PATH)

    assert page.status == 200
    assert "$94.10 Held for work $5.90" in page.text
    assert "$5.90 in 24 hours no limit" in page.text and "$5.90 in 30 days no limit" in page.text
    assert "Set aside for a job: Photograph" in page.text and "<script>alert" not in page.html


def test_an_empty_wallet_says_how_to_begin(agent: Api) -> None:
    page = Visitor(agent.account).open(PATH)

    assert "Nothing yet" in page.text and page.form("add").action == "/owner/wallet/add"


def test_one_button_stops_all_spending_and_one_allows_it_again(new_events: object) -> None:
    agent = given_funded_agent(10_000)
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)

    stopped = visitor.send(page, "freeze", reason=f"A key leaked {EVIL}")
    again = visitor.send(page, "freeze", reason=f"A key leaked {EVIL}")

    assert again.path == PATH and "All spending is stopped." in stopped.text and "<script>alert" not in stopped.html
    mine = Controls.objects.get()
    assert mine.frozen_at is not None and mine.frozen_reason.startswith("A key leaked")
    body = {"title": "A job", "description": "A job.", "price": 5, "estimatedHours": 1}
    assert agent.post("/api/bounties", body).code == "wallet_frozen"
    assert [form.act for form in stopped.forms if form.act in ("freeze", "unfreeze")] == ["unfreeze"]

    free = visitor.send(stopped, "unfreeze")

    assert "may spend again" in free.text and Controls.objects.get().frozen_at is None
    visitor.send(stopped, "unfreeze")
    assert new_events().count("wallet.unfrozen") <= 1  # type: ignore[operator]


def test_spending_is_stopped_without_a_note_too() -> None:
    visitor = Visitor(given_funded_agent(10_000).account)

    stopped = visitor.send(visitor.open(PATH), "freeze", reason="")

    mine = Controls.objects.get()
    assert mine.frozen_at is not None and mine.frozen_reason == ""
    assert "All spending is stopped." in stopped.text


def test_a_note_that_is_too_long_is_refused_as_it_was_typed(agent: Api) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)

    with untouched():
        refused = visitor.send(page, "freeze", reason="x" * 201)

    assert refused.status == 400 and dict(refused.form("freeze").fields)["reason"] == "x" * 201


def test_a_stranger_stops_nothing(agent: Api) -> None:
    assert "/account/login" in Visitor().open(PATH).path


def test_queries_do_not_grow_with_rows() -> None:
    counts = []
    for number in (1, 5):
        agent = given_funded_agent(100_000)
        for _ in range(number):
            given_bounty(agent)
            given_released(agent=agent)
        visitor = Visitor(agent.account)
        visitor.open(PATH)
        with CaptureQueriesContext(connection) as found:
            visitor.open(PATH)
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15
