"""/profile/services: one's listings, and the appointments that were booked."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Profile, Service
from humans.services import cycles
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import AccountFactory, given_worker
from tests.factories.market import acting, untouched
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
    assert "every week, every other week or every month, not for one time alone" in page.text

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
    assert "confirm" not in [form.act for form in taken.forms] and "From its beginning on" in taken.text
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


def test_an_appointment_counts_down_and_stays_in_the_history(visitor: Visitor, worker: Api) -> None:
    booked = given_approved(worker=worker)
    first = booked.first
    clock.freeze(first.starts_at + timedelta(minutes=1))
    page = visitor.open(PATH)

    assert f'data-until="{first.due_at.isoformat()}"' in page.html and f'id="{first.public_id}"' in page.html
    assert f"{PATH}?show=past" not in page.links
    visitor.send(page, "give_back", reason="I am ill.")
    assert f"{PATH}?show=past" in visitor.open(PATH).links
    past = visitor.open(f"{PATH}?show=past")
    assert "An hour of Portuguese" in past.text and "Turned down" in past.text
    assert "An hour of Portuguese" not in Visitor(booked.agent.account).open(f"{PATH}?show=past").text


def test_many_appointments_go_on_in_a_list(visitor: Visitor, worker: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("humans.pages.offers.PER_PAGE", 1)
    titles = [f"Lesson {number}" for number in range(3)]
    for number, title in enumerate(titles):
        given_approved(worker=worker, service=given_service(worker, title=title), weekday=number)

    page = visitor.open(PATH)

    assert f"{PATH}?show=appointments" in page.links and any("cursor=" in link for link in page.links)
    seen, link = "", f"{PATH}?show=appointments"
    for _ in titles:
        page = visitor.open(link)
        seen += page.text
        link = next((found for found in page.links if "cursor=" in found), "")
    assert all(title in seen for title in titles) and not link


def test_a_refusal_stands_at_its_row_with_the_form_open(visitor: Visitor, worker: Api) -> None:
    booked = given_approved(worker=worker)
    other = given_approved(worker=worker, weekday=3)
    page = visitor.open(PATH)
    unit(lambda: cycles.decline(acting(worker), booked.first.public_id, reason=""))

    with untouched():
        gone = visitor.send(page, "give_back", id=booked.first.public_id, reason="I am ill.")
        long = visitor.send(page, "give_back", id=other.first.public_id, reason="x" * 1001)

    assert gone.status == 409 and gone.html.count('role="alert"') == 1
    assert long.status == 400 and long.html.count('role="alert"') == 1
    opened = long.html.split("<details open>")
    assert len(opened) == 2 and 'id="give_back-reason-error"' in opened[1]
    for seen in (page, gone, long):
        ids = re.findall(r' id="([^"]+)"', seen.html)
        assert len(ids) == len(set(ids))


def test_a_price_of_a_thousand_is_never_a_dollar(visitor: Visitor, worker: Api) -> None:
    visitor.send(visitor.open(PATH), "offer", **TERMS | {"price": "1,250"})
    visitor.send(visitor.open("/profile"), "save", hourlyRate="1,250")

    assert Service.objects.get().price_cents == 125_000
    assert Profile.objects.get(pk=worker.account.pk).hourly_rate_cents == 125_000


def test_only_who_has_a_page_is_linked(visitor: Visitor, worker: Api) -> None:
    booked = given_approved(worker=worker)
    link = f"/people/{booked.agent.account.public_profile_id}"

    page = visitor.open(PATH)

    assert (visitor.open(link).status == 200) == (link in page.links)
    Profile.objects.filter(pk=booked.agent.account.pk).delete()
    assert link not in visitor.open(PATH).links


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
