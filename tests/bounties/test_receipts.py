"""A receipt of what was released: frozen, whole, harmless to look at, mailed once per key."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from bounties.models import Receipt
from bounties.services import receipts
from marketplace.models import Account, Mail
from tests.api import Api
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_funded_agent,
    given_released,
    given_tip,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
EVIL = '<script>alert(1)</script> & "Sons" {{ 7|add:7 }}'


def url(seat: Seat, query: str = "") -> str:
    return f"/api/bounties/{seat.bounty.public_id}/receipt{query}"


def mail(seat: Seat, key: str = "k") -> Any:
    return seat.agent.post(url(seat), **{"Idempotency-Key": key})


def test_a_receipt_lists_every_released_seat_to_the_cent(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent()
    bounty = given_bounty(agent, price_cents=777, spots_available=3)
    first = given_released(agent=agent, bounty=bounty)
    second = given_released(agent=agent, bounty=bounty)

    receipt = first.agent.get(url(first, "?format=json"))["receipt"]

    assert receipt == {
        "number": f"R-{bounty.public_id[-12:].upper()}-1",
        "version": 1,
        "serviceName": receipt["serviceName"],
        "issuedAt": "2026-11-21T10:00:00.000Z",
        "currency": "USD",
        "bountyId": bounty.public_id,
        "bountyTitle": bounty.title,
        "billedTo": agent.account.display_name,
        "lines": [
            {
                "escrowId": seat.escrow.public_id,
                "applicationId": seat.application.public_id,
                "humanId": seat.worker.account.public_profile_id,
                "workerName": seat.worker.account.display_name,
                "amountCents": 777,
                "feeCents": 140,
                "totalCents": 917,
                "releasedAt": "2026-11-21T10:00:00.000Z",
            }
            for seat in (first, second)
        ],
        "tips": [],
        "totals": {"amountCents": 1554, "feeCents": 280, "totalCents": 1834, "tipsCents": 0, "paidCents": 1834},
    }


def test_what_was_frozen_stays_whatever_changes_afterwards(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_released()
    first = seat.agent.get(url(seat, "?format=json"))

    at("2027-03-01T10:00:00Z")
    Account.objects.update(name="Somebody Else", billing_email="later@example.com")
    type(seat.bounty).objects.update(title="Another title")
    with untouched():
        later = seat.agent.get(url(seat, "?format=json"))

    assert later.body == first.body
    assert "Another" not in later["html"]


def test_more_released_seats_make_the_next_version_and_the_old_one_stays() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    seat = given_released(agent=agent, bounty=bounty)
    first = agent.get(url(seat, "?format=json"))["receipt"]
    given_released(agent=agent, bounty=bounty)

    second = agent.get(url(seat, "?format=json"))["receipt"]

    assert (second["version"], len(second["lines"])) == (2, 2)
    assert second["number"] == first["number"].removesuffix("1") + "2"
    assert "replaces the earlier receipts" in agent.get(url(seat)).body.decode()
    assert Receipt.objects.get(version=1).data == first


def test_a_tip_makes_the_next_version_which_lists_it_beside_the_pay(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_released()
    first = seat.agent.get(url(seat, "?format=json"))["receipt"]
    tip = given_tip(seat, 250, EVIL)

    second = seat.agent.get(url(seat, "?format=json"))

    assert (first["version"], second["receipt"]["version"]) == (1, 2)
    assert second["receipt"]["tips"] == [
        {
            "transferId": tip,
            "humanId": seat.worker.account.public_profile_id,
            "workerName": seat.worker.account.display_name,
            "description": EVIL,
            "amountCents": 250,
            "paidAt": "2026-11-21T10:00:00.000Z",
        }
    ]
    assert second["receipt"]["totals"] == {
        "amountCents": 500, "feeCents": 90, "totalCents": 590, "tipsCents": 250, "paidCents": 840,
    }  # fmt: skip
    assert "8.40 USD" in second["html"] and "Tips and reimbursements" in second["html"]
    assert "<script" not in second["html"] and "Tips and reimbursements" not in receipts.as_page(
        Receipt.objects.get(version=1)
    )
    with untouched():
        assert seat.agent.get(url(seat, "?format=json"))["receipt"]["version"] == 2
    Mail.objects.all().delete()
    mail(seat)
    sent = Mail.objects.get()
    assert "2.50 USD" in sent.text and "Total paid: 8.40 USD" in sent.text


def test_a_receipt_from_before_tips_were_listed_is_shown_as_it_was_and_replaced_once_there_are_some() -> None:
    seat = given_released()
    seat.agent.get(url(seat))
    old = Receipt.objects.get()
    del old.data["tips"], old.data["totals"]["tipsCents"], old.data["totals"]["paidCents"]
    old.save()

    with untouched():
        kept = seat.agent.get(url(seat, "?format=json"))
    given_tip(seat, 250)

    assert kept["receipt"] == old.data and "Total paid</dt><dd>5.90 USD" in kept["html"]
    assert seat.agent.get(url(seat, "?format=json"))["receipt"]["version"] == 2


def test_before_a_release_there_is_no_receipt_and_no_row() -> None:
    seat = given_completed()

    with untouched():
        for refused in (seat.agent.get(url(seat)), seat.agent.get(url(seat, "?format=json")), mail(seat)):
            assert (refused.status, refused.code) == (409, "no_receipt_yet")
    assert not Receipt.objects.exists()


def test_the_page_is_a_document_of_its_own_that_runs_nothing() -> None:
    seat = given_released(title=EVIL)
    Account.objects.filter(pk=seat.worker.account.pk).update(name=EVIL)

    page = seat.agent.get(url(seat))
    text = page.body.decode()

    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "X-RateLimit-Limit" in page.headers
    assert "<script" not in text and "{{ 7|add:7 }}" in text and "&lt;script&gt;" in text
    assert not re.search(r"""(src|href)=|url\(|@import""", text)
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert seat.agent.get(url(seat, "?format=json"))["html"] == text


def test_a_mail_goes_to_the_billing_address_once_for_each_key() -> None:
    seat = given_released()
    Account.objects.filter(pk=seat.agent.account.pk).update(billing_email="books@example.com")
    Mail.objects.all().delete()

    first = mail(seat)
    again = mail(seat)

    assert (first["status"], first["sentTo"]) == ("queued", "books@example.com")
    assert again.body == first.body and again.headers["Idempotency-Replayed"] == "true"
    sent = Mail.objects.get()
    assert (sent.to, sent.subject) == (
        "books@example.com",
        f"Receipt {first['receipt']['number']}: {seat.bounty.title}",
    )
    assert "5.90 USD" in sent.text and "5.90 USD" in sent.html
    assert mail(seat, "another").status == 200
    assert Mail.objects.count() == 2


def test_mails_of_receipts_go_with_their_owner_and_others_to_the_same_address_stay() -> None:
    seat, other = given_released(), given_released()
    owners = [seat.agent.account.pk, other.agent.account.pk]
    Account.objects.filter(pk__in=owners).update(billing_email="books@example.com")
    number = mail(seat)["receipt"]["number"]
    mail(other)
    before = set(Mail.objects.values_list("subject", flat=True))

    receipts.erase(seat.agent.account)

    gone = before - set(Mail.objects.values_list("subject", flat=True))
    assert gone == {f"Receipt {number}: {seat.bounty.title}"}


def test_the_address_is_recorded_and_a_later_one_changes_nothing() -> None:
    seat = given_released()
    seat.agent.get(url(seat))
    recorded = Receipt.objects.get().billing_email
    Account.objects.filter(pk=seat.agent.account.pk).update(billing_email="later@example.com")

    assert recorded == seat.agent.account.email
    assert mail(seat)["sentTo"] == recorded


def test_without_an_address_nothing_is_sent_until_there_is_one() -> None:
    seat = given_released()
    owner = Account.objects.filter(pk=seat.agent.account.pk)
    owner.update(email_verified_at=None)
    seat.agent.get(url(seat))

    with untouched():
        refused = mail(seat)
    assert (refused.status, refused.code) == (409, "billing_address_required")

    owner.update(billing_email="books@example.com")
    assert mail(seat)["sentTo"] == "books@example.com"


def test_a_mail_needs_a_key_in_the_header() -> None:
    seat = given_released()

    with untouched():
        for refused in (seat.agent.post(url(seat)), seat.agent.post(url(seat), {"idempotencyKey": "k"})):
            assert (refused.status, refused.code) == (400, "idempotency_key_required")
    assert not Mail.objects.filter(subject__startswith="Receipt").exists()


def test_reading_sends_nothing_and_only_to_its_owner(
    other_agent: Api, support: Api, operator: Api, at: Callable[[str], datetime]
) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_released()
    before = Mail.objects.count()
    seat.agent.get(url(seat))

    with untouched():
        for stranger in (other_agent, support, operator, seat.worker):
            for refused in (stranger.get(url(seat)), stranger.post(url(seat), **{"Idempotency-Key": "k"})):
                assert (refused.status, refused.code) == (403, "not_owner")
        assert seat.agent.get(url(seat, "?format=pdf")).code == "validation_error"
    assert Mail.objects.count() == before
