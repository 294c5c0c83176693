"""Staff reviews a listing on its own page: a form, a page that says what will happen, one decision, and the owner is told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from bounties.models import Bounty, ScreeningRule
from marketplace.models import Mail
from tests.api import Api
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
    violations,
)
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def waiting() -> Bounty:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    return given_bounty(given_funded_agent(590), title="Buy a gift card")


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def decide(client: Client, bounty: Bounty, verb: str, *, confirmed: bool = True, **fields: str) -> Any:
    path = reverse("admin:bounties_bounty_decide", args=[bounty.pk, verb])
    sent = {f"{verb}-{name}": value for name, value in fields.items()}
    return client.post(path, sent | ({"confirmed": "1"} if confirmed else {}), follow=True)


def told(answer: Any) -> str:
    return " ".join(str(message) for message in answer.context["messages"])


@pytest.fixture(params=["operator", "support"])
def staff(request: pytest.FixtureRequest, operator: Api, support: Api) -> Api:
    return {"operator": operator, "support": support}[request.param]


def page_of(bounty: Bounty) -> str:
    return reverse("admin:bounties_bounty_change", args=[bounty.pk])


def test_the_listing_s_page_has_the_form_while_it_waits(waiting: Bounty, staff: Api) -> None:
    shown = office(staff).get(page_of(waiting)).content.decode()

    assert "gift card: laundering" in shown
    for verb in ("approve", "refuse"):
        assert reverse("admin:bounties_bounty_decide", args=[waiting.pk, verb]) in shown


def test_a_first_press_only_says_what_will_happen(waiting: Bounty, staff: Api) -> None:
    with untouched():
        answer = decide(office(staff), waiting, "refuse", confirmed=False, reason="Not <b>here</b>.")

    shown = answer.content.decode()
    assert "5.90 USD return to the owner" in shown and "Not &lt;b&gt;here" in shown
    assert not LogEntry.objects.exists()


def test_staff_lets_it_go_live(waiting: Bounty, staff: Api, anonymous: Api) -> None:
    answer = decide(office(staff), waiting, "approve", reason="It is for a real raffle.")

    waiting.refresh_from_db()
    assert waiting.status == "open" and "let go live" in told(answer)
    assert [row["id"] for row in anonymous.get("/api/bounties")["bounties"]] == [waiting.public_id]
    fact = Event.objects.get(type="bounty.approved")
    assert (fact.actor, fact.note) == (f"staff:{staff.account.public_profile_id}", "It is for a real raffle.")
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (staff.account, str(waiting.pk))
    assert "It is for a real raffle." in entry.change_message
    mail = Mail.objects.get(to=waiting.owner.email)
    assert "live" in mail.subject and "real raffle" not in mail.text, "a note is for colleagues"


def test_staff_turns_it_down_with_a_reason_that_the_owner_gets(waiting: Bounty, staff: Api) -> None:
    answer = decide(office(staff), waiting, "refuse", reason="Gift cards are not allowed.")

    waiting.refresh_from_db()
    assert (waiting.status, waiting.close_reason, waiting.close_details) == (
        "closed",
        "refused",
        "Gift cards are not allowed.",
    )
    assert books.balance(books.wallet(waiting.owner_id)) == 590
    assert "turned down" in told(answer)
    assert "Gift cards are not allowed." in Mail.objects.get(to=waiting.owner.email).text
    assert "Gift cards are not allowed." in LogEntry.objects.get().change_message


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_nobody_is_turned_down_without_a_reason(waiting: Bounty, operator: Api, reason: str) -> None:
    with untouched():
        answer = decide(office(operator), waiting, "refuse", reason=reason)

    assert answer.status_code == 200 and answer.context["form"].errors
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("verb", ["approve", "refuse"])
def test_a_second_press_changes_nothing(waiting: Bounty, operator: Api, verb: str) -> None:
    client = office(operator)
    decide(client, waiting, verb, reason="No.")

    with untouched():
        again = decide(client, waiting, verb, reason="No.")

    assert "nothing was changed" in told(again) and LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("first", "second", "status"), [("approve", "refuse", "open"), ("refuse", "approve", "closed")]
)
def test_of_two_colleagues_one_decides_and_the_other_is_told_who_did(
    waiting: Bounty, operator: Api, support: Api, first: str, second: str, status: str
) -> None:
    decide(office(operator), waiting, first, reason="First.")

    with untouched():
        late = decide(office(support), waiting, second, reason="Second.")

    waiting.refresh_from_db()
    assert waiting.status == status
    assert f"by {operator.account}" in told(late)


def test_what_was_decided_already_has_no_form_and_its_confirmation_leads_back(waiting: Bounty, operator: Api) -> None:
    client = office(operator)
    decide(client, waiting, "approve", reason="Fine.")

    assert "Turn it down" not in client.get(page_of(waiting)).content.decode()
    with untouched():
        late = decide(client, waiting, "refuse", confirmed=False, reason="No.")
    assert "Nothing was changed" in told(late)


def test_several_go_live_from_the_list(operator: Api) -> None:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    agent = given_funded_agent(5900)
    rows = [given_bounty(agent, title="A gift card") for _ in range(3)]
    open_one = given_bounty(agent, title="A walk")

    sent = {"action": "let_go_live", "_selected_action": [str(row.pk) for row in [*rows, open_one]]}
    page = reverse("admin:bounties_bounty_changelist")
    with untouched():
        asked = office(operator).post(page, sent)
        office(operator).post(page, sent | {"confirmed": "1"})
    assert "goes live" in asked.content.decode()

    answer = office(operator).post(page, sent | {"confirmed": "1", "approve-reason": "Raffles."}, follow=True)

    assert Bounty.objects.filter(status="open").count() == 4
    assert LogEntry.objects.count() == 3
    assert "nothing was changed" in told(answer)


@pytest.mark.parametrize("who", ["agent", "worker"])
def test_nobody_else_decides(waiting: Bounty, request: pytest.FixtureRequest, who: str) -> None:
    stranger: Api = request.getfixturevalue(who)
    path = reverse("admin:bounties_bounty_decide", args=[waiting.pk, "approve"])

    with untouched():
        for client in (office(stranger), Client()):
            answer = client.post(path, {"confirmed": "1"})
            assert (answer.status_code, answer.headers["Location"][:13]) == (302, "/admin/login/")


@pytest.mark.parametrize("verb", ["approve", "refuse", "dance"])
def test_an_address_that_leads_nowhere_changes_nothing(waiting: Bounty, operator: Api, verb: str) -> None:
    client = office(operator)
    with untouched():
        assert client.get(reverse("admin:bounties_bounty_decide", args=[waiting.pk, verb])).status_code in (302, 404)
        assert client.post(reverse("admin:bounties_bounty_decide", args=[waiting.owner_id, verb])).status_code == 404


def test_a_form_from_elsewhere_decides_nothing(waiting: Bounty, operator: Api) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")

    with untouched():
        answer = client.post(reverse("admin:bounties_bounty_decide", args=[waiting.pk, "approve"]), {"confirmed": "1"})

    assert answer.status_code == 403


# ------------------------------------------------------------------ left behind by older programs


@pytest.mark.parametrize(
    ("given", "left", "becomes"),
    [(given_completed, "assigned", "completed"), (given_released, "assigned", "paid"), (given_released, "completed", "paid")],
)  # fmt: skip
def test_a_bounty_that_stands_still_is_let_follow_its_seats(
    operator: Api, given: Callable[..., Seat], left: str, becomes: str
) -> None:
    seat = given()
    Bounty.objects.filter(pk=seat.bounty.pk).update(status=left)
    assert "bounty behind its seats" in {fault for fault, _, _ in violations()}
    client = office(operator)
    assert "Let it follow its seats" in client.get(page_of(seat.bounty)).content.decode()

    answer = decide(client, seat.bounty, "catch_up", reason="From 2025.")

    assert "caught up" in told(answer)
    assert Bounty.objects.get(pk=seat.bounty.pk).status == becomes
    assert Event.objects.get(type="bounty.caught_up").note == "From 2025."
    assert violations() == []
    with untouched():
        again = decide(client, seat.bounty, "catch_up")
    assert "othing was changed" in told(again)


def test_one_whose_every_seat_was_refunded_is_closed(operator: Api) -> None:
    seat = given_hired()
    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel").status == 200
    Bounty.objects.filter(pk=seat.bounty.pk).update(status="assigned", closed_at=None)

    decide(office(operator), seat.bounty, "catch_up", reason="It was left behind.")

    assert Bounty.objects.get(pk=seat.bounty.pk).status == "closed"
    assert violations() == []


@pytest.mark.parametrize("given", [given_hired, given_completed, given_released])
def test_one_that_is_where_its_seats_are_has_no_such_form(operator: Api, given: Callable[..., Seat]) -> None:
    seat = given()
    client = office(operator)

    assert "Let it follow" not in client.get(page_of(seat.bounty)).content.decode()
    with untouched():
        late = decide(client, seat.bounty, "catch_up")
    assert "othing was changed" in told(late)
