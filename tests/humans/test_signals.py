"""Identity signals: each has a story that makes it true, and operators see what is behind them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_delivered

pytestmark = pytest.mark.django_db


def signals(who: Api, asked_by: Api | None = None) -> dict[str, Any]:
    """As a stranger reads them, by search and by id."""
    reader = asked_by or Api()
    human = reader.get(f"/api/humans/{who.account.public_profile_id}")["human"]
    found = {row["id"]: row for row in reader.get("/api/humans")["humans"]}
    if human["id"] in found:
        assert found[human["id"]]["identitySignals"] == human["identitySignals"]
    return human["identitySignals"]


def test_an_account_is_new_for_thirty_days(at: Callable[[str], datetime]) -> None:
    born = at("2026-11-01T10:00:00Z")
    worker = given_worker(created_at=born)
    assert (signals(worker)["accountAgeDays"], signals(worker)["newAccount"]) == (0, True)

    at((born + timedelta(days=30, seconds=-1)).isoformat())
    assert (signals(worker)["accountAgeDays"], signals(worker)["newAccount"]) == (29, True)

    at((born + timedelta(days=30)).isoformat())
    assert (signals(worker)["accountAgeDays"], signals(worker)["newAccount"]) == (30, False)


def test_another_country_than_at_sign_up_is_a_mismatch() -> None:
    agent = given_agent(signup_country="US")
    agent.patch("/api/humans/me", {"location": {"city": "Boston", "country": "US"}})
    assert signals(agent)["signupCountryMismatch"] is False

    agent.patch("/api/humans/me", {"location": {"city": "Lisbon", "country": "PT"}})
    assert signals(agent)["signupCountryMismatch"] is True


def test_a_document_of_another_country_is_a_mismatch(anonymous: Api) -> None:
    worker = given_worker(signup_country="PT")  # and shown in Portugal
    anonymous.address = "127.0.0.1"
    path = f"/api/sandbox/humans/{worker.account.public_profile_id}/verify"

    anonymous.post(path, {"identityCountry": "PT"})
    assert signals(worker)["signupCountryMismatch"] is False

    anonymous.post(path, {"identityCountry": "BR"})
    assert signals(worker)["signupCountryMismatch"] is True


def test_without_a_known_sign_up_country_nothing_mismatches(worker: Api) -> None:
    assert signals(worker)["signupCountryMismatch"] is False


def test_a_dispute_counts_from_its_opening_until_it_is_withdrawn() -> None:
    seat = given_delivered()
    assert signals(seat.worker)["hasPriorDisputes"] is False

    body = {"category": "poor_quality", "description": "It is blurred."}
    made = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)["dispute"]
    assert signals(seat.worker)["hasPriorDisputes"] is True
    assert seat.agent.get("/api/humans/me")["human"]["identitySignals"]["hasPriorDisputes"] is False

    seat.agent.post(f"/api/disputes/{made['id']}/withdraw")
    assert signals(seat.worker)["hasPriorDisputes"] is False


def test_a_phone_that_another_account_has_too_is_shared(worker: Api, other_worker: Api) -> None:
    worker.patch("/api/humans/me", {"phone": "+351 912-345-678"})
    other_worker.patch("/api/humans/me", {"phone": "+351 000"})
    assert signals(worker)["phoneSharedWithOtherAccounts"] is False

    other_worker.patch("/api/humans/me", {"phone": "+351912345678"})

    assert signals(worker)["phoneSharedWithOtherAccounts"] is True
    assert signals(other_worker)["phoneSharedWithOtherAccounts"] is True
    assert signals(given_worker())["phoneSharedWithOtherAccounts"] is False, "no phone is nobody's"
    worker.patch("/api/humans/me", {"phone": None})
    assert signals(other_worker)["phoneSharedWithOtherAccounts"] is False


def test_words_in_place_of_a_phone_are_no_phone(worker: Api, other_worker: Api) -> None:
    for who in (worker, other_worker):  # as operators could write it
        Account.objects.filter(pk=who.account.pk).update(phone="none")

    assert signals(worker)["phoneSharedWithOtherAccounts"] is False


def test_operators_see_what_is_behind_and_nobody_else(
    operator: Api, support: Api, agent: Api, anonymous: Api, worker: Api, other_worker: Api
) -> None:
    Account.objects.filter(pk=worker.account.pk).update(signup_country="BR", signup_city="Recife")
    for who in (worker, other_worker):
        who.patch("/api/humans/me", {"phone": "+351 912 345"})
    path = f"/api/humans/{worker.account.public_profile_id}"

    human = operator.get(path)["human"]

    assert human["identitySignalsAdmin"] == {
        "signupCountry": "BR",
        "signupCity": "Recife",
        "identityCountry": "",
        "emailVerified": True,
        "linkedinVerified": False,
        "disputedSeats": 0,
        "accountsWithSamePhone": 1,
    }
    assert "identitySignalsAdmin" in operator.get("/api/humans")["humans"][0]
    assert "identitySignalsAdmin" in operator.get("/api/humans/taste")["humans"][0]
    for reader in (support, agent, anonymous, worker):
        assert "identitySignalsAdmin" not in reader.get(path)["human"]
        assert "identitySignalsAdmin" not in reader.get("/api/humans")["humans"][0]
        assert "identitySignalsAdmin" not in reader.get("/api/humans/taste")["humans"][0]
    assert "identitySignalsAdmin" not in worker.get("/api/humans/me")["human"]


def test_not_even_operators_get_a_mail_or_a_phone_here(operator: Api) -> None:
    worker = given_worker(phone="+351 912345678", billing_email="bill@example.com")

    text = str(operator.get(f"/api/humans/{worker.account.public_profile_id}").body)

    assert not any(secret in text for secret in (worker.account.email, "912345678", "bill@", worker.account.public_id))
