"""/profile/services: one's listings, and the appointments that were booked."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Service
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import AccountFactory, given_worker
from tests.factories.market import untouched
from tests.factories.services import given_approved, given_service, given_subscription
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at")]
PATH = "/profile/services"
TERMS = {
    "title": "An hour of Portuguese",
    "description": "By video.",
    "category": "Language lessons",
    "price": "20,50",
    "durationMinutes": "60",
}
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def worker() -> Api:
    return given_worker()


@pytest.fixture
def visitor(worker: Api) -> Visitor:
    return Visitor(worker.account)


def test_a_service_is_offered_changed_paused_and_taken_off(visitor: Visitor) -> None:
    page = visitor.open(PATH)

    offered = visitor.send(page, "offer", **TERMS)
    visitor.send(page, "offer", **TERMS)
    service = Service.objects.get()
    assert (service.price_cents, service.duration_minutes, service.category) == (2050, 60, "language-lessons")
    assert "On offer" in offered.text and "$20.50" in offered.text
    visitor.send(offered, "edit", price="25")
    paused = visitor.send(offered, "switch")
    service.refresh_from_db()
    assert (service.price_cents, service.is_active, service.title) == (2500, False, TERMS["title"])
    visitor.send(paused, "switch")
    service.refresh_from_db()
    assert service.is_active
    gone = visitor.send(visitor.open(PATH), "remove")
    assert "Nothing on offer yet" in gone.text


def test_what_is_wrong_is_said_at_its_field(visitor: Visitor) -> None:
    page = visitor.open(PATH)

    with untouched():
        refused = visitor.send(page, "offer", **TERMS | {"price": "cheap", "durationMinutes": "5"})

    assert refused.status == 400 and 'value="cheap"' in refused.html and "By video." in refused.html
    assert 'id="offer-price-error"' in refused.html and 'id="offer-durationMinutes-error"' in refused.html


def test_an_edit_that_is_refused_comes_back_open_with_what_was_typed(visitor: Visitor, worker: Api) -> None:
    given_service(worker)
    page = visitor.open(PATH)

    with untouched():
        refused = visitor.send(page, "edit", title="", description="My new words")

    assert refused.status == 400 and "My new words" in refused.html and "<details open>" in refused.html


def test_nobody_touches_the_service_of_another(visitor: Visitor, worker: Api) -> None:
    given_service(worker)
    theirs = given_service(given_worker())
    page = visitor.open(PATH)

    for act in ("edit", "switch", "remove"):
        with untouched():
            assert visitor.send(page, act, id=theirs.public_id).status == 404


def test_an_incomplete_profile_offers_nothing() -> None:
    page = Visitor(AccountFactory()).open(PATH)

    assert "needs a complete profile" in page.text and "offer" not in [form.act for form in page.forms]


def test_a_booking_is_taken_on_and_its_appointment_confirmed(visitor: Visitor, worker: Api) -> None:
    booked = given_subscription(worker=worker)
    page = visitor.open(PATH)
    assert "$20.00" in page.text and "Waits for an answer" in page.text

    taken = visitor.send(page, "approve")
    assert booked.statuses() == ("active", ["confirmed"])
    assert "Taken on." in visitor.send(page, "approve").text, "a second tap gets the first answer"
    assert booked.statuses() == ("active", ["confirmed"])
    with untouched():
        early = visitor.send(taken, "confirm")
    assert early.status == 409
    clock.freeze(booked.first.ends_at + timedelta(minutes=1))
    page = visitor.open(PATH)
    confirmed = [visitor.send(page, "confirm") for _ in range(2)][-1]

    assert "Confirmed." in confirmed.text, "once, for both taps"
    assert "You said that it took place" in confirmed.text
    assert "confirm" not in [form.act for form in confirmed.forms]


def test_a_booking_is_turned_down_and_an_appointment_given_back(visitor: Visitor, worker: Api) -> None:
    turned = given_subscription(worker=worker)
    visitor.send(visitor.open(PATH), "decline", reason="I am away.")
    assert turned.statuses()[1] == ["declined"]

    given_back = given_approved(worker=worker)
    visitor.send(visitor.open(PATH), "give_back", reason="I am ill.")
    assert given_back.statuses()[1] == ["declined"]
    visitor.send(visitor.open(PATH), "cancel")
    assert given_back.row.cancel_at_period_end or given_back.row.status == "canceled"


def test_texts_are_texts_and_lists_ask_no_more_for_more(visitor: Visitor, worker: Api) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            page = visitor.open(PATH)
        assert page.status == 200 and HOSTILE not in page.html
        return len(seen)

    given_service(worker, title=HOSTILE, description=HOSTILE)
    count()
    one = count()
    for _ in range(4):
        given_service(worker)

    assert count() == one <= 15
    assert Visitor().open(PATH).path.startswith("/account/login")
