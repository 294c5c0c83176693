"""/owner/appointments: what was booked of people for an account, and what its owner can do about it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import Dispute
from humans.models import Booking
from humans.services import cycles
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import acting, given_funded_agent, given_released, untouched
from tests.factories.members import given_member
from tests.factories.services import TOTAL, given_approved, given_held, given_service, given_subscription, wish
from tests.marketplace.test_pages_members import acting_for
from tests.visitor import Seen, Visitor
from wallet import ledger
from wallet.selectors import balances

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at")]
PATH = "/owner/appointments"
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def agent() -> Api:
    return given_funded_agent(50_000)


@pytest.fixture
def visitor(agent: Api) -> Visitor:
    return Visitor(agent.account)


def acts(page: Seen) -> set[str]:
    return {form.act for form in page.forms} & {"complete", "release", "take_back", "dispute", "end"}


@pytest.mark.parametrize("path", ["/owner", PATH])
def test_what_is_held_for_appointments_is_said_and_leads_to_them(agent: Api, visitor: Visitor, path: str) -> None:
    booked = given_approved(agent)

    page = visitor.open(path)

    assert "$23.60" in page.text
    assert (PATH if path == "/owner" else booked.page) in page.links


def test_an_appointment_that_was_held_waits_on_the_owner_s_first_page(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)

    page = visitor.open("/owner")

    waits = page.text.partition("Waits for you")[2].partition("No job runs")[0]
    assert "took place, they say. Was it as agreed?" in waits and "Otherwise accepted automatically" in waits
    assert "Without an answer, $23.60 is paid automatically" in waits
    assert booked.page in page.links


def test_each_state_that_waits_has_its_words(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)
    visitor.send(visitor.open(booked.page), "complete")
    assert "is accepted and not paid yet" in visitor.open("/owner").text

    contested = given_approved(agent, weekday=3)
    clock.freeze(contested.first.starts_at + timedelta(minutes=1))
    body = {"category": "poor_quality", "description": "Nobody came."}
    assert agent.post(f"/api/escrow/{contested.first.escrow.public_id}/dispute", body).status == 200
    page = visitor.open("/owner")
    assert "A dispute about the appointment is open" in page.text and contested.page in page.links


def test_a_first_appointment_that_the_wallet_was_short_of_leads_to_where_it_is_paid() -> None:
    agent = given_funded_agent(100)
    booked = given_subscription(agent)
    visitor = Visitor(agent.account)

    assert "The appointment is not paid for" in visitor.open("/owner").text
    page = visitor.open(booked.page)

    assert "Not paid for yet" in page.text and any(link.startswith("/checkout/") for link in page.links)
    assert acts(page) == {"end"}


def test_an_appointment_is_accepted_and_paid_once(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)
    page = visitor.open(booked.page)
    assert acts(page) == {"complete", "release", "dispute", "end"}

    accepted = [visitor.send(page, "complete") for _ in range(2)][-1]
    assert "it took place as agreed" in accepted.text and booked.first.escrow.status == "completed"
    paid = [visitor.send(accepted, "release") for _ in range(2)][-1]

    assert "Paid: $20.00 to them, $3.60 fee." in paid.text and acts(paid) == {"end"}
    assert booked.first.escrow.status == "released"
    assert balances.earnings(booked.worker.account.pk)[0] == 2000


def test_a_sum_that_is_not_the_one_shown_is_not_paid(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)
    page = visitor.open(booked.page)

    with untouched():
        refused = visitor.send(page, "release", amountCents=1)

    assert refused.status == 400 and "The sum has changed" in refused.text


def test_before_it_begins_it_is_taken_back_and_afterwards_it_is_not(agent: Api, visitor: Visitor) -> None:
    booked = given_approved(agent)
    page = visitor.open(booked.page)
    assert acts(page) == {"take_back", "end"}

    other = given_approved(agent, weekday=3)
    late = visitor.open(other.page)
    before = ledger.balance(ledger.wallet(agent.account.pk))
    back = visitor.send(page, "take_back")
    clock.freeze(other.first.starts_at)

    assert "Its money is back in your wallet" in back.text and booked.first.escrow.status == "refunded"
    assert ledger.balance(ledger.wallet(agent.account.pk)) == before + TOTAL
    with untouched():
        assert visitor.send(late, "take_back").status == 409
    assert acts(visitor.open(other.page)) == {"release", "dispute", "end"}


def test_a_dispute_is_opened_here_and_the_appointment_leads_to_it(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)
    page = visitor.open(booked.page)

    with untouched():
        assert visitor.send(page, "dispute", category="", description="").status == 400
    visitor.send(page, "dispute", category="poor_quality", description="It was ten minutes.")

    link = f"/owner/disputes/{Dispute.objects.get().public_id}"
    page = visitor.open(booked.page)
    assert link in page.links and "In dispute" in page.text and acts(page) == {"end"}
    back = next(one for one in visitor.open(link).links if one.startswith(f"{PATH}/"))
    assert visitor.open(back).path == booked.page
    theirs = Visitor(booked.worker.account).open(link.removeprefix("/owner"))
    assert "/profile/services" in theirs.links and not [one for one in theirs.links if one.startswith(PATH)]


def test_what_agents_booked_leads_from_the_timeline_to_the_appointments(agent: Api, visitor: Visitor) -> None:
    assert PATH not in visitor.open("/owner/events").links

    answer = agent.post("/api/services/subscribe", wish(given_service()))

    assert answer.status == 200, answer.body
    assert PATH in visitor.open("/owner/events").links


@pytest.mark.parametrize("path", [PATH, None])
def test_what_recurs_is_cancelled(agent: Api, visitor: Visitor, path: str | None) -> None:
    booked = given_approved(agent)
    page = visitor.open(path or booked.page)
    day = booked.row.first_date.strftime("%A")
    assert f"Running Every week, {day}, " in page.text and "$20.00 pay and $3.60 fee" in page.text

    done = [visitor.send(page, "end") for _ in range(2)][-1]

    assert "What is paid for still takes place" in done.text and "end" not in acts(done)
    assert "Cancelled Every week" in done.text and "Running" not in done.text
    assert booked.row.cancel_at_period_end and booked.first.status == "confirmed"


def test_what_is_over_is_kept_in_a_list(agent: Api, visitor: Visitor) -> None:
    booked = given_approved(agent)
    unit(lambda: cycles.decline(acting(booked.worker), booked.first.public_id, reason="I am ill."))

    page = visitor.open(PATH)
    assert f"{PATH}?show=past" in page.links
    past = visitor.open(f"{PATH}?show=past")

    assert "Turned down by them" in past.text and booked.page in past.links
    assert "nothing was paid for it" in visitor.open(booked.page).text
    assert "No appointments here" in Visitor(booked.worker.account).open(f"{PATH}?show=past").text


def test_lines_of_the_statement_and_of_who_was_paid_lead_to_the_appointment(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)
    escrow = booked.first.escrow.public_id

    line = f"{PATH}/{escrow}"
    assert line in visitor.open("/owner/wallet/statement").links
    assert visitor.open(line).path == booked.page
    visitor.send(visitor.open(booked.page), "release")

    month = visitor.open(f"/owner/wallet/receipts/{clock.now():%Y-%m}")
    assert booked.page in month.links
    assert PATH in visitor.open("/owner/wallet/spending").links


def test_lines_of_jobs_lead_to_no_appointment(agent: Api, visitor: Visitor) -> None:
    given_released(agent=agent)

    assert not [link for link in visitor.open("/owner/wallet/statement").links if link.startswith(f"{PATH}/")]


def test_a_mail_about_an_appointment_leads_its_booker_there(agent: Api, visitor: Visitor) -> None:
    booked = given_held(agent)

    mail = Mail.objects.filter(to=agent.account.email, text__contains="took place").latest("pk")

    assert f"{booked.page}\n" in mail.text
    assert visitor.open(booked.page).status == 200


def test_an_appointment_is_its_booker_s_alone(agent: Api) -> None:
    booked = given_held(agent)
    paths = (booked.page, f"{PATH}/{booked.first.escrow.public_id}", f"{PATH}/sbk_nothing", f"{PATH}/nothing")

    for stranger in (booked.worker, given_worker()):
        for path in paths:
            assert Visitor(stranger.account).open(path).status == 404, path
        assert booked.row.title not in Visitor(stranger.account).open(PATH).text


def test_a_member_does_what_their_role_allows(agent: Api) -> None:
    booked = given_held(agent)
    for role, expected in (("viewer", set[str]()), ("manager", {"complete", "release", "dispute", "end"})):
        member = acting_for(given_member(agent, role), agent)
        page = member.open(booked.page)
        assert acts(page) == expected, role
        assert acts(member.open(PATH)) == expected & {"end"}


def test_texts_are_texts_and_lists_ask_no_more_for_more(agent: Api, visitor: Visitor) -> None:
    def count(path: str) -> int:
        visitor.open(path)
        with CaptureQueriesContext(connection) as seen:
            page = visitor.open(path)
        assert page.status == 200 and HOSTILE not in page.html
        return len(seen)

    worker = given_worker()
    first = given_approved(agent, worker, service=given_service(worker, title=HOSTILE))
    paths = ("/owner", PATH, first.page)
    few = [count(path) for path in paths]
    for day in range(2, 6):
        given_approved(agent, worker, weekday=day)

    assert [count(path) for path in paths] == few and max(few) <= 16
    assert Booking.objects.count() == 5


def test_many_appointments_go_on_in_a_list(agent: Api, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("humans.pages.booked.PER_PAGE", 1)
    worker = given_worker()
    made = [given_approved(agent, worker, weekday=day) for day in range(3)]

    page = visitor.open(PATH)
    assert any("cursor=" in link for link in page.links)
    seen, link = set[str](), f"{PATH}?show=appointments"
    assert link in page.links
    for _ in made:
        page = visitor.open(link)
        seen |= set(page.links)
        link = next((found for found in page.links if "cursor=" in found), "")

    assert {booked.page for booked in made} <= seen and not link
