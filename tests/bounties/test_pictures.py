"""/api/picture-of-sf: a fresh photo for a fixed budget, by polling; the page that pays; what becomes of it without one."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from bounties.models import Application, Bounty, Picture
from bounties.rules.pictures import retry_after, worker_pay
from bounties.services import picture_requests, pictures, timers
from escrow.models import Escrow
from marketplace.core import clock, ids
from marketplace.models import Switch
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.hiring import earned, wallet
from tests.factories.market import given_funded_agent, given_money, untouched
from wallet.models import Checkout

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ROUTE = "/api/picture-of-sf"
ASKED = {"location": "Ferry Building, Embarcadero", "subject": "The clock tower", "tier": "standard"}


def ask(agent: Api, key: str = "pic-1", **fields: Any) -> Answer:
    return agent.post(ROUTE, ASKED | fields, Idempotency_Key=key)


def run_timers() -> None:
    """As the timers do."""
    while pictures.reconcile_dirty() + pictures.reconcile_idle() + picture_requests.fund_payable():
        pass


def given_local() -> Api:
    return given_worker(identity_verified_at=clock.now(), identity_country="US")


def given_taker(agent: Api) -> tuple[Api, Bounty]:
    """Somebody applied and has the seat."""
    bounty = Bounty.objects.get(owner=agent.account)
    worker = given_local()
    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Near."}).status == 200
    run_timers()
    return worker, bounty


def send_photo(worker: Api, bounty: Bounty, *, live: bool = True, exif: Any = b"") -> Answer:
    taken = {"capturedLive": "true", "capturedAt": clock.wall().isoformat()} if live else {}
    out = BytesIO()
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(out, "JPEG", exif=exif)
    photo = SimpleUploadedFile("photo.jpg", out.getvalue())
    return worker.upload(f"/api/bounties/{bounty.public_id}/submissions", {"files": photo, **taken})


def pages() -> list[Checkout]:
    return list(Checkout.objects.filter(purpose="bounty"))


@pytest.mark.parametrize(("tier", "pay", "fee", "hours"), [("standard", 1695, 305, 25), ("express", 8474, 1525, 6)])
def test_the_budget_pays_a_worker_and_the_fee(tier: str, pay: int, fee: int, hours: int) -> None:
    agent = given_funded_agent(10_000)

    answer = ask(agent, tier=tier)

    made = Picture.objects.get()
    assert (answer.status, answer.body, answer.headers["Content-Location"]) == (202, b"", made.path)
    assert (made.bounty.seat_cents, made.bounty.status, made.bounty.kind) == (pay, "open", "picture")
    assert wallet(agent) == 10_000 - pay - fee
    assert (made.bounty.title, answer.headers["X-Bounty-Id"]) == ("Photo: The clock tower", made.bounty.public_id)
    assert made.deliver_by == made.created_at + timedelta(hours=hours)
    assert 60 <= int(answer.headers["Retry-After"]) <= 900
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert not pages()


def test_the_pay_is_the_largest_that_fits() -> None:
    assert (worker_pay(2000, 1800), worker_pay(10_000, 1800), worker_pay(2000, 0)) == (1695, 8474, 2000)


def test_the_longer_the_time_left_the_rarer_the_polls(at: Callable[[str], Any]) -> None:
    now = at("2026-01-01T10:00Z")
    waits = [retry_after(now + timedelta(minutes=minutes), now) for minutes in (-5, 5, 30, 100, 1500)]
    assert waits == [60, 60, 180, 600, 900]


def test_the_same_key_is_the_same_request_and_never_another() -> None:
    agent = given_funded_agent(10_000)
    first = ask(agent)

    again = ask(agent)
    with untouched():
        refused = [
            ask(agent, **{name: value})
            for name, value in (("tier", "express"), ("subject", "Sea"), ("location", "Pier 39"))
        ]

    assert again.headers["Content-Location"] == first.headers["Content-Location"]
    assert (again.status, again.headers["Idempotency-Replayed"]) == (202, "true")
    assert {answer.code for answer in refused} == {"idempotency_key_reused"}
    assert (Picture.objects.count(), wallet(agent)) == (1, 8000)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"location": "Pier"}, "location"),
        ({"location": "x" * 301}, "location"),
        ({"subject": "ab"}, "subject"),
        ({"subject": "x" * 1001}, "subject"),
        ({"tier": "cheap"}, "tier"),
        ({"price": 5}, "price"),
        ({"budgetCents": 500}, "budgetCents"),
    ],
)
def test_a_request_that_does_not_fit_makes_nothing(body: dict[str, Any], named: str) -> None:
    agent = given_funded_agent(10_000)
    with untouched():
        refused = ask(agent, **body)
    assert (refused.status, refused.code) == (400, "validation_error")
    assert named in refused["fields"]
    assert not Picture.objects.exists()


def test_a_request_without_a_key_makes_nothing() -> None:
    agent = given_funded_agent(10_000)
    with untouched():
        refused = agent.post(ROUTE, ASKED)
        in_body = agent.post(ROUTE, ASKED | {"idempotencyKey": "picture-in-body-1"})
    assert (refused.status, refused.code, Picture.objects.count()) == (400, "idempotency_key_required", 0)
    assert (in_body.status, in_body["error"]) == (400, refused["error"])
    assert refused["error"].startswith("Send an Idempotency-Key header (here a field idempotencyKey does not do)")


def test_switched_off_it_makes_nothing() -> None:
    Switch.objects.update_or_create(name="pictures", defaults={"is_on": False})
    agent = given_funded_agent(10_000)
    with untouched():
        refused = ask(agent)
    assert (refused.status, Picture.objects.count()) == (503, 0)


def test_a_cap_refuses_and_nothing_waits() -> None:
    agent = given_funded_agent(10_000)
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 500})
    refused = ask(agent)
    assert (refused.status, refused.code) == (403, "spending_cap_exceeded")
    assert "Content-Location" not in refused.headers
    assert (Picture.objects.count(), Bounty.objects.count(), wallet(agent)) == (0, 0, 10_000)


def test_a_short_wallet_keeps_the_request_until_it_is_filled() -> None:
    agent = given_funded_agent(500)

    waits = ask(agent)

    made = Picture.objects.get()
    assert (waits.status, waits.code, waits["shortfallCents"]) == (402, "insufficient_funds", 1500)
    assert waits.headers["Content-Location"] == made.path
    assert "/fund/" in waits["fundingUrl"]
    assert (waits["pictureId"], waits["fundingUrl"]) == (made.public_id, waits.headers["Location"])
    assert "starts by itself" in waits["error"] and "try again" not in waits["error"]
    assert agent.get(made.path).status == 402
    assert not pages(), "this route never makes a card checkout"

    run_timers()
    assert agent.get(made.path).status == 402
    given_money(agent, 1500)
    run_timers()

    assert (agent.get(made.path).status, wallet(agent)) == (202, 0)
    assert ask(agent).status == 202


def test_requests_that_nobody_pays_hide_none_that_can_be_paid() -> None:
    poor, rich = given_funded_agent(500), given_funded_agent(500)
    ask(poor)
    bounty, picture = Bounty.objects.get(), Picture.objects.get()
    for number in range(200):  # as many as were looked at once
        bounty.pk, bounty.pool = ids.new(), None
        bounty.save(force_insert=True)
        picture.pk, picture.key, picture.bounty = ids.new(), f"poor-{number}", bounty
        picture.save(force_insert=True)
    clock.freeze(clock.now() + timedelta(minutes=1))
    path = ask(rich).headers["Content-Location"]
    given_money(rich, 1500)

    run_timers()

    assert (rich.get(path).status, wallet(rich), wallet(poor)) == (202, 0, 500)
    assert Picture.objects.filter(status="awaiting_funding").count() == 201
    Picture.objects.filter(key__startswith="poor-").delete()  # the copies have no pool for the books to find
    Bounty.objects.filter(pool=None).delete()


def test_a_wallet_pays_as_many_as_it_can_the_most_urgent_first() -> None:
    agent = given_funded_agent(500)
    answers = [ask(agent, key, tier=tier) for key, tier in (("a", "standard"), ("b", "express"), ("c", "standard"))]
    given_money(agent, 13_000)

    run_timers()

    assert [agent.get(answer.headers["Content-Location"]).status for answer in answers] == [202, 202, 402]
    assert wallet(agent) == 13_500 - 9999 - 2000


def test_an_owner_keeps_at_most_twenty_waiting_for_money() -> None:
    agent = given_funded_agent(500)
    for number in range(20):
        assert "Content-Location" in ask(agent, f"pic-{number}").headers

    with untouched():
        refused = ask(agent, "pic-20")

    assert (refused.status, refused.code) == (402, "insufficient_funds")
    assert "Content-Location" not in refused.headers and "Location" not in refused.headers
    assert refused["error"].startswith("20 picture requests of yours wait") and "DELETE" in refused["error"]
    assert "Content-Location" in ask(agent, "pic-0").headers, "one that was made stays what it is"
    first = Picture.objects.earliest("id").bounty
    assert first is not None
    assert agent.call("DELETE", f"/api/bounties/{first.public_id}", {"reason": "task_no_longer_needed"}).status == 200
    run_timers()
    assert "Content-Location" in ask(agent, "pic-20").headers


def test_the_funding_page_leads_to_a_payment_for_what_is_missing() -> None:
    agent = given_funded_agent(500)
    path = ask(agent).headers["Location"].split("8000", 1)[1]
    client = Client()

    shown = client.get(path)
    assert (shown.status_code, pages()) == (200, [])
    assert "$20.00" in shown.text and "Put in $15.00 by card" in shown.text
    sent = client.post(path)
    [page] = pages()
    assert (sent.status_code, sent["Location"], page.amount_cents) == (302, page.url, 1500)

    client.post(
        f"/checkout/{page.public_id}",
        {"action": "pay", "cc-number": "4242424242424242", "cc-exp": "12/40", "cc-csc": "123"},
    )
    run_timers()
    assert (agent.get(Picture.objects.get().path).status, wallet(agent)) == (202, 0)
    assert "It is paid" in client.get(path).text


def test_the_funding_page_pays_at_once_when_the_wallet_holds_enough_by_now() -> None:
    agent = given_funded_agent(500)
    path = ask(agent).headers["Location"].split("8000", 1)[1]
    given_money(agent, 5000)
    assert Client().post(path)["Location"] == path
    assert (Picture.objects.get().status, pages()) == ("processing", [])


@pytest.mark.parametrize("broken", ["x", "fund/short"])
def test_a_funding_address_that_was_not_ours_shows_nothing(broken: str) -> None:
    agent = given_funded_agent(500)
    path = ask(agent).headers["Location"].split("8000", 1)[1]
    with untouched():
        for answer in (Client().get(path + broken), Client().post(path + broken)):
            assert (answer.status_code, b"Ferry" in answer.content) == (404, False)


def test_who_comes_first_is_hired_and_a_faultless_photo_is_the_answer() -> None:
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    worker, bounty = given_taker(agent)
    seat = Application.objects.get()
    assert (seat.status, seat.confirm_by, seat.complete_by - seat.decided_at) == (
        "accepted",
        None,
        timedelta(hours=6),
    )
    poll = agent.get(path)
    assert poll.status == 202 and "X-Delivery-Status" not in poll.headers

    exif = Image.Exif()
    exif[0x010F] = "Secret Camera"
    assert send_photo(worker, bounty, exif=exif).status == 200
    run_timers()

    answer = agent.get(path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"] == "private, no-store"
    with Image.open(BytesIO(answer.body)) as image:
        assert (image.format, image.size, dict(image.getexif())) == ("JPEG", (640, 480), {})
    assert b"Secret" not in answer.body
    assert Escrow.objects.get(kind="seat").status == "completed", "paid by the usual clock: the owner can still object"
    assert earned(worker) == 0


def test_a_photo_with_a_fault_waits_for_the_owner(worker: Api) -> None:
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    taker, bounty = given_taker(agent)

    sent = send_photo(taker, bounty, live=False)
    run_timers()

    assert [finding["code"] for finding in sent["submission"]["checks"]["findings"]] == ["not_live"]
    poll = agent.get(path)
    assert (poll.status, poll.headers["X-Delivery-Status"], poll.headers["X-Bounty-Id"]) == (
        202,
        "review",
        bounty.public_id,
    )
    assert poll.headers["X-Owner-Action"] == "review"
    clock.freeze(Picture.objects.get().deliver_by)
    late = agent.get(path).headers
    assert (late["X-Delivery-Status"], late["X-Owner-Action"]) == ("delayed", "review"), (
        "the target is missed, in review, too"
    )
    agent.patch(f"/api/bounties/{bounty.public_id}/submissions/{sent['submission']['id']}", {"action": "approve"})
    run_timers()
    assert agent.get(path).status == 200


def test_what_is_no_photo_is_not_taken() -> None:
    agent = given_funded_agent(2000)
    ask(agent)
    worker, bounty = given_taker(agent)
    with untouched():
        refused = worker.post(f"/api/bounties/{bounty.public_id}/submissions", {"textEvidence": "I was there."})
    assert (refused.status, "files" in refused["fields"]) == (400, True)


def test_a_photo_too_large_to_be_looked_at_is_not_taken() -> None:
    agent = given_funded_agent(10_000)
    ask(agent)
    worker, bounty = given_taker(agent)
    out = BytesIO()
    Image.new("L", (6001, 4000)).save(out, "PNG")

    with untouched():
        photo = SimpleUploadedFile("photo.png", out.getvalue())
        refused = worker.upload(f"/api/bounties/{bounty.public_id}/submissions", {"files": photo})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert "up to 24" in refused["fields"]["files"][0]


def test_a_picture_that_nobody_took_is_gone_and_its_money_back(at: Callable[[str], Any]) -> None:
    now = at("2026-01-01T10:00+00:00")
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    at((now + timedelta(hours=25)).isoformat())

    run_timers()

    assert ((gone := agent.get(path)).status, gone.code, wallet(agent)) == (410, "picture_unfulfilled", 2000)
    assert ask(agent).status == 410, "the key is this request for ever"


def test_whoever_took_the_seat_and_never_came_is_followed_by_the_next(at: Callable[[str], Any]) -> None:
    now = at("2026-01-01T10:00+00:00")
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    bounty = Bounty.objects.get()
    first, next_one = given_local(), given_local()
    for person in (first, next_one):
        assert person.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Near."}).status == 200
    run_timers()
    assert [row.status for row in Application.objects.order_by("id")] == ["accepted", "pending"]
    at((now + timedelta(hours=7)).isoformat())
    timers.release_overdue()
    run_timers()

    assert Application.objects.get(human=next_one.account).status == "accepted"
    send_photo(next_one, bounty)
    run_timers()
    assert agent.get(path).status == 200


def test_an_owner_may_give_up_before_anybody_goes() -> None:
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    agent.call("DELETE", f"/api/bounties/{Bounty.objects.get().public_id}", {"reason": "task_no_longer_needed"})
    run_timers()
    assert (agent.get(path).status, wallet(agent)) == (410, 2000)


def test_a_picture_is_its_owners_alone(worker: Api, other_agent: Api, support: Api) -> None:
    path = ask(given_funded_agent(2000)).headers["Content-Location"]
    for caller in (worker, other_agent, support):
        assert caller.get(path).status == 404
    assert Api().get(path).status == 401
    assert other_agent.get(f"{ROUTE}/pic_nonsense").status == 404
